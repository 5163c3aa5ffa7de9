// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import SymptomMapping
import Testing

@Suite("National Drug Codes, texts, strengths and statements of absence")
struct FactTests {
  private func small() throws -> MedicationResolver { try Resolvers.small.get() }

  // MARK: National Drug Codes

  @Test("S4 S7 an RxNorm code that one reading fits is no conflict")
  func ndcBesideCode() throws {
    let fitting = try small().record([.ndc("1234567890"), .rxNorm("401")])
    #expect(!fitting.has(.codingsConflict))
    let other = try small().record([.ndc("00011122233"), .rxNorm("407")])
    #expect(other.has(.codingsConflict))
    #expect(other.found == ["401", "407"])
  }

  // MARK: Texts

  @Test("M41 S5 a text counts where no coding resolves, is marked and has a score")
  func text() throws {
    let answer = try small().codes("1", text: "Alfazine  Hydrochloride 500mg ORAL tablet")
    #expect(answer.found == ["401"])
    #expect(answer.concepts.first?.match == .text)
    #expect(answer.concepts.first?.score == 100)
    #expect(answer.has(.textMatched) && answer.has(.codeUnknown))
    #expect(answer.certainty.clinicalDrug == .text)
    #expect(answer.outcomes == ["unknown"])
  }

  @Test("S5 a text never overrides a code")
  func textBesideCode() throws {
    let answer = try small().codes("407", text: "alfazine")
    #expect(answer.found == ["407"])
    #expect(answer.concepts.first?.match == .exact)
    #expect(answer.messages(.displayDisagrees).first?.hasPrefix("drug") == true)
  }

  @Test("S4 S7 a text and a display that name two drugs are in conflict, and none is chosen")
  func textAgainstDisplay() throws {
    let resolver = try Resolvers.small.get()
    let named = resolver.catalog.concepts.filter {
      $0.termType == .ingredient && $0.status == .active && $0.code != nil
        && resolver.catalog.concepts(named: $0.name, comparing: .normalized).count == 1
    }.prefix(2)
    #expect(named.count == 2)
    let pair = Array(named)
    let coding = FHIRCoding(
      system: CodeSystem.rxNorm, code: "99999999", display: pair[0].name)
    let answer = try resolver.record([coding], text: pair[1].name)
    #expect(answer.has(.codingsConflict))
    #expect(answer.concepts.count == 2)
    #expect(answer.sideEffects.coverage == .unknown)
    #expect(answer.certainty.ingredient == .ambiguous)
  }

  @Test("S4 a text that several concepts have is ambiguous, never a conflict")
  func sharedName() throws {
    var release = try SmallRelease.make()
    release.concept(407, "SY", "Sharedname")
    release.concept(401, "SY", "Sharedname")
    let answer = try Resolvers.make(release).resolve(.name("sharedname"))
    #expect(answer.found == ["401", "407"])
    #expect(answer.has(.ambiguous) && !answer.has(.codingsConflict))
    #expect(answer.sideEffects.coverage == .unknown)
  }

  @Test("S5 a confused name is noted with the names it is confused with")
  func confusedName() throws {
    guard let resolver = try Resolvers.starter(skipping: "confused names") else { return }
    let answer = try resolver.resolve(.name("hydralazine"))
    #expect(answer.messages(.confusedName).first?.contains("hydroxyzine") == true)
    // Misspellings between two confused names match neither, and say which one they are near.
    for text in ["hydralazyne", "hydroxizin", "vinblistine", "clonadine"] {
      let answer = try resolver.resolve(.name(text))
      #expect(answer.concepts.isEmpty && answer.ingredients.isEmpty, "\(text)")
      #expect(answer.has(.textNotAccepted) && !answer.candidates.isEmpty, "\(text)")
      #expect(answer.certainty.ingredient == .unknown, "\(text)")
    }
    // Its name in German is none: the table of synonyms has it.
    let german = try resolver.resolve(.name("hydroxyzin"))
    #expect(german.found == ["5553"] && german.has(.confusedName))
  }

  @Test("S6 free text that is more than a name is a witness where it names another drug alone")
  func documentText() throws {
    func kinds(_ text: String) throws -> [String] {
      try small().record([.rxNorm("401")], text: text).messages(.displayDisagrees)
    }
    #expect(try kinds("gammadol 5 mg once daily").first?.hasPrefix("drug") == true)
    #expect(try kinds("take alfazine 2 x 250 mg, not with gammadol").isEmpty)
    #expect(try kinds("Alfabrand, half of a 250 mg capsule").isEmpty)
    #expect(try kinds("one every morning").isEmpty)
  }

  @Test("S6 a display that the archive remembers is a note")
  func oldName() throws {
    let answer = try small().record([.rxNorm("401", "alfazinum 500mg oral tablet")])
    #expect(answer.problems.first { $0.code == .displayOldName }?.severity == .note)
    #expect(!answer.has(.displayDisagrees))
  }

  @Test("S6 the display of a retired code is measured by its old names and its replacement")
  func displayOfRetired() throws {
    let own = try small().record([.rxNorm("709", "alfazine hydrochloride 250 MG Oral Tablet")])
    #expect(!own.has(.displayDisagrees))
    let other = try small().record([.rxNorm("709", "gammadol 5 MG Oral Tablet")])
    #expect(other.has(.displayDisagrees))
    let archived = try small().record([.rxNorm("708", "alfazine 8 MG Oral Tablet")])
    #expect(archived.messages(.displayDisagrees).first?.hasPrefix("drug") == true)
    let fitting = try small().record([.rxNorm("708", "Gammadol 8mg tab")])
    #expect(!fitting.has(.displayDisagrees))
  }

  @Test("S6 S2 a generic name for a branded code is a note, another brand a warning")
  func brands() throws {
    func severity(_ code: String, _ display: String) throws -> Problem.Severity? {
      try small().record([.rxNorm(code, display)]).problems
        .first { $0.code == .displayDisagrees && $0.message.hasPrefix("brand") }?.severity
    }
    #expect(try severity("501", "alfazine 500 MG Oral Tablet") == .note)
    #expect(try severity("501", "Othabrand 500 MG tablet") == .warning)
    #expect(try severity("501", "Alfabrand 500 MG tablet") == nil)
    #expect(try severity("401", "Alfabrand 500 MG tablet") == .note)
  }

  // MARK: Strengths

  @Test("S14 S17 strengths come from components, with salt and basis")
  func strengths() throws {
    let answer = try small().codes("403")
    #expect(answer.ingredients.map(\.name) == ["alfazine", "betanol"])
    #expect(answer.ingredients.map(\.strengthText) == ["500 MG", "10 MG"])
    #expect(answer.ingredients[0].preciseIngredient?.name == "alfazine hydrochloride")
    #expect(answer.ingredients[0].basis == "alfazine hydrochloride")
    #expect(answer.ingredients[1].preciseIngredient == nil)
    #expect(!answer.has(.strengthsIncomplete) && !answer.has(.ingredientsIncomplete))
  }

  @Test("S14 S15 what is missing of a combination is said", arguments: ["410", "411", "412"])
  func incomplete(_ code: String) throws {
    let answer = try small().codes(code)
    #expect(answer.has(.ingredientsIncomplete))
    #expect(answer.certainty.ingredient != .certain)
  }

  // MARK: Absence

  @Test("S40 a statement that nothing is taken is no drug")
  func absence() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "MedicationStatement")
    record.absence = .noneKnown
    record.text = "alfazine"
    let answer = try small().resolve(record)
    #expect(answer.concepts.isEmpty)
    #expect(answer.has(.absenceStatement))
    record.absence = .noInformation
    let unknown = try small().resolve(record)
    #expect(unknown.has(.absenceStatement))
    #expect(unknown.messages(.absenceStatement) != answer.messages(.absenceStatement))
  }

  @Test("S2 S8 a document's ingredients keep their codings and lead nowhere else")
  func documentIngredients() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.ingredients = [
      MedicationIngredient(codings: [.rxNorm("101"), FHIRCoding(system: "urn:a", code: "1")]),
      MedicationIngredient(text: "somethingelse"),
    ]
    let answer = try small().resolve(record)
    #expect(answer.concepts.isEmpty && answer.codings.isEmpty)
    #expect(answer.ingredients.map(\.name) == ["alfazine", "somethingelse"])
    #expect(answer.ingredients[0].codings.map(\.outcome) == [.resolved, .systemUnknown])
  }
}
