// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
