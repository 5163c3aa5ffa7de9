// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What FHIR terminology resources say, strings as numbers of the pool. Flat lists of numbers
// and counts: a code system of 100,000 concepts makes a dozen allocations, not a million.

struct TerminologyRows {
  /// Clauses, entries and value sets, a value set behind what belongs to it.
  var valueSets = TerminologyRecords()
  /// Concept maps, groups and mappings, each before what belongs to it.
  var maps = TerminologyRecords()
  var namingSystems = TerminologyRecords()
  /// Section, URL and version of the resources that define something.
  var loaded: Set<[UInt32]> = []

  var isEmpty: Bool { [valueSets, maps, namingSystems].allSatisfy(\.sections.isEmpty) }
}

/// Records in the order in which the file gives references to their strings.
///
/// Their words are those of the file, but strings are numbers of the pool, and the first index of a
/// run of tuples is not known yet.
struct TerminologyRecords {
  private(set) var sections: [SectionID] = []
  private(set) var words: [UInt32] = []
  private(set) var tuples: [StringTuple] = []
  private var counts: [SectionID: Int] = [:]

  /// How many records of a section there are.
  func count(of section: SectionID) -> Int { counts[section] ?? 0 }

  mutating func append(_ section: SectionID, _ words: [UInt32], _ tuples: [StringTuple] = []) {
    precondition(words.count * 4 == section.stride, "a record has as many words as its schema says")
    sections.append(section)
    self.words += words
    self.tuples += tuples
    counts[section, default: 0] += 1
  }
}

/// Up to four strings that belong together.
struct StringTuple {
  var strings: InlineArray<4, UInt32> = [0, 0, 0, 0]

  init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0, _ fourth: UInt32 = 0) {
    strings = [first, second, third, fourth]
  }
}

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
