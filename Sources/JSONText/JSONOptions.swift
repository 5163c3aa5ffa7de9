// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How strictly a text is read, and how large it may be.
public struct JSONOptions: Sendable, Hashable {
  /// What happens to the two things that are JSON by grammar but cannot be kept.
  public enum Mode: Sendable, Hashable {
    /// Half a surrogate pair and too deep nesting are errors.
    case strict
    /// They are marked in the document: U+FFFD, and a value of kind `omitted`.
    case tolerant
  }

  /// What happens to half surrogate pairs and too deep nesting.
  public var mode: Mode
  /// How many containers may be open at once.
  public var depthLimit: Int
  /// How many bytes a text may have; never more than 1 GiB, which the tape's words can address.
  public var byteLimit: Int
  /// Whether the text was made from another format, in which every value is a string and one of
  /// many looks like the only one; readers can ask each node (``JSONNode/isUntyped``).
  public var isUntyped = false
  /// Which objects are wanted; all if `nil`.
  package var selection: JSONSelection?
  /// How much is checked of what a reader does not want and passes over.
  public var checking = JSONChecking.everything

  /// Makes options; the defaults are strict, 512 levels and 1 GiB.
  public init(mode: Mode = .strict, depthLimit: Int = 512, byteLimit: Int = 1 << 30) {
    self.mode = mode
    self.depthLimit = max(depthLimit, 1)
    self.byteLimit = min(byteLimit, TapeWord.fieldLimit - 1)
  }
}
