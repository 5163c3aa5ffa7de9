// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import JSONText

extension FHIRDocument {
  /// Counts of resources by type as words, the most frequent first, such as `2 Claim, 1 Patient`.
  ///
  /// - Parameters:
  ///   - types: How many resources of each type there are, as in ``otherResources``.
  ///   - number: How a count is written.
  /// - Returns: Up to eight types by name, and how many others there are. A name that exports do not
  ///   have is never shown: it may be anything.
  package static func words(for types: [String: Int], _ number: (Int) -> String) -> String {
    let named = types.filter { exportedTypes.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
    var words = named.map { "\(number($0.value)) \($0.key)" }
    let rest = types.values.reduce(0, +) - named.reduce(0) { $0 + $1.value }
    if rest > 0 { words.append("\(number(rest)) \(rest == 1 ? "other" : "others")") }
    return words.joined(separator: ", ")
  }

  private static let exportedTypes = Set(
    """
    AllergyIntolerance Appointment Basic Binary CapabilityStatement CarePlan CareTeam Claim \
    ClaimResponse CodeSystem Communication Composition ConceptMap Condition Consent Contract \
    Coverage Device DeviceRequest DiagnosticReport DocumentReference Encounter EpisodeOfCare \
    ExplanationOfBenefit FamilyMemberHistory Flag Goal Group ImagingStudy Immunization \
    ImplementationGuide List Location Media NamingSystem NutritionOrder Observation \
    OperationOutcome Organization Patient Practitioner PractitionerRole Procedure Provenance \
    Questionnaire QuestionnaireResponse RelatedPerson Schedule ServiceRequest Slot Specimen \
    StructureDefinition Substance SupplyDelivery Task ValueSet VisionPrescription
    """.split(separator: " ").map(String.init))
}

/// A resource as it stands in its document.
package struct PlacedResource: Sendable {
  /// The address that its record has, if it makes one.
  package let address: String
  /// The resource with all its members.
  package let whole: JSONNode
  /// The same, perhaps with only what identifies it.
  let node: JSONNode
  let root: JSONNode
  let line: Int?
  /// The reference to whom it is about, and the server that a local one belongs to.
  package let subject: String?
  package let subjectBase: String?
  /// Whether nothing in it, in its entry or around that takes it back or changes its meaning, or is
  /// there twice.
  package let counts: Bool

  /// `Type/id`; `nil` without an id.
  package var name: String? { RelativePath(of: whole)?.text }

  /// The JSON path, after the line if the text has several.
  ///
  /// - Complexity: O(*n*) in the values before it; meant for messages.
  package var place: String {
    let path = node.path(from: root)
    guard let line else { return path }
    return path.isEmpty ? "line \(line + 1)" : "line \(line + 1).\(path)"
  }
}
