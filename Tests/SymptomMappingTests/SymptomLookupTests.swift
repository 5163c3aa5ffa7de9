// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

@Suite("Whose labels name a symptom")
struct SymptomLookupTests {
  private func subjects(_ answer: SymptomAnswer) -> [String] {
    answer.subjects.map { "\($0.subject.kind.rawValue.prefix(1))\($0.subject.rxcui)" }
  }

  @Test("Every row of the shipped table is found by its symptom, and only there")
  func wholeTable() throws {
    let table = try Shipped.tables().sideEffects
    let found = SymptomCategory.allCases.map { table.rows(naming: $0) }
    #expect(found.map(\.count).reduce(0, +) == table.count)
    for (symptom, rows) in zip(SymptomCategory.allCases, found) {
      #expect(rows.allSatisfy { $0.symptom == symptom })
      #expect(rows == table.rows.filter { $0.symptom == symptom }, "in the order of keys")
    }
    #expect(table.symptoms == SymptomCategory.allCases.filter { !table.rows(naming: $0).isEmpty })
  }

  @Test("M15 A subject stands in the answer once a direction, with all its rows")
  func oncePerDirection() throws {
    let tables = try Shipped.tables()
    for symptom in SymptomCategory.allCases {
      let answer = tables.subjects(naming: symptom)
      let keys = answer.subjects.map { "\($0.subject) \($0.finding.direction)" }
      #expect(Set(keys).count == keys.count)
      #expect(
        answer.subjects.map(\.finding.evidence.count).reduce(0, +)
          == tables.sideEffects.rows(naming: symptom).count)
      #expect(answer.subjects.map(\.finding.step) == answer.subjects.map(\.finding.step).sorted())
    }
  }

  @Test("Many threads that ask first get the same answer")
  func threads() async throws {
    let rows = ["100", "200", "300"].map { RowText(code: $0) }
    let tables = try SmallTables.tables(rows)
    let expected = subjects(try SmallTables.tables(rows).subjects(naming: .nausea))
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { subjects(tables.subjects(naming: .nausea)) } }
      for await found in group { #expect(found == expected) }
    }
  }

  @Test("An empty table answers with nothing")
  func empty() {
    let answer = MappingTables.empty.subjects(naming: .nausea)
    #expect(answer.subjects.isEmpty && answer.boxed.isEmpty && answer.readSubjectCount == 0)
    #expect(MappingTables.empty.sideEffects.symptoms.isEmpty)
  }
}

@Suite("What the labels of several medications say of one symptom")
struct SymptomExplanationTests {
  @Test("S29 No codes of a medication are unknown, no medications are nothing")
  func nothing() throws {
    let tables = try SmallTables.tables([RowText(symptom: "Fever")])
    let unknown = SymptomExplanation(.nausea, in: [tables.sideEffects(of: [])])
    #expect(unknown.medications.map(\.standing) == [.unknown])
    #expect(SymptomExplanation(.nausea, in: []).medications.isEmpty)
  }

  @Test("S32 The age of labels can be counted to another day")
  func ages() throws {
    let answer = try SmallTables.tables([RowText(evidenceClass: "boxed", section: "34066-1")])
      .sideEffects(of: [TwoDrugs.concept(100)])
    #expect(answer.asOf == nil)
    let old = answer.countingAges(to: LabelDate("2028-01-02"))
    #expect(old.asOf == LabelDate("2028-01-02"))
    #expect(old.symptoms.flatMap(\.evidence).map(\.isOld) == [true])
    #expect(old.warnings.flatMap(\.evidence).map(\.isOld) == [true])
    let new = old.countingAges(to: LabelDate("2028-01-01"))
    #expect(new.symptoms.flatMap(\.evidence).map(\.isOld) == [false])
    #expect(new.symptoms.map(\.step) == answer.symptoms.map(\.step))
  }
}

@Suite("Words for symptoms")
struct SymptomWordsTests {
  /// Phrases of a test (words, symptom, and words that may not be before and behind), with the
  /// shipped synonyms.
  private func reader(_ phrases: [String]) throws -> SymptomWords {
    let header = "phrase\tsymptom\tfit\tdirection\tregister\tnot_after_words\tnot_before_words\n"
    let rows = phrases.sorted().map { phrase in
      let parts = phrase.components(separatedBy: "|") + ["", ""]
      return "\(parts[0])\tHKCategoryTypeIdentifier\(parts[1])\texact\tpresent\tlay\t\(parts[2])\t"
        + "\(parts[3])\n"
    }
    return try SymptomWords(
      MappingTables { name in
        name == "phrases.tsv"
          ? [UInt8]((header + rows.joined()).utf8) : try? Shipped.bytes(name)
      })
  }

  @Test("Each category is found by identifier, Swift case and display name, in any case")
  func names() throws {
    let reader = try SymptomWords(Shipped.tables())
    for symptom in SymptomCategory.allCases {
      for name in [symptom.rawValue, symptom.name, symptom.displayName, symptom.name.uppercased()] {
        let found = reader.read(name)
        #expect(found.map(\.symptom) == [symptom], "\(name)")
        #expect(found.first?.kind == .name && found.first?.fit == .exact)
      }
    }
  }

  @Test("Each synonym of symptoms.tsv and each phrase of phrases.tsv finds its category")
  func synonyms() throws {
    let tables = try Shipped.tables()
    let reader = try SymptomWords(tables)
    for symptom in SymptomCategory.allCases {
      let words =
        tables.symptoms.laySynonyms(of: symptom) + tables.symptoms.clinicalSynonyms(of: symptom)
      for word in words {
        #expect(reader.read(word).contains { $0.symptom == symptom }, "\(word)")
      }
    }
    for phrase in try tables.phrases().phrases {
      #expect(reader.read(phrase.text).contains { $0.symptom == phrase.symptom }, "\(phrase.text)")
    }
  }

  /// Phrases (none: the shipped ones), a text, and the symptoms, kinds and directions found; `*` is any.
  @Test(
    "S4 S30 S31 All categories, the longest phrase, its direction, and nothing for other words",
    arguments: FixtureRows.cells("words of symptoms"))
  func words(_ row: [String]) throws {
    let reader =
      try row[0].isEmpty
      ? SymptomWords(Shipped.tables()) : reader(row[0].components(separatedBy: "; "))
    let found = reader.read(row[1])
    let lists = [
      found.map(\.symptom.name), found.map { "\($0.kind)" },
      found.map { $0.direction?.rawValue ?? "-" },
    ].map { $0.joined(separator: ",") }
    for (list, expected) in zip(lists, row.dropFirst(2)) where expected != "*" {
      #expect(list == expected)
    }
  }

  @Test("Any bytes are read without a crash, and each symptom comes once")
  func anything() throws {
    let reader = try SymptomWords(Shipped.tables())
    let all = try Shipped.tables().phrases().phrases.prefix(200).map(\.text)
    let found = reader.read(all.joined(separator: " \u{1F600}\t"))
    #expect(Set(found.map(\.symptom)).count == found.count)
    #expect(found.map(\.symptom) == found.map(\.symptom).sorted())
  }
}
