// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// What the resolver says of displays and codings of real documents, each judged by hand.
///
/// Only documents of FHIR R4 and R4B, and those that are probably R4.
@Suite("Real documents")
struct CorpusTests {
  /// The kinds of disagreement between displays and codes that the documents hold.
  static let disagreements: Set<String> = [
    // The product is Envarsus, the display names the generic: a note.
    "brand 1664463",
    // The product is Prinivil, the text names the generic: a note.
    "brand 206765",
    // Ampicillin by the display of an NDC that the release does not hold; the document lists
    // nicardipine as its ingredient.
    "drug 313800",
    // An example of dispensing: the ingredient is nicardipine, the code amoxicillin.
    "drug 308191",
  ]

  /// The sets of codes that conflict.
  static let conflicts: Set<[String]> = [
    // Seven vitamins and minerals, each coded by itself, with no code for the product.
    ["1151", "11256", "11359", "11423", "19143", "21842", "36717"]
  ]

  @Test(
    "S1 S6 S7 M63 displays, conflicts and outcomes of real documents are those judged",
    .enabled(if: !Effort.isFast))
  func realDocuments() throws {
    guard let resolver = try Resolvers.starter(skipping: "real documents"),
      let folder = TestData.folder?.appendingPathComponent("fhir")
    else { return print("skipped: real documents (RXKIT_TEST_DATA is not set)") }
    var tally = CorpusTally()
    for file in try Self.files(folder) {
      for record in FHIRDocument(
        try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML
      ).records {
        let answer = try resolver.resolve(record)
        #expect(answer.codings.map(\.coding) == record.codings, "\(file) \(record.entryPath)")
        tally.count(answer)
      }
    }
    print(tally.summary)
    #expect(tally.disagreements == Self.disagreements)
    #expect(tally.conflicts == Self.conflicts)
    #expect(tally.ambiguous.isEmpty)
    #expect(tally.resolved.count > tally.unknown.count * 5)
  }

  private static func files(_ folder: URL) throws -> [String] {
    let table = try String(
      contentsOf: folder.appendingPathComponent("documents.tsv"), encoding: .utf8)
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      return cells.count > 1 && cells[1].hasPrefix("R4") ? String(cells[0]) : nil
    }
  }
}

/// Counts over the answers to many records.
private struct CorpusTally {
  var records = 0
  var resolved: Set<String> = []
  var unknown: Set<String> = []
  var malformed: Set<String> = []
  var disagreements: Set<String> = []
  var conflicts: Set<[String]> = []
  var ambiguous: Set<[String]> = []

  mutating func count(_ answer: ResolvedMedication) {
    records += 1
    let all = answer.codings + answer.ingredients.flatMap(\.codings)
    for coding in all {
      guard let system = coding.coding.system, let code = coding.coding.code,
        KnownCodeSystem.recognise(system)?.canonical == CodeSystem.rxNorm
      else { continue }
      switch coding.outcome {
      case .resolved, .replaced: resolved.insert(code)
      case .unknown: unknown.insert(code)
      default: malformed.insert(code)
      }
    }
    for message in answer.messages(.displayDisagrees) {
      let kind = message.prefix { $0 != ":" }
      disagreements.insert("\(kind) \(answer.found.joined(separator: "+"))")
    }
    if answer.certainty.ingredient == .ambiguous {
      if answer.messages(.codingsConflict).contains(where: { $0.contains("(") }) {
        conflicts.insert(answer.found)
      } else {
        ambiguous.insert(answer.found)
      }
    }
  }

  var summary: String {
    "\(records) records; distinct RxNorm codes: \(resolved.count) resolved, "
      + "\(unknown.count) unknown (\(unknown.sorted().joined(separator: " "))), "
      + "\(malformed.count) malformed (\(malformed.sorted().joined(separator: " ")))"
  }
}
