// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of each record. A word is 32 bits. What has a plural is two words, the index of the
// first of its records in their section and their count. String references are offsets into the
// string pool; 0 is the empty string.

/// Words of a concept.
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
  /// So that a reader need not look for a length in front of the text, and asks
  /// for the first and the last byte at once; ``longText`` if there are more.
  package static let lengths = 15
  package static let longText: UInt32 = 0xFFFF

  /// CVF 4096 on the main row.
  package static let prescribableFlag: UInt32 = 1
  /// A row of SAB RXNORM names it.
  package static let liveFlag: UInt32 = 2
  /// Archive or retirements lead on from its code, so that it may have successors.
  package static let retiredFlag: UInt32 = 4
}

/// Words of a name.
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

/// Bytes of a relation.
package enum RelationField {
  package static let target = 0
  /// Relationship symbol (16 bits), source index (8 bits), flags (8 bits).
  package static let kind = 1

  /// The target is an RxCUI that the release does not hold.
  package static let danglingFlag: UInt32 = 1
  /// The fact stands between atoms, not concepts.
  package static let atomFlag: UInt32 = 2
  /// No row states it: it is the inverse of one that is there.
  package static let derivedFlag: UInt32 = 4
  /// The inverse has no name: read as "target relationship this concept".
  package static let reverseFlag: UInt32 = 8
}

/// Words of an attribute.
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

/// Words of a source.
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

/// Words of an archived name.
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

/// Words of a retirement.
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

/// Words of a code of another system.
package enum CodeField {
  /// String reference of the system: a SAB, or the URL of a FHIR code system.
  package static let system = 0
  package static let code = 1
  /// Ordinal of the concept, or index of the code system's concept.
  package static let owner = 2
  /// Term type symbol (16 bits), 1 in bit 16 where the owner is a code system's concept.
  package static let kind = 3
}

/// Words of a code system from FHIR.
package enum CodeSystemField {
  package static let url = 0
  package static let version = 1
  package static let name = 2
  package static let title = 3
  package static let status = 4
  package static let content = 5
  package static let supplements = 6
  package static let file = 7
  package static let resourceType = 8
  package static let language = 9
  /// The URL that the resource itself gives; empty where it gives none.
  package static let resourceURL = 10
  package static let resourceVersion = 11
  package static let concepts = 12
  /// 1 where codes are compared with case.
  package static let caseSensitive = 14
}

/// Words of a concept of a code system.
package enum CodeSystemConceptField {
  package static let system = 0
  package static let code = 1
  package static let display = 2
  package static let definition = 3
  package static let parent = 4
  package static let depth = 5
  package static let designations = 6
  package static let properties = 8
}

/// Words of a word of the search index; the last record only ends the one before.
package enum SearchWordField {
  /// Where its bytes begin in the section of word texts.
  package static let text = 0
  static let firstPosting = 1

  /// The byte before words that stand for the beginning of a name.
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

  /// What stands before the first letter and behind the last one in pairs.
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

/// Words of a name with the releases that hold it.
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
