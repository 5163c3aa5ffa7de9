// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import MedicationResolver
import Testing

@Suite("General forms, given and derived")
struct GeneralFormTests {
  /// A form given, codes, the form derived, and the problems about forms.
  struct Case: CustomTestStringConvertible, Sendable {
    let given: String
    let codes: [String]
    let derived: MedicationGeneralForm
    let problems: [Problem.Code]

    init(
      _ given: String, _ codes: [String], _ derived: MedicationGeneralForm,
      _ problems: Problem.Code...
    ) {
      self.given = given
      self.codes = codes
      self.derived = derived
      self.problems = problems
    }

    var testDescription: String { "\(given) for \(codes.joined(separator: "+"))" }
  }

  static let aboutForms: Set<Problem.Code> = [
    .formDisagrees, .formBroader, .generalFormLikely, .generalFormUnmapped, .generalFormForeign,
  ]

  /// 401 tablet, 420 cream, 421 topical solution, 422 nasal solution, 423 inhalation
  /// solution, 424 lozenge, 101 ingredient, 601 and 602 packs.
  static let cases: [Case] = [
    Case("tablet", ["401"], .tablet),
    Case("Tablet", ["401"], .tablet),
    Case("HKMedicationGeneralFormTablet", ["401"], .tablet),
    Case("capsule", ["401"], .tablet, .formDisagrees),
    Case("unknown", ["401"], .tablet),
    Case("topical", ["420"], .cream, .formBroader),
    Case("cream", ["421"], .topical, .generalFormLikely, .formBroader),
    Case("liquid", ["421"], .topical, .generalFormLikely, .generalFormLikely),
    Case("spray", ["422"], .drops, .generalFormLikely, .generalFormLikely),
    Case("inhaler", ["423"], .liquid, .generalFormLikely, .generalFormLikely),
    Case("tablet", ["424"], .unknown, .generalFormUnmapped),
    Case("unknown", ["101"], .unknown, .generalFormUnmapped),
    Case("tablet", ["101"], .unknown, .generalFormUnmapped),
    Case("lozenge", ["424"], .unknown, .generalFormForeign, .generalFormUnmapped),
    Case("tablet", ["604"], .tablet),
    Case("tablet", ["602"], .unknown, .generalFormUnmapped),
    Case("tablet", ["401", "408"], .unknown, .generalFormUnmapped),
  ]

  @Test("M47 M48 M49 M50 M56 S18 given and derived form stand side by side", arguments: cases)
  func givenAndDerived(_ example: Case) throws {
    let medication = UserAnnotatedMedication.sample(example.codes, form: example.given)
    let answer = try Resolvers.small.get().resolve(medication)
    #expect(answer.generalForm.given == MedicationGeneralForm(reading: example.given))
    #expect(answer.generalForm.derived == example.derived)
    #expect(answer.problems.map(\.code).filter(Self.aboutForms.contains) == example.problems)
    guard case .userAnnotated(let kept) = answer.query else { return }
    #expect(kept == medication)
  }

  @Test("M49 the derived form says that it comes from the dose form")
  func origin() throws {
    let resolver = try Resolvers.small.get()
    #expect(try resolver.codes("401").generalForm.origin.rawValue == "rxnorm-dose-form")
    #expect(try resolver.codes("604").generalForm.origin == .packContents)
    #expect(try resolver.codes("101").generalForm.origin == .none)
  }

  @Test(
    "M45 M46 the form is the manufactured one, whatever the route",
    arguments: [
      ("425", MedicationGeneralForm.cream), ("426", .foam), ("427", .tablet), ("428", .drops),
    ])
  func manufactured(_ code: String, _ form: MedicationGeneralForm) throws {
    #expect(try Resolvers.small.get().codes(code).generalForm.derived == form)
  }

  @Test(
    "M47 S18 two dose forms, none, and one without a row give no form",
    arguments: ["430", "431", "432"])
  func noForm(_ code: String) throws {
    let answer = try Resolvers.small.get().codes(code)
    #expect(answer.generalForm.derived == .unknown)
    #expect(answer.has(.generalFormUnmapped))
  }

  @Test(
    "M51 ingredients, salts, combinations, brands and groups decide no form",
    arguments: ["101", "102", "105", "106", "302", "201"])
  func noFormOfItsOwn(_ code: String) throws {
    for given in ["unknown", "tablet", "cream"] {
      let answer = try Resolvers.small.get().resolve(.sample([code], form: given))
      #expect(answer.generalForm.derived == .unknown)
      #expect(answer.has(.generalFormUnmapped))
      #expect(!answer.has(.formDisagrees))
    }
  }

  @Test(
    "M50 topical says less than the forms on skin, in both directions",
    arguments: ["cream", "foam", "gel", "lotion", "ointment", "patch", "powder", "spray"])
  func broader(_ form: String) throws {
    // 421 is a topical solution, 420 a cream.
    let answer = try Resolvers.small.get().resolve(.sample(["421"], form: form))
    #expect(answer.has(.formBroader) && !answer.has(.formDisagrees))
    let other = try Resolvers.small.get().resolve(.sample(["420"], form: "topical"))
    #expect(other.has(.formBroader) && !other.has(.formDisagrees))
  }

  @Test("M48 a given form that is another one on skin disagrees")
  func otherOnSkin() throws {
    let answer = try Resolvers.small.get().resolve(.sample(["420"], form: "ointment"))
    #expect(answer.has(.formDisagrees))
  }

  @Test("M55 a form of no case is kept, equals itself and survives a round trip")
  func foreign() throws {
    let form = MedicationGeneralForm(rawValue: "lozenge")
    #expect(form == MedicationGeneralForm(rawValue: "lozenge"))
    #expect(form != .tablet)
    let answer = try Resolvers.small.get().resolve(.sample(["401"], form: "lozenge"))
    #expect(answer.generalForm.given == form)
    #expect(answer.json.contains(#""generalForm":"lozenge""#))
    #expect(answer.has(.generalFormForeign))
  }

  @Test("M52 S15 a pack lists its products with counts and forms of their own")
  func pack() throws {
    let answer = try Resolvers.small.get().codes("602")
    #expect(answer.packContents.map(\.count) == [21, 7])
    #expect(answer.packContents.map { $0.concept?.code?.description } == ["401", "402"])
    #expect(
      answer.packContents.map { $0.concept?.doseForms.first?.name } == [
        "Oral Tablet", "Oral Capsule",
      ])
    let incomplete = try Resolvers.small.get().codes("603")
    #expect(incomplete.packContents.count == 2)
    #expect(incomplete.has(.packIncomplete) && incomplete.has(.ingredientsIncomplete))
    #expect(incomplete.generalForm.derived == .unknown)
  }

  @Test("S18 a name that ends with another dose form than the relation's is noted")
  func doseFormOfName() throws {
    #expect(try Resolvers.small.get().codes("430").has(.doseFormDisagrees))
    #expect(try !Resolvers.small.get().codes("401").has(.doseFormDisagrees))
  }
}
