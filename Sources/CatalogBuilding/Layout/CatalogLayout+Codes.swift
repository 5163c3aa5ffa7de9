// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

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
