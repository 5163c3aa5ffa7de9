// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a code system into the catalog, as a system of its own.
  ///
  /// A supplement defines no concepts: its content is found under the system that it supplements
  /// (FHIR R4, CodeSystem.content). Whether that system is loaded and contains the supplement's
  /// codes is reported by ``Output/terminologyProblems`` once all is loaded: the order does not
  /// matter.
  ///
  /// - Parameters:
  ///   - system: A code system read from a FHIR document. If its concepts were handed over, they
  ///     were held by ``hold(_:of:)`` before.
  ///   - file: What to call the document.
  ///   - place: Its number among the code systems of the document whose concepts are held; every
  ///     system of such a document must be added before the next document is read.
  /// - Returns: What is odd: a count that differs, a parent that is not there.
  public mutating func add(
    _ system: CodeSystemResource, file: String, held place: Int? = nil
  ) -> [Problem] {
    var problems = system.problems
    if let count = system.count, count != system.conceptCount, system.content != "not-present",
      !problems.contains(where: { $0.code == .countMismatch })
    {
      problems.append(
        Problem(
          .countMismatch, .warning,
          "the resource says \(count) concepts and holds \(system.conceptCount)"))
    }
    let base = system.supplements.map { String($0.prefix { $0 != "|" }) }
    let own = system.isSupplement ? base ?? system.url : system.url
    let url = own ?? Self.identifier(system.identifiers) ?? file
    let fields = [
      url, system.version, system.name, system.title, system.status, system.content,
      system.supplements, file, system.resourceType, system.language, system.resourceURL,
      system.resourceVersion,
    ]
    var row = place.flatMap { rows.heldSystems.removeValue(forKey: $0) } ?? CodeSystemRows()
    precondition(
      row.concepts.count == system.handedOverCount,
      "the concepts of a system that were handed over are held under its place, and no others")
    row.fields = fields.map { number($0) }
    row.isCaseSensitive = system.isCaseSensitive
    row.isSupplement = system.isSupplement
    row.hierarchyMeaning = number(system.hierarchyMeaning)
    row.statedCount = system.count
    row.isURLInvented = own == nil
    row.declarations = system.propertyDeclarations.map {
      StringTuple(number($0.code), number($0.uri), number($0.meaning), number($0.type))
    }
    row.identifiers = system.identifiers.map { StringTuple(number($0.system), number($0.value)) }
    add(system.concepts, to: &row)
    if !system.isSupplement, !isFirst(row.fields, .codeSystems) {
      problems.append(Self.repeated("code system"))
    }
    rows.codeSystems.append(row)
    return problems
  }

  /// Takes concepts of a code system whose document is still being read, before the system itself
  /// is added.
  ///
  /// - Parameters:
  ///   - concepts: Concepts, whole trees of them, after those of earlier calls.
  ///   - place: The number of the code system in its document.
  public mutating func hold(_ concepts: [FHIRResources.CodeSystemConcept], of place: Int) {
    var row = rows.heldSystems.removeValue(forKey: place) ?? CodeSystemRows()
    add(concepts, to: &row)
    rows.heldSystems[place] = row
  }

  private mutating func add(
    _ concepts: [FHIRResources.CodeSystemConcept], to row: inout CodeSystemRows
  ) {
    // The last concept of each depth: parents come before their children.
    var open: [Int] = []
    for concept in concepts {
      let position = row.concepts.count
      let depth = max(concept.depth, 1)
      while open.count >= depth { open.removeLast() }
      row.concepts.append(
        CodeSystemConceptRow(
          code: number(concept.code), display: number(concept.display),
          definition: number(concept.definition), parent: number(concept.parent),
          parentPosition: Int32(truncatingIfNeeded: open.last ?? -1),
          depth: UInt32(clamping: concept.depth),
          designationCount: UInt32(concept.designations.count),
          propertyCount: UInt32(concept.properties.count)))
      open.append(position)
      for part in concept.designations {
        row.designations.append(number(part.language))
        row.designations.append(number(part.use?.code))
        row.designations.append(number(part.value))
      }
      for part in concept.properties {
        if let coding = part.coding {
          let tuple = StringTuple(
            number(coding.system), number(coding.version), number(coding.display))
          row.propertyCodings.append((row.properties.count / 3, tuple))
        }
        row.properties.append(number(part.code))
        row.properties.append(number(part.type))
        row.properties.append(number(part.value))
      }
    }
  }

  /// Whether no resource of the URL and version, the first two fields, is loaded yet.
  private mutating func isFirst(_ fields: [UInt32], _ section: SectionID) -> Bool {
    rows.terminology.loaded.insert([UInt32(section.rawValue), fields[0], fields[1]]).inserted
  }

  private static func repeated(_ kind: String) -> Problem {
    Problem(
      .resourceRepeated, .warning,
      "a \(kind) of this url and version is loaded already; both are kept")
  }

  static func identifier(_ identifiers: [CodeSystemResource.Identifier]) -> String? {
    identifiers.compactMap(\.value).first
  }

  mutating func number(_ text: String?) -> UInt32 {
    guard var text, !text.isEmpty else { return 0 }
    return text.withUTF8 { unsafe rows.strings.number(of: $0.span) }
  }
}

extension CatalogBuilder {
  /// Puts a value set into the catalog: its rules and its expansion, as they are.
  ///
  /// They are evaluated when the catalog is queried, over everything that is loaded.
  ///
  /// - Parameters:
  ///   - set: A value set read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd.
  public mutating func add(_ set: ValueSetResource, file: String) -> [Problem] {
    var problems = set.problems
    let heading = set.heading
    let url = heading.url ?? Self.identifier(heading.identifiers) ?? file
    let fields = [
      url, heading.version, heading.name, heading.title, heading.status, file, set.inlineSystem,
    ].map { number($0) }
    if !isFirst(fields, .valueSets) { problems.append(Self.repeated("value set")) }
    let index = rows.terminology.valueSets.count(of: .valueSets)
    let firstClause = rows.terminology.valueSets.count(of: .valueSetClauses)
    let firstEntry = rows.terminology.valueSets.count(of: .valueSetEntries)
    for (place, clause) in set.clauses.enumerated() {
      let filters = clause.filters.map {
        StringTuple(number($0.property), number($0.operation), number($0.value))
      }
      let imports = clause.valueSets.map { StringTuple(number($0)) }
      rows.terminology.valueSets.append(
        .valueSetClauses,
        [
          UInt32(index), clause.isExcluded ? 1 : 0, number(clause.system), number(clause.version),
          UInt32(rows.terminology.valueSets.count(of: .valueSetEntries)),
          UInt32(clause.concepts.count), 0, UInt32(filters.count), 0, UInt32(imports.count), 0, 0,
        ], filters + imports)
      for entry in clause.concepts {
        add(entry, of: index, clause: firstClause + place + 1, first: 0)
      }
    }
    var flags: UInt32 = set.isComposed ? ValueSetField.composedFlag : 0
    if !set.allowsInactive { flags |= ValueSetField.activeOnlyFlag }
    if heading.url == nil { flags |= ValueSetField.inventedURLFlag }
    if let expansion = set.expansion {
      flags |= ValueSetField.expandedFlag
      if expansion.isSubset { flags |= ValueSetField.subsetFlag }
      let first = rows.terminology.valueSets.count(of: .valueSetEntries)
      for entry in expansion.entries { add(entry, of: index, clause: 0, first: first) }
    }
    let parameters = (set.expansion?.parameters ?? []).map {
      StringTuple(number($0.name), number($0.value))
    }
    let entryCount = rows.terminology.valueSets.count(of: .valueSetEntries) - firstEntry
    let words = [
      UInt32(firstClause), UInt32(set.clauses.count), UInt32(firstEntry), UInt32(entryCount),
      UInt32(clamping: (set.expansion?.total ?? -1) + 1), flags, 0, UInt32(parameters.count),
      number(set.expansion?.timestamp),
    ]
    rows.terminology.valueSets.append(.valueSets, fields + words, parameters)
    return problems
  }

  /// Adds a code of a clause, counted from 1, or of an expansion that begins with an entry.
  private mutating func add(
    _ entry: ValueSetResource.Entry, of set: Int, clause: Int, first: Int
  ) {
    let designations = entry.designations.map {
      StringTuple(number($0.language), number($0.use?.code), number($0.value))
    }
    let kind =
      UInt32(clamping: min(entry.depth, 0xFFFF))
      | (entry.isAbstract ? ValueSetEntryField.abstractFlag << 16 : 0)
      | (entry.isInactive ? ValueSetEntryField.inactiveFlag << 16 : 0)
    let words = [
      UInt32(set), number(entry.system), number(entry.version), number(entry.code),
      number(entry.display), UInt32(entry.parent.map { first + $0 + 1 } ?? 0), kind, 0,
      UInt32(designations.count), UInt32(clause),
    ]
    rows.terminology.valueSets.append(.valueSetEntries, words, designations)
  }

  /// Puts the registration of a code system into the catalog, so that its OIDs give its URI.
  ///
  /// - Parameters:
  ///   - system: A NamingSystem read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: Problems: an OID that already belongs to another system.
  public mutating func add(_ system: NamingSystemResource, file: String) -> [Problem] {
    var problems = system.problems
    for oid in system.oids {
      if let known = KnownCodeSystem.recognise(oid)?.canonical, let uri = system.preferredURI,
        KnownCodeSystem.recognise(uri)?.canonical != known
      {
        problems.append(
          Problem(
            .oidConflict, .warning,
            "the OID \(oid) stands for \(known); the registration is not followed"))
      }
    }
    let heading = [system.name, system.title, system.status, file].map { number($0) }
    let names = system.uniqueIDs.map {
      StringTuple(number($0.type), number($0.value), number($0.isPreferred ? "preferred" : nil))
    }
    rows.terminology.namingSystems.append(
      .namingSystems,
      heading + [0, UInt32(names.count), number(system.url), number(system.version)], names)
    return problems
  }
}

extension CatalogBuilder {
  /// Puts a concept map into the catalog: every mapping with what it says of itself.
  ///
  /// - Parameters:
  ///   - map: A concept map read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd.
  public mutating func add(_ map: ConceptMapResource, file: String) -> [Problem] {
    var problems = map.problems
    let heading = map.heading
    let url = heading.url ?? Self.identifier(heading.identifiers) ?? file
    let fields = [
      url, heading.version, heading.name, heading.title, heading.status, file,
      map.sourceScope, map.targetScope,
    ].map { number($0) }
    if !isFirst(fields, .conceptMaps) { problems.append(Self.repeated("concept map")) }
    let index = rows.terminology.maps.count(of: .conceptMaps)
    let flags =
      (heading.url == nil ? ConceptMapField.inventedURLFlag : 0)
      | (map.hasGroups ? 0 : ConceptMapField.ungroupedFlag)
    let firstGroup = rows.terminology.maps.count(of: .mapGroups)
    let groups = [UInt32(firstGroup), UInt32(map.groups.count)]
    rows.terminology.maps.append(.conceptMaps, fields + groups + [flags, 0])
    for group in map.groups { add(group, of: index) }
    return problems
  }

  private mutating func add(_ group: ConceptMapResource.Group, of map: Int) {
    let index = rows.terminology.maps.count(of: .mapGroups)
    let first = rows.terminology.maps.count(of: .mappings)
    // Also what says nothing: every element leaves a record.
    let count = group.elements.reduce(0) { $0 + max(1, $1.targets.count) }
    let unmapped = group.unmapped
    let systems = [group.source, group.sourceVersion, group.target, group.targetVersion]
    let otherwise = [
      unmapped?.mode, unmapped?.code, unmapped?.display, unmapped?.otherMap ?? unmapped?.valueSet,
    ]
    rows.terminology.maps.append(
      .mapGroups,
      [UInt32(map)] + systems.map { number($0) } + [UInt32(first), UInt32(count)]
        + otherwise.map { number($0) }
        + [UInt32((unmapped?.relationship ?? .unstated).number)])
    for element in group.elements {
      if element.targets.isEmpty { add(element, nil, MappingField.noTargetFlag, of: index) }
      for (number, target) in element.targets.enumerated() {
        add(element, target, number == 0 ? 0 : MappingField.furtherTargetFlag, of: index)
      }
    }
  }

  private mutating func add(
    _ element: ConceptMapResource.Element, _ target: ConceptMapResource.Target?, _ flags: UInt32,
    of group: Int
  ) {
    let relationship = target?.relationship ?? .noMap
    var kind = UInt32(relationship.number) | flags << 8
    if element.code == nil, element.valueSet != nil { kind |= MappingField.sourceSetFlag << 8 }
    if target?.code == nil, target?.valueSet != nil { kind |= MappingField.targetSetFlag << 8 }
    let fields = [
      element.system, element.code ?? element.valueSet, element.display, target?.system,
      target?.code ?? target?.valueSet, target?.display, target?.literal, target?.comment,
    ]
    let (dependencies, products) = (tuples(target?.dependsOn), tuples(target?.products))
    let counts = UInt32(dependencies.count) | UInt32(products.count) << 16
    rows.terminology.maps.append(
      .mappings, [UInt32(group)] + fields.map { number($0) } + [kind, 0, counts],
      dependencies + products)
  }

  private mutating func tuples(_ attributes: [ConceptMapResource.Attribute]?) -> [StringTuple] {
    (attributes ?? []).prefix(0xFFFF).map {
      StringTuple(number($0.name), number($0.system), number($0.value), number($0.display))
    }
  }
}
