// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The sections of FHIR terminology besides the code systems' concepts. They are laid out last,
// so that a catalog without such resources has the same bytes as without this file.

/// Lays out value sets, concept maps, registrations, and the details of code systems.
struct TerminologyLayout {
  private(set) var sections: [SectionBytes] = []
  private var pool: FilePool
  private var tuples: [UInt32] = []
  private var keyWords: [UInt32] = []
  private var keys: [(hash: UInt64, record: UInt32)] = []
  private var canonicalSystems: [UInt32: (text: [UInt8], reference: UInt32)] = [:]

  init(_ rows: BuildRows, pool: FilePool, propertyNames: HierarchyPropertyNames) {
    self.pool = pool
    guard !rows.codeSystems.isEmpty || !rows.terminology.isEmpty else { return }
    layOutDetails(of: rows.codeSystems, propertyNames)
    layOut(rows.terminology.valueSets, [.valueSets, .valueSetClauses, .valueSetEntries])
    layOut(rows.terminology.maps, [.conceptMaps, .mapGroups, .mappings])
    layOut(rows.terminology.namingSystems, [.namingSystems])
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
    keyWords.add([canonical.reference, pool.reference(code), UInt32(owner), kind.rawValue])
  }

  /// The URI that identifies a code system: keys do not distinguish its correct spellings.
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
          hierarchy.add([
            UInt32(firstConcept + edge.child), UInt32(firstConcept + edge.parent),
            UInt32(edge.kind),
          ])
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

  // MARK: Value sets, concept maps and registrations

  /// Gives strings and tuples of records their places, word by word in the order of the schema.
  private mutating func layOut(_ records: TerminologyRecords, _ ids: [SectionID]) {
    var output: [SectionID: [UInt32]] = [:]
    var tuples = records.tuples[...]
    var rest = records.words[...]
    for id in records.sections {
      let record = Array(rest.prefix(id.stride / 4))
      rest = rest.dropFirst(record.count)
      var words = record
      for field in words.indices {
        if id.schema.strings.contains(field) {
          words[field] = pool.reference(record[field])
        } else if id.schema.runs.contains(where: { $0 == (.tuples, field) }) {
          let counts = record[field + 1]
          let count = Int(id == .mappings ? counts & 0xFFFF + counts >> 16 : counts)
          words[field] = append(Array(tuples.prefix(count)))[0]
          tuples = tuples.dropFirst(count)
        }
      }
      appendKeys(of: record, at: output[id, default: []].count / words.count, of: id)
      output[id, default: []] += words
    }
    for id in ids { append(id, output[id] ?? []) }
  }

  /// Appends the keys that lead to a record.
  private mutating func appendKeys(of record: [UInt32], at index: Int, of id: SectionID) {
    func isSet(_ flag: UInt32) -> Bool { record[MappingField.kind.rawValue] >> 8 & flag != 0 }
    switch id {
    case .valueSetEntries:
      appendKey(
        system: record[ValueSetEntryField.system.rawValue],
        code: record[ValueSetEntryField.code.rawValue], owner: index, .valueSetEntry)
    case .mappings:
      if !isSet(MappingField.sourceSetFlag) {
        appendKey(
          system: record[MappingField.sourceSystem.rawValue],
          code: record[MappingField.sourceCode.rawValue], owner: index, .mappingSource)
      }
      if !isSet(MappingField.targetSetFlag) {
        appendKey(
          system: record[MappingField.targetSystem.rawValue],
          code: record[MappingField.targetCode.rawValue], owner: index, .mappingTarget)
      }
    default: break
    }
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
    codeWords.add([pool.reference(system), pool.reference(code), owner, kind])
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
        conceptWords.add([
          UInt32(number), pool.reference(concept.code), pool.reference(concept.display),
          pool.reference(concept.definition), pool.reference(concept.parent), concept.depth,
          UInt32(designation), concept.designationCount, UInt32(property), concept.propertyCount,
          0, 0,
        ])
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
