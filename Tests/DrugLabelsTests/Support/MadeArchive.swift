// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CZlib
import Foundation
import TestSupport

/// Small archives and files for tests.
enum MadeArchive {
  /// A zip of files (PKWARE APPNOTE.TXT 6.3).
  static func zip(_ files: [(String, [UInt8])], isDeflated: Bool = true) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, contents) in files {
      let data = isDeflated ? deflated(contents) : contents
      let sum = Int(crc32(0, contents, UInt32(contents.count)))
      let common =
        number(0, 2) + number(isDeflated ? 8 : 0, 2) + number(0, 4) + number(sum, 4)
        + number(data.count, 4) + number(contents.count, 4) + number(name.utf8.count, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + common + number(0, 2)
      directory += number(0, 8) + number(0, 2) + number(archive.count, 4) + Array(name.utf8)
      archive += number(0x0403_4B50, 4) + number(20, 2) + common + number(0, 2)
      archive += Array(name.utf8) + data
    }
    let start = archive.count
    return archive + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2)
      + number(files.count, 2) + number(directory.count, 4) + number(start, 4) + number(0, 2)
  }

  /// A gzip of one member (RFC 1952).
  static func gzip(_ contents: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(contents)
      + number(Int(crc32(0, contents, UInt32(contents.count))), 4) + number(contents.count, 4)
  }

  /// Does something with a folder that is gone afterwards.
  static func withFolder<Result>(
    _ files: [(String, [UInt8])], _ body: (String) throws -> Result
  ) throws -> Result {
    try withExtendedLifetime(TemporaryFolder(files)) { try body($0.url.path) }
  }

  /// zlib's stream without its two bytes in front and four behind.
  private static func deflated(_ contents: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(contents.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    let status = compress2(&output, &size, contents, UInt(contents.count), 9)
    precondition(status == Z_OK, "zlib cannot compress the test's data")
    return Array(output[2..<Int(size) - 4])
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
