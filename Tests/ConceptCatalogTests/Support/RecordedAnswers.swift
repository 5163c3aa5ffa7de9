// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

@testable import RxNormRelease

/// The answers of RxNav's getAllRelatedInfo that were recorded in July 2026.
struct RecordedAnswers {
  /// One group of an answer.
  struct Group: Decodable {
    struct Member: Decodable {
      let rxcui: String
      let name: String
      let tty: String
    }

    let tty: String
    let conceptProperties: [Member]?

    var members: [Member] { conceptProperties ?? [] }
  }

  private struct Answer: Decodable {
    struct Groups: Decodable { let conceptGroup: [Group] }
    let allRelatedGroup: Groups
  }

  /// The groups by the code that was asked about.
  let groups: [Int: [Group]]

  /// Reads the zip; `nil` with a line that says so where there is no test data.
  init?(_ file: String) throws {
    guard let bytes = try TestData.bytes(of: file) else { return nil }
    let archive = try ZipArchive(
      ByteSlice(ByteStore(copying: bytes)), path: file, limits: ArchiveLimits())
    var groups: [Int: [Group]] = [:]
    for entry in archive.entries {
      let code = entry.name.split(separator: "/").last?.split(separator: ".").first
      guard entry.name.hasSuffix(".json"), let code = code.flatMap({ Int($0) }) else { continue }
      let data = ByteSlice(archive.bytes, try archive.dataRange(of: entry))
      let text = try EntryReader(entry: entry, data: data, archive: file).contents()
      let answer = try JSONDecoder().decode(Answer.self, from: Data(text.array))
      groups[code] = answer.allRelatedGroup.conceptGroup
    }
    self.groups = groups
  }
}

extension ByteSlice {
  /// A copy of the bytes.
  fileprivate var array: [UInt8] {
    let span = bytes
    return span.indices.map { span[$0] }
  }
}

/// Which sources state each concept of the starter release.
struct Provenance {
  private let sources: [Int: Substring]

  /// Reads the table; `nil` with a line that says so where there is no test data.
  init?(_ file: String) throws {
    guard let bytes = try TestData.bytes(of: file), bytes.count > 18 else { return nil }
    // A gzip member without a name: ten bytes of header, eight at the end, the
    // last four of them the size (RFC 1952).
    let nameLength = bytes[3] & 8 == 0 ? 0 : bytes[10...].prefix { $0 != 0 }.count + 1
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let packed = Array(bytes[(10 + nameLength)..<(bytes.count - 8)])
    let text = String(
      decoding: try ByteSlice(inflated(packed.span, size: size)).array, as: UTF8.self)
    sources = text.split(separator: "\n").reduce(into: [:]) { sources, line in
      let fields = line.split(separator: "\t")
      if fields.count == 3, let code = Int(fields[0]) { sources[code] = fields[2] }
    }
  }

  /// Whether an answer of RxNav in July 2026 named the concept.
  func isRecent(_ code: Int) -> Bool {
    sources[code]?.split(separator: ";").contains("luckygood/fda-drug-db") ?? false
  }
}
