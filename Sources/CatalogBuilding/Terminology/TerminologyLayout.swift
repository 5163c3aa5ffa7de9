// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The sections of FHIR terminology beside the code systems' concepts. They are laid out last,
// so that a catalog without such resources has the bytes that it would have without this file.

/// Lays out value sets, concept maps, registrations, and the details of code systems.
struct TerminologyLayout {
  private(set) var sections: [SectionBytes] = []
  private var pool: FilePool
  private var tuples: [UInt32] = []
  private var keyWords: [UInt32] = []
  private var keys: [(hash: UInt64, record: UInt32)] = []
  private var canonicalSystems: [UInt32: (text: [UInt8], reference: UInt32)] = [:]

  /// Lays out everything.
  init(_ rows: BuildRows, pool: FilePool, propertyNames: HierarchyPropertyNames) {
    self.pool = pool
    guard !rows.codeSystems.isEmpty || !rows.terminology.isEmpty else { return }
    layOutDetails(of: rows.codeSystems, propertyNames)
    layOutValueSets(rows.terminology)
    layOutMaps(rows.terminology)
    layOutNamingSystems(rows.terminology)
    append(.tuples, tuples)
    append(.termKeys, keyWords)
    if !keys.isEmpty {
      let index = GroupIndex(keys)
      append(.termSlots, index.slots)
      append(.termEntries, index.entries)
    }
  }

  /// The file's strings with those that these sections use.
  var strings: FilePool { pool }

  private mutating func append(_ id: SectionID, _ words: [UInt32]) {
    if !words.isEmpty { sections.append(SectionBytes(id, words: words)) }
  }

  /// Appends tuples; returns where they begin and how many they are.
  private mutating func append(_ list: [StringTuple]) -> [UInt32] {
    let first = UInt32(tuples.count / 4)
    for tuple in list {
      for index in tuple.strings.indices { tuples.append(pool.reference(tuple.strings[index])) }
    }
    return [first, UInt32(list.count)]
  }

  private mutating func appendKey(
    system: UInt32, code: UInt32, owner: Int, _ kind: TermKeyKind
  ) {
    guard code != 0 else { return }
    let canonical = canonicalSystem(system)
    keys.append(
      (KeyHash.of(system: canonical.text, code: pool.text(code)), UInt32(keyWords.count / 4)))
    keyWords.append(canonical.reference)
    keyWords.append(pool.reference(code))
    keyWords.append(UInt32(owner))
    keyWords.append(kind.rawValue)
  }

  /// The URI that stands for a code system: keys do not tell its right spellings apart.
  private mutating func canonicalSystem(_ number: UInt32) -> (text: [UInt8], reference: UInt32) {
    if let known = canonicalSystems[number] { return known }
    let literal = Array(pool.text(number))
    let found: (text: [UInt8], reference: UInt32)
    if let known = KnownCodeSystem.recognise(String(decoding: literal, as: UTF8.self))?.canonical,
      Array(known.utf8) != literal
    {
      found = (Array(known.utf8), pool.reference(text: known))
    } else {
      found = (literal, pool.reference(number))
    }
    canonicalSystems[number] = found
    return found
  }

  // MARK: Code systems

  private mutating func layOutDetails(
    of systems: [CodeSystemRows], _ propertyNames: HierarchyPropertyNames
  ) {
    var details: [UInt32] = []
    var hierarchy: [UInt32] = []
    var codings: [UInt32] = []
    var (firstConcept, firstProperty) = (0, 0)
    for system in systems {
      details += [
        pool.reference(system.hierarchyMeaning),
        UInt32(clamping: (system.statedCount ?? -1) + 1),
      ]
      details += append(system.declarations)
      details += append(system.identifiers)
      details += [system.isURLInvented ? CodeSystemDetailField.inventedURLFlag : 0, 0]
      if !system.isSupplement {
        for edge in HierarchyEdges(system, propertyNames).edges {
          hierarchy.append(UInt32(firstConcept + edge.child))
          hierarchy.append(UInt32(firstConcept + edge.parent))
          hierarchy.append(UInt32(edge.kind))
        }
      }
      for (property, coding) in system.propertyCodings {
        codings.append(UInt32(firstProperty + property))
        for index in 0..<3 { codings.append(pool.reference(coding.strings[index])) }
      }
      if !system.isCaseSensitive { appendFoldedKeys(of: system, firstConcept) }
      firstConcept += system.concepts.count
      firstProperty += system.properties.count / 3
    }
    append(.codeSystemDetails, details)
    append(.hierarchy, hierarchy)
    append(.propertyCodings, codings)
  }

  /// Keys for codes in any letter case.
  private mutating func appendFoldedKeys(of system: CodeSystemRows, _ first: Int) {
    let url = Array(pool.text(system.fields[0]))
    for (position, concept) in system.concepts.enumerated() {
      let key = NameKey.of(pool.text(concept.code).span)
      keys.append((KeyHash.of(system: url, code: key), UInt32(keyWords.count / 4)))
      keyWords += [
        pool.reference(system.fields[0]),
        pool.reference(text: String(decoding: key, as: UTF8.self)), UInt32(first + position),
        TermKeyKind.foldedConcept.rawValue,
      ]
    }
  }

  // MARK: Value sets

  private mutating func layOutValueSets(_ rows: TerminologyRows) {
    var sets: [UInt32] = []
    var clauseWords: [UInt32] = []
    var entries: [UInt32] = []
    var (clause, entry) = (0, 0)
    for (number, set) in rows.valueSets.enumerated() {
      let (firstClause, firstEntry) = (clause, entry)
      for row in rows.clauses[clause..<clause + set.clauseCount] {
        clause += 1
        clauseWords += [
          UInt32(number), row.isExcluded ? 1 : 0, pool.reference(row.system),
          pool.reference(row.version), UInt32(entry), UInt32(row.entryCount),
        ]
        clauseWords += append(row.filters)
        clauseWords += append(row.imports.map { StringTuple($0) })
        clauseWords += [0, 0]
        for _ in 0..<row.entryCount {
          append(rows.entries[entry], at: entry, of: number, clause: clause, first: 0, to: &entries)
          entry += 1
        }
      }
      let expansion = entry
      while entry < firstEntry + set.entryCount {
        append(
          rows.entries[entry], at: entry, of: number, clause: 0, first: expansion, to: &entries)
        entry += 1
      }
      sets += set.fields.map { pool.reference($0) }
      sets += [
        UInt32(firstClause), UInt32(set.clauseCount), UInt32(firstEntry), UInt32(set.entryCount),
        UInt32(clamping: (set.total ?? -1) + 1), set.flags,
      ]
      sets += append(set.parameters)
      sets.append(pool.reference(set.timestamp))
    }
    append(.valueSets, sets)
    append(.valueSetClauses, clauseWords)
    append(.valueSetEntries, entries)
  }

  private mutating func append(
    _ row: ValueSetEntryRow, at index: Int, of set: Int, clause: Int, first: Int,
    to entries: inout [UInt32]
  ) {
    entries += [
      UInt32(set), pool.reference(row.system), pool.reference(row.version),
      pool.reference(row.code), pool.reference(row.display),
      UInt32(row.parent.map { first + $0 + 1 } ?? 0), row.kind,
    ]
    entries += append(row.designations)
    entries.append(UInt32(clause))
    appendKey(system: row.system, code: row.code, owner: index, .valueSetEntry)
  }

  // MARK: Concept maps and registrations

  private mutating func layOutMaps(_ rows: TerminologyRows) {
    var maps: [UInt32] = []
    var groups: [UInt32] = []
    var mappings: [UInt32] = []
    var (group, mapping) = (0, 0)
    for (number, map) in rows.maps.enumerated() {
      maps += map.fields.map { pool.reference($0) }
      maps += [UInt32(group), UInt32(map.groupCount), map.flags, 0]
      for row in rows.groups[group..<group + map.groupCount] {
        groups.append(UInt32(number))
        groups += row.fields.map { pool.reference($0) }
        groups += [UInt32(mapping), UInt32(row.mappingCount)]
        for index in 0..<4 { groups.append(pool.reference(row.unmapped.strings[index])) }
        groups.append(row.unmappedRelationship)
        for row in rows.mappings[mapping..<mapping + row.mappingCount] {
          append(row, at: mapping, of: group, to: &mappings)
          mapping += 1
        }
        group += 1
      }
    }
    append(.conceptMaps, maps)
    append(.mapGroups, groups)
    append(.mappings, mappings)
  }

  private mutating func append(
    _ row: MappingRow, at index: Int, of group: Int, to mappings: inout [UInt32]
  ) {
    mappings.append(UInt32(group))
    mappings += row.fields.map { pool.reference($0) }
    mappings.append(row.kind)
    mappings.append(append(row.dependencies + row.products)[0])
    mappings.append(UInt32(row.dependencies.count) | UInt32(row.products.count) << 16)
    let flags = row.kind >> 8
    if flags & MappingField.sourceSetFlag == 0 {
      appendKey(system: row.fields[0], code: row.fields[1], owner: index, .mappingSource)
    }
    if flags & MappingField.targetSetFlag == 0 {
      appendKey(system: row.fields[3], code: row.fields[4], owner: index, .mappingTarget)
    }
  }

  private mutating func layOutNamingSystems(_ rows: TerminologyRows) {
    var words: [UInt32] = []
    for system in rows.namingSystems {
      words += system.fields[..<4].map { pool.reference($0) }
      words += append(system.names)
      words += system.fields[4...].map { pool.reference($0) }
    }
    append(.namingSystems, words)
  }
}

extension CatalogLayout {
  /// Lays out what FHIR terminology adds; nothing where there is none.
  mutating func layOutTerminology() {
    let layout = TerminologyLayout(rows, pool: pool, propertyNames: hierarchyNames)
    pool = layout.strings
    sections += layout.sections
    rows.terminology = TerminologyRows()
  }
}

// Codes of other systems, and the code systems that came as FHIR resources.

extension CatalogLayout {
  /// Adds a record for a code, with the hash of its key.
  mutating func appendCode(system: UInt32, code: UInt32, owner: UInt32, kind: UInt32, hash: UInt64)
  {
    codeKeys.append((hash, UInt32(codeWords.count / 4) | HashSlot.otherSectionFlag))
    codeWords.append(pool.reference(system))
    codeWords.append(pool.reference(code))
    codeWords.append(owner)
    codeWords.append(kind)
  }

  mutating func layOutCodes() {
    sections.append(SectionBytes(.codes, words: codeWords))
    codeWords = []
  }

  mutating func layOutCodeSystems() {
    var systemWords: [UInt32] = []
    var conceptWords: [UInt32] = []
    var designations: [UInt32] = []
    var properties: [UInt32] = []
    conceptWords.reserveCapacity(rows.codeSystems.reduce(0) { $0 + $1.concepts.count } * 12)
    designations.reserveCapacity(rows.codeSystems.reduce(0) { $0 + $1.designations.count })
    properties.reserveCapacity(rows.codeSystems.reduce(0) { $0 + $1.properties.count })
    for (number, system) in rows.codeSystems.enumerated() {
      let first = UInt32(conceptWords.count / 12)
      var (designation, property) = (designations.count / 3, properties.count / 3)
      for concept in system.concepts {
        let index = UInt32(conceptWords.count / 12)
        appendCode(
          system: system.fields[0], code: concept.code, owner: index, kind: 1 << 16,
          hash: KeyHash.of(system: pool.text(system.fields[0]), code: pool.text(concept.code)))
        conceptWords.append(UInt32(number))
        conceptWords.append(pool.reference(concept.code))
        conceptWords.append(pool.reference(concept.display))
        conceptWords.append(pool.reference(concept.definition))
        conceptWords.append(pool.reference(concept.parent))
        conceptWords.append(concept.depth)
        conceptWords.append(UInt32(designation))
        conceptWords.append(concept.designationCount)
        conceptWords.append(UInt32(property))
        conceptWords.append(concept.propertyCount)
        conceptWords.append(0)
        conceptWords.append(0)
        designation += Int(concept.designationCount)
        property += Int(concept.propertyCount)
      }
      for string in system.designations { designations.append(pool.reference(string)) }
      for string in system.properties { properties.append(pool.reference(string)) }
      systemWords += system.fields.map { pool.reference($0) }
      systemWords += [
        first, UInt32(system.concepts.count), system.isCaseSensitive ? 1 : 0,
      ]
      systemWords += [UInt32](repeating: 0, count: 16 - system.fields.count - 3)
    }
    sections.append(SectionBytes(.codeSystems, words: systemWords))
    sections.append(SectionBytes(.codeSystemConcepts, words: conceptWords))
    sections.append(SectionBytes(.designations, words: designations))
    sections.append(SectionBytes(.properties, words: properties))
  }
}
