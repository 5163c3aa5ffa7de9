// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText
public import MedicationModel

extension UserAnnotatedMedication: FieldValue {
  package static var kind: FieldKind { .elsewhere("written", in: "user-annotated-medication") }
  package var cell: String? { nil }

  /// Writes the medication with exactly the keys of its JSON shape, in their order (M189).
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  /// Writes the members of the object, for one that has more.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("nickname", nickname)
    json.member("isArchived", isArchived)
    json.member("hasSchedule", hasSchedule)
    json.key("medication")
    json.object { json in
      json.key("identifier")
      medication.identifier.write(to: &json)
      json.member("displayText", medication.displayText)
      json.member("generalForm", medication.generalForm.rawValue)
      json.key("relatedCodings")
      json.array { json in
        for coding in medication.relatedCodings.sorted() {
          json.object { json in
            json.member("system", coding.system)
            json.member("version", coding.version)
            json.member("code", coding.code)
          }
        }
      }
    }
  }
}

extension HealthConceptIdentifier {
  /// Writes the bare value for a medication, else domain and value.
  func write(to json: inout JSONWriter) {
    guard domain != .medication else { return json.string(value) }
    json.object { json in
      json.member("domain", domain.rawValue)
      json.member("value", value)
    }
  }
}
