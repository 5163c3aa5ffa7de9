// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// What shows the FHIR version of a resource: first what it says itself, then its type's name,
/// then the elements it uses.
enum VersionEvidence {
  /// The version that a resource shows, ``FHIRVersion/mixed`` if elements disagree, `nil` if nothing
  /// shows it.
  static func version(of fields: ResourceFields, kind: ResourceKind) -> FHIRVersion? {
    if let version = profileVersion(meta: fields[.meta]) { return version }
    guard let type = fields[.resourceType] else { return nil }
    if type.isString("MedicationPrescription") { return .dstu1 }
    if type.isString("MedicationOrder") { return .dstu2 }
    return type.isString("MedicationUsage") ? .r5 : shape(of: fields, kind)
  }

  /// What the elements show; those of a version that is already known are skipped.
  private static func shape(of fields: ResourceFields, _ kind: ResourceKind) -> FHIRVersion? {
    guard let table = ElementEvidence.tables[kind], fields.holdsAny(of: table.fields) else {
      return recordedStatement(fields, kind)
    }
    let dosages = dosageMembers(fields)
    var found: FHIRVersion?
    for element in table.own
    where element.version != found && element.applies(to: fields, dosages) {
      if found != nil { return .mixed }
      found = element.version
    }
    // R6 has everything that identifies R5, and what R4 added and R5 kept
    // identifies R4 only if nothing identifies R5.
    if found == .r5 || found == nil,
      table.sinceR6.contains(where: { $0.applies(to: fields, dosages) })
    {
      return .r6
    }
    if found == .r5 || found == .r4 { return found }
    if table.sinceR4.contains(where: { $0.applies(to: fields, dosages) }) {
      return found == nil ? .r4 : .mixed
    }
    return found ?? recordedStatement(fields, kind)
  }

  /// The members that dosages have: half of the evidence is among them.
  private static func dosageMembers(_ fields: ResourceFields) -> UInt128 {
    var members: UInt128 = 0
    for node in fields.all(.dosages) {
      for dosage in node.items {
        members |= DosageField.table.present(in: dosage)
      }
    }
    return members
  }

  /// A word that documents of R4 have, too: it counts only if nothing else does.
  private static func recordedStatement(
    _ fields: ResourceFields, _ kind: ResourceKind
  ) -> FHIRVersion? {
    kind == .statement && fields[.status]?.isString("recorded") == true ? .r5 : nil
  }

  /// The version of a document whose resources show these: R6 has all that tells R5 from R4.
  static func common(_ one: FHIRVersion, _ other: FHIRVersion) -> FHIRVersion {
    if one == other { return one }
    let isSinceR5 = [one, other].allSatisfy { $0 == .r5 || $0 == .r6 }
    return isSinceR5 ? .r6 : .mixed
  }

  /// Reads a version number as FHIR publishes them; a ballot counts for what it became.
  static func version(_ number: String) -> FHIRVersion? {
    let parts = number.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map {
      Int(String($0.prefix { $0 >= 0x30 && $0 <= 0x39 }) ?? "")
    }
    guard parts.count <= 3, let major = parts.first ?? nil else { return nil }
    let minor = parts.count > 1 ? parts[1] : nil
    return switch (major, minor) {
    case (0, _): .dstu1
    case (1, nil), (1, 0): .dstu2
    case (1, _): .stu3
    case (3, nil), (3, 0): .stu3
    case (3, _): .r4
    case (4, nil), (4, 0): .r4
    case (4, 1), (4, 3): .r4b
    case (4, _), (5, _): .r5
    case (6, _): .r6
    default: nil
    }
  }

  /// A version in the path of a profile, or in the tail of a profile of FHIR itself.
  ///
  /// The tail of any other profile is that profile's own version: US Core 5.0.0 is R4.
  static func profileVersion(meta: JSONNode?) -> FHIRVersion? {
    guard let profiles = meta?["profile"] else { return nil }
    if profiles.isString { return version(inURL: profiles) }
    for profile in profiles.elements {
      if let version = version(inURL: profile) { return version }
    }
    return nil
  }

  private static func version(inURL profile: JSONNode) -> FHIRVersion? {
    // Most profiles have no version digit: checked on the bytes, before a string is made.
    guard profile.isString, profile.rawBytes.contains(where: { $0 == 0x7C || $0 &- 0x30 < 7 }),
      let url = profile.string
    else { return nil }
    let segments = url.utf8.split(separator: 0x2F).map { String($0) ?? "" }
    if segments.contains("DSTU2") { return .dstu2 }
    if segments.contains("STU3") { return .stu3 }
    guard segments.count > 3, segments[0] == "http:", segments[1] == "hl7.org",
      segments[2] == "fhir"
    else { return nil }
    if segments[3] == "StructureDefinition", let name = segments.last,
      let bar = name.utf8.lastIndex(of: 0x7C)
    {
      return version(String(name[name.utf8.index(after: bar)...]))
    }
    return version(segments[3])
  }
}
