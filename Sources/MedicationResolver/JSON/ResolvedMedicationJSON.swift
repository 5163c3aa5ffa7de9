// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
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
      writeProblems(to: &json)
    }
  }

  private func writeProblems(to json: inout JSONWriter) {
    json.array("problems") { json in
      for problem in problems { problem.write(to: &json) }
    }
    json.key("release")
    release.write(to: &json)
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

  /// The JSON of everything that depends on what was resolved alone.
  func written(_ memory: inout EffectMemory, includingSideEffects: Bool) -> DerivedText {
    let codings = memory.written { self.codings.write(to: &$0) }
    let start = memory.written(from: 1) { json in
      json.beginObject()
      writeDerived(to: &json)
    }
    let end = memory.written(from: 1) { json in
      json.beginObject()
      writeProblems(to: &json)
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
    json.array("concepts") { json in
      for concept in concepts { concept.write(to: &json) }
    }
    json.array("candidates") { json in
      for candidate in candidates { candidate.write(to: &json) }
    }
    json.object("certainty") { json in
      json.member("ingredient", certainty.ingredient.rawValue)
      json.member("clinicalDrug", certainty.clinicalDrug.rawValue)
      json.member("product", certainty.product.rawValue)
    }
    json.array("ingredients") { json in
      for ingredient in ingredients { ingredient.write(to: &json) }
    }
    json.key("doseForm")
    if doseForms.count == 1, let form = doseForms.first {
      form.writeReference(to: &json)
    } else {
      json.null()
    }
    json.member("generalForm", generalForm.derived.rawValue)
    json.member("generalFormGiven", generalForm.given?.rawValue)
    json.member("generalFormOrigin", generalForm.origin.rawValue)
    json.key("brand")
    if let brand { brand.writeReference(to: &json) } else { json.null() }
    json.array("packContents") { json in
      for item in packContents { item.write(to: &json) }
    }
    json.key("sideEffects")
  }
}

extension [ResolvedCoding] {
  /// Writes the codings as they were given, each with its outcome.
  func write(to json: inout JSONWriter) {
    json.array { json in
      for coding in self { coding.write(to: &json) }
    }
  }
}

extension ResolvedCoding {
  /// Writes the coding as it was given, and its outcome.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("system", coding.system)
      json.member("version", coding.version)
      json.member("code", coding.code)
      json.member("display", coding.display)
      json.member("outcome", outcome.rawValue)
      json.member("rxcuis", concepts.compactMap { $0.code?.description })
    }
  }
}

extension MatchedConcept {
  /// Writes the concept, and how it was found.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", code?.description)
      json.member("name", name)
      json.member("displayName", displayName)
      json.member("tty", termType?.rawValue)
      json.member("level", level?.rawValue)
      json.member("status", status.rawValue)
      json.member("match", match.rawValue)
      json.member("score", score)
      json.array("path") { json in
        for step in path {
          json.object { json in
            json.member("system", step.system)
            json.member("code", step.code)
            json.member("reason", step.reason.rawValue)
            if let map = step.map { json.member("map", map) }
          }
        }
      }
    }
  }
}

extension ResolvedIngredient {
  /// Writes the ingredient with its strength, salt and origin.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rxcui", concept?.code?.description)
      json.member("name", name)
      json.member("strength", strengthText)
      json.member("source", origin.rawValue)
      json.key("preciseIngredient")
      if let preciseIngredient { preciseIngredient.writeReference(to: &json) } else { json.null() }
      json.member("basisOfStrength", basis)
      json.array("codings") { json in
        for coding in codings { coding.write(to: &json) }
      }
    }
  }
}

extension FHIRConcept {
  /// Writes codings and text as the document has them.
  func write(to json: inout JSONWriter) {
    json.object { writeMembers(to: &$0) }
  }

  /// Writes codings and text as members of an object that has more.
  func writeMembers(to json: inout JSONWriter) {
    json.array("codings") { json in
      for coding in codings {
        json.object { json in
          json.member("system", coding.system)
          json.member("version", coding.version)
          json.member("code", coding.code)
          json.member("display", coding.display)
        }
      }
    }
    json.member("text", text)
  }
}

extension Problem {
  /// Writes the problem.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("code", code.rawValue)
      json.member("severity", severity.rawValue)
      json.member("message", message)
      json.member("path", path)
    }
  }
}
