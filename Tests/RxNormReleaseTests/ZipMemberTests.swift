// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

@testable import RxNormRelease

@Suite("Members of an archive, whole and in pieces")
struct ZipMemberTests {
  /// Reads the only member of an archive with so many bytes asked for at a time.
  private static func read(_ builder: ZipBuilder, upTo count: Int) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(builder.build()).write(to: file)
    var stream = try ZipFile(path: file.path).stream(at: 0)
    var bytes: [UInt8] = []
    while true {
      let piece = try stream.next(upTo: count)
      #expect(piece.count <= count)
      if piece.isEmpty { break }
      bytes += piece
    }
    #expect(try stream.next(upTo: count).isEmpty)
    return bytes
  }

  private static func contents(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
  }

  @Test(
    "A member has the same bytes whatever is asked for at a time",
    arguments: [0, 1, 511, 512, 513, 70_000], [true, false])
  func bytes(size: Int, isDeflated: Bool) throws {
    let contents = Self.contents(size)
    let builder = ZipBuilder([("a.xml", contents)], isDeflated: isDeflated)
    for count in [7, 512, max(size, 1), size + 1, 1 << 20] {
      #expect(try Self.read(builder, upTo: count) == contents)
    }
  }

  @Test("A member that is not what the directory says is the same error, whole and in pieces")
  func lies() {
    func code(_ count: Int, _ change: (inout ZipBuilder.Entry) -> Void) -> ReleaseError.Code? {
      var builder = ZipBuilder([("a.xml", Self.contents(5_000))])
      change(&builder.entries[0])
      do { _ = try Self.read(builder, upTo: count) } catch {
        return (error as? ReleaseError)?.code
      }
      return nil
    }
    for count in [7, 1 << 20] {
      #expect(code(count) { _ in } == nil)
      #expect(code(count) { $0.checksum = 1 } == .checksum)
      #expect(code(count) { $0.size = 4_999 } == .sizeMismatch)
      #expect(code(count) { $0.size = 5_001 } == .sizeMismatch)
      #expect(code(count) { $0.size = 0 } == .sizeMismatch)
      #expect(code(count) { $0.data = [0xFF, 0xFF, 0xFF, 0xFF] } == .damaged)
      #expect(code(count) { $0.data = [0x4B] } == .damaged)
    }
  }
}
