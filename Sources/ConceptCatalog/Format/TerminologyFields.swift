// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of the records that FHIR terminology adds: what code systems say beyond their
// concepts, value sets, concept maps and registrations. A catalog that was built without such
// resources has none of these sections.

/// Words of the details of a code system; parallel to `codeSystems`.
package enum CodeSystemDetailField {
  package static let hierarchyMeaning = 0
  /// The count that the resource states plus 1; 0 where it states none.
  package static let statedCount = 1
  /// Declared properties, in `tuples`: code, URI, description, type.
  package static let declarations = 2
  /// Business identifiers, in `tuples`: system, value.
  package static let identifiers = 4
  package static let flags = 6

  /// The URL is an identifier or the file's name: the resource has none.
  package static let inventedURLFlag: UInt32 = 1
}

/// Words of an edge of a hierarchy, sorted by these.
package enum HierarchyField {
  package static let child = 0
  package static let parent = 1
  package static let kind = 2
}

/// Words of the system of a property's Coding, by the property's index.
package enum PropertyCodingField {
  package static let property = 0
  package static let system = 1
  package static let version = 2
  package static let display = 3
}

/// Words of a value set.
package enum ValueSetField {
  package static let url = 0
  package static let version = 1
  package static let name = 2
  package static let title = 3
  package static let status = 4
  package static let file = 5
  /// The code system that a value set of DSTU2 defines.
  package static let inlineSystem = 6
  package static let clauses = 7
  package static let entries = 9
  /// The total that the expansion states plus 1; 0 where it states none.
  package static let total = 11
  package static let flags = 12
  /// Parameters of the expansion, in `tuples`: name, value.
  package static let parameters = 13
  package static let timestamp = 15

  package static let composedFlag: UInt32 = 1
  package static let expandedFlag: UInt32 = 2
  package static let subsetFlag: UInt32 = 4
  package static let activeOnlyFlag: UInt32 = 8
  package static let inventedURLFlag: UInt32 = 16
}

/// Words of an include or exclude.
package enum ClauseField {
  package static let valueSet = 0
  package static let isExcluded = 1
  package static let system = 2
  package static let version = 3
  package static let entries = 4
  /// In `tuples`: property, operation, value.
  package static let filters = 6
  /// In `tuples`: canonical URL.
  package static let imports = 8
}

/// Words of a code in a clause or an expansion.
package enum ValueSetEntryField {
  package static let valueSet = 0
  package static let system = 1
  package static let version = 2
  package static let code = 3
  package static let display = 4
  /// Index of the entry around it plus 1; 0 at the top.
  package static let parent = 5
  /// Depth (16 bits), flags (16 bits).
  package static let kind = 6
  /// In `tuples`: language, code of the use, value.
  package static let designations = 7
  /// Index of the clause plus 1; 0 for an entry of the expansion.
  package static let clause = 9

  package static let abstractFlag: UInt32 = 1
  package static let inactiveFlag: UInt32 = 2
}

/// Words of a concept map.
package enum ConceptMapField {
  package static let url = 0
  package static let version = 1
  package static let name = 2
  package static let title = 3
  package static let status = 4
  package static let file = 5
  package static let sourceScope = 6
  package static let targetScope = 7
  package static let groups = 8
  package static let flags = 10

  package static let inventedURLFlag: UInt32 = 1
  /// The one group is made of elements that stand in none (DSTU2).
  package static let ungroupedFlag: UInt32 = 2
}

/// Words of a group of a concept map.
package enum MapGroupField {
  package static let map = 0
  package static let source = 1
  package static let sourceVersion = 2
  package static let target = 3
  package static let targetVersion = 4
  package static let mappings = 5
  /// `use-source-code`, `fixed`, `other-map`; empty where nothing is said.
  package static let unmappedMode = 7
  package static let unmappedCode = 8
  static let unmappedDisplay = 9
  /// The other map, or the value set of mode `fixed`.
  package static let unmappedURL = 10
  package static let unmappedRelationship = 11
}

/// Words of a mapping: one code to one code.
package enum MappingField {
  package static let group = 0
  package static let sourceSystem = 1
  package static let sourceCode = 2
  static let sourceDisplay = 3
  package static let targetSystem = 4
  package static let targetCode = 5
  package static let targetDisplay = 6
  /// The relationship or equivalence as written.
  package static let literal = 7
  package static let comment = 8
  /// Relationship (8 bits), flags (24 bits).
  package static let kind = 9
  /// In `tuples`: name, system, value, display; of the count 16 bits are dependencies, then products.
  package static let attributes = 10

  /// Word 2 is the URL of a value set.
  package static let sourceSetFlag: UInt32 = 1
  /// Word 5 is the URL of a value set.
  package static let targetSetFlag: UInt32 = 2
  /// It belongs to the same element as the mapping before.
  package static let furtherTargetFlag: UInt32 = 4
  /// The element has no target at all.
  package static let noTargetFlag: UInt32 = 8
}

/// What a key of terminology leads to.
package enum TermKeyKind: UInt32 {
  /// An entry of a value set.
  case valueSetEntry = 1
  /// A mapping, by its source.
  case mappingSource = 2
  /// A mapping, by its target.
  case mappingTarget = 3
  /// A concept of a system that does not tell letter cases apart, by the folded code.
  case foldedConcept = 4
}

/// Words of a key of terminology.
package enum TermKeyField {
  package static let system = 0
  package static let code = 1
  package static let owner = 2
  /// What the owner is; see TermKeyKind.
  package static let kind = 3
}

/// Words of a registration of a code system.
package enum NamingSystemField {
  package static let name = 0
  package static let title = 1
  package static let status = 2
  package static let file = 3
  /// In `tuples`: type, value, `preferred` or nothing.
  package static let names = 4
  package static let url = 6
  package static let version = 7
}
