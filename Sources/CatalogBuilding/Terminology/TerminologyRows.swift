// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What FHIR terminology resources say, strings as numbers of the pool. Flat lists of numbers
// and counts: a code system of 100,000 concepts makes a dozen allocations, not a million.

/// Terminology resources collected for one catalog.
struct TerminologyRows {
  var valueSets: [ValueSetRow] = []
  var clauses: [ClauseRow] = []
  var entries: [ValueSetEntryRow] = []
  var maps: [ConceptMapRow] = []
  var groups: [MapGroupRow] = []
  var mappings: [MappingRow] = []
  var namingSystems: [NamingSystemRow] = []

  /// Whether there is anything beside code systems.
  var isEmpty: Bool { valueSets.isEmpty && maps.isEmpty && namingSystems.isEmpty }
}

/// Up to four strings that belong together.
struct StringTuple {
  var strings: InlineArray<4, UInt32> = [0, 0, 0, 0]

  init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0, _ fourth: UInt32 = 0) {
    strings = [first, second, third, fourth]
  }
}

/// A code system loaded from FHIR, its strings as numbers.
struct CodeSystemRows {
  /// The words of ``CodeSystemField`` before `firstConcept`, as string numbers.
  var fields: [UInt32] = []
  var isCaseSensitive = true
  /// Whether it adds to another system instead of defining codes.
  var isSupplement = false
  var hierarchyMeaning: UInt32 = 0
  var statedCount: Int?
  var isURLInvented = false
  var declarations: [StringTuple] = []
  var identifiers: [StringTuple] = []
  var concepts: [CodeSystemConceptRow] = []
  /// Language, code of the use and value of every designation, in the order of the concepts.
  var designations: [UInt32] = []
  /// Code, type of the value and value of every property, in the order of the concepts.
  var properties: [UInt32] = []
  /// Codings among the properties: the property's position, system, version, display.
  var propertyCodings: [(property: Int, coding: StringTuple)] = []
}

struct CodeSystemConceptRow {
  var code: UInt32
  var display: UInt32
  var definition: UInt32
  var parent: UInt32
  /// The position of the concept that it is nested in.
  var parentPosition: Int32
  var depth: UInt32
  var designationCount: UInt32
  var propertyCount: UInt32
}

struct ValueSetRow {
  /// URL, version, name, title, status, file, inline system.
  var fields: [UInt32]
  var clauseCount: Int
  /// Entries of the clauses and of the expansion together, these last.
  var entryCount: Int
  var total: Int?
  var flags: UInt32
  var parameters: [StringTuple]
  var timestamp: UInt32
}

/// An include or exclude.
struct ClauseRow {
  var isExcluded: Bool
  var system: UInt32
  var version: UInt32
  var entryCount: Int
  var filters: [StringTuple]
  var imports: [UInt32]
}

/// A code in a clause or an expansion.
struct ValueSetEntryRow {
  var system: UInt32
  var version: UInt32
  var code: UInt32
  var display: UInt32
  /// The position of the entry around it within the expansion.
  var parent: Int?
  var kind: UInt32
  var designations: [StringTuple]
}

struct ConceptMapRow {
  /// URL, version, name, title, status, file, source scope, target scope.
  var fields: [UInt32]
  var groupCount: Int
  var flags: UInt32
}

/// A group of a concept map.
struct MapGroupRow {
  /// Source, its version, target, its version.
  var fields: [UInt32]
  var mappingCount: Int
  /// Mode, code, display, URL.
  var unmapped: StringTuple
  var unmappedRelationship: UInt32
}

struct MappingRow {
  /// The words of ``MappingField`` from `sourceSystem` to `comment`.
  var fields: [UInt32]
  var kind: UInt32
  var dependencies: [StringTuple]
  var products: [StringTuple]
}

/// A registration of a code system.
struct NamingSystemRow {
  /// Name, title, status, file, URL, version.
  var fields: [UInt32]
  var names: [StringTuple]
}
