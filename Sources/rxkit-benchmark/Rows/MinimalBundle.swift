// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// As little of a FHIR bundle as Codable needs to find the codings of its medications.
///
/// Written for speed: a resource that is no medication is left after its
/// type was read.
struct MinimalBundle: Decodable {
  /// Whether resources of a type name a medication.
  static func isMedication(_ type: String) -> Bool {
    [
      "Medication", "MedicationRequest", "MedicationStatement", "MedicationDispense",
      "MedicationAdministration", "MedicationKnowledge",
    ].contains(type)
  }

  struct Coding: Decodable {
    let system: String?
    let code: String?
    let display: String?
  }

  struct CodeableConcept: Decodable {
    let coding: [Coding]?
    let text: String?
  }

  struct Resource: Decodable {
    let isMedication: Bool
    let codings: [Coding]

    private enum CodingKeys: String, CodingKey {
      case resourceType, code, medicationCodeableConcept
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let key: CodingKeys
      switch try container.decode(String.self, forKey: .resourceType) {
      case "Medication", "MedicationKnowledge": key = .code
      case "MedicationRequest", "MedicationStatement", "MedicationDispense",
        "MedicationAdministration":
        key = .medicationCodeableConcept
      default:
        (isMedication, codings) = (false, [])
        return
      }
      isMedication = true
      codings = try container.decodeIfPresent(CodeableConcept.self, forKey: key)?.coding ?? []
    }
  }

  struct Entry: Decodable {
    let resource: Resource?
  }

  let entry: [Entry]?
}
