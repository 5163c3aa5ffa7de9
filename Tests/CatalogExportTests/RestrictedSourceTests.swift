// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("S36 Restricted sources stay in")
struct RestrictedSourceTests {
  /// Made up: OPEN is listed with level 0, LOCK with 3, HIDE is not listed at all.
  ///
  /// Every text of a restricted source holds the word of its source.
  static func release() throws -> HandRelease { try HandRelease("restricted sources") }

  @Test("No row of a restricted or unlisted source is in any export")
  func leftOut() throws {
    let content = try Exporting.content(of: Self.release())
    #expect(content.withheld.map(\.abbreviation).sorted() == ["HIDE", "LOCK"])
    #expect(content.withheldConceptCount == 1)
    // The table of sources, and the statement, name what was left out: by abbreviation only.
    let words = [
      "LOCK abcdin", "LOCK only", "LOCK both", "LOCK value", "LOCK gone", "LOCK_rela",
      "LOCK_inverse", "LOCK_ATN", "LOCK2", "LOCK3", "LOCK4", "HIDE2", "HIDE abcdin", "HIDE value",
      "HIDE_ATN", "00002000202",
    ]
    for (form, text) in try Exporting.texts(of: content) {
      for word in words { #expect(!text.contains(word), "\(form) holds \(word)") }
    }
  }

  @Test("The rows of free sources are all there, row by row")
  func kept() throws {
    let content = try Exporting.content(of: Self.release())
    let export = DelimitedExport(content, form: .tsv)
    func lines(_ table: ExportTable) throws -> [String] {
      let text = try Exporting.text { try export.write(table, to: $0) }
      return text.split(separator: "\n").dropFirst().map(String.init)
    }
    // Ids are positions among all concepts: 1, 2, (3 stays in), 4, 5.
    #expect(
      try lines(.concept).map { $0.split(separator: "\t").prefix(4).joined(separator: "|") } == [
        "1|1|IN|abcdin", "2|2|SCD|abcdin 5 MG Oral Tablet", "4|4|FN|open both", "5|5|FN|open only",
      ])
    let names = try lines(.name).map { $0.split(separator: "\t")[3] }
    #expect(
      names == ["abcdin", "abcdin 5 MG Oral Tablet", "open abcdin", "open both", "open only"])
    // Without those that read the other way round: made-up names have no inverse.
    let relations = try lines(.relation).filter { $0.hasSuffix("\t0") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(3).joined(separator: " ")
    }
    #expect(
      relations.sorted() == ["1 inverse_isa 2", "1 open_inverse 5", "2 isa 1", "5 open_rela 1"])
    #expect(
      try lines(.attribute).map { $0.split(separator: "\t")[2] }.sorted() == [
        "NDC", "RXN_STRENGTH",
      ])
    #expect(try lines(.ndc).map { $0.split(separator: "\t")[0] } == ["00001000101"])
    #expect(try lines(.formerCode).map { $0.split(separator: "\t")[0] } == ["7"])
  }

  @Test("Asked for, they are exported with a notice in every file")
  func included() throws {
    let content = try Exporting.content(of: Self.release(), includesRestricted: true)
    let table = try Exporting.text {
      try DelimitedExport(content, form: .csv).write(.name, to: $0)
    }
    for word in ["LOCK abcdin", "LOCK only", "HIDE abcdin"] { #expect(table.contains(word)) }
    let resource = try Exporting.object { try TerminologyExport(content).writeCodeSystem(to: $0) }
    let copyright = try #require(resource["copyright"] as? String)
    #expect(copyright.contains("RESTRICTED CONTENT"))
    #expect(copyright.contains("LOCK (level 3)") && copyright.contains("HIDE (level 9)"))
    let lines = try Exporting.text { try ConceptLines(content).write(to: $0) }
    #expect(lines.prefix { $0 != "\n" }.contains("RESTRICTED CONTENT"))
    #expect(content.noticeText.contains("RESTRICTED CONTENT"))
  }

  @Test("Without RXNSAB only RXNORM is free")
  func noList() throws {
    var release = HandRelease()
    release.concept(1, "IN", "abcdin")
    release.concept(1, "SU", "OTHER abcdin", source: "MTHSPL", code: "U1")
    let content = try Exporting.content(of: release)
    #expect(content.withheld.map(\.abbreviation) == ["MTHSPL"])
    #expect(content.permits("RXNORM"))
  }
}

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
