// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import Testing

import SymptomMapping

@Suite("The tables as they are shipped")
struct ShippedTableTests {
  private let tables: MappingTables

  init() throws {
    tables = try Shipped.tables()
  }

  @Test("All tables are read")
  func counts() throws {
    #expect(tables.sideEffects.count > 2000)
    #expect(tables.labels.count > 100)
    #expect(tables.routes.count == tables.generalForms.count)
    #expect(tables.confusedNames.count >= 60)
    #expect(try tables.phrases().phrases.count > 700)
    #expect(tables.sideEffects.rows.count == tables.sideEffects.count)
    #expect(tables.symptoms.laySynonyms(of: .bloating).contains("gas"))
    #expect(tables.symptoms.clinicalSynonyms(of: .acne).contains("acne"))
  }

  @Test("S5 Confused names are found from both sides, whatever the case")
  func confusedNames() {
    #expect(tables.confusedNames.confusedWith("hydralazine").contains("hydroxyzine"))
    #expect(tables.confusedNames.confusedWith(" HydrOXYzine ").contains("hydralazine"))
    #expect(tables.confusedNames.confusedWith("metformin and more").isEmpty)
  }

  @Test("S18 A dose form has its row by the exact name, blanks at the ends apart")
  func generalForms() {
    let row = tables.generalForms.row(forDoseForm: " Oral Tablet ")
    #expect(row?.form == .tablet && row?.certainty == .sure && row?.alternative == nil)
    #expect(tables.generalForms.row(forDoseForm: "oral tablet") == nil)
    let solution = tables.generalForms.row(forDoseForm: "Nasal Solution")
    #expect(solution != nil)
    #expect(tables.generalForms.row(forDoseForm: "Oral Lozenge")?.form == .unknown)
  }

  @Test("Every subject with rows has a label, and the other way round no label is unknown")
  func labels() {
    for subject in tables.sideEffects.subjects {
      #expect(!tables.labels.labels(about: subject).isEmpty, "\(subject)")
    }
  }

  // MARK: Answers with the starter release

  /// What must come first, and what is in the first two steps, too: `flatulence` is related to
  /// bloating, and so a step behind the heartburn that labels of extended-release tablets name.
  static let first: [(code: UInt32, symptoms: [SymptomCategory], next: SymptomCategory)] = [
    (860975, [.diarrhea, .nausea, .vomiting], .bloating),
    (6809, [.diarrhea, .nausea, .vomiting], .bloating),
    (312938, [.nausea, .diarrhea, .sleepChanges], .fatigue),
    (312940, [.nausea, .diarrhea, .sleepChanges], .fatigue),
  ]

  @Test("What people would ask about first comes first", arguments: first)
  func salience(
    _ one: (code: UInt32, symptoms: [SymptomCategory], next: SymptomCategory)
  ) throws {
    guard let catalog = try Shipped.catalog(for: "salience of real products") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: one.code)))
    let answer = tables.sideEffects(of: [concept])
    #expect(answer.coverage == .full && answer.reasons.isEmpty)
    #expect(Set(answer.symptoms.map(\.symptom).prefix(one.symptoms.count)) == Set(one.symptoms))
    #expect(answer.symptoms.contains { $0.symptom == one.next && $0.step <= 2 })
  }

  @Test("Lisinopril names dizziness, headache and cough first")
  func lisinopril() throws {
    guard let catalog = try Shipped.catalog(for: "lisinopril") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 314076)))
    let answer = tables.sideEffects(of: [concept])
    let common = answer.symptoms.filter { $0.step <= 2 }.map(\.symptom)
    #expect(Set(common.prefix(3)) == [.dizziness, .headache, .coughing])
    #expect(answer.boxedWarning.present == .yes)
    #expect(answer.boxedWarning.title == "WARNING: FETAL TOXICITY")
  }

  @Test("A brand answers for its products: headache, flushing, dyspepsia")
  func viagra() throws {
    guard let catalog = try Shipped.catalog(for: "a brand") else { return }
    let brand = try #require(
      catalog.concepts(named: "Viagra", comparing: .exact).first { $0.termType == .brandName })
    let answer = tables.sideEffects(of: [brand])
    #expect(answer.symptoms.first?.symptom == .headache)
    // Sildenafil is for pulmonary hypertension, too, whose labels name more in the first step.
    let common = answer.symptoms.filter { $0.step <= 2 }.map(\.symptom)
    #expect(Set(common).isSuperset(of: [.headache, .hotFlashes, .heartburn]))
  }

  @Test("M17 Metformin's rows reach 860975 inherited, with the figures of its label")
  func metformin() throws {
    guard let catalog = try Shipped.catalog(for: "metformin") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: 860975)))
    let answer = tables.sideEffects(of: [concept])
    let diarrhea = try #require(answer.symptoms.first)
    #expect(diarrhea.evidence.allSatisfy { $0.via == .inherited })
    #expect(
      diarrhea.evidence.contains { $0.row.drugPercent == "53" && $0.row.comparatorPercent == "12" })
    #expect(answer.boxedWarning.title == "WARNING: LACTIC ACIDOSIS")
    let lookup = SideEffects(catalog: catalog, tables: tables)
    let plain = lookup.symptoms(forRxNormCode: "860975")
    #expect(plain == plain.sorted())
    #expect(Set(plain.map(\.categoryID)) == Set(answer.symptoms.map(\.symptom)))
    #expect(lookup.symptoms(forRxNormCode: "105929").isEmpty)
  }

  // Docusate, linagliptin, melatonin.
  @Test("No label at hand is said", arguments: [82003, 1_100_699, 6711] as [UInt32])
  func noLabel(_ code: UInt32) throws {
    guard let catalog = try Shipped.catalog(for: "drugs without label") else { return }
    let concept = try #require(catalog.concept(for: RxCUI(rawValue: code)))
    let answer = tables.sideEffects(of: [concept])
    #expect(answer.coverage == .none && answer.reasons == ["no_label"])
    #expect(answer.symptoms.isEmpty && answer.boxedWarning.present == .unknown)
  }

  @Test("A concept of any kind gets an answer that holds together")
  func anyConcept() throws {
    guard let catalog = try Shipped.catalog(for: "answers for all kinds") else { return }
    for (number, concept) in catalog.concepts.enumerated() where number % 29 == 0 {
      let answer = tables.sideEffects(of: [concept])
      #expect(answer.coverage != .unknown)
      #expect((answer.coverage == .full) == answer.reasons.isEmpty)
      for reason in answer.reasons where reason.hasPrefix("ingredient_missing:") {
        let code = reason.dropFirst("ingredient_missing:".count)
        #expect(RxCUI(code).map { $0.rawValue < 90_000_000 } ?? true)
      }
      if answer.coverage == .none { #expect(answer.symptoms.isEmpty) }
    }
  }
}
