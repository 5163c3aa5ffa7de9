// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// All that a label says of symptoms.
public struct LabelReading: Sendable {
  /// The statements, in the order of the label: sections, in each its text, highlights, tables.
  public var statements: [LabelStatement]
  /// The places that name a symptom and say nothing of effects, in the same order.
  public var passed: [PassedMention]
  /// Terms of effects that no category covers, each with how often it occurs; sorted.
  public var unmapped: [UnmappedTerm]
  /// Whether the label has a boxed warning (S31), and its title.
  public var boxedTitle: String?
  /// Whether a section is there that can name effects.
  public var hasEffectSection: Bool
  /// The phrases that it was made with.
  var matcher: PhraseMatcher?

  /// A term without a category.
  public struct UnmappedTerm: Sendable, Hashable {
    /// The term, in lower case.
    public var term: String
    /// How many places have it.
    public var count: Int

    /// Makes a term.
    public init(_ term: String, count: Int) {
      self.term = term
      self.count = count
    }
  }

  /// Makes an empty reading.
  public init() {
    statements = []
    passed = []
    unmapped = []
    hasEffectSection = false
  }
}

/// Readings are equal if they say the same, whatever they were made with.
extension LabelReading: Hashable {
  /// Whether two readings say the same.
  public static func == (one: LabelReading, other: LabelReading) -> Bool {
    one.statements == other.statements && one.passed == other.passed
      && one.unmapped == other.unmapped && one.boxedTitle == other.boxedTitle
      && one.hasEffectSection == other.hasEffectSection
  }

  /// Hashes what the reading says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(statements)
    hasher.combine(passed)
    hasher.combine(unmapped)
    hasher.combine(boxedTitle)
    hasher.combine(hasEffectSection)
  }
}
