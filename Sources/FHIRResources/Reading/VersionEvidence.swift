// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

// Which FHIR version a resource shows (section 5): first what it says itself,
// then its type's name, then the elements it uses. XML namespaces and JSON
// keys carry no version, so no evidence means no answer.

/// What tells the FHIR version of one resource.
struct VersionEvidence {
  /// The answer, ``FHIRVersion/mixed`` if elements disagree, `nil` if nothing tells.
  private(set) var answer: FHIRVersion?

  init(of fields: ResourceFields, kind: ResourceKind) {
    if let version = Self.profileVersion(meta: fields[.meta]) {
      answer = version
      return
    }
    guard let type = fields[.resourceType] else { return }
    if type.isString("MedicationPrescription") {
      answer = .dstu1
    } else if type.isString("MedicationOrder") {
      answer = .dstu2
    } else if type.isString("MedicationUsage") {
      answer = .r5
    } else {
      answer = Self.shape(of: fields, kind)
    }
  }

  /// What the elements tell; a rule whose version is already known is not asked.
  private static func shape(
    of fields: ResourceFields, _ kind: ResourceKind
  ) -> FHIRVersion? {
    let rules = Rules.of(kind)
    guard fields.holdsAny(of: rules.fields) else {
      return recordedStatement(fields, kind)
    }
    let dosages = dosageMembers(fields)
    var found: FHIRVersion?
    for rule in rules.main
    where rule.version != found && rule.mayApply(dosages) && rule.applies(to: fields) {
      if found != nil { return .mixed }
      found = rule.version
    }
    // R6 has all that tells R5, and what R4 brought and R5 kept tells R4 only where nothing
    // tells R5.
    if found == .r5 || found == nil, rules.sinceR6.contains(where: { $0.applies(to: fields) }) {
      return .r6
    }
    if found == .r5 || found == .r4 { return found }
    if rules.sinceR4.contains(where: { $0.mayApply(dosages) && $0.applies(to: fields) }) {
      return found == nil ? .r4 : .mixed
    }
    return found ?? recordedStatement(fields, kind)
  }

  /// The members that dosages have: half of the rules ask for them.
  private static func dosageMembers(_ fields: ResourceFields) -> UInt128 {
    var members: UInt128 = 0
    for field: ResourceField in [.dosageInstruction, .dosage] {
      guard let node = fields[field] else { continue }
      if node.isArray {
        for dosage in node.elements { members |= DosageField.table.present(in: dosage) }
      } else {
        members |= DosageField.table.present(in: node)
      }
    }
    return members
  }

  /// A word that documents of R4 have, too: it tells only where nothing else does.
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
    // Most profiles have no digit of a version: looked at as bytes, before a string is made.
    guard profile.isString, profile.rawBytes.contains(where: { $0 == 0x7C || $0 &- 0x30 < 7 })
    else {
      return nil
    }
    guard let url = profile.string else { return nil }
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

  /// An element that only one version has.
  private struct Rule {
    let version: FHIRVersion
    let kinds: [ResourceKind]
    let field: ResourceField
    /// Names from there down; every array on the way is searched.
    let path: [StaticString]
    /// The bit of the first of these names, where the field holds dosages.
    private let dosageMember: UInt128?

    init(
      _ version: FHIRVersion, _ kinds: [ResourceKind], _ field: ResourceField,
      _ path: StaticString...
    ) {
      self.version = version
      self.kinds = kinds
      self.field = field
      self.path = path
      let isOfDosages = field == .dosageInstruction || field == .dosage
      dosageMember =
        isOfDosages
        ? path.first.flatMap { name in DosageField.allCases.first { "\($0)" == "\(name)" } }
          .map { 1 << UInt128($0.rawValue) } : nil
    }

    /// Whether dosages with these members may have the element: false is certain.
    func mayApply(_ dosages: UInt128) -> Bool {
      dosageMember.map { dosages & $0 != 0 } ?? true
    }

    /// Whether the element is there, in a resource of one of the kinds.
    func applies(to fields: ResourceFields) -> Bool {
      guard let node = fields[field] else { return false }
      return path.isEmpty || Self.has(node, path[...])
    }

    private static func has(_ node: JSONNode, _ path: ArraySlice<StaticString>) -> Bool {
      guard let name = path.first else { return true }
      if node.isArray {
        return node.elements.contains { $0.isObject && has($0, path) }
      }
      return node[name].map { has($0, path.dropFirst()) } ?? false
    }
  }

  /// The rules of one kind of resource.
  private struct Rules {
    let main: [Rule]
    let sinceR6: [Rule]
    let sinceR4: [Rule]
    /// Every field that a rule asks for.
    let fields: ResourceField.Set

    init(_ kind: ResourceKind) {
      main = VersionEvidence.rules.filter { $0.kinds.contains(kind) }
      sinceR6 = VersionEvidence.sinceR6.filter { $0.kinds.contains(kind) }
      sinceR4 = VersionEvidence.sinceR4.filter { $0.kinds.contains(kind) }
      fields = ResourceField.Set((main + sinceR6 + sinceR4).map(\.field))
    }

    static func of(_ kind: ResourceKind) -> Rules {
      switch kind {
      case .request: request
      case .statement: statement
      case .dispense: dispense
      case .administration: administration
      case .medication: medication
      case .knowledge: knowledge
      default: none
      }
    }

    private static let request = Rules(.request)
    private static let statement = Rules(.statement)
    private static let dispense = Rules(.dispense)
    private static let administration = Rules(.administration)
    private static let medication = Rules(.medication)
    private static let knowledge = Rules(.knowledge)
    private static let none = Rules(.other)
  }

  private static let uses: [ResourceKind] = [.request, .statement, .dispense, .administration]

  private static let rules: [Rule] = [
    Rule(.r5, uses, .medication, "concept"),
    Rule(.r5, uses, .medication, "reference", "reference"),
    Rule(.r5, [.medication], .doseForm),
    Rule(.r5, [.medication], .totalVolume),
    Rule(.r5, [.medication], .ingredient, "strengthRatio"),
    Rule(.r5, [.knowledge], .definitional),
    Rule(.r5, [.administration], .occurenceDateTime),
    Rule(.r5, [.administration], .occurencePeriod),
    Rule(.r5, [.administration], .occurenceTiming),
    Rule(.r5, [.statement], .adherence),
    Rule(.r5, uses, .dosageInstruction, "asNeededFor"),
    Rule(.r5, uses, .dosage, "asNeededFor"),
    Rule(.r4, [.knowledge], .doseForm),
    Rule(.r4, [.knowledge], .synonym),
    Rule(.r4, [.medication], .ingredient, "strength"),
    Rule(.r4, [.medication], .amount),
    Rule(.stu3, [.request], .requester, "agent"),
    Rule(.stu3, [.request], .context),
    Rule(.stu3, [.request], .dosageInstruction, "doseQuantity"),
    Rule(.stu3, [.statement], .dosage, "doseQuantity"),
    Rule(.stu3, [.statement], .taken),
    Rule(.stu3, [.administration], .notGiven),
    Rule(.stu3, [.dispense], .notDone),
    Rule(.stu3, [.medication], .ingredient, "amount"),
    Rule(.stu3, [.medication], .isOverTheCounter),
    Rule(.dstu2, [.statement, .dispense, .administration], .patient),
    Rule(.dstu2, [.statement], .wasNotTaken),
    Rule(.dstu2, [.administration], .wasNotGiven),
    Rule(.dstu2, [.medication], .product),
    Rule(.dstu2, uses, .dosageInstruction, "additionalInstructions"),
    Rule(.dstu2, uses, .dosageInstruction, "timing", "repeat", "periodUnits"),
    Rule(.dstu2, uses, .dosage, "timing", "repeat", "periodUnits"),
  ]

  private static let sinceR6: [Rule] = [
    Rule(.r6, [.administration], .occurrenceDateTime),
    Rule(.r6, [.administration], .occurrencePeriod),
    Rule(.r6, [.administration], .occurrenceTiming),
  ]

  private static let sinceR4: [Rule] = [
    Rule(.r4, [.request, .dispense], .dosageInstruction, "doseAndRate"),
    Rule(.r4, [.statement], .dosage, "doseAndRate"),
    Rule(.r4, [.request], .doNotPerform),
    Rule(.r4, [.request], .encounter),
  ]
}
