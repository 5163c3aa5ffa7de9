// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Parts that a catalog can be built without, so that it fits a phone.
///
/// A query of a part that was left out cannot be answered: finding nothing does not mean that
/// nothing exists. See ``Catalog/leftOut`` and ``Catalog/require(_:)``.
public struct CatalogParts: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes parts of bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Retired codes and what took their place, archived names, and earlier releases.
  public static let history = CatalogParts(rawValue: 1)
  /// National Drug Codes.
  public static let ndcs = CatalogParts(rawValue: 2)
  /// The index of words and spellings, and what makes opening a matcher fast.
  public static let searchIndex = CatalogParts(rawValue: 4)
  /// Concepts outside RxNorm's prescribable subset, apart from those that its products lead to.
  public static let otherConcepts = CatalogParts(rawValue: 8)
  /// What sources other than RXNORM state, apart from UNIIs and the codes of ATC and CVX.
  public static let otherSources = CatalogParts(rawValue: 16)

  /// What a catalog of the prescribable subset lacks.
  public static let subset: CatalogParts = [.otherConcepts, .otherSources]

  /// Every part.
  public static let all: CatalogParts = [
    .history, .ndcs, .searchIndex, .otherConcepts, .otherSources,
  ]

  /// The key of the fact that names the parts of a catalog that were left out.
  package static let factKey = "contents.left-out"

  private static let known: [(part: CatalogParts, name: String, words: String)] = [
    (.otherConcepts, "other-concepts", "concepts that are not prescribable"),
    (.otherSources, "other-sources", "names and codes of other sources"),
    (.history, "history", "history"), (.ndcs, "ndcs", "NDCs"),
    (.searchIndex, "search-index", "a search index"),
  ]

  /// The names of the parts, such as `search-index`.
  public var names: [String] { Self.known.filter { contains($0.part) }.map(\.name) }

  /// Makes parts of their names; unknown ones are ignored.
  public init(names: [some StringProtocol]) {
    self.init(Self.known.filter { part in names.contains { $0 == part.name } }.map(\.part))
  }

  /// The parts in words, such as `history or NDCs`.
  public var words: String {
    let words = Self.known.filter { contains($0.part) }.map(\.words)
    guard let last = words.last else { return "" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Catalog {
  /// The parts that the catalog was built without; empty for an ordinary one.
  public var leftOut: CatalogParts { release.leftOut }

  /// Throws if the catalog was built without parts that a query needs.
  ///
  /// Call this before ``search(_:filter:limit:offset:)``, ``ndcMatches(for:)`` or
  /// ``history(of:)``, which find nothing in a part that is not there.
  /// - Throws: ``CatalogError`` `catalog.left-out`, which names the missing parts.
  public func require(_ parts: CatalogParts) throws(CatalogError) {
    let missing = parts.intersection(leftOut)
    if !missing.isEmpty { throw .leftOut(file.path, missing) }
  }

  /// Why a code that was not found may exist all the same.
  ///
  /// - Parameter parts: The parts that could have held it.
  /// - Returns: For example `this catalog was built without NDCs`; `nil` if it has all of them.
  public func reasonNotFound(
    _ parts: CatalogParts = [.otherConcepts, .otherSources, .history]
  ) -> String? {
    let missing = parts.intersection(leftOut)
    return missing.isEmpty ? nil : "this catalog was built without \(missing.words)"
  }
}
