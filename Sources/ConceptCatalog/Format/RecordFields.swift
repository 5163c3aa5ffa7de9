// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of each record. A word is 32 bits. What has a plural is two words, the index of the
// first of its records in their section and their count. String references are offsets into the
// string pool; 0 is the empty string.

package enum ConceptField {
  package static let rxcui = 0
  package static let name = 1
  package static let displayName = 2
  /// Term type symbol (16 bits), status (8 bits), flags (8 bits).
  package static let kind = 3
  package static let names = 4
  package static let relations = 6
  package static let attributes = 8
  package static let semanticTypes = 10
  package static let ndcs = 12
  /// Source symbol of the main name (16 bits), zero (16 bits).
  package static let source = 14
  /// Bytes of the main name (16 bits) and of the display name (16 bits).
  ///
  /// Lets a reader skip the length in front of the text and request its first
  /// and last byte together; ``longText`` if a name is longer.
  package static let lengths = 15
  package static let longText: UInt32 = 0xFFFF

  /// CVF 4096 on the main row.
  package static let prescribableFlag: UInt32 = 1
  /// A row of SAB RXNORM names it.
  package static let liveFlag: UInt32 = 2
  /// Archive or retirements lead on from its code, so that it may have successors.
  package static let retiredFlag: UInt32 = 4
}

package enum NameField {
  package static let text = 0
  package static let code = 1
  package static let rxaui = 2
  package static let concept = 3
  /// Term type symbol (16 bits), source index (8 bits), suppress letter (8 bits).
  package static let kind = 4
  /// Language symbol (low half), index of the content view flag (high half).
  package static let language = 5
}

package enum RelationField {
  package static let target = 0
  /// Relationship symbol (16 bits), source index (8 bits), flags (8 bits).
  package static let kind = 1

  /// The target is an RxCUI that the release does not hold.
  package static let danglingFlag: UInt32 = 1
  /// The fact relates atoms, not concepts.
  package static let atomFlag: UInt32 = 2
  /// No row states it: it is the inverse of one that is there.
  package static let derivedFlag: UInt32 = 4
  /// The inverse has no name: read as "target relationship this concept".
  package static let reverseFlag: UInt32 = 8

  /// Whether a record is a fact of RXNORM, the first source, between concepts of the release.
  @inline(__always)
  static func isPlain(_ kind: UInt32) -> Bool {
    kind >> 16 & 0xFF == 0 && kind >> 24 & (danglingFlag | atomFlag | reverseFlag) == 0
  }
}

package enum AttributeField {
  package static let value = 0
  /// Attribute name symbol (16 bits), source index (8 bits), suppress letter (8 bits).
  package static let kind = 1
  package static let rxaui = 2
  package static let code = 3
}

/// Words of an NDC: the eleven digits as a 64-bit number, then its owner.
package enum NDCField {
  package static let low = 0
  package static let high = 1
  package static let concept = 2
  /// Source index (8 bits), suppress letter (8 bits).
  package static let kind = 3
}

package enum SourceField {
  package static let abbreviation = 0
  package static let version = 1
  package static let name = 2
  package static let release = 3
  /// Source restriction level; 9 where RXNSAB does not list the source.
  package static let restriction = 4
  package static let nameCount = 5
  package static let relationCount = 6
  package static let attributeCount = 7
}

package enum ArchiveField {
  package static let rxcui = 0
  package static let text = 1
  package static let mergedInto = 2
  package static let rxaui = 3
  /// Source symbol (low half), term type symbol (high half).
  package static let kind = 4
  package static let lastReleased = 5
  package static let code = 6
  package static let archived = 7
}

package enum RetirementField {
  package static let from = 0
  package static let to = 1
  /// 1 RXNCUI, 2 RXNCUICHANGES, 3 a code that is only named as a replacement.
  ///
  /// 4 RXNCUI, 5 RXNCUICHANGES, 6 RXNATOMARCHIVE of an earlier release, which `versionStart` names.
  package static let origin = 2
  package static let versionStart = 3
  package static let versionEnd = 4
  package static let cardinality = 5
}

package enum CodeField {
  /// String reference of the system: a SAB, or the URL of a FHIR code system.
  package static let system = 0
  package static let code = 1
  /// Ordinal of the concept, or index of the code system's concept.
  package static let owner = 2
  /// Term type symbol (16 bits), 1 in bit 16 where the owner is a code system's concept.
  package static let kind = 3
}

/// Words of a word of the search index; the last record only ends the one before.
package enum SearchWordField {
  /// Where its bytes begin in the section of word texts.
  package static let text = 0
  static let firstPosting = 1

  /// The byte before words that mark the beginning of a name.
  package static let beginning: UInt8 = 1
}

/// Words of a spelling; the last record only ends the one before.
enum SpellingField {
  /// Where its bytes begin in the section of spelling texts.
  package static let text = 0
  /// String reference of the name it is; 0 for a word of a name.
  package static let name = 1
  /// The least rank of the concepts that have it in a name.
  package static let rank = 2

  /// In pairs of letters, what precedes the first letter and what follows the last one.
  package static let before: UInt8 = 1
  package static let behind: UInt8 = 2
}

/// Words of a release that history was taken from.
package enum ReleaseField {
  package static let name = 0
  package static let date = 1
  /// 1 where it is NLM's own, 2 where only prescribable concepts were read.
  package static let flags = 2

  package static let officialFlag: UInt32 = 1
  package static let prescribableFlag: UInt32 = 2
}

package enum NameSpanField {
  package static let rxcui = 0
  package static let text = 1
  /// Term type symbol (16 bits), suppress letter (8 bits), zero (8 bits).
  package static let kind = 2
  /// Numbers of the first release (low half) and of the last one (high half).
  package static let run = 3
}

/// Words of an NDC of a code with the releases that hold it.
package enum NDCSpanField {
  package static let low = 0
  package static let high = 1
  package static let rxcui = 2
  /// Numbers of the first release (low half) and of the last one (high half).
  package static let run = 3
}

// The words of the records that FHIR terminology adds: code systems, value sets, concept maps and
// registrations. A catalog that was built without such resources has none of these sections.
// Words are 32 bits; what has a plural is two words, as in RecordFields.swift.

package enum CodeSystemField: Int {
  case url, version, name, title, status, content, supplements, file, resourceType, language
  /// The URL that the resource itself gives; empty where it gives none.
  case resourceURL
  case resourceVersion
  case concepts
  /// 1 where codes are compared with case.
  case caseSensitive = 14
}

package enum CodeSystemConceptField: Int {
  case system, code, display, definition, parent, depth, designations
  case properties = 8
}

/// What code systems say beyond their concepts; parallel to `codeSystems`.
package enum CodeSystemDetailField: Int {
  case hierarchyMeaning
  /// The count that the resource states plus 1; 0 where it states none.
  case statedCount
  /// Declared properties, in `tuples`: code, URI, description, type.
  case declarations
  /// Business identifiers, in `tuples`: system, value.
  case identifiers = 4
  case flags = 6

  /// The URL is an identifier or the file's name: the resource has none.
  package static let inventedURLFlag: UInt32 = 1
}

/// Edges of hierarchies, sorted by these.
package enum HierarchyField {
  package static let child = 0
  package static let parent = 1
  package static let kind = 2
}

/// The system of a property's Coding, by the property's index.
package enum PropertyCodingField {
  package static let property = 0
  package static let system = 1
  package static let version = 2
  package static let display = 3
}

package enum ValueSetField: Int {
  case url, version, name, title, status, file
  /// The code system that a value set of DSTU2 defines.
  case inlineSystem
  case clauses
  case entries = 9
  /// The total that the expansion states plus 1; 0 where it states none.
  case total = 11
  case flags
  /// Parameters of the expansion, in `tuples`: name, value.
  case parameters
  case timestamp = 15

  package static let composedFlag: UInt32 = 1
  package static let expandedFlag: UInt32 = 2
  package static let subsetFlag: UInt32 = 4
  package static let activeOnlyFlag: UInt32 = 8
  package static let inventedURLFlag: UInt32 = 16
}

/// Includes and excludes.
package enum ClauseField: Int {
  case valueSet, isExcluded, system, version, entries
  /// In `tuples`: property, operation, value.
  case filters = 6
  /// In `tuples`: canonical URL.
  case imports = 8
}

/// Codes in a clause or an expansion.
package enum ValueSetEntryField: Int {
  case valueSet, system, version, code, display
  /// Index of the entry around it plus 1; 0 at the top.
  case parent
  /// Depth (16 bits), flags (16 bits).
  case kind
  /// In `tuples`: language, code of the use, value.
  case designations
  /// Index of the clause plus 1; 0 for an entry of the expansion.
  case clause = 9

  package static let abstractFlag: UInt32 = 1
  package static let inactiveFlag: UInt32 = 2
}

package enum ConceptMapField: Int {
  case url, version, name, title, status, file, sourceScope, targetScope, groups
  case flags = 10

  package static let inventedURLFlag: UInt32 = 1
  /// The only group was made from elements that have no group (DSTU2).
  package static let ungroupedFlag: UInt32 = 2
}

/// Groups of concept maps.
package enum MapGroupField: Int {
  case map, source, sourceVersion, target, targetVersion, mappings
  /// `use-source-code`, `fixed`, `other-map`; empty where nothing is said.
  case unmappedMode = 7
  case unmappedCode, unmappedDisplay
  /// The other map, or the value set of mode `fixed`.
  case unmappedURL
  case unmappedRelationship
}

/// Mappings: one code to one code.
package enum MappingField: Int {
  case group, sourceSystem, sourceCode, sourceDisplay, targetSystem, targetCode, targetDisplay
  /// The relationship or equivalence as written.
  case literal
  case comment
  /// Relationship (8 bits), flags (24 bits).
  case kind
  /// In `tuples`: name, system, value, display; of the count 16 bits are dependencies, then products.
  case attributes

  /// `sourceCode` is the URL of a value set.
  package static let sourceSetFlag: UInt32 = 1
  /// `targetCode` is the URL of a value set.
  package static let targetSetFlag: UInt32 = 2
  /// It belongs to the same element as the mapping before.
  package static let furtherTargetFlag: UInt32 = 4
  /// The element has no target at all.
  package static let noTargetFlag: UInt32 = 8
}

/// What a key of terminology refers to.
package enum TermKeyKind: UInt32 {
  /// An entry of a value set.
  case valueSetEntry = 1
  /// A mapping, by its source.
  case mappingSource = 2
  /// A mapping, by its target.
  case mappingTarget = 3
  /// A concept of a system that ignores case, by the folded code.
  case foldedConcept = 4
}

package enum TermKeyField {
  package static let system = 0
  package static let code = 1
  package static let owner = 2
  /// What the owner is; see ``TermKeyKind``.
  package static let kind = 3
}

/// Registrations of code systems.
package enum NamingSystemField: Int {
  case name, title, status, file
  /// In `tuples`: type, value, `preferred` or nothing.
  case names
  case url = 6
  case version
}
