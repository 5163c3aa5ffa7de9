// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// AllergyIntolerance has changed more than the medications did:
//
//   DSTU1   substance → reference, status suspected | confirmed | refuted | resolved
//   DSTU2   substance (concept), status says how sure it is and whether it goes on
//   STU3    code, clinicalStatus and verificationStatus as words
//   R4, R5  both as concepts; R5 also type

/// Reads one AllergyIntolerance of any version.
struct AllergyReader {
  private let origin: ReferenceOrigin
  private let resource: JSONNode
  private var elements: ElementReader

  init(_ origin: ReferenceOrigin, root: JSONNode) {
    self.origin = origin
    resource = origin.owner.resource
    elements = ElementReader(resource: resource, root: root)
  }

  /// Reads everything and returns the record.
  mutating func read() -> AllergyRecord {
    var record = AllergyRecord(entryPath: origin.owner.address)
    record.id = elements.text(resource["id"])
    let patient = elements.reference(resource["patient"]) ?? elements.reference(resource["subject"])
    record.subject = patient?.reference
    record.subjectBase = origin.owner.base(for: record.subject)
    record.subjectIdentifier = patient?.identifier
    readStatus(into: &record)
    let substance = allergen()
    record.codings = substance.codings
    record.text = substance.text
    for reaction in elements.list(resource["reaction"]) {
      if let substance = elements.presentConcept(reaction["substance"]) {
        record.reactionSubstances.append(substance)
      }
    }
    record.type =
      word(resource["type"]) ?? elements.text(resource["sensitivityType"])
    record.category = elements.texts(resource["category"])
    record.criticality = elements.text(resource["criticality"])
    record.recorded =
      elements.text(resource["recordedDate"]) ?? elements.text(resource["assertedDate"])
    record.isAbsence = record.codings.contains { Self.isAbsence($0) }
    record.isNotUnderstood = hasModifiers()
    record.fhirVersion = version()
    record.problems = elements.finish()
    return record
  }

  // MARK: Status

  private mutating func readStatus(into record: inout AllergyRecord) {
    record.clinicalStatus = word(resource["clinicalStatus"])
    record.verificationStatus = word(resource["verificationStatus"])
    if let status = elements.text(resource["status"]) {
      // DSTU2 says in one word what later became two.
      switch StatusWord(status).normalised {
      case "active", "inactive", "resolved":
        record.clinicalStatus = record.clinicalStatus ?? status
      default:
        record.verificationStatus = record.verificationStatus ?? status
      }
    }
    let words =
      words(resource["verificationStatus"]) + words(resource["clinicalStatus"])
      + words(resource["status"])
    record.isRefuted = words.contains {
      let word = StatusWord($0).normalised
      return word == "refuted" || word == "entered-in-error"
    }
  }

  /// The word of an element that is a code in one version and a concept in another.
  private mutating func word(_ node: JSONNode?) -> String? { words(node).first }

  private mutating func words(_ node: JSONNode?) -> [String] {
    guard let node else { return [] }
    if node.isString { return elements.text(node).map { [$0] } ?? [] }
    let concept = elements.concept(elements.object(node))
    return concept.codings.compactMap(\.code) + (concept.text.map { [$0] } ?? [])
  }

  // MARK: What it is to

  /// `code`, else `substance`, which DSTU1 refers to.
  private mutating func allergen() -> FHIRConcept {
    let code = elements.concept(elements.object(resource["code"]))
    if !code.isEmpty { return code }
    guard let substance = elements.object(resource["substance"]) else { return code }
    let concept = elements.concept(substance)
    guard concept.isEmpty, let reference = elements.reference(substance) else { return concept }
    if case .found(let target, _, _, _) = ReferenceResolver().resolve(
      reference.reference, from: origin)
    {
      let named = elements.concept(
        elements.object(target["type"]) ?? elements.object(target["code"]))
      if !named.isEmpty { return named }
    }
    return FHIRConcept(text: reference.display)
  }

  /// Whether a coding says that there is no allergy, that none is known or that nobody asked.
  private static func isAbsence(_ coding: FHIRCoding) -> Bool {
    guard let code = coding.code else { return false }
    switch coding.system {
    case "http://snomed.info/sct":
      return absences.contains(code)
    case "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips":
      return code.hasPrefix("no-")
    case "http://terminology.hl7.org/CodeSystem/data-absent-reason",
      "http://hl7.org/fhir/data-absent-reason",
      "http://terminology.hl7.org/CodeSystem/v3-NullFlavor", "http://hl7.org/fhir/v3/NullFlavor":
      return true
    default: return false
    }
  }

  /// SNOMED CT 716186003 "No known allergy" with what is below it (drug, food, environmental,
  /// insect, animal, latex), the older 160244002, and 1631000175102 "Patient not asked".
  private static let absences: Set<String> = [
    "716186003", "409137002", "429625007", "428607008", "428197003", "716220001", "716184000",
    "1003774007", "160244002", "1631000175102",
  ]

  // MARK: Modifiers and version

  /// Whether there are implicit rules or modifier extensions; none is known here.
  private mutating func hasModifiers() -> Bool {
    var isModified = false
    if elements.text(resource["implicitRules"]) != nil {
      elements.report(
        .modifierNotUnderstood, .warning, "implicit rules that are not known",
        at: resource["implicitRules"])
      isModified = true
    }
    guard resource.mayContain("modifierExtension") else { return isModified }
    for (name, value) in resource.members where value.isObject || value.isArray {
      if name.isString("contained") || name.isString("extension") { continue }
      let found =
        (name.isString("modifierExtension") ? [value] : value.modifierExtensions)
        .contains { ($0.isObject || $0.isArray) && !$0.isEmptyContainer }
      guard found else { continue }
      elements.report(
        .modifierNotUnderstood, .warning, "a modifier extension that is not known", at: value)
      isModified = true
    }
    return isModified
  }

  private func version() -> FHIRVersion? {
    if let version = VersionEvidence.profileVersion(meta: resource["meta"]) { return version }
    if resource["type"]?.isObject == true { return .r5 }
    if resource["clinicalStatus"]?.isObject == true { return nil }
    if resource["clinicalStatus"] != nil || resource["assertedDate"] != nil { return .stu3 }
    return resource["substance"] != nil || resource["status"] != nil ? .dstu2 : nil
  }
}
