// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import TestSupport
import Testing

/// The questions of `Fixtures/symptoms.txt`, which says how they are written.
@Suite("What labels say of a symptom")
struct SymptomCaseTests {
  static let cases = CaseFile.cases(of: "Tests/SymptomMappingTests/Fixtures/symptoms.txt")

  @Test("The questions are all there")
  func count() {
    #expect(Self.cases.count == 11)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 16)
  }

  @Test("Each has the answer that its case expects", arguments: cases)
  func answer(_ one: CaseFile.Case) throws {
    for row in one.rows {
      #expect(!row.expected.isEmpty)
      let parts = row.text.components(separatedBy: " ¦ ")
      let words = parts[0].split(separator: " ").map(String.init)
      let symptom = try #require(SymptomCategory.allCases.first { $0.name == words[1] })
      let given = Dictionary(
        uniqueKeysWithValues: words.dropFirst(2).map { word in
          let pair = word.split(separator: "=").map(String.init)
          return (pair[0], pair[1])
        })
      let rows = parts.dropFirst().map(RowText.init(words:))
      // The order of the rows in the file plays no part.
      for rows in [Array(rows), rows.reversed()] {
        let tables = try SmallTables.tables(rows)
        for (key, value) in row.expected {
          let found =
            try words[0] == "lookup"
            ? Self.list(key, of: tables, symptom, given)
            : Self.list(key, explaining: tables, symptom, given)
          #expect(found.joined(separator: ",") == value, "\(key) of \(row.text)")
        }
      }
    }
  }

  private static func texts(_ values: [Any?]) -> [String] {
    values.map { $0.map { "\($0)" } ?? "-" }
  }

  private static func list(
    _ key: String, of tables: MappingTables, _ symptom: SymptomCategory, _ given: [String: String]
  ) -> [String] {
    let filter = SymptomFilter(
      direction: given["dir"].flatMap(EffectDirection.init(rawValue:)),
      classes: Set([given["class"]].compactMap { $0.flatMap(EvidenceClass.init(rawValue:)) }),
      routes: Set([given["route"]].compactMap(\.self)))
    let answer = tables.subjects(
      naming: symptom, filter, today: given["today"].flatMap { LabelDate($0) })
    func names(_ subjects: [SymptomSubject]) -> [String] {
      subjects.map { "\($0.subject.kind.rawValue.prefix(1))\($0.subject.rxcui)" }
    }
    let findings = answer.subjects.map(\.finding)
    return switch key {
    case "subjects": names(answer.subjects)
    case "boxed": names(answer.boxed)
    case "boxed classes":
      answer.boxed.flatMap(\.finding.evidence).map(\.row.evidenceClass.rawValue)
    case "steps": findings.map { "\($0.step)" }
    case "differences": texts(findings.map(\.difference?.description))
    case "directions": findings.map(\.direction.rawValue)
    case "unfiltered": ["\(answer.unfilteredCount)"]
    case "read": ["\(answer.readSubjectCount)"]
    case "route words": tables.sideEffects.routeWords.sorted()
    case "last routes": findings.last?.evidence.flatMap(\.row.routes) ?? []
    case "old": texts(findings.flatMap(\.evidence).map(\.isOld))
    default: ["no such list"]
    }
  }

  private static func list(
    _ key: String, explaining tables: MappingTables, _ symptom: SymptomCategory,
    _ given: [String: String]
  ) throws -> [String] {
    let codes = (given["codes"] ?? "").split(separator: ",").compactMap { UInt32($0) }
    let medications = SymptomExplanation(
      symptom, direction: given["dir"].flatMap(EffectDirection.init(rawValue:)),
      in: try codes.map { tables.sideEffects(of: [try TwoDrugs.concept($0)]) }
    ).medications
    return switch key {
    case "places": medications.map { "\($0.place)" }
    case "standings": medications.map { "\($0.standing)" }
    case "steps": texts(medications.map(\.step))
    case "boxed": medications.map { "\($0.isBoxed)" }
    case "other routes": medications.map { "\($0.otherRoutes.count)" }
    case "first via": medications.first?.findings.first?.evidence.map { "\($0.via)" } ?? []
    case "first directions": medications.first?.findings.map(\.direction.rawValue) ?? []
    default: ["no such list"]
    }
  }
}
