// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

/// How a concept was found.
public enum MatchKind: String, Sendable, Hashable, CaseIterable {
  /// Its own RxNorm code was given.
  case exact
  /// A retired RxNorm code was given that it took the place of.
  case replacement
  /// One of its National Drug Codes was given.
  case ndc
  /// A code of another system was given that the catalog links to it.
  case crosswalk
  /// One of its names was given, and no code.
  case text
}

/// A concept that answers a query, with how it was found.
public struct MatchedConcept: Sendable, Hashable {
  /// One code on the way from what was queried to what was found.
  public struct Step: Sendable, Hashable {
    /// Why the code is here.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
      /// It was given.
      case given
      /// It is how a written NDC was read.
      case readAs = "read-as"
      /// It took the place of the code before.
      case replacedBy = "replaced-by"
      /// The catalog links it to the code before.
      case linkedTo = "linked-to"
      /// A concept map says that it is the same as the code before.
      case mappedTo = "mapped-to"
    }

    /// The code system, by its canonical URL.
    public let system: String
    /// The code; `nil` for a placeholder of a reconstructed release.
    public let code: String?
    /// Why it is here.
    public let reason: Reason
    /// The URL of the concept map that says so, for ``Reason/mappedTo``.
    public let map: String?

    init(system: String, code: String?, reason: Reason, map: String? = nil) {
      self.system = system
      self.code = code
      self.reason = reason
      self.map = map
    }
  }

  /// The concept in the catalog; `nil` for a code that only the archive remembers.
  public let concept: Concept?
  /// Its RxNorm code; `nil` for a placeholder of a reconstructed release.
  public let code: RxCUI?
  /// Its main name; from the archive where the catalog has no concept.
  public let name: String?
  /// Its best name for people.
  public let displayName: String?
  /// Its term type.
  public let termType: TermType?
  /// What became of it.
  public let status: ConceptStatus
  /// How it was found.
  public let match: MatchKind
  /// The certainty of the match, from 0 to 100; only for text.
  public let score: Int?
  /// The codes walked, the given one first.
  public let path: [Step]

  init(_ concept: Concept, _ match: MatchKind, path: [Step], score: Int? = nil) {
    self.concept = concept
    code = concept.code
    name = concept.name
    displayName = concept.displayName
    termType = concept.termType
    status = concept.status
    self.match = match
    self.score = score
    self.path = path
  }

  /// A code that only the archive remembers.
  init(archived history: ConceptHistory, name: ArchivedName, path: [Step]) {
    concept = nil
    code = history.asked
    self.name = name.text
    displayName = name.text
    termType = name.termType
    status = history.status
    match = .exact
    score = nil
    self.path = path
  }
}
