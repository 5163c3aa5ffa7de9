// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a catalog cannot be opened, trusted or built.
public struct CatalogError: Error, Sendable, Hashable {
  /// A stable name for programs, such as `catalog.version`.
  public let code: String
  /// The file, as it was given.
  public let file: String
  /// Byte offset in the file, where one is known.
  public let offset: Int?
  /// What was found and what was expected.
  public let reason: String
  /// What to do next.
  public let remedy: String

  static func unreadable(_ file: String, reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.unreadable", file: file, offset: nil, reason: "cannot be read: \(reason)",
      remedy: "check the path, or build one: rxkit build <release> -o \(file)")
  }

  static func notACatalog(_ file: String) -> CatalogError {
    CatalogError(
      code: "catalog.magic", file: file, offset: 0,
      reason: "not an rxkit catalog",
      remedy: "build one: rxkit build <release> -o catalog.rxkit")
  }

  static func version(_ file: String, found: UInt32) -> CatalogError {
    CatalogError(
      code: "catalog.version", file: file, offset: HeaderField.version,
      reason: "format version \(found), this rxkit reads \(CatalogFormat.version)",
      remedy: "build it again with this rxkit: rxkit build <release> -o \(file) --force")
  }

  static func damaged(_ file: String, at offset: Int, _ reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.damaged", file: file, offset: offset, reason: reason,
      remedy:
        "build it again: rxkit build <release> -o \(file) --force; rxkit verify names all damage")
  }

  static func leftOut(_ file: String, _ parts: CatalogParts) -> CatalogError {
    let options =
      (parts.isDisjoint(with: .subset) ? [] : ["--subset"])
      + parts.subtracting(.subset).names.map { "--without \($0)" }
    return CatalogError(
      code: "catalog.left-out", file: file, offset: nil,
      reason: "this catalog was built without \(parts.words)",
      remedy: "use a catalog that was built without \(options.joined(separator: " and "))")
  }

  static func unwritable(_ file: String, reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.unwritable", file: file, offset: nil, reason: "cannot be written: \(reason)",
      remedy: "choose another place with -o; nothing was written")
  }

  package static func tooLarge(_ file: String, _ what: String) -> CatalogError {
    CatalogError(
      code: "catalog.too-large", file: file, offset: nil,
      reason: "\(what) does not fit into format version \(CatalogFormat.version)",
      remedy: "build from one release at a time; nothing was written")
  }
}

extension CatalogError: CustomStringConvertible {
  /// File and byte offset, the reason with its code, and the remedy on a line of its own.
  public var description: String {
    let place = offset.map { "\(file): byte \($0)" } ?? file
    return "\(place): \(reason)  [\(code)]\n   try: \(remedy)"
  }
}

/// Parts that a catalog can be built without, so that it fits a phone.
///
/// A query of a part that was left out has no answer: finding nothing there does not mean that
/// there is none. See ``Catalog/leftOut`` and ``Catalog/require(_:)``.
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
