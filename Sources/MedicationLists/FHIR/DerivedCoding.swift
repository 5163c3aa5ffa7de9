// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

// Which code may be added to a medication's own?
//
//   by code   the one concept that the codings lead to, as a coding of RxNorm
//             after the originals, unless it is there already
//   by text   none: the code that words were matched to is in an extension,
//             so that a reader of codings never takes a likeness for a code
//   neither   where several concepts fit, codings conflict, or a display or
//             strength disagrees with its code

/// What converting found out about a medication.
struct DerivedCoding {
  /// The coding to add or to mention.
  let coding: FHIRCoding
  let match: MatchKind
  /// How alike text and name are; only for text.
  let score: Int?
  /// The codes walked.
  let path: [MatchedConcept.Step]
  let release: String

  /// What may be said in addition to a record's own codings; `nil` if nothing.
  init?(_ answer: ResolvedMedication, beside codings: [FHIRCoding]) {
    let doubts: Set<Problem.Code> = [.displayDisagrees, .codingsConflict, .strengthDisagrees]
    let isDoubtful = answer.problems.contains { doubts.contains($0.code) && $0.severity != .note }
    guard answer.concepts.count == 1, let match = answer.concepts.first, !isDoubtful else {
      return nil
    }
    self.init(match, beside: codings, release: answer.release.name)
  }

  /// What may be said in addition to the codings of one ingredient of a document.
  init?(_ ingredient: ResolvedIngredient, release: String) {
    let found = ingredient.codings.flatMap(\.concepts)
    guard let match = found.first, Set(found.map(\.code)).count == 1, match.match != .text else {
      return nil
    }
    self.init(match, beside: ingredient.codings.map(\.coding), release: release)
  }

  private init?(_ match: MatchedConcept, beside codings: [FHIRCoding], release: String) {
    guard let code = match.code?.description else { return nil }
    let isThere = codings.contains { $0.system == CodeSystem.rxNorm && $0.code == code }
    guard !isThere else { return nil }
    coding = FHIRCoding(system: CodeSystem.rxNorm, code: code, display: match.name)
    self.match = match.match
    score = match.score
    path = match.path
    self.release = release
  }
}

extension ResourceOutput {
  /// The members of a medication's concept: the originals first, then what was derived.
  mutating func conceptMembers(_ concept: FHIRConcept, _ derived: DerivedCoding?) {
    let added = derived.flatMap { $0.match == .text ? nil : $0 }
    let codings: [(FHIRCoding, DerivedCoding?)] =
      concept.codings.map { ($0, nil) } + (added.map { [($0.coding, $0)] } ?? [])
    objects("coding", codings) { pair, output in
      output.coding(pair.0)
      if let derived = pair.1 {
        output.json.member("userSelected", false)
        output.objects("extension", [derived]) { $1.derivation($0, .derivedCoding) }
      }
    }
    string("text", concept.text)
    if let derived, derived.match == .text {
      objects("extension", [derived]) { $1.derivation($0, .matchedText) }
    }
  }

  /// How a coding was derived, as the content of an extension.
  mutating func derivation(_ derived: DerivedCoding, _ kind: FHIRExtension) {
    json.member("url", kind.url)
    var parts: [(url: String, write: (inout ResourceOutput) -> Void)] = []
    parts.append(("match", { $0.json.member("valueCode", derived.match.rawValue) }))
    if kind == .matchedText {
      parts.append(("coding", { $0.object("valueCoding") { $0.coding(derived.coding) } }))
    }
    if let score = derived.score {
      parts.append(("score", { $0.json.member("valueInteger", score) }))
    }
    for step in derived.path {
      let words = "\(step.reason.rawValue): \(step.system)|\(step.code ?? "")"
      parts.append(("step", { $0.json.member("valueString", words) }))
    }
    parts.append(("release", { $0.json.member("valueString", derived.release) }))
    extensions(parts)
  }
}

/// The extensions that converted resources carry, below one base URL.
enum FHIRExtension: String {
  /// On a resource: where it was read, and with which release its codings were added.
  case source
  /// On a resource: the status as it was written, where the version has no such word.
  case originalStatus = "original-status"
  /// On a resource: what status and modifiers mean, in rxkit's one vocabulary.
  case statusMeaning = "status-meaning"
  /// On a resource: further reasons of the status, where the version has room for one.
  case statusReason = "status-reason"
  /// On a resource: the reference to the medication, where its content is given instead.
  case originalReference = "original-reference"
  /// On a resource: a non-modifier mark, such as that it was removed from a list.
  case flag
  /// On a resource: what a person should know about it.
  case problem
  /// On a resource: a value that the version has no place for, literally.
  case notRepresentable = "not-representable"
  /// On a resource: one of HealthKit's general forms.
  case generalForm = "general-form"
  /// On a coding: that it was added, and how it was derived.
  case derivedCoding = "derived-coding"
  /// On a concept: the code that its words were matched to, which is not one of its codings.
  case matchedText = "matched-text"
  /// As a modifier: something changes the meaning and was not understood.
  case notUnderstood = "not-understood"

  /// Where the definitions would be; the host does not exist.
  static let base = OwnExtension.base

  /// HL7's extension that says why a value is missing.
  static let dataAbsentReason = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

  var url: String { "\(Self.base)/\(rawValue)" }
}
