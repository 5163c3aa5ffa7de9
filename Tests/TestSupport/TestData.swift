// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CZlib
import Foundation

/// The folder of real data that `RXKIT_TEST_DATA` names; tests say so when it is absent.
public enum TestData {
  /// The folder, where it is at hand.
  public static let folder = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  /// A file or folder of the test data, or nil and a line that says what is skipped without it.
  public static func path(_ name: String, skipping test: String) -> URL? {
    guard let folder else {
      print("skipped: \(test) (RXKIT_TEST_DATA is not set)")
      return nil
    }
    return folder.appendingPathComponent(name)
  }
}

extension TestData {
  /// Reads a file and inflates it if it is gzip.
  public static func bytes(_ url: URL) throws -> [UInt8] {
    let data = [UInt8](try Data(contentsOf: url))
    guard data.starts(with: [0x1F, 0x8B]) else { return data }
    return try inflate(data)
  }

  /// Reads a table whose cells have `\t`, `\n`, `\r` and `\\` escaped; the first row has the names.
  public static func table(_ url: URL) throws -> [[String: String]] {
    rows(of: String(decoding: try bytes(url), as: UTF8.self))
  }

  /// The rows of a text, by the names in its first.
  public static func rows(of text: String) -> [[String: String]] {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.cells)
    if rows.last == [""] { rows.removeLast() }
    guard !rows.isEmpty else { return [] }
    let names = rows.removeFirst()
    return rows.map {
      Dictionary(uniqueKeysWithValues: zip(names, $0 + names.dropFirst($0.count).map { _ in "" }))
    }
  }

  private static func inflate(_ input: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw CocoaError(.fileReadCorruptFile) }
    defer { inflateEnd(&stream) }
    var input = input
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    var status = Z_OK
    try input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while status == Z_OK {
        let room = chunk.count
        chunk.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(room)
          status = CZlib.inflate(&stream, Z_NO_FLUSH)
        }
        output.append(contentsOf: chunk[..<(room - Int(stream.avail_out))])
      }
      guard status == Z_STREAM_END else { throw CocoaError(.fileReadCorruptFile) }
    }
    return output
  }
}

/// The files of the repository.
public enum Repository {
  /// Its root.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// How much work tests do.
public enum Effort {
  /// Whether tests are run that take many seconds; `RXKIT_SKIP_SLOW` leaves them out.
  public static let isFull = ProcessInfo.processInfo.environment["RXKIT_SKIP_SLOW"] == nil

  /// Whether tests are left out that take a second or two, by `RXKIT_FAST`: for the inner loop.
  public static let isFast = ProcessInfo.processInfo.environment["RXKIT_FAST"] != nil

  /// A count of rounds: the first where slow tests are skipped, else the second.
  public static func rounds(fast: Int, full: Int) -> Int { isFull ? full : fast }
}

extension StringProtocol {
  /// The parts of a row between tabs, empty ones too.
  public var cells: [String] {
    split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
  }
}
