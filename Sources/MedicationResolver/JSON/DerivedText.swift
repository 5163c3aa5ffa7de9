// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What an answer derives, as JSON in compact layout: written once, copied often.
final class DerivedText: Sendable {
  /// The given codings with their outcomes, one value.
  let codings: [UInt8]
  /// Members with commas between them: what is derived, then the problems of a question that
  /// brought none along, and the release.
  let members: [UInt8]
  /// How many of the bytes of the members are before the problems.
  let derivedCount: Int

  /// Makes a text.
  init(codings: [UInt8], members: [UInt8], derivedCount: Int) {
    self.codings = codings
    self.members = members
    self.derivedCount = derivedCount
  }

  var byteCount: Int { codings.count + members.count }
}
