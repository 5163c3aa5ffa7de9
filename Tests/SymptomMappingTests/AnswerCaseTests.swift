// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import TestSupport
import Testing

@testable import SymptomMapping

/// The questions of `Fixtures/answers.txt`, which says how they are written.
@Suite("What is answered of rows and labels")
struct AnswerCaseTests {
  struct Question: Sendable, CustomTestStringConvertible {
    let title: String
    let release: String
    let row: CaseFile.Row
    var testDescription: String { "\(title): \(row.text)" }
  }

  static let questions = CaseFile.cases(of: "Tests/SymptomMappingTests/Fixtures/answers.txt")
    .flatMap { item in
      item.rows.map {
        Question(title: item.title, release: item.options.first ?? "two", row: $0)
      }
    }

  /// Small releases by the first words of their names (Tests/Fixtures/releases.txt).
  static let catalogs = ["two": "two drugs", "salts": "salts", "conjugates": "conjugates"].mapValues
  {
    facts in Result { try HandRelease(facts, name: SmallTables.release).catalog() }
  }

  @Test("The questions are all there")
  func count() { #expect(Self.questions.count == 169) }

  @Test("Each has the answer that its case expects", arguments: questions)
  func answer(_ one: Question) throws {
    let parts = one.row.text.components(separatedBy: " ¦ ")
    let rows = parts.dropFirst().filter { !$0.hasPrefix("label") }.map(RowText.init(words:))
    let labels = parts.dropFirst().filter { $0.hasPrefix("label") }.map(LabelText.init(words:))
    let catalog = try #require(try Self.catalogs[one.release]?.get())
    let concepts = try parts[0].split(separator: " ").map { code in
      let rxcui = RxCUI(rawValue: try #require(UInt32(code)))
      return try #require(catalog.concept(for: rxcui))
    }
    let tables = try SmallTables.tables(rows, labels: labels)
    let answer = tables.sideEffects(of: concepts)
    #expect(tables.answer(concepts, today: nil) == answer, "from memory")
    #expect(!one.row.expected.isEmpty)
    for (key, value) in one.row.expected {
      let found =
        key == "has all rows"
        ? ["\(answer.symptoms.first?.evidence.count == rows.count)"] : Self.list(answer, key)
      #expect((found.isEmpty ? "none" : found.joined(separator: ",")) == value, "\(key)")
    }
  }

  private static func list(_ answer: SideEffectAnswer, _ key: String) -> [String] {
    func texts(_ values: [Any?]) -> [String] { values.map { $0.map { "\($0)" } ?? "-" } }
    func vias(_ findings: some Sequence<SymptomFinding>) -> [String] {
      findings.map { $0.evidence.map { "\($0.via)" }.joined(separator: "+") }
    }
    let symptoms = answer.symptoms
    let rows = symptoms.first?.evidence.map(\.row) ?? []
    let boxed = answer.boxedWarning
    return switch key {
    case "coverage": ["\(answer.coverage)"]
    case "is covered": ["\(answer.coverage != .none)"]
    case "reasons": answer.reasons
    case "symptoms": symptoms.map(\.symptom.name)
    case "steps": texts(symptoms.map(\.step))
    case "via": vias(symptoms)
    case "last via": vias(symptoms.suffix(1))
    case "senses": texts(symptoms.map { $0.evidence.first?.row.sense })
    case "directions": symptoms.map(\.direction.rawValue)
    case "evidence counts": symptoms.map { "\($0.evidence.count)" }
    case "routes":
      symptoms.map { $0.evidence[0].row.routes }.map { $0.isEmpty ? "-" : $0.joined() }
    case "told": texts(symptoms.map { $0.toldEvidence?.row.drugPercent })
    case "told contexts": texts(symptoms.map { $0.toldEvidence?.row.context })
    case "joined": texts(rows.map(\.isWithOtherDrug))
    case "leading": texts(symptoms.map { $0.leadingEvidence?.row.evidenceClass.rawValue })
    case "other forms": texts(symptoms.flatMap(\.evidence).map(\.otherForm))
    case "sets": texts(rows.map(\.setID))
    case "subjects":
      Set(symptoms.flatMap(\.evidence).map(\.row.subject.rxcui.rawValue)).sorted().map { "\($0)" }
    case "classes": rows.map(\.evidenceClass.rawValue)
    case "percents": texts(rows.map(\.drugPercent))
    case "comparator percents": texts(rows.map(\.comparatorPercent))
    case "comparators": texts(rows.map(\.comparator))
    case "contexts": texts(rows.map(\.context))
    case "populations": texts(rows.map(\.population))
    case "other": answer.otherRoutes.map(\.symptom.name)
    case "other via": vias(answer.otherRoutes)
    case "warnings": answer.warnings.map(\.symptom.name)
    case "warning classes": answer.warnings.flatMap(\.evidence).map(\.row.evidenceClass.rawValue)
    case "boxed": ["\(boxed.present)"]
    case "boxed set": texts([boxed.setID])
    case "boxed date": texts([boxed.date])
    case "boxed title": texts([boxed.title])
    case "boxed other forms": texts(boxed.labels.map(\.otherForm))
    case "boxed counts": ["\(boxed.havingCount) of \(boxed.readCount)"]
    case "boxed sets": texts(boxed.labels.map(\.setID))
    case "boxed titles": texts(boxed.labels.map(\.title))
    case "boxed routes stated": texts(boxed.labels.map(\.isRouteStated))
    default: ["no such list"]
    }
  }
}

/// The parts of words between `=`, where ~ is a blank.
private func parts(_ text: String) -> [(name: String, value: String)] {
  text.split(separator: " ").map { word in
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]).replacing("~", with: " ") : "")
  }
}

extension RowText {
  /// A row as words.
  init(words text: String) {
    self.init()
    for (name, value) in parts(text) {
      switch name {
      case "kind": kind = value
      case "code": code = value
      case "dir": direction = value
      case "symptom": symptom = value
      case "fit": fit = value
      case "drug": drug = value
      case "vs": (compared, comparator) = (value, "placebo")
      case "comp": comparator = value
      case "pop": population = value
      case "sense": sense = value
      case "ctx": context = value
      case "arm": arm = value
      case "route": route = value
      case "seen": seen = Int(value) ?? 0
      case "set": setID = value
      case "date": date = value
      case "section": section = value
      default:
        evidenceClass = name
        let sections = ["warning": "43685-7", "boxed": "34066-1", "stop_use": "50566-9"]
        section = sections[name] ?? section
      }
    }
  }
}

extension LabelText {
  /// A label as words.
  fileprivate init(words text: String) {
    self.init()
    for (name, value) in parts(text) {
      switch name {
      case "kind": kind = value
      case "code": code = value
      case "route": route = value
      case "set": setID = value
      case "date": date = value
      case "boxed": boxed = value
      case "substances": substances = value
      case "effects": hasEffects = value == "yes"
      default: break
      }
    }
  }
}
