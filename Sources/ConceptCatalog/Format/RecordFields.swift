// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The words of each record. A word is 32 bits; `first` and `count` pairs point
// into the section named. String references are offsets into the string pool;
// 0 is the empty string.

/// Words of a concept.
enum ConceptField {
  static let rxcui = 0
  static let name = 1
  static let displayName = 2
  /// Term type symbol (16 bits), status (8 bits), flags (8 bits).
  static let kind = 3
  static let firstName = 4
  static let nameCount = 5
  static let firstRelation = 6
  static let relationCount = 7
  static let firstAttribute = 8
  static let attributeCount = 9
  static let firstSemanticType = 10
  static let semanticTypeCount = 11
  static let firstNDC = 12
  static let ndcCount = 13
  /// Source symbol of the main name (16 bits), zero (16 bits).
  static let source = 14
  /// Bytes of the main name (16 bits) and of the display name (16 bits).
  ///
  /// So that a reader need not look for a length in front of the text, and asks
  /// for the first and the last byte at once; ``longText`` if there are more.
  static let lengths = 15
  static let longText: UInt32 = 0xFFFF

  /// CVF 4096 on the main row.
  static let prescribableFlag: UInt32 = 1
  /// A row of SAB RXNORM names it.
  static let liveFlag: UInt32 = 2
  /// Archive or retirements lead on from its code, so that it may have successors.
  static let retiredFlag: UInt32 = 4
}

/// Words of a name.
enum NameField {
  static let text = 0
  static let code = 1
  static let rxaui = 2
  static let concept = 3
  /// Term type symbol (16 bits), source index (8 bits), suppress letter (8 bits).
  static let kind = 4
  /// Language symbol (low half), index of the content view flag (high half).
  static let language = 5
}

/// Bytes of a relation.
enum RelationField {
  static let target = 0
  /// Relationship symbol (16 bits), source index (8 bits), flags (8 bits).
  static let kind = 1

  /// The target is an RxCUI that the release does not hold.
  static let danglingFlag: UInt32 = 1
  /// The fact stands between atoms, not concepts.
  static let atomFlag: UInt32 = 2
  /// No row states it: it is the inverse of one that is there.
  static let derivedFlag: UInt32 = 4
  /// The inverse has no name: read as "target relationship this concept".
  static let reverseFlag: UInt32 = 8
}

/// Words of an attribute.
enum AttributeField {
  static let value = 0
  /// Attribute name symbol (16 bits), source index (8 bits), suppress letter (8 bits).
  static let kind = 1
  static let rxaui = 2
  static let code = 3
}

/// Words of an NDC: the eleven digits as a 64-bit number, then its owner.
enum NDCField {
  static let low = 0
  static let high = 1
  static let concept = 2
  /// Source index (8 bits), suppress letter (8 bits).
  static let kind = 3
}

/// Words of a source.
enum SourceField {
  static let abbreviation = 0
  static let version = 1
  static let name = 2
  static let release = 3
  /// Source restriction level; 9 where RXNSAB does not list the source.
  static let restriction = 4
  static let nameCount = 5
  static let relationCount = 6
  static let attributeCount = 7
}

/// Words of an archived name.
enum ArchiveField {
  static let rxcui = 0
  static let text = 1
  static let mergedInto = 2
  static let rxaui = 3
  /// Source symbol (low half), term type symbol (high half).
  static let kind = 4
  static let lastReleased = 5
  static let code = 6
  static let archived = 7
}

/// Words of a retirement.
enum RetirementField {
  static let from = 0
  static let to = 1
  /// 1 RXNCUI, 2 RXNCUICHANGES, 3 a code that is only named as a replacement.
  ///
  /// 4 RXNCUI, 5 RXNCUICHANGES, 6 RXNATOMARCHIVE of an earlier release, which `versionStart` names.
  static let origin = 2
  static let versionStart = 3
  static let versionEnd = 4
  static let cardinality = 5
}

/// Words of a code of another system.
enum CodeField {
  /// String reference of the system: a SAB, or the URL of a FHIR code system.
  static let system = 0
  static let code = 1
  /// Ordinal of the concept, or index of the code system's concept.
  static let owner = 2
  /// Term type symbol (16 bits), 1 in bit 16 where the owner is a code system's concept.
  static let kind = 3
}

/// Words of a code system from FHIR.
enum CodeSystemField {
  static let url = 0
  static let version = 1
  static let name = 2
  static let title = 3
  static let status = 4
  static let content = 5
  static let supplements = 6
  static let file = 7
  static let resourceType = 8
  static let language = 9
  /// The URL that the resource itself gives; empty where it gives none.
  static let resourceURL = 10
  static let resourceVersion = 11
  static let firstConcept = 12
  static let conceptCount = 13
  /// 1 where codes are compared with case.
  static let caseSensitive = 14
}

/// Words of a concept of a code system.
enum CodeSystemConceptField {
  static let system = 0
  static let code = 1
  static let display = 2
  static let definition = 3
  static let parent = 4
  static let depth = 5
  static let firstDesignation = 6
  static let designationCount = 7
  static let firstProperty = 8
  static let propertyCount = 9
}

/// Words of a word of the search index; the last record only ends the one before.
enum SearchWordField {
  /// Where its bytes begin in the section of word texts.
  static let text = 0
  /// Its first posting.
  static let firstPosting = 1

  /// The byte before words that stand for the beginning of a name.
  static let beginning: UInt8 = 1
}

/// Words of a spelling; the last record only ends the one before.
enum SpellingField {
  /// Where its bytes begin in the section of spelling texts.
  static let text = 0
  /// String reference of the name it is; 0 for a word of a name.
  static let name = 1
  /// The least rank of the concepts that have it in a name.
  static let rank = 2

  /// What stands before the first letter and behind the last one in pairs.
  static let before: UInt8 = 1
  static let behind: UInt8 = 2
}

/// Words of a release that history was taken from.
enum ReleaseField {
  static let name = 0
  static let date = 1
  /// 1 where it is NLM's own, 2 where only prescribable concepts were read.
  static let flags = 2

  static let officialFlag: UInt32 = 1
  static let prescribableFlag: UInt32 = 2
}

/// Words of a name with the releases that hold it.
enum NameSpanField {
  static let rxcui = 0
  static let text = 1
  /// Term type symbol (16 bits), suppress letter (8 bits), zero (8 bits).
  static let kind = 2
  /// Numbers of the first release (low half) and of the last one (high half).
  static let run = 3
}

/// Words of an NDC of a code with the releases that hold it.
enum NDCSpanField {
  static let low = 0
  static let high = 1
  static let rxcui = 2
  /// Numbers of the first release (low half) and of the last one (high half).
  static let run = 3
}
