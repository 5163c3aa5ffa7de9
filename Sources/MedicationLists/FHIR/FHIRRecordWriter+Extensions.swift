// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

extension ResourceWriter {
  /// Writes where the record comes from, what it means, and what the version has no place for.
  func writeExtensions(_ document: String, _ output: inout ResourceOutput) {
    var extensions: [(url: String, write: (inout ResourceOutput) -> Void)] = []
    func add(_ kind: FHIRExtension, _ body: @escaping (inout ResourceOutput) -> Void) {
      extensions.append((kind.url, body))
    }
    add(.source) { $0.source(record, document, answer.release.name) }
    add(.statusMeaning) { $0.json.member("valueCode", record.statusMeaning.rawValue) }
    if status.isChanged, let original = record.status {
      add(.originalStatus) { $0.text(original) }
    }
    for reason in furtherReasons() {
      add(.statusReason) { $0.concept("valueCodeableConcept", reason) }
    }
    // One that names its target by words or an identifier alone stays a reference, unless a
    // concept is given with it.
    let reference = GivenReference(
      record.reference, record.referenceDisplay, record.referenceIdentifier)
    if record.reference != nil || record.via == .concept && !reference.isEmpty {
      add(.originalReference) { $0.given(reference) }
    }
    let said = status.said(record, kind)
    for flag in record.flags where !said.contains(flag) {
      add(.flag) { $0.json.member("valueCode", flag.rawValue) }
    }
    if DrugConflict.isIn(answer.problems) {
      add(.flag) { $0.json.member("valueCode", Problem.Code.codingsConflict.rawValue) }
    }
    if answer.generalForm.derived != .unknown {
      add(.generalForm) { $0.json.member("valueCode", answer.generalForm.derived.rawValue) }
    }
    for problem in answer.problems {
      add(.problem) { output in
        output.parts([
          ("code", problem.code.rawValue), ("severity", problem.severity.rawValue),
          ("message", problem.message), ("path", problem.path.isEmpty ? nil : problem.path),
        ])
      }
    }
    for (element, value) in output.unwritten {
      add(.notRepresentable) { $0.parts([("element", element), ("value", value)]) }
    }
    output.extensions(extensions)
  }
}

extension ResourceOutput {
  /// The words that a text was matched to, next to a reference in words.
  mutating func matchedText(_ derived: DerivedCoding?) {
    guard let derived, derived.match == .text else { return }
    objects("extension", [derived]) { $1.derivation($0, .matchedText) }
  }

  fileprivate mutating func source(
    _ record: MedicationRecord, _ document: String, _ release: String
  ) {
    parts([
      ("document", document), ("entry", record.entryPath.isEmpty ? nil : record.entryPath),
      ("resourceType", record.resourceType), ("fhirVersion", record.fhirVersion?.rawValue),
      ("release", release),
    ])
  }

  fileprivate mutating func text(_ value: String) {
    json.member("valueString", Self.writable(value))
  }

  fileprivate mutating func given(_ reference: GivenReference) {
    var parts: [(url: String, write: (inout ResourceOutput) -> Void)] = []
    if let text = reference.reference { parts.append(("reference", { $0.text(text) })) }
    if let text = reference.display { parts.append(("display", { $0.text(text) })) }
    if let identifier = reference.identifier {
      parts.append(
        ("identifier", { $0.object("valueIdentifier") { $0.identifierMembers(identifier) } }))
    }
    extensions(parts)
  }

  /// An extension of extensions, each with a text.
  fileprivate mutating func parts(_ parts: [(String, String?)]) {
    extensions(parts.compactMap { url, text in text.map { text in (url, { $0.text(text) }) } })
  }

  /// A text valid as a FHIR string: control characters, and a text of blanks only, are spelled out.
  private static func writable(_ text: String) -> String {
    if FHIRPrimitive.isString(text) { return text }
    let spelled = text.unicodeScalars.map { scalar in
      scalar.value > 0x20 ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return spelled.isEmpty ? "\"\"" : spelled.joined()
  }
}
