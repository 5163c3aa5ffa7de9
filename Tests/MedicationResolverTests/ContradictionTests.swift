// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import Testing

/// A document that says of one medication what its code does not.
@Suite("Contradictions within a document")
struct ContradictionTests {
  struct FormCase: Sendable, CustomTestStringConvertible {
    let code: String
    let form: FHIRConcept
    let disagrees: Bool

    init(_ code: String, _ text: String, _ disagrees: Bool) {
      (self.code, self.disagrees) = (code, disagrees)
      form = FHIRConcept(text: text)
    }

    init(_ code: String, _ system: String, _ value: String, _ disagrees: Bool) {
      (self.code, self.disagrees) = (code, disagrees)
      form = FHIRConcept(codings: [FHIRCoding(system: system, code: value)])
    }

    var testDescription: String { "\(code) \(form.words ?? "")" }
  }

  private static let snomed = CodeSystem.snomedCT
  private static let kbv = "https://fhir.kbv.de/CodeSystem/KBV_CS_SFHIR_KBV_DARREICHUNGSFORM"

  static let formCases: [FormCase] = [
    FormCase("401", "Tablet", false), FormCase("401", "Oral Tablet", false),
    FormCase("401", "Film-coated tablet (qualifier value)", false),
    FormCase("401", "Capsule", true), FormCase("401", "Injection solution", true),
    FormCase("402", "Tablet dose form (qualifier value)", true),
    // A coarser word is no contradiction; a release that the product has not is one.
    FormCase("406", "Tablet", false), FormCase("401", "Extended release tablet", true),
    FormCase("406", "Modified-release tablet", false),
    FormCase("401", "Modified-release tablet", true),
    FormCase("401", "Gastro-resistant tablet", true),
    FormCase("404", "Injection", false), FormCase("404", "Injection Solution", false),
    FormCase("404", "Oral Dose Form (qualifier value)", true),
    // By code alone, and what no table has.
    FormCase("402", snomed, "385055001", true), FormCase("401", snomed, "385055001", false),
    FormCase("401", kbv, "TAB", false), FormCase("401", kbv, "HKP", true),
    FormCase("401", kbv, "???", false), FormCase("401", "urn:own", "CAP", false),
    // Only a product has a form.
    FormCase("101", "Capsule", false),
  ]

  @Test(
    "S6 S18 a document's own dose form is told where it contradicts the code", arguments: formCases)
  func form(_ example: FormCase) throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.codings = [.rxNorm(example.code)]
    record.form = example.form
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.has(.formDisagrees) == example.disagrees)
    // It changes nothing: neither the concept nor what follows from it.
    #expect(answer.found == [example.code])
    record.form = nil
    #expect(try Resolvers.small.get().resolve(record).generalForm == answer.generalForm)
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    let text: String
    let kinds: [String]

    init(_ text: String, _ kinds: String...) { (self.text, self.kinds) = (text, kinds) }

    var testDescription: String { text }
  }

  static let textCases: [TextCase] = [
    TextCase("alfazine hydrochloride 500 mg tablet"), TextCase("alfazine"),
    TextCase("ALFAZINE HYDROCHLORIDE 500 MG ORAL TABLET"),
    TextCase("alfazine 250 mg tablet", "strength"), TextCase("alfazine 500 mg capsule", "form"),
    TextCase("Alfabrand 250 mg capsule", "strength", "form", "brand"),
    TextCase("alfazine XR 500 mg tablet", "form"), TextCase("gammadol 5 mg tablet", "drug"),
    // An instruction mentions other amounts.
    TextCase("alfazine, take 2 of 250 mg every morning"),
    TextCase("alfazine 500 mg, then 250 mg daily for a week"),
  ]

  @Test("S6 a text that is a name is a witness of strength and form, too", arguments: textCases)
  func text(_ example: TextCase) throws {
    let answer = try Resolvers.small.get().record([.rxNorm("401")], text: example.text)
    let kinds = answer.messages(.displayDisagrees).map { String($0.prefix { $0 != ":" }) }
    #expect(kinds == example.kinds)
    #expect(answer.found == ["401"])
  }

  @Test(
    "S6 a number in the place of a name is no name of the code", arguments: ["401", "401 [BN]"])
  func number(_ display: String) throws {
    let answer = try Resolvers.small.get().record([.rxNorm("401", display)])
    #expect(answer.messages(.displayDisagrees).first?.hasPrefix("drug") == true)
    #expect(answer.found == ["401"])
  }

  @Test(
    "S7 the display of a code that leads nowhere is told where it names another drug",
    arguments: [
      ("gammadol 5 mg tablet", true), ("alfazine 500 mg tablet", false),
      ("alfazine 250 mg tablet", false), ("something else", false),
    ])
  func displayOfUnknownCode(_ row: (display: String, disagrees: Bool)) throws {
    let other = FHIRCoding(system: Self.snomed, code: "1", display: row.display)
    let answer = try Resolvers.small.get().record([.rxNorm("401"), other])
    #expect(answer.has(.displayDisagrees) == row.disagrees)
    #expect(answer.found == ["401"])
  }

  @Test("S14 a branded component has the strength of its generic, or says that it has none")
  func brandedComponent() throws {
    var release = SmallRelease.make()
    release.concept(520, "SBDC", "alfazine hydrochloride 500 MG [Alfabrand]")
    release.relation(520, "tradename_of", 201)
    release.concept(521, "SBDC", "alfazine hydrochloride 250 MG [Alfabrand]")
    for code in [520, 521] { release.relation(code, "has_ingredient", 106) }
    let resolver = try Resolvers.make(release)
    let known = try resolver.record([.rxNorm("520")])
    #expect(known.ingredients.map(\.strengthText) == ["500 MG"])
    #expect(!known.has(.strengthsIncomplete))
    // Without a generic the release relates neither ingredient nor strength: that is said.
    let lost = try resolver.record([.rxNorm("521")])
    #expect(lost.ingredients.allSatisfy { $0.strengthText == nil })
    #expect(lost.has(.strengthsIncomplete) || lost.has(.ingredientsIncomplete))
  }

  @Test("S7 a Medication referred to that is another drug is a conflict, and none is chosen")
  func reference() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
    record.codings = [.rxNorm("401")]
    record.referencedCodings = [.rxNorm("407")]
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.found == ["401", "407"])
    #expect(answer.ingredients.isEmpty && answer.certainty.ingredient == .ambiguous)
    #expect(answer.sideEffectReasons == ["codings_conflict"])
    #expect(answer.messages(.codingsConflict).first?.contains("407") == true)
    record.referencedCodings = [FHIRCoding(display: "gammadol 5 mg tablet")]
    let words = try Resolvers.small.get().resolve(record)
    #expect(words.found.isEmpty && words.has(.codingsConflict) && words.ingredients.isEmpty)
    record.referencedCodings = [.rxNorm("101")]
    #expect(try !Resolvers.small.get().resolve(record).has(.codingsConflict))
  }

  @Test("S7 nothing is chosen where reading the document found several drugs")
  func severalRead() throws {
    for code in [Problem.Code.codingsConflict, .referenceAmbiguous] {
      var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
      record.codings = [.rxNorm("401"), FHIRCoding(display: "gammadol 5 mg tablet")]
      record.text = "alfazine 500 mg tablet"
      record.ingredients = [MedicationIngredient(codings: [.rxNorm("101")])]
      record.problems = [Problem(code, .warning, "several")]
      let resolver = try Resolvers.small.get()
      var session = ResolvingSession(resolver)
      // The session met the same codings without a conflict before.
      var plain = record
      plain.problems = []
      #expect(try session.resolve(.record(plain)).found == ["401"])
      for answer in [try resolver.resolve(record), try session.resolve(.record(record))] {
        #expect(answer.found.isEmpty && answer.candidates.isEmpty)
        #expect(answer.ingredients.allSatisfy { $0.concept == nil })
        #expect(answer.certainty.ingredient == .ambiguous)
        #expect(answer.codings.map(\.outcome) == [.resolved, .systemUnknown])
        #expect(answer.problems.filter { $0.code == code }.count == 1)
      }
      record.codings = [.rxNorm("401"), .rxNorm("407")]
      #expect(try resolver.resolve(record).found == ["401", "407"])
    }
  }

  @Test(
    "S10 S15 a document's list of ingredients: inactive ones are no drugs, a missing one is said",
    arguments: [
      ("403", ["101", "103"], false), ("403", ["102", "103"], false), ("403", ["105"], false),
      ("403", ["101"], true), ("403", ["103"], true), ("403", ["101", "-103"], true),
      ("403", ["101", "?"], false), ("403", ["-101"], true), ("401", ["101"], false),
      ("401", ["102"], false), ("401", ["101", "-104"], false), ("401", ["?"], false),
      ("401", [], false),
    ])
  func ingredientList(_ row: (code: String, ingredients: [String], isIncomplete: Bool)) throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.codings = [.rxNorm(row.code)]
    record.ingredients = row.ingredients.map { word in
      let code = String(word.drop { $0 == "-" })
      return word == "?"
        ? MedicationIngredient(text: "zzz")
        : MedicationIngredient(
          codings: [.rxNorm(code)], isActive: word.hasPrefix("-") ? false : nil)
    }
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.has(.ingredientsDisagree) == row.isIncomplete)
    #expect(!answer.has(.codingsConflict))
    let own = answer.ingredients.filter { $0.origin == .document }
    #expect(own.map(\.isActive) == row.ingredients.map { !$0.hasPrefix("-") })
    #expect(own.allSatisfy { $0.isActive || $0.concept == nil })
  }

  @Test("S16 a strength whose unit and code are two units is not used")
  func twoUnits() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    record.codings = [.rxNorm("401")]
    record.ingredients = [
      MedicationIngredient(
        codings: [.rxNorm("101")],
        strength: FHIRStrength(numerator: FHIRQuantity(value: "500", unit: "mg", code: "ug")))
    ]
    let answer = try Resolvers.small.get().resolve(record)
    #expect(answer.ingredients.filter { $0.origin == .document }.map(\.strengthText) == [nil])
    #expect(!answer.has(.strengthDisagrees))
  }

  static let levels: [(String, ConceptLevel)] = [
    ("101", .ingredient), ("102", .preciseIngredient), ("105", .multipleIngredients),
    ("106", .brand), ("201", .component), ("301", .drugForm), ("302", .drugGroup),
    ("401", .product), ("501", .product), ("601", .pack), ("11", .doseForm), ("27", .doseFormGroup),
  ]

  @Test("The level of a concept is told", arguments: levels)
  func level(_ code: String, _ level: ConceptLevel) throws {
    let answer = try Resolvers.small.get().record([.rxNorm(code)])
    #expect(answer.concepts.map(\.level) == [level])
    #expect(answer.json.contains("\"level\":\"\(level.rawValue)\""))
  }

  struct AbsenceCase: Sendable, CustomTestStringConvertible {
    let codings: [FHIRCoding]
    let text: String?
    let statement: AbsenceStatement?

    init(_ codings: [FHIRCoding], _ text: String?, _ statement: AbsenceStatement?) {
      (self.codings, self.text, self.statement) = (codings, text, statement)
    }

    var testDescription: String { "\(codings.map { $0.code ?? "" }) \(text ?? "")" }
  }

  private static func coding(_ system: String, _ code: String, _ display: String? = nil)
    -> FHIRCoding
  {
    FHIRCoding(system: system, code: code, display: display)
  }

  private static let ips = "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips"
  private static let absent = "http://terminology.hl7.org/CodeSystem/data-absent-reason"

  static let absences: [AbsenceCase] = [
    AbsenceCase([coding(ips, "no-known-medications")], nil, .noneKnown),
    AbsenceCase([coding(ips, "no-medication-info")], nil, .noInformation),
    AbsenceCase([coding(snomed, "787481004")], nil, .noneKnown),
    AbsenceCase(
      [coding(snomed, "1234391000168107", "No known medications")], "No known current medicines",
      .noneKnown),
    AbsenceCase([coding(snomed, "182904002")], nil, .noInformation),
    AbsenceCase([coding(snomed, "182849000")], nil, .noInformation),
    AbsenceCase([coding("urn:oid:2.16.840.1.113883.6.96", "787481004")], nil, .noneKnown),
    AbsenceCase([coding(absent, "masked")], nil, .dataAbsent),
    AbsenceCase([], "No known medications", .noneKnown),
    AbsenceCase([], " no known MEDICATIONS. ", .noneKnown),
    AbsenceCase([], "Medication history unknown", .noInformation),
    AbsenceCase([coding("urn:own", "NKM")], "No known medications", .noneKnown),
    // Only the whole text counts, and no drug's code is hidden by one.
    AbsenceCase([], "No known medications but aspirin", nil),
    AbsenceCase([], "none", nil), AbsenceCase([], "unknown", nil), AbsenceCase([], nil, nil),
    AbsenceCase([coding(CodeSystem.rxNorm, "401")], "No known medications", nil),
    AbsenceCase([coding(snomed, "787481004"), coding(CodeSystem.rxNorm, "401")], nil, nil),
    // "None" and "not known" together are neither.
    AbsenceCase(
      [coding("urn:own", "1", "No information about medications")], "No known medications", nil),
    AbsenceCase([coding(snomed, "27658006", "Amoxicillin (product)")], nil, nil),
  ]

  @Test("S40 statements of absence are told from drugs and from each other", arguments: absences)
  func absence(_ example: AbsenceCase) {
    let found = AbsenceStatement.recognise(codings: example.codings, text: example.text)
    #expect(found == example.statement)
  }

  @Test("S5 S40 a code for absent data beside a text leaves the text its say")
  func absentCode() throws {
    var record = MedicationRecord(entryPath: "", resourceType: "MedicationStatement")
    record.codings = [Self.coding(Self.absent, "unknown")]
    record.text = "gammadol 5 mg oral tablet"
    record.absence = .dataAbsent
    #expect(try Resolvers.small.get().resolve(record).found == ["407"])
    record.absence = .noneKnown
    #expect(try Resolvers.small.get().resolve(record).concepts.isEmpty)
  }
}
