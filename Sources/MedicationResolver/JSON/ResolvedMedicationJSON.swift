// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import FHIRResources
public import JSONText
package import MedicationModel
internal import SymptomMapping

// One JSON object per medication, the same shape for every kind of query: the
// schema `medication.schema.json`. First what was given, then what it means.
// Absent facts are `null` or `[]`, keys are never missing.

extension ResolvedMedication {
  /// The version of the shape; a change of meaning raises it.
  public static let schemaVersion = 2

  /// Writes the answer as one JSON object.
  ///
  /// - Parameters:
  ///   - json: Where to.
  ///   - source: The document as it was given, joined with the path below it;
  ///     `nil` for a question from the command line.
  ///   - includingSideEffects: Whether the side effects are written, the greater part of most
  ///     answers; without them the member is `null`.
  public func write(
    to json: inout JSONWriter, source: String? = nil, includingSideEffects: Bool = true
  ) {
    let record =
      if case .record(let record) = query {
        record
      } else {
        MedicationRecord(entryPath: "", resourceType: "")
      }
    json.object { json in
      record.writeGiven(
        GivenMembers(
          source: source, codings: codings, text: givenText, userAnnotated: givenMedication,
          known: derivedText), to: &json)
      if let derivedText, json.layout == .compact,
        includingSideEffects == (derivedText.effects != nil)
      {
        json.members(raw: derivedText.start)
        derivedText.writeEffects(to: &json)
      } else {
        writeDerived(to: &json)
        if includingSideEffects { writeEffects(to: &json) } else { json.null() }
      }
      Self.end.writeMembers(of: self, to: &json)
    }
  }

  private var givenText: String? {
    switch query {
    case .coding(_, let display): display
    case .ndc(let text), .name(let text): text
    case .userAnnotated(let medication): medication.medication.displayText
    case .record(let record): record.text
    }
  }

  private var givenMedication: UserAnnotatedMedication? {
    if case .userAnnotated(let medication) = query { medication } else { nil }
  }

  // MARK: What it means

  /// The JSON of everything that depends only on what was resolved.
  func written(_ memory: inout EffectMemory, includingSideEffects: Bool) -> DerivedText {
    let codings = memory.written { self.codings.write(to: &$0) }
    let start = memory.written(from: 1) { json in
      json.beginObject()
      writeDerived(to: &json)
    }
    let end = memory.written(from: 1) { json in
      json.beginObject()
      Self.end.writeMembers(of: self, to: &json)
    }
    guard includingSideEffects else {
      return DerivedText(codings: codings, start: start, effects: nil, end: end)
    }
    let unknown = unknownCodes
    let effects =
      if let sharedEffects, unknown.isEmpty, sideEffectReasons == sideEffects.reasons {
        memory.text(of: sharedEffects) { effectBytes(unknown) }
      } else {
        DerivedText.Shared(effectBytes(unknown))
      }
    return DerivedText(codings: codings, start: start, effects: effects, end: end)
  }

  private func effectBytes(_ unknownCodes: [String]) -> [UInt8] {
    var json = JSONWriter(capacity: 8192)
    sideEffects.write(to: &json, reasons: sideEffectReasons, unknownCodes: unknownCodes)
    return Array(json.bytes)
  }

  private var unknownCodes: [String] {
    codings.filter { $0.outcome == .unknown }.compactMap(\.coding.code)
  }

  private func writeEffects(to json: inout JSONWriter) {
    sideEffects.write(to: &json, reasons: sideEffectReasons, unknownCodes: unknownCodes)
  }

  /// Writes the members `concepts` to `sideEffects`, the last one without its value.
  private func writeDerived(to json: inout JSONWriter) {
    Self.derived.writeMembers(of: self, to: &json)
    json.key("sideEffects")
  }

  /// The members that follow from what was given.
  package static let derived = Shape<Self>("derived", in: "resolved", "What was found.") {
    Field("concepts", "What it is: one concept, or several that no rule chooses between.") {
      $0.concepts
    }
    Field(
      "candidates",
      "What a text may name that was not accepted, the best first, each with its score. Nothing "
        + "follows from these."
    ) { $0.candidates }
    Field("certainty", "How sure the answer is at three levels.") { $0.certainty }
    Field("ingredients") { $0.ingredients }
    Field("doseForm", "What the catalog says, if it says one.", Concept.reference) {
      $0.doseForms.count == 1 ? $0.doseForms.first : nil
    }
    Field("generalForm", "One of Apple's eighteen general forms, derived from the dose form.") {
      $0.generalForm.derived
    }
    Field("generalFormGiven", "The form given; a word that is none of the eighteen is kept.") {
      $0.generalForm.given?.rawValue
    }
    Field("generalFormOrigin") { $0.generalForm.origin }
    Field("brand", "", Concept.reference) { $0.brand }
    Field("packContents") { $0.packContents }
  }

  private static let end = Shape<Self> {
    Field("problems") { $0.problems }
    Field("release") { $0.release }
  }
}

extension MedicationGeneralForm: FieldValue {
  package static var kind: FieldKind {
    .defined("generalForm", in: "common", .word(all.map(\.rawValue)))
  }
}

extension ConceptLevel: FieldValue {}
extension MatchKind: FieldValue {}
extension MatchedConcept.Step.Reason: FieldValue {}
extension ResolvedCoding.Outcome: FieldValue {}
extension ResolvedIngredient.Origin: FieldValue {}
extension ResolvedGeneralForm.Origin: FieldValue {}

extension ResolvedCertainty.Level: FieldValue {
  package static var kind: FieldKind {
    .defined("level", in: "resolved", .word(allCases.map(\.rawValue)))
  }
}

extension ResolvedCertainty: Shaped {
  package static let shape = Shape<Self> {
    Field("ingredient") { $0.ingredient }
    Field("clinicalDrug") { $0.clinicalDrug }
    Field("product") { $0.product }
  }
}

extension ResolvedCoding: Shaped {
  package static let shape = Shape<Self>(
    "coding", in: "resolved", "A coding as it was given, and what became of it."
  ) {
    Field("system") { $0.coding.system }
    Field("version") { $0.coding.version }
    Field("code") { $0.coding.code }
    Field("display") { $0.coding.display }
    Field("outcome") { $0.outcome }
    Field("rxcuis", "The concepts that it leads to.") { $0.concepts.compactMap(\.code) }
  }
}

extension MatchedConcept: Shaped {
  package static let shape = Shape<Self>(
    "match", in: "resolved", "A concept that answers, and how it was found."
  ) {
    Field("rxcui") { $0.code }
    Field("name", "The main name.") { $0.name }
    Field("displayName", "The best name for people.") { $0.displayName }
    Field("tty") { $0.termType }
    Field("level", "How much of a product it says; null where no main name tells.") { $0.level }
    Field("status") { $0.status }
    Field("match") { $0.match }
    Field(
      "score",
      "How sure it is that the text names it, of 100; only for text. Accepted from 85 on."
    ) { $0.score }
    Field(
      "path", "The codes walked, the given one first.",
      each: Shape {
        Field("system") { $0.system }
        Field("code") { $0.code }
        Field("reason") { $0.reason }
        Field("map", "The concept map that says so, with the reason mapped-to.", .name) {
          $0.map ?? ""
        }.omitted { $0.map == nil }
      }
    ) { $0.path }
  }
}

extension ResolvedIngredient: Shaped {
  package static let shape = Shape<Self>("ingredient", in: "resolved") {
    Field("rxcui", "The base ingredient (IN).") { $0.concept?.code }
    Field("name") { $0.name }
    Field("strength", "As its source writes it, with its unit.") { $0.strengthText }
    Field("source") { $0.origin }
    Field("preciseIngredient", "The salt or isomer (PIN).", Concept.reference) {
      $0.preciseIngredient
    }
    Field(
      "basisOfStrength",
      "The substance that the strength is of, where the release states it, if only in a name."
    ) { $0.basis }
    Field("codings", "The document's codings of it.") { $0.codings }
  }
}

// Records have many of these: written by hand, in a quarter of the time.

extension FHIRConcept {
  /// Writes codings and text as the document has them.
  func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }

  /// Writes codings and text as members of an object that has more.
  func writeMembers(to json: inout JSONWriter) {
    json.objects("codings", codings) { coding, json in
      json.member("system", coding.system)
      json.member("version", coding.version)
      json.member("code", coding.code)
      json.member("display", coding.display)
    }
    json.member("text", text)
  }
}
