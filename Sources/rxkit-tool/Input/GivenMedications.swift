// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import MedicationLists
import MedicationModel
import MedicationResolver
import SymptomMapping

/// The medications of a person, as `rxkit explain` is given them: each drug once.
///
/// Records of a document that are not taken are left out and counted. Records of one drug that say
/// the same about its use are one medication, with their number; others are never merged.
struct GivenMedications {
  /// One medication.
  struct Medication {
    var answer: ResolvedMedication
    /// Where it was given: words or files.
    var sources: [String]
    /// How many records or words name it.
    var recordCount: Int
    /// What its records say about its use; `nil` if it is not from a record.
    var meaning: String?
  }

  /// Why records are left out.
  enum Reason: String, CaseIterable {
    case planned
    case stopped = "stopped-or-completed"
    case archived
    case notTaken = "not-taken"
    case removed
    case enteredInError = "entered-in-error"
    case notInterpreted = "not-interpreted"
    case absence = "absence-statement"
    /// A Medication in a document that also says what is taken.
    case definition

    /// What a person reads.
    var words: String {
      switch self {
      case .planned: "planned, not taken yet"
      case .stopped: "stopped or completed"
      case .archived: "archived"
      case .notTaken: "not taken"
      case .removed: "taken off a list, or deleted at the source"
      case .enteredInError: "entered in error"
      case .notInterpreted: "could not be interpreted"
      case .absence: "statements of absence"
      case .definition: "definitions of a medication, which say nothing of use"
      }
    }
  }

  private(set) var medications: [Medication] = []
  private(set) var leftOut: [Reason: Int] = [:]
  private var places: [[UInt8]: Int] = [:]

  /// The words of `--medications` and the arguments; codes and names with commas are split.
  ///
  /// The path of a file is one word. A comma between digits separates only
  /// codes: that of `vitamin D 1,000 units` is part of the number.
  static func words(_ given: [String]) -> [String] {
    given.flatMap { word -> [String] in
      guard word.contains(","), !MedicationQueries.isFile(word) else { return [word] }
      let bytes = Array(word.utf8)
      func isDigit(_ place: Int) -> Bool {
        bytes.indices.contains(place) && (0x30...0x39).contains(bytes[place])
      }
      let isCodes = bytes.indices.allSatisfy {
        isDigit($0) || bytes[$0] == 0x2C || bytes[$0] == 0x2D
      }
      let commas = bytes.indices.filter {
        bytes[$0] == 0x2C && (isCodes || !isDigit($0 - 1) || !isDigit($0 + 1))
      }
      return zip([-1] + commas, commas + [bytes.count])
        .compactMap { start, end in
          ArgumentLines.trimmed(String(decoding: bytes[(start + 1)..<end], as: UTF8.self))
        }
    }
  }

  /// How many medications lead to one drug, so that what labels name can be counted.
  var resolvedCount: Int { medications.count { $0.answer.sideEffects.coverage != .unknown } }

  /// The queries of a batch that are about something taken; the others are counted.
  mutating func taken(of batch: QueryStream.Batch) -> [NamedQuery] {
    let saysUse = batch.queries.contains { query in
      if case .record(let record) = query.query { !record.isDefinition } else { false }
    }
    return batch.queries.filter { query in
      guard let reason = Self.reason(query.query, besideUse: saysUse) else { return true }
      leftOut[reason, default: 0] += 1
      return false
    }
  }

  /// Adds an answer, to the same drug's if it was given before.
  mutating func add(_ answer: ResolvedMedication, source: String) {
    let codes = answer.concepts.compactMap(\.code)
    let meaning = MedicationTables.meaning(of: answer)
    let isOneDrug = codes.count == 1 && codes.count == answer.concepts.count
    let key = Array("\(codes.first?.description ?? "") \(meaning ?? "")".utf8)
    if isOneDrug, let place = places[key] {
      medications[place].recordCount += 1
      if !medications[place].sources.contains(source) { medications[place].sources.append(source) }
      return
    }
    if isOneDrug { places[key] = medications.count }
    medications.append(
      Medication(
        answer: answer, sources: [source], recordCount: 1, meaning: meaning))
  }

  /// Why a query is not about something taken; `nil` if it is.
  private static func reason(_ query: MedicationQuery, besideUse saysUse: Bool) -> Reason? {
    switch query {
    case .coding, .ndc, .name: return nil
    case .userAnnotated(let medication): return medication.isArchived ? .archived : nil
    case .record(let record):
      if record.isDefinition, saysUse { return .definition }
      switch ListBlock(record) {
      case nil: return .enteredInError
      case .planned: return .planned
      case .archived: return .stopped
      case .notTaken: return .notTaken
      case .removed: return .removed
      case .notInterpreted: return .notInterpreted
      case .absence: return .absence
      case .current, .onHold, .statusUnknown, .eventsOnly: return nil
      }
    }
  }
}

extension MedicationRecord {
  /// Whether it says what a medication is, and not that anybody takes it.
  fileprivate var isDefinition: Bool { RecordKind(resourceType: resourceType) == .definition }
}
