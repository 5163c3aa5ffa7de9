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
  @Test("M49 the derived form says that it comes from the dose form")
  func origin() throws {
    let resolver = try Resolvers.small.get()
    #expect(try resolver.codes("401").generalForm.origin.rawValue == "rxnorm-dose-form")
    #expect(try resolver.codes("604").generalForm.origin == .packContents)
    #expect(try resolver.codes("101").generalForm.origin == .none)
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
