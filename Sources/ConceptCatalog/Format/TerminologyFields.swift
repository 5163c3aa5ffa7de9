// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of the records that FHIR terminology adds: what code systems say beyond their
// concepts, value sets, concept maps and registrations. A catalog that was built without such
// resources has none of these sections.

/// Words of the details of a code system; parallel to `codeSystems`.
enum CodeSystemDetailField {
  static let hierarchyMeaning = 0
  /// The count that the resource states plus 1; 0 where it states none.
  static let statedCount = 1
  /// Declared properties, in `tuples`: code, URI, description, type.
  static let firstDeclaration = 2
  static let declarationCount = 3
  /// Business identifiers, in `tuples`: system, value.
  static let firstIdentifier = 4
  static let identifierCount = 5
  static let flags = 6

  /// The URL is an identifier or the file's name: the resource has none.
  static let inventedURLFlag: UInt32 = 1
}

/// Words of an edge of a hierarchy, sorted by these.
enum HierarchyField {
  static let child = 0
  static let parent = 1
  static let kind = 2
}

/// Words of the system of a property's Coding, by the property's index.
enum PropertyCodingField {
  static let property = 0
  static let system = 1
  static let version = 2
  static let display = 3
}

/// Words of a value set.
enum ValueSetField {
  static let url = 0
  static let version = 1
  static let name = 2
  static let title = 3
  static let status = 4
  static let file = 5
  /// The code system that a value set of DSTU2 defines.
  static let inlineSystem = 6
  static let firstClause = 7
  static let clauseCount = 8
  static let firstEntry = 9
  static let entryCount = 10
  /// The total that the expansion states plus 1; 0 where it states none.
  static let total = 11
  static let flags = 12
  /// Parameters of the expansion, in `tuples`: name, value.
  static let firstParameter = 13
  static let parameterCount = 14
  static let timestamp = 15

  static let composedFlag: UInt32 = 1
  static let expandedFlag: UInt32 = 2
  static let subsetFlag: UInt32 = 4
  static let activeOnlyFlag: UInt32 = 8
  static let inventedURLFlag: UInt32 = 16
}

/// Words of an include or exclude.
enum ClauseField {
  static let valueSet = 0
  static let isExcluded = 1
  static let system = 2
  static let version = 3
  static let firstEntry = 4
  static let entryCount = 5
  /// In `tuples`: property, operation, value.
  static let firstFilter = 6
  static let filterCount = 7
  /// In `tuples`: canonical URL.
  static let firstImport = 8
  static let importCount = 9
}

/// Words of a code in a clause or an expansion.
enum ValueSetEntryField {
  static let valueSet = 0
  static let system = 1
  static let version = 2
  static let code = 3
  static let display = 4
  /// Index of the entry around it plus 1; 0 at the top.
  static let parent = 5
  /// Depth (16 bits), flags (16 bits).
  static let kind = 6
  /// In `tuples`: language, code of the use, value.
  static let firstDesignation = 7
  static let designationCount = 8
  /// Index of the clause plus 1; 0 for an entry of the expansion.
  static let clause = 9

  static let abstractFlag: UInt32 = 1
  static let inactiveFlag: UInt32 = 2
}

/// Words of a concept map.
enum ConceptMapField {
  static let url = 0
  static let version = 1
  static let name = 2
  static let title = 3
  static let status = 4
  static let file = 5
  static let sourceScope = 6
  static let targetScope = 7
  static let firstGroup = 8
  static let groupCount = 9
  static let flags = 10

  static let inventedURLFlag: UInt32 = 1
  /// The one group is made of elements that stand in none (DSTU2).
  static let ungroupedFlag: UInt32 = 2
}

/// Words of a group of a concept map.
enum MapGroupField {
  static let map = 0
  static let source = 1
  static let sourceVersion = 2
  static let target = 3
  static let targetVersion = 4
  static let firstMapping = 5
  static let mappingCount = 6
  /// `use-source-code`, `fixed`, `other-map`; empty where nothing is said.
  static let unmappedMode = 7
  static let unmappedCode = 8
  static let unmappedDisplay = 9
  /// The other map, or the value set of mode `fixed`.
  static let unmappedURL = 10
  static let unmappedRelationship = 11
}

/// Words of a mapping: one code to one code.
enum MappingField {
  static let group = 0
  static let sourceSystem = 1
  static let sourceCode = 2
  static let sourceDisplay = 3
  static let targetSystem = 4
  static let targetCode = 5
  static let targetDisplay = 6
  /// The relationship or equivalence as written.
  static let literal = 7
  static let comment = 8
  /// Relationship (8 bits), flags (24 bits).
  static let kind = 9
  /// In `tuples`: name, system, value, display; dependencies before products.
  static let firstAttribute = 10
  /// Dependencies (16 bits), products (16 bits).
  static let attributeCounts = 11

  /// Word 2 is the URL of a value set.
  static let sourceSetFlag: UInt32 = 1
  /// Word 5 is the URL of a value set.
  static let targetSetFlag: UInt32 = 2
  /// It belongs to the same element as the mapping before.
  static let furtherTargetFlag: UInt32 = 4
  /// The element has no target at all.
  static let noTargetFlag: UInt32 = 8
}

/// Words of a registration of a code system.
enum NamingSystemField {
  static let name = 0
  static let title = 1
  static let status = 2
  static let file = 3
  /// In `tuples`: type, value, `preferred` or nothing.
  static let firstName = 4
  static let nameCount = 5
  static let url = 6
  static let version = 7
}

/// Words of a key of terminology.
enum TermKeyField {
  static let system = 0
  static let code = 1
  static let owner = 2
  /// What the owner is; see TermKeyKind.
  static let kind = 3
}

/// What a key of terminology leads to.
enum TermKeyKind: UInt32 {
  /// An entry of a value set.
  case valueSetEntry = 1
  /// A mapping, by its source.
  case mappingSource = 2
  /// A mapping, by its target.
  case mappingTarget = 3
  /// A concept of a system that does not tell letter cases apart, by the folded code.
  case foldedConcept = 4
}
