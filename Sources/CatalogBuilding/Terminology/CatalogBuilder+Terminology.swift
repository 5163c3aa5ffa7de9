// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a code system into the catalog, as a system of its own.
  ///
  /// A supplement defines no concepts: what it says is found under the system
  /// that it adds to (FHIR R4, CodeSystem.content). Whether that system is loaded and holds the
  /// supplement's codes is told by ``Output/terminologyProblems``, when all is loaded: the order
  /// does not matter.
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
    if !system.isSupplement,
      isLoaded(row.fields, among: rows.codeSystems.lazy.filter { !$0.isSupplement }.map(\.fields))
    {
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
    // The last concept of each depth: parents stand before their children.
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

  /// Whether a resource of the same URL and version, the first two fields, is loaded already.
  private func isLoaded(_ fields: [UInt32], among others: some Sequence<[UInt32]>) -> Bool {
    others.contains { $0[0] == fields[0] && $0[1] == fields[1] }
  }

  private static func repeated(_ kind: String) -> Problem {
    Problem(
      .resourceRepeated, .warning,
      "a \(kind) of this url and version is loaded already; both are kept")
  }

  /// The identifier that stands for a resource without URL.
  static func identifier(_ identifiers: [CodeSystemResource.Identifier]) -> String? {
    identifiers.compactMap(\.value).first
  }

  /// The number of a text; 0 for none.
  mutating func number(_ text: String?) -> UInt32 {
    guard var text, !text.isEmpty else { return 0 }
    return text.withUTF8 { unsafe rows.strings.number(of: $0.span) }
  }
}

extension CatalogBuilder {
  /// Puts a value set into the catalog: its rules and its expansion, as they are.
  ///
  /// What they come to is worked out when the catalog is asked, over everything that is loaded.
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
    if isLoaded(fields, among: rows.terminology.valueSets.lazy.map(\.fields)) {
      problems.append(Self.repeated("value set"))
    }
    var entryCount = 0
    for clause in set.clauses {
      for entry in clause.concepts { add(entry) }
      entryCount += clause.concepts.count
      rows.terminology.clauses.append(
        ClauseRow(
          isExcluded: clause.isExcluded, system: number(clause.system),
          version: number(clause.version), entryCount: clause.concepts.count,
          filters: clause.filters.map {
            StringTuple(number($0.property), number($0.operation), number($0.value))
          },
          imports: clause.valueSets.map { number($0) }))
    }
    var flags: UInt32 = set.isComposed ? ValueSetField.composedFlag : 0
    if !set.allowsInactive { flags |= ValueSetField.activeOnlyFlag }
    if heading.url == nil { flags |= ValueSetField.inventedURLFlag }
    if let expansion = set.expansion {
      flags |= ValueSetField.expandedFlag
      if expansion.isSubset { flags |= ValueSetField.subsetFlag }
      for entry in expansion.entries { add(entry) }
      entryCount += expansion.entries.count
    }
    rows.terminology.valueSets.append(
      ValueSetRow(
        fields: fields, clauseCount: set.clauses.count, entryCount: entryCount,
        total: set.expansion?.total, flags: flags,
        parameters: (set.expansion?.parameters ?? []).map {
          StringTuple(number($0.name), number($0.value))
        },
        timestamp: number(set.expansion?.timestamp)))
    return problems
  }

  private mutating func add(_ entry: ValueSetResource.Entry) {
    rows.terminology.entries.append(
      ValueSetEntryRow(
        system: number(entry.system), version: number(entry.version), code: number(entry.code),
        display: number(entry.display), parent: entry.parent,
        kind: UInt32(clamping: min(entry.depth, 0xFFFF))
          | (entry.isAbstract ? ValueSetEntryField.abstractFlag << 16 : 0)
          | (entry.isInactive ? ValueSetEntryField.inactiveFlag << 16 : 0),
        designations: entry.designations.map {
          StringTuple(number($0.language), number($0.use?.code), number($0.value))
        }))
  }

  /// Puts the registration of a code system into the catalog, so that its OIDs lead to its URI.
  ///
  /// - Parameters:
  ///   - system: A NamingSystem read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd: an OID that leads to another system already.
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
    rows.terminology.namingSystems.append(
      NamingSystemRow(
        fields: [
          system.name, system.title, system.status, file, system.url, system.version,
        ].map { number($0) },
        names: system.uniqueIDs.map {
          StringTuple(number($0.type), number($0.value), number($0.isPreferred ? "preferred" : nil))
        }))
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
    if isLoaded(fields, among: rows.terminology.maps.lazy.map(\.fields)) {
      problems.append(Self.repeated("concept map"))
    }
    for group in map.groups { add(group) }
    rows.terminology.maps.append(
      ConceptMapRow(
        fields: fields, groupCount: map.groups.count,
        flags: (heading.url == nil ? ConceptMapField.inventedURLFlag : 0)
          | (map.hasGroups ? 0 : ConceptMapField.ungroupedFlag)))
    return problems
  }

  private mutating func add(_ group: ConceptMapResource.Group) {
    let first = rows.terminology.mappings.count
    for element in group.elements {
      if element.targets.isEmpty {
        // Also what says nothing: every element leaves a record.
        add(element, nil, MappingField.noTargetFlag)
      }
      for (number, target) in element.targets.enumerated() {
        add(element, target, number == 0 ? 0 : MappingField.furtherTargetFlag)
      }
    }
    let unmapped = group.unmapped
    rows.terminology.groups.append(
      MapGroupRow(
        fields: [group.source, group.sourceVersion, group.target, group.targetVersion]
          .map { number($0) },
        mappingCount: rows.terminology.mappings.count - first,
        unmapped: StringTuple(
          number(unmapped?.mode), number(unmapped?.code), number(unmapped?.display),
          number(unmapped?.otherMap ?? unmapped?.valueSet)),
        unmappedRelationship: UInt32((unmapped?.relationship ?? .unstated).number)))
  }

  private mutating func add(
    _ element: ConceptMapResource.Element, _ target: ConceptMapResource.Target?, _ flags: UInt32
  ) {
    let relationship = target?.relationship ?? .noMap
    var kind = UInt32(relationship.number) | flags << 8
    if element.code == nil, element.valueSet != nil { kind |= MappingField.sourceSetFlag << 8 }
    if target?.code == nil, target?.valueSet != nil { kind |= MappingField.targetSetFlag << 8 }
    rows.terminology.mappings.append(
      MappingRow(
        fields: [
          element.system, element.code ?? element.valueSet, element.display, target?.system,
          target?.code ?? target?.valueSet, target?.display, target?.literal, target?.comment,
        ].map { number($0) },
        kind: kind, dependencies: tuples(target?.dependsOn), products: tuples(target?.products)))
  }

  private mutating func tuples(_ attributes: [ConceptMapResource.Attribute]?) -> [StringTuple] {
    (attributes ?? []).prefix(0xFFFF).map {
      StringTuple(number($0.name), number($0.system), number($0.value), number($0.display))
    }
  }
}
