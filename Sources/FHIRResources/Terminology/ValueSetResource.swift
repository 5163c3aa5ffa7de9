// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A set of codes as a document defines it: by rules, by an expansion, or both.
///
/// Everything is literal; what the rules come to is worked out over a catalog.
public struct ValueSetResource: Sendable, Hashable {
  /// One `include` or `exclude` of `compose`: what it names must all be true of a code.
  public struct Clause: Sendable, Hashable {
    /// Whether its codes are taken away.
    public var isExcluded: Bool
    /// The code system; `nil` where the clause names value sets only.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The codes that are listed.
    public var concepts: [Entry]
    /// What codes must satisfy.
    public var filters: [Filter]
    /// Canonical URLs of value sets that codes must be in.
    public var valueSets: [String]
    /// Whether all codes of the system are meant: no list, filter or value set narrows it.
    public var isWholeSystem: Bool {
      system != nil && concepts.isEmpty && filters.isEmpty && valueSets.isEmpty
    }
  }

  /// A condition on a property of codes.
  public struct Filter: Sendable, Hashable {
    /// The property.
    public var property: String
    /// The operation, such as `=` or `is-a`.
    public var operation: String
    /// The value to compare with.
    public var value: String
  }

  /// A code that a clause lists or an expansion holds.
  public struct Entry: Sendable, Hashable {
    /// The code system; in a clause that of the clause.
    public var system: String?
    /// The version of the code system, where the expansion says it.
    public var version: String?
    /// The code; `nil` for a heading.
    public var code: String?
    /// The name.
    public var display: String?
    /// The position of the entry that it is nested in.
    public var parent: Int?
    /// How deep it is nested, from 1.
    public var depth: Int
    /// Whether it is there to group others and is not to be chosen.
    public var isAbstract: Bool
    /// Whether the expansion says that the code is inactive.
    public var isInactive: Bool
    /// Further names.
    public var designations: [CodeSystemConcept.Designation]
  }

  /// The codes that somebody worked out.
  public struct Expansion: Sendable, Hashable {
    /// What identifies it.
    public var identifier: String?
    /// When it was made, as written.
    public var timestamp: String?
    /// How many codes there are by its own account.
    public var total: Int?
    /// Where the page begins that it shows.
    public var offset: Int?
    /// Name and value of its parameters.
    public var parameters: [Parameter]
    /// The codes and headings of all depths, parents before their children.
    public var entries: [Entry]

    /// Whether it shows a part of the codes: a page, fewer than its total, or limited.
    public var isSubset: Bool {
      // By FHIR `total` counts codes of all depths; headings are none.
      (offset ?? 0) > 0 || (total ?? 0) > entries.count { $0.code != nil }
        || parameters.contains { $0.name == "limitedExpansion" && $0.value != "false" }
    }
  }

  /// A parameter of an expansion.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value as written.
    public var value: String
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// The canonical URL.
  public var url: String?
  /// The version.
  public var version: String?
  /// Business identifiers in document order.
  public var identifiers: [CodeSystemResource.Identifier]
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The publication status as written.
  public var status: String?
  /// Whether inactive codes are allowed; absent means that they are.
  public var allowsInactive: Bool
  /// Whether the resource has rules, were they empty.
  public var isComposed: Bool
  /// The rules, includes before excludes.
  public var clauses: [Clause]
  /// The expansion that the resource carries.
  public var expansion: Expansion?
  /// The URL of the code system that a value set of DSTU2 defines inline: all its codes are in.
  public var inlineSystem: String?
  /// What was odd.
  public var problems: [Problem]

  /// Whether nothing says what is in it.
  public var isEmpty: Bool { clauses.isEmpty && expansion == nil && inlineSystem == nil }
}
