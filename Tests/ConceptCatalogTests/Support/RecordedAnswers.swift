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

// Why an answer over the starter release differs from what RxNav recorded. Every
// reason is derived from rows: of the release (RXNCONSO, RXNREL), of its table of
// sources, or of the recorded answer itself. None is taken from a list.

/// A concept that only one of the two answers holds.
struct RecordedDifference: CustomStringConvertible {
  enum Reason: String, CaseIterable {
    // The recorded answer holds it, ours does not.
    case conceptMissing = "the release does not hold the concept"
    case conceptInactive = "the concept is not active in the release, or of another type"
    case preciseForm = "SCDFP, SCDGP, SBDFP: the release has no relations of them but dose forms"
    case rowMissing = "no row of RXNREL joins what leads to it with any concept of the stop before"
    case rowElsewhere = "the rows of RXNREL join what leads to it with another start"
    // Ours holds it, the recorded answer does not.
    case placeholder = "a placeholder of the release"
    case olderSource = "no source of July 2026 names the concept, only older ones"
    case throughOthers = "every way goes through a concept that the recorded answer lacks"
    case rowOnlyHere = "one hop: a row that RxNav's own answer denies"
    case otherPath = "every stop is recorded; RxNav's answer fits another path only"
    case unexplained = "unexplained"
  }

  let start: Int
  let stops: [String]
  let concept: Int
  let reason: Reason

  var description: String {
    "\(start) to \(concept) along \(stops.joined(separator: " ")): \(reason.rawValue)"
  }

  /// Paths that fit the recorded answers as well as the table's or better.
  ///
  /// A difference is put down to the choice of path only if the other path,
  /// walked over recorded concepts alone, agrees with the recorded answer.
  static let otherPaths = [
    ["IN", "SCDF", "DF"]: ["IN", "SCDC", "SCD", "DF"],
    ["IN", "SCDG", "SBDG"]: ["IN", "BN", "SBDG"],
  ]
}

/// Derives reasons.
struct RecordedComparison {
  let naive: NaiveRelease
  let provenance: Provenance
  let start: Int
  /// The codes of the recorded groups, by term type.
  let recorded: [String: Set<Int>]

  /// Why ours lacks a concept that was recorded.
  func missing(_ concept: Int, along stops: [String]) -> RecordedDifference {
    difference(concept, stops) {
      if naive.names[concept] == nil { return .conceptMissing }
      if !naive.isActive(concept) || naive.termType(concept) != stops.last {
        return .conceptInactive
      }
      if stops.last?.hasSuffix("P") == true {
        let rows = naive.facts[concept] ?? []
        return rows.allSatisfy { $0.relationship == "has_dose_form" } ? .preciseForm : .unexplained
      }
      let backward = naive.levels(to: concept, along: stops)
      guard let first = backward.first else { return .unexplained }
      if first.isEmpty { return .rowMissing }
      // The rows lead all the way to other starts. That is a hole only where a
      // recorded concept is the one that lacks its row to this start.
      let isRecorded = zip(stops, backward).dropFirst().contains { stop, level in
        !level.isDisjoint(with: recorded[stop] ?? [])
      }
      return !first.contains(start) && isRecorded ? .rowElsewhere : .unexplained
    }
  }

  /// Why ours holds a concept that was not recorded.
  func surplus(_ concept: Int, along stops: [String]) -> RecordedDifference {
    difference(concept, stops) {
      if concept >= 90_000_000 { return .placeholder }
      if !provenance.isRecent(concept) { return .olderSource }
      if !recordedEnds(of: stops).contains(concept) { return .throughOthers }
      if stops.count == 2 { return .rowOnlyHere }
      guard let other = RecordedDifference.otherPaths[stops] else { return .unexplained }
      return recordedEnds(of: other).contains(concept) ? .unexplained : .otherPath
    }
  }

  private func difference(
    _ concept: Int, _ stops: [String], _ reason: () -> RecordedDifference.Reason
  ) -> RecordedDifference {
    RecordedDifference(start: start, stops: stops, concept: concept, reason: reason())
  }

  /// Where a path leads if only recorded concepts may stand between its ends.
  private func recordedEnds(of stops: [String]) -> Set<Int> {
    var level: Set<Int> = [start]
    for stop in stops.dropFirst().dropLast() {
      level = naive.hop(from: level, to: stop).intersection(recorded[stop] ?? [])
    }
    return naive.hop(from: level, to: stops.last ?? "")
  }
}
