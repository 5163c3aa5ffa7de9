// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A value set that was loaded from FHIR: its rules and its expansion, as they are.
public struct LoadedValueSet: Sendable, CatalogRecord {
  typealias Field = ValueSetField
  static let section = SectionID.valueSets
  let catalog: Catalog
  package let index: Int

  /// The canonical URL, or an identifier or file name where the resource has none.
  public var url: String { text(.url) }
  /// The version; empty where none is given.
  public var version: String { text(.version) }
  /// The name for programs.
  public var name: String { text(.name) }
  /// The name for people.
  public var title: String { text(.title) }
  /// The publication status.
  public var status: String { text(.status) }
  /// The file that it came from.
  public var file: String { text(.file) }
  /// The code system that a value set of DSTU2 defines; empty for all others.
  public var inlineSystem: String { text(.inlineSystem) }
  /// When the expansion was made, as written.
  public var timestamp: String { text(.timestamp) }

  private func isSet(_ flag: UInt32) -> Bool { word(.flags) & flag != 0 }
  /// Whether it has rules.
  public var isComposed: Bool { isSet(Field.composedFlag) }
  /// Whether it carries an expansion.
  public var hasExpansion: Bool { isSet(Field.expandedFlag) }
  /// Whether the expansion shows a part of the codes.
  public var isExpansionSubset: Bool { isSet(Field.subsetFlag) }
  /// Whether inactive codes may be in it.
  public var allowsInactive: Bool { !isSet(Field.activeOnlyFlag) }
  /// Whether the resource has no URL of its own.
  public var isURLInvented: Bool { isSet(Field.inventedURLFlag) }
  /// How many codes the expansion has by its own account.
  public var total: Int? {
    let total = word(.total)
    return total == 0 ? nil : Int(total) - 1
  }

  /// Name and value of the expansion's parameters.
  public var parameters: [(name: String, value: String)] {
    tuples(.parameters).map { ($0[0], $0[1]) }
  }

  /// The rules, includes and excludes in document order.
  public var clauses: [ValueSetClause] { records(.clauses) }

  /// The codes and headings of the expansion, parents before their children.
  public var expansion: [ValueSetEntry] {
    entryRange.lazy.map { ValueSetEntry(catalog: catalog, index: $0) }.filter {
      $0.clauseIndex == nil
    }
  }

  /// All entries, of clauses and expansion.
  var entryRange: Range<Int> { run(.valueSetEntries, .entries) }
}

/// An include or exclude of a value set.
public struct ValueSetClause: Sendable, CatalogRecord {
  typealias Field = ClauseField
  static let section = SectionID.valueSetClauses
  let catalog: Catalog
  package let index: Int

  /// Whether its codes are taken away.
  public var isExcluded: Bool { word(.isExcluded) != 0 }
  /// The code system; empty where it names value sets only.
  public var system: String { text(.system) }
  /// The version of the code system.
  public var version: String { text(.version) }
  /// How many codes it lists.
  public var entryCount: Int { count(.entries) }
  /// The codes that it lists.
  public var entries: [ValueSetEntry] { records(.entries) }
  /// What codes must satisfy.
  public var filters: [ValueSetFilter] {
    tuples(.filters).map {
      ValueSetFilter(property: $0[0], operation: $0[1], value: $0[2])
    }
  }
  /// Canonical URLs of value sets that codes must be in.
  public var valueSets: [String] { tuples(.imports).map { $0[0] } }
}

/// A condition on a property of codes.
public struct ValueSetFilter: Sendable, Hashable {
  /// The property.
  public let property: String
  /// The operation, such as `=` or `is-a`.
  public let operation: String
  /// The value to compare with.
  public let value: String

  /// The condition as a person reads it.
  public var description: String { "\(property) \(operation) \(value)" }
}

/// A code that a clause lists or an expansion holds.
public struct ValueSetEntry: Sendable, CatalogRecord {
  typealias Field = ValueSetEntryField
  static let section = SectionID.valueSetEntries
  let catalog: Catalog
  package let index: Int

  /// The code system, as it is written.
  public var system: String { text(.system) }
  /// The version of the code system.
  public var version: String { text(.version) }
  /// The code; empty for a heading.
  public var code: String { text(.code) }
  /// The name.
  public var display: String { text(.display) }
  /// How deep it is nested, from 1.
  public var depth: Int { Int(word(.kind) & 0xFFFF) }
  /// Whether it is there to group others.
  public var isAbstract: Bool { word(.kind) >> 16 & Field.abstractFlag != 0 }
  /// Whether the expansion says that the code is inactive.
  public var isInactive: Bool { word(.kind) >> 16 & Field.inactiveFlag != 0 }
  /// The entry that it is nested in.
  public var parent: ValueSetEntry? {
    let parent = word(.parent)
    return parent == 0 ? nil : ValueSetEntry(catalog: catalog, index: Int(parent) - 1)
  }
  /// Further names: language, use, value.
  public var designations: [(language: String, use: String, value: String)] {
    tuples(.designations).map { ($0[0], $0[1], $0[2]) }
  }

  var valueSetIndex: Int { Int(word(.valueSet)) }
  var clauseIndex: Int? {
    let clause = word(.clause)
    return clause == 0 ? nil : Int(clause) - 1
  }
}

extension Catalog {
  /// The value sets that were loaded from FHIR, in the order of loading.
  public var valueSets: [LoadedValueSet] { records() }

  /// The value sets that a canonical names: all versions where it names none.
  ///
  /// - Parameter canonical: A URL, with `|` and a version or without.
  /// - Returns: In the order of loading; none where none is loaded.
  public func valueSets(named canonical: String) -> [LoadedValueSet] {
    let parts = canonical.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let url = String(parts.first ?? "")
    let version = parts.count > 1 ? String(parts[1]) : nil
    return valueSets.filter { $0.url == url && (version == nil || $0.version == version) }
  }

  /// Calls `body` with what terminology knows a code by.
  func forEachTermKey(
    system: String, code: String, _ kind: TermKeyKind, _ body: (_ owner: Int) -> Void
  ) {
    guard file.section(.termKeys).count > 0 else { return }
    let system = system.utf8
    let code = code.utf8
    let hash = KeyHash.of(system: system.span, code: code.span)
    var probe = HashProbe(file, .termSlots, .termEntries, hash: hash)
    while let record = probe.next(in: file) {
      let index = Int(record)
      guard file.isText(file.word(.termKeys, index, TermKeyField.code), code.span),
        file.isText(file.word(.termKeys, index, TermKeyField.system), system.span)
      else { continue }
      probe.isFound = true
      if file.word(.termKeys, index, TermKeyField.kind) == kind.rawValue {
        body(Int(file.word(.termKeys, index, TermKeyField.owner)))
      }
    }
  }
}
