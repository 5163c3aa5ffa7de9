// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Which code system a URI names.
//
//   http://www.nlm.nih.gov/research/umls/rxnorm     exact, without allocation
//   HTTPS://www.nlm.nih.gov/research/umls/RxNorm/   folded: RxNorm, not exact
//   urn:oid:2.16.840.1.113883.6.88                  by OID: RxNorm, not exact
//   RxNorm                                          by name: RxNorm, not exact
//   http://purl.bioontology.org/ontology/RXNORM/1   unknown: nothing is cut off
//
// Folding is: letters of ASCII in lower case, no white space, http for https,
// no `/` or `#` at the end.

/// A code system that medication data name, with every spelling that stands for it.
public struct KnownCodeSystem: Sendable, Hashable {
  /// The URI that stands for the system in rxkit's answers.
  public let canonical: String
  /// A name for people.
  public let name: String
  /// Other URIs that are right: registered alternatives, and systems that hold the same codes.
  public let otherURIs: [String]
  /// The object identifiers, dotted.
  public let oids: [String]
  /// URIs that are wrong and occur.
  public let slips: [String]
  /// Bare words that stand for the system, folded.
  public let words: [String]

  init(
    _ canonical: String, _ name: String, oids: [String] = [], otherURIs: [String] = [],
    slips: [String] = [], words: [String] = []
  ) {
    self.canonical = canonical
    self.name = name
    self.otherURIs = otherURIs
    self.oids = oids
    self.slips = slips
    self.words = words
  }

  /// Finds the system that a literal of a document names.
  ///
  /// The rule, in this order: the canonical or another right URI byte for byte
  /// (exact); the same after folding; `urn:oid:` and a registered OID, or the
  /// bare OID; a well-known name. A code that is glued to a URI, or a version
  /// after `|`, leaves it unknown: nothing is guessed (S8).
  ///
  /// - Parameter literal: The `system` of a coding, as it stands there.
  /// - Returns: The canonical URI, and whether the literal was a right URI;
  ///   where it was not, report ``Problem/Code/systemNormalized``. `nil` for an
  ///   unknown system.
  /// - Complexity: A right URI costs one look into a table and few comparisons,
  ///   without allocation.
  public static func recognise(_ literal: String) -> (canonical: String, isExact: Bool)? {
    guard let (position, isExact) = find(literal) else { return nil }
    return (all[position].canonical, isExact)
  }

  /// Finds the system that a literal names; the rule is that of ``recognise(_:)``.
  public static func named(_ literal: String) -> KnownCodeSystem? {
    find(literal).map { all[$0.position] }
  }

  private static func find(_ literal: String) -> (position: Int, isExact: Bool)? {
    let index = CodeSystemIndex.ofKnownSystems
    if let position = index.position(ofExact: literal) { return (position, true) }
    return index.position(ofFolded: literal).map { ($0, false) }
  }
}
