// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

// What was given comes first in the JSON of a medication. A query that is not a
// record of a document writes an empty one: the same members, each `null` or `[]`.

/// What was given in addition to the members that a record has itself.
struct GivenMembers {
  let source: String?
  let codings: [ResolvedCoding]
  let text: String?
  var userAnnotated: UserAnnotatedMedication?
  /// The codings as JSON, if they were written before.
  var known: DerivedText?
}

extension MedicationRecord {
  /// Writes the members `schema` to `product` of a medication.
  func writeGiven(_ given: GivenMembers, to json: inout JSONWriter) {
    json.member("schema", ResolvedMedication.schemaVersion)
    json.member("source", given.source)
    writeIdentity(to: &json)
    json.key("codings")
    if let known = given.known, json.layout == .compact {
      let codings = known.codings
      json.raw(codings.span)
    } else {
      given.codings.write(to: &json)
    }
    json.member("text", given.text)
    json.key("userAnnotated")
    if let medication = given.userAnnotated { medication.write(to: &json) } else { json.null() }
    json.key("doseFormSource")
    if let form, !form.isEmpty { form.write(to: &json) } else { json.null() }
    json.key("dosageTexts")
    writeDosageTexts(to: &json)
    json.member("dispenseQuantity", dispenseQuantity?.parts)
    writeDetails(to: &json)
  }

  private func writeIdentity(to json: inout JSONWriter) {
    let isRecord = !resourceType.isEmpty
    json.member("entry", plainEntry)
    json.member("entryPath", entryPath.isEmpty ? nil : entryPath)
    json.member("fhirVersion", fhirVersion?.rawValue)
    json.member("resourceType", isRecord ? resourceType : nil)
    json.member("id", id)
    json.member("subject", subject)
    json.key("subjectIdentifier")
    if let subjectIdentifier { subjectIdentifier.write(to: &json) } else { json.null() }
    json.member("status", status)
    json.member("statusMeaning", isRecord ? statusMeaning.rawValue : nil)
    json.member("statusReason", statusReasons.isEmpty ? nil : statusReason)
    json.member("intent", intent)
    json.member("negated", negated)
    writeFlags(to: &json)
    json.member("via", isRecord ? via.rawValue : nil)
    json.member("reference", reference)
    json.member("referenceDisplay", referenceDisplay)
  }

  /// The number of the entry, without a look at letters where there are digits alone.
  private var plainEntry: Int? {
    var number = 0
    for (place, byte) in entryPath.utf8.enumerated() {
      if byte == UInt8(ascii: "."), place > 0 { return number }
      guard byte >= 0x30, byte <= 0x39, place < 18 else { return entry }
      number = number * 10 + Int(byte - 0x30)
    }
    return entryPath.isEmpty ? nil : number
  }

  /// On hold and prohibited change what a list says; the others are additional marks.
  private func writeFlags(to json: inout JSONWriter) {
    guard !flags.isEmpty else {
      json.member("flags", [])
      return json.member("marks", [])
    }
    let isFlag: (RecordFlag) -> Bool = { $0 == .onHold || $0 == .prohibited }
    json.member("flags", flags.filter(isFlag).map(\.rawValue))
    json.member("marks", flags.filter { !isFlag($0) }.map(\.rawValue))
  }

  /// Writes the value of the member `dosageTexts`.
  func writeDosageTexts(to json: inout JSONWriter) {
    json.array { json in
      for index in dosages.indices {
        if let text = dosages[index].text { json.string(text) }
      }
    }
  }
}
