// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Answers about codes of one system: whether it holds them, and what filters say of them.
///
/// Systems that were loaded from FHIR go first, then the release: RxNorm, the National Drug
/// Codes, and the codes of other sources as far as the release has them.
struct FilterEvaluation {
  let catalog: Catalog
  /// Patterns that were read already; `nil` for those that cannot be.
  private var patterns: [String: ValuePattern?] = [:]
  /// Whether any concept of a system has a property.
  private var usedProperties: [String: Bool] = [:]
  private var systems: [String: [LoadedCodeSystem]] = [:]

  private var hierarchies: [Int: HierarchyFilter] = [:]

  init(_ catalog: Catalog) { self.catalog = catalog }

  // MARK: Systems

  /// The loaded systems that a clause means; those of other versions are left out.
  mutating func loaded(_ system: String, version: String) -> [LoadedCodeSystem] {
    let wanted = Catalog.canonical(system)
    let all: [LoadedCodeSystem]
    if let known = systems[wanted] {
      all = known
    } else {
      all = catalog.codeSystems.filter { !$0.isSupplement && Catalog.canonical($0.url) == wanted }
      systems[wanted] = all
    }
    return version.isEmpty ? all : all.filter { $0.version == version }
  }

  /// Whether the release is the version of RxNorm that a clause names; any where it names none.
  private func isLoadedRelease(_ version: String) -> Bool {
    guard !version.isEmpty, version != catalog.release.name else { return true }
    let digits = version.filter { ("0"..."9").contains($0) }
    let date = (catalog.release.date ?? "").filter { $0 != "-" }
    return !date.isEmpty && (digits == date || digits == String(date.dropFirst(4) + date.prefix(4)))
  }

  /// Why nothing can be said about a system.
  private mutating func reason(_ system: String, _ version: String) -> String {
    if !version.isEmpty, !loaded(system, version: "").isEmpty {
      return "version \(version) of \(system) is not loaded"
    }
    return "the code system \(system) is not loaded"
  }

  mutating func holds(_ system: String, version: String, _ code: AskedCode) -> Verdict {
    let systems = loaded(system, version: version)
    if !systems.isEmpty {
      if code.concepts.contains(where: { concept in
        systems.contains { $0.index == concept.system.index }
      }) {
        return .yes
      }
      if systems.contains(where: \.isComplete) { return .no }
      return .unknown("only a part of \(system) is loaded")
    }
    switch code.canonicalSystem {
    case CodeSystem.rxNorm:
      guard isLoadedRelease(version) else {
        return .unknown("version \(version) of RxNorm is not loaded")
      }
      if concept(code) != nil { return .yes }
      return catalog.release.isOfficial
        ? .no : .unknown("the release does not hold all of RxNorm")
    default:
      if !catalog.concepts(system: code.canonicalSystem, code: code.code).isEmpty { return .yes }
      return .unknown(reason(system, version))
    }
  }

  /// The RxNorm concept that a code identifies.
  private func concept(_ code: AskedCode) -> Concept? {
    guard code.canonicalSystem == CodeSystem.rxNorm,
      let concept = catalog.concepts(system: CodeSystem.rxNorm, code: code.code).first,
      concept.isLive
    else { return nil }
    return concept
  }

  func isInactive(_ code: AskedCode) -> Verdict {
    if let concept = concept(code) { return Verdict(concept.status != .active) }
    guard !code.concepts.isEmpty else {
      return .unknown("whether codes of \(code.canonicalSystem) are active is not loaded")
    }
    return Verdict(
      catalog.terms(system: code.canonicalSystem, code: code.code).terms.contains(
        where: \.isInactive))
  }

  /// The name of a listed code: the value set's own, or the system's.
  func display(of entry: ValueSetEntry) -> String {
    let own = entry.display
    if !own.isEmpty { return own }
    let code = AskedCode(catalog, entry.system, entry.code)
    return concept(code)?.name ?? code.concepts.first?.display ?? ""
  }

  // MARK: Codes of a system

  /// The codes of the system of a clause that satisfy all its filters.
  mutating func codes(
    of clause: ValueSetClause, _ answer: inout ValueSetMembers
  ) -> [ValueSetMember] {
    let (system, version, conditions) = (clause.system, clause.version, clause.filters)
    let systems = loaded(system, version: version)
    if !systems.isEmpty {
      if !systems.contains(where: \.isComplete) {
        answer.add(gap: "only a part of \(system) is loaded")
      }
      var found: [ValueSetMember] = []
      for loaded in systems {
        for concept in loaded.concepts {
          var verdict: Verdict = .yes
          for condition in conditions { verdict = verdict && matches(condition, concept, loaded) }
          if case .unknown(let reason) = verdict { answer.add(gap: reason) }
          if verdict == .yes { found.append(ValueSetMember(concept)) }
        }
      }
      return found
    }
    guard Catalog.canonical(system) == CodeSystem.rxNorm, isLoadedRelease(version) else {
      answer.add(gap: reason(system, version))
      return []
    }
    if !catalog.release.isOfficial { answer.add(gap: "the release does not hold all of RxNorm") }
    var found: [ValueSetMember] = []
    for concept in catalog.concepts where concept.isLive {
      guard let code = concept.code else { continue }
      var verdict: Verdict = .yes
      for condition in conditions { verdict = verdict && matches(condition, concept) }
      if case .unknown(let reason) = verdict {
        answer.add(gap: reason)
        // It will be the same for all.
        if conditions.count == 1 { return [] }
      }
      guard verdict == .yes else { continue }
      found.append(
        ValueSetMember(
          system: system, version: version, code: code.description, display: concept.name,
          isAbstract: false, isInactive: concept.status != .active))
    }
    return found
  }

  // MARK: Filters

  mutating func matches(
    _ filter: ValueSetFilter, _ clause: ValueSetClause, _ code: AskedCode
  ) -> Verdict {
    let systems = loaded(clause.system, version: clause.version)
    for concept in code.concepts {
      if let system = systems.first(where: { $0.index == concept.system.index }) {
        return matches(filter, concept, system)
      }
    }
    if let concept = concept(code), systems.isEmpty { return matches(filter, concept) }
    return .unknown(
      "\(clause.system) is not loaded as far as the filter \(filter.description) needs it")
  }

  private mutating func matches(_ filter: ValueSetFilter, _ concept: Concept) -> Verdict {
    guard let values = RxNormProperty.values(of: filter.property, concept, catalog) else {
      return .unknown("the filter \(filter.description) is about no property of RxNorm")
    }
    if HierarchyFilter.operations.contains(filter.operation) {
      return .unknown("RxNorm defines no subsumption for the filter \(filter.description)")
    }
    return compare(values.texts, filter, read: values.read)
  }

  private mutating func matches(
    _ filter: ValueSetFilter, _ concept: CodeSystemConcept, _ system: LoadedCodeSystem
  ) -> Verdict {
    if HierarchyFilter.operations.contains(filter.operation) {
      let hierarchy = hierarchies[system.index] ?? HierarchyFilter(catalog, system)
      hierarchies[system.index] = hierarchy
      return hierarchy.matches(filter, concept)
    }
    let values: [String]
    switch filter.property {
    case "code", "concept": values = [concept.code]
    case "display": values = concept.display.isEmpty ? [] : [concept.display]
    case "definition": values = concept.definition.isEmpty ? [] : [concept.definition]
    case "designation": values = term(concept).designations.map(\.value)
    case "parent": values = concept.parents.map(\.concept.code)
    case "child": values = concept.children.map(\.concept.code)
    case "inactive": values = [term(concept).isInactive ? "true" : "false"]
    default:
      values = term(concept).properties.filter { $0.code == filter.property }.map(\.value)
      if values.isEmpty, !isKnown(filter.property, system) {
        return .unknown("\(system.url) has no property \(filter.property)")
      }
    }
    return compare(values, filter, read: { $0 })
  }

  private func term(_ concept: CodeSystemConcept) -> LoadedTerm {
    let system = concept.system
    let supplements = catalog.codeSystemConcepts(system: system.url, code: concept.code).filter {
      $0.system.isSupplement && $0.system.addsTo(system)
    }
    return LoadedTerm(concept: concept, supplements: supplements, isSupplementOnly: false)
  }

  /// Whether a system declares a property, or a concept of it or of a supplement has it.
  private mutating func isKnown(_ property: String, _ system: LoadedCodeSystem) -> Bool {
    let key = "\(system.index) \(property)"
    if let known = usedProperties[key] { return known }
    let supplements = catalog.codeSystems.filter { $0.isSupplement && $0.addsTo(system) }
    let isKnown =
      system.declaredProperties.contains { $0.code == property }
      || ([system] + supplements).contains { system in
        system.concepts.contains { $0.properties.contains { $0.code == property } }
      }
    usedProperties[key] = isKnown
    return isKnown
  }

  /// Compares values of a property with that of a filter.
  ///
  /// A code without the property is in no set of values: `not-in` holds for it.
  private mutating func compare(
    _ values: [String], _ filter: ValueSetFilter, read: (String) -> String?
  ) -> Verdict {
    switch filter.operation {
    case "=":
      guard let wanted = read(filter.value) else {
        return .unknown("the filter \(filter.description) has a value that is not understood")
      }
      return Verdict(values.contains(wanted))
    case "in", "not-in":
      var wanted: Set<String> = []
      for part in filter.value.split(separator: ",") {
        guard let value = read(Self.trimmed(part)) else {
          return .unknown("the filter \(filter.description) has a value that is not understood")
        }
        wanted.insert(value)
      }
      let isIn = values.contains { wanted.contains($0) }
      return Verdict(isIn == (filter.operation == "in"))
    case "exists":
      guard filter.value == "true" || filter.value == "false" else {
        return .unknown("the filter \(filter.description) asks neither for true nor for false")
      }
      return Verdict(values.isEmpty == (filter.value == "false"))
    case "regex":
      let known = patterns[filter.value] ?? ValuePattern(filter.value)
      patterns[filter.value] = .some(known)
      guard let pattern = known else {
        return .unknown("the regular expression of \(filter.description) is not understood")
      }
      return Verdict(values.contains { pattern.matches($0) })
    default:
      return .unknown("the operation of the filter \(filter.description) is not known")
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let bytes = text.utf8
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > 0x20 }.map { bytes.index(after: $0) } ?? bytes.endIndex
    return start < end ? String(text[start..<end]) : ""
  }
}

// The properties that filters over RxNorm may name (HL7 terminology, "RxNorm": STY, SAB, TTY and
// the relationships), and what else the release contains. A relationship is read as it
// sounds: `has_ingredient = CUI:161` holds for what has the ingredient 161.

/// Properties of RxNorm's concepts.
enum RxNormProperty {
  typealias Values = (texts: [String], read: (String) -> String?)

  /// The values of a property of a concept; `nil` where RxNorm has no such property.
  static func values(of property: String, _ concept: Concept, _ catalog: Catalog) -> Values? {
    switch property {
    case "code", "concept": return ([concept.rxcui.description], { $0 })
    case "display": return ([concept.name], { $0 })
    case "TTY", "tty": return ([concept.termType.rawValue], { $0 })
    case "SAB", "sab": return (concept.names.map(\.source), { $0 })
    case "STY", "sty": return semanticTypes(concept)
    case "inactive": return ([concept.status == .active ? "false" : "true"], { $0 })
    default: break
    }
    // The kinds of relations that rows with a relationship do not show any more.
    if ["SY", "SIB", "RN", "PAR", "CHD", "RB", "RO"].contains(property) { return nil }
    let relationship = Relationship(rawValue: property)
    if isRelationship(property, catalog) {
      return (concept.related(relationship).map { $0.rxcui.description }, readCode)
    }
    let attributes = concept.attributes.filter { $0.name == property && $0.source == "RXNORM" }
    if attributes.isEmpty, !isAttribute(property) { return nil }
    return (attributes.map(\.value), { $0 })
  }

  private static func semanticTypes(_ concept: Concept) -> Values {
    let types = concept.semanticTypes
    return (
      types.flatMap { ["TUI:\($0.identifier)", "STY:\($0.name)", "STN:\($0.treeNumber)"] },
      { value in
        ["TUI:", "STY:", "STN:"].contains { value.hasPrefix($0) } ? value : "TUI:" + value
      }
    )
  }

  /// `CUI:161` or `161`; the atoms of `AUI:` are not related here.
  private static func readCode(_ value: String) -> String? {
    let code = value.hasPrefix("CUI:") ? String(value.dropFirst(4)) : value
    return RxCUI(code) == nil ? nil : code
  }

  private static func isRelationship(_ property: String, _ catalog: Catalog) -> Bool {
    WellKnownSymbol.inversePairs.contains { $0.0 == property || $0.1 == property }
  }

  private static func isAttribute(_ property: String) -> Bool {
    property == "NDC" || property.hasPrefix("RXN_") || property == "RXTERM_FORM"
  }
}
