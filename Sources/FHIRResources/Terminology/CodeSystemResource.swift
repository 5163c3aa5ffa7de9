// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A code system that a document defines or supplements.
///
/// Comes from a CodeSystem resource, or from `ValueSet.codeSystem` of DSTU2,
/// where the value set carries the codes. Everything is literal.
public struct CodeSystemResource: Sendable, Hashable {
  /// A business identifier, often `urn:oid:` of the code system.
  public struct Identifier: Sendable, Hashable {
    /// The namespace.
    public var system: String?
    /// The value in it.
    public var value: String?
  }

  /// A property that concepts may have, as it is declared.
  public struct PropertyDeclaration: Sendable, Hashable {
    /// The code that the concepts' properties use.
    public var code: String
    /// The URI of its meaning.
    public var uri: String?
    /// What it means.
    public var meaning: String?
    /// The type of its values, as `code`, `Coding` or `string`.
    public var type: String?
  }

  /// The address of the resource in its document.
  public var entryPath: String
  /// `CodeSystem`, or `ValueSet` for the inline code systems of DSTU2.
  public var resourceType: String
  /// The URL of the resource, for `ValueSet` that of the value set.
  public var resourceURL: String?
  /// The version of the resource.
  public var resourceVersion: String?
  /// The URL by which codings name the code system.
  public var url: String?
  /// The version of the code system.
  public var version: String?
  /// Business identifiers in document order.
  public var identifiers: [Identifier]
  /// The name for programs.
  public var name: String?
  /// The name for people.
  public var title: String?
  /// The publication status as written.
  public var status: String?
  /// `complete`, `fragment`, `example`, `not-present` or `supplement`; DSTU2 gives none.
  public var content: String?
  /// The canonical URL of the system that this one adds to.
  public var supplements: String?
  /// Whether codes that differ in letter case differ; absent means true.
  public var isCaseSensitive: Bool
  /// What nesting means: `grouped-by`, `is-a`, `part-of`, `classified-with`; absent is unknown.
  public var hierarchyMeaning: String?
  /// How many concepts the system has by its own account.
  public var count: Int?
  /// The language of the displays.
  public var language: String?
  /// The properties that are declared.
  public var propertyDeclarations: [PropertyDeclaration]
  /// All concepts of all depths, parents before their children, in document order; empty where
  /// they were handed over while they were read.
  public var concepts: [CodeSystemConcept]
  /// How many concepts were handed over.
  public var handedOverCount = 0
  /// What was odd.
  public var problems: [Problem]

  /// How many concepts of all depths there are.
  public var conceptCount: Int { concepts.count + handedOverCount }

  /// Whether the concepts add to another system instead of defining their codes.
  public var isSupplement: Bool { content == "supplement" || supplements != nil }
}

/// A concept of a code system.
public struct CodeSystemConcept: Sendable, Hashable {
  /// A further name, or the name in another language.
  public struct Designation: Sendable, Hashable {
    /// The language of the value.
    public var language: String?
    /// What the designation is for.
    public var use: FHIRCoding?
    /// The words.
    public var value: String?
  }

  /// A property of the concept.
  public struct Property: Sendable, Hashable {
    /// The code of the property.
    public var code: String
    /// The value as written; for a Coding its code.
    public var value: String
    /// The type of the value: `Code`, `Coding`, `String`, `Integer`, `Boolean`, `DateTime`, `Decimal`.
    public var type: String
    /// The value, where it is a Coding.
    public var coding: FHIRCoding?
  }

  /// The code.
  public var code: String
  /// The code of the concept that it is nested in.
  public var parent: String?
  /// How deep it is nested, from 1.
  public var depth: Int
  /// The name; `nil` if none is given, never the code in its place.
  public var display: String?
  /// What it means.
  public var definition: String?
  /// Further names in document order.
  public var designations: [Designation]
  /// Properties in document order.
  public var properties: [Property]
}
