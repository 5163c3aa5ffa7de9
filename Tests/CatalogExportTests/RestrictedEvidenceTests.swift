// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

@testable import CatalogExport

@Suite("S36 Evidence under restricted licences stays in")
struct RestrictedEvidenceTests {
  /// One row a licence; each quotes a word that no other has.
  static let licences: [(words: String, isFree: Bool)] = [
    ("CC0-1.0", true), ("public domain (US)", true), ("CC-BY-4.0", true), ("MIT", true),
    ("CC-BY-NC-SA-4.0", false), ("CC-BY-SA-4.0", false), ("CC-BY-NC-4.0", false),
    ("CC-BY-ND-4.0", false), ("ask the owner", false),
  ]

  static func word(_ index: Int) -> String { "quoted\(index)word" }

  static func content(includesRestricted: Bool) throws -> ExportContent {
    var text = SideEffectTable.wholeColumnNames.joined(separator: "\t") + "\n"
    for (index, licence) in licences.enumerated() {
      text +=
        [
          "ingredient", "1", "abcdin", SymptomCategory.allCases[index + 10].rawValue, "exact",
          "present", "listed", "", "", "", "none", "", "effect", "", "", "", "ORAL", "1", "1", "",
          "", "", word(index), "B", "other", "", "", "", licence.words,
        ].joined(separator: "\t") + "\n"
    }
    // Some symptoms go both ways: their rows say so.
    for symptom in [SymptomCategory.appetiteChanges, .sleepChanges, .moodChanges] {
      text = text.replacingOccurrences(
        of: "\(symptom.rawValue)\texact\tpresent", with: "\(symptom.rawValue)\texact\tunspecified")
    }
    let shipped = Repository.root.appendingPathComponent("Data/Mappings")
    let tables = try MappingTables { name in
      if name == "side-effects.tsv" { return Array(text.utf8) }
      return (try? Data(contentsOf: shipped.appendingPathComponent(name))).map { Array($0) }
    }
    return ExportContent(
      catalog: try RestrictedSourceTests.release().catalog(), tables: tables, toolVersion: "test",
      includesRestricted: includesRestricted)
  }

  /// The exports that hold evidence.
  static func exports(_ content: ExportContent) throws -> [(form: String, text: String)] {
    [
      (
        "evidence",
        try Exporting.text {
          _ = try DelimitedExport(content, form: .tsv).write(.evidence, to: $0)
        }
      ),
      (
        "swift",
        // The file declares every symptom: what it says of the code is compared.
        content.symptomEntries(of: ["1"]).flatMap { $0.answer.symptoms }
          .map(\.symptom.rawValue).joined(separator: " ")
      ),
      (
        "symptoms",
        try Exporting.text { try TerminologyExport(content).writeConceptMap(.symptoms, to: $0) }
      ),
    ]
  }

  @Test("Of every row its licence decides", arguments: [false, true])
  func rows(_ includesRestricted: Bool) throws {
    let content = try Self.content(includesRestricted: includesRestricted)
    #expect(content.restrictedEvidence.count == Self.licences.count { !$0.isFree })
    #expect(content.withheldEvidenceCount == (includesRestricted ? 0 : 5))
    for (form, text) in try Self.exports(content) {
      for (index, licence) in Self.licences.enumerated() {
        let isThere =
          form == "evidence"
          ? text.contains(Self.word(index))
          : text.contains(SymptomCategory.allCases[index + 10].rawValue)
        #expect(
          isThere == (licence.isFree || includesRestricted), "\(form): \(licence.words)")
      }
    }
    #expect(content.noticeText.contains("CC-BY-NC-SA-4.0"), "the notice names what stays in")
    #expect(content.noticeText.contains("RESTRICTED EVIDENCE") == includesRestricted)
  }
}
