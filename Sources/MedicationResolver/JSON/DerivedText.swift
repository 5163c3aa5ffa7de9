// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText

/// What an answer derives, as JSON in compact layout: written once, copied often.
///
///     "concepts":[…],…,"sideEffects":  {…}  "problems":[…],"release":{…}
///     start                            effects  end
final class DerivedText: Sendable {
  /// JSON that several answers share.
  final class Shared: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// The given codings with their outcomes, one value.
  let codings: [UInt8]
  /// Members with commas between them, the last one without its value.
  let start: [UInt8]
  /// The value of the last one, the greater part of most answers; `nil` if it is left out.
  let effects: Shared?
  /// The problems of a question that brought none along, and the release.
  let end: [UInt8]

  /// Makes a text.
  init(codings: [UInt8], start: [UInt8], effects: Shared?, end: [UInt8]) {
    self.codings = codings
    self.start = start
    self.effects = effects
    self.end = end
  }

  /// Writes the value of the member `sideEffects`, behind ``start``.
  func writeEffects(to json: inout JSONWriter) {
    json.append(part: effects?.bytes ?? Array("null".utf8))
  }

  /// What it takes in addition to the shared part.
  var byteCount: Int { codings.count + start.count + end.count }
}
