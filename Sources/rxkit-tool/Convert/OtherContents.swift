// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// What documents hold that hold no medication resource.
struct OtherContents {
  /// The documents that are being read: records so far, and other resources by type.
  private var open: [String: (records: Int, types: [String: Int])] = [:]
  /// The first document without a record, and how many there are.
  private var first: String?
  private var count = 0
  private var types: [String: Int] = [:]
  /// How many types are named.
  private static let typeLimit = 8
  /// The types that may be named, those that exports have: any other name may be anything.
  private static let names = Set(
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

  /// Adds a part of a document; parts may come in any order.
  mutating func add(_ types: [String: Int], records: Int, of path: String) {
    open[path, default: (0, [:])].records += records
    open[path, default: (0, [:])].types.merge(types, uniquingKeysWith: +)
  }

  /// Says that no part of a document is left.
  mutating func end(_ path: String) {
    guard let document = open.removeValue(forKey: path), document.records == 0,
      !document.types.isEmpty
    else { return }
    first = first ?? path
    count += 1
    types.merge(document.types, uniquingKeysWith: +)
  }

  /// Says that no part of any document is left.
  mutating func endAll() {
    for path in open.keys.sorted() { end(path) }
  }

  /// The line that says it; `nil` if there is no such document.
  var note: String? {
    guard let first else { return nil }
    let named = types.filter { Self.names.contains($0.key) }
    let sorted = named.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var words = sorted.prefix(Self.typeLimit).map { "\(DisplayText.grouped($0.value)) \($0.key)" }
    let rest = types.values.reduce(0, +) - sorted.prefix(Self.typeLimit).reduce(0) { $0 + $1.value }
    if rest > 0 { words.append(DisplayText.counted(rest, "other", "others")) }
    let documents =
      count == 1
      ? "\(first == "-" ? "standard input" : first): no medication resource"
      : "\(DisplayText.grouped(count)) documents have no medication resource"
    return documents + "; found " + words.joined(separator: ", ")
  }
}
