// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A zip of the test data, read with the system's `gzip`: each deflated entry
/// becomes a gzip member.
struct TestArchive {
  private struct Entry {
    let isStored: Bool
    let body: Range<Int>
    let trailer: Data
  }

  private let bytes: [UInt8]
  private let entries: [String: Entry]

  /// The names of the entries, sorted.
  var names: [String] { entries.keys.sorted() }

  init(zip: Data) {
    let bytes = [UInt8](zip)
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    var entries: [String: Entry] = [:]
    let end = bytes.indices.dropLast(21).last { number($0, 4) == 0x0605_4b50 }
    if let end {
      var at = number(end + 16, 4)
      for _ in 0..<number(end + 10, 2) where number(at, 4) == 0x0201_4b50 {
        let local = number(at + 42, 4)
        let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
        let name = String(
          decoding: bytes[(at + 46)..<(at + 46 + number(at + 28, 2))], as: UTF8.self)
        entries[name] = Entry(
          isStored: number(at + 10, 2) == 0, body: start..<(start + number(at + 20, 4)),
          trailer: Data(bytes[(at + 16)..<(at + 20)]) + Data(bytes[(at + 24)..<(at + 28)]))
        at += 46 + number(at + 28, 2) + number(at + 30, 2) + number(at + 32, 2)
      }
    }
    self.bytes = bytes
    self.entries = entries
  }

  /// The bytes of one entry; empty if there is none of that name.
  func contents(of name: String) throws -> Data {
    guard let entry = entries[name] else { return Data() }
    let body = Data(bytes[entry.body])
    guard !entry.isStored else { return body }
    return try Self.gunzip(Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]) + body + entry.trailer)
  }

  /// Expands gzip data with the system's `gzip`.
  static func gunzip(_ data: Data) throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rxkit-labels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "data.gz")
    try data.write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path(percentEncoded: false)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let result = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return result
  }
}
