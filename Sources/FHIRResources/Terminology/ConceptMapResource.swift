// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A map from codes to codes as a document defines it.
///
/// DSTU2 names the systems beside each code, later versions once for a group; here every
/// mapping carries its own.
public struct ConceptMapResource: Sendable, Hashable {
  /// What a dependency or product says: under which further condition, or with which further code.
  public struct Attribute: Sendable, Hashable {
    /// What it is about: a property, an attribute or, in DSTU2, an element.
    public var name: String
    /// The code system of the value.
    public var system: String?
    /// The value as written.
    public var value: String?
    /// Its name.
    public var display: String?
  }

  /// One code of the source and one of the target.
  public struct Target: Sendable, Hashable {
    /// The code system of the code.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The code; `nil` where nothing corresponds.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set that is the target instead of one code.
    public var valueSet: String?
    /// `equivalence` or `relationship` as written.
    public var literal: String?
    /// What it means.
    public var relationship: MapRelationship
    /// A remark.
    public var comment: String?
    /// Conditions: the mapping holds only where they are true.
    public var dependsOn: [Attribute]
    /// What belongs to the target beside its code.
    public var products: [Attribute]
  }

  /// A code of the source and what it is mapped to.
  public struct Element: Sendable, Hashable {
    /// The code system of the code.
    public var system: String?
    /// The version of the code system.
    public var version: String?
    /// The code; `nil` where the document leaves it out.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set whose codes are all mapped, instead of one code.
    public var valueSet: String?
    /// Whether the map says that nothing corresponds, or names nothing.
    public var hasNoMap: Bool
    /// What it is mapped to.
    public var targets: [Target]
  }

  /// What becomes of codes that the elements do not name.
  public struct Unmapped: Sendable, Hashable {
    /// `use-source-code`, `fixed` or `other-map`; `provided` of R4 is read as the first.
    public var mode: String
    /// The code for mode `fixed`.
    public var code: String?
    /// Its name.
    public var display: String?
    /// A value set for mode `fixed`.
    public var valueSet: String?
    /// The map for mode `other-map`.
    public var otherMap: String?
    /// How the source is related to it; unstated before R5.
    public var relationship: MapRelationship
  }

  /// Elements with one source and one target system.
  public struct Group: Sendable, Hashable {
    /// The code system of the sources.
    public var source: String?
    /// Its version.
    public var sourceVersion: String?
    /// The code system of the targets.
    public var target: String?
    /// Its version.
    public var targetVersion: String?
    /// The codes that are mapped.
    public var elements: [Element]
    /// What becomes of other codes.
    public var unmapped: Unmapped?
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
  /// The value set that the source codes come from.
  public var sourceScope: String?
  /// The value set that the target codes come from.
  public var targetScope: String?
  /// The groups; the elements of DSTU2 are one group without systems of its own.
  public var groups: [Group]
  /// Whether the elements stand in groups, as they do since STU3.
  public var hasGroups: Bool
  /// What was odd.
  public var problems: [Problem]
}
