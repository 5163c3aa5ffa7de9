// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What governs each word of a sentence.
struct Scope: OptionSet, Sendable {
  let rawValue: UInt16

  /// A negation reaches it.
  static let negated = Scope(rawValue: 1 << 0)
  /// It stands in what somebody is told to do.
  static let instructed = Scope(rawValue: 1 << 1)
  /// It stands in a condition (`if …`).
  static let conditional = Scope(rawValue: 1 << 2)
  /// Somebody has it already, or is described by it.
  static let background = Scope(rawValue: 1 << 3)
  /// Something is done against it.
  static let purpose = Scope(rawValue: 1 << 4)
  /// It is a sign of something else.
  static let sign = Scope(rawValue: 1 << 5)
  /// It is a sign in a definition (`a disorder which can present with …`).
  static let definition = Scope(rawValue: 1 << 6)
  /// It comes of stopping the drug.
  static let stopping = Scope(rawValue: 1 << 7)
  /// It is a part of a grouped term.
  static let grouped = Scope(rawValue: 1 << 8)
  /// A verb says that it happens, before it in the same clause.
  static let asserted = Scope(rawValue: 1 << 9)
}
