// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the vocabulary refuses, with a stable code.
public enum ModelError: Error, Sendable, Hashable {
  /// An identifier of no or too many bytes; the count that was found.
  case identifierLength(byteCount: Int)

  /// The stable name of the error.
  public var code: String {
    switch self {
    case .identifierLength: "model.identifier-length"
    }
  }
}

extension ModelError: CustomStringConvertible {
  /// What was found and what was expected; never the value itself (S35).
  public var description: String {
    switch self {
    case .identifierLength(let byteCount):
      "identifier has \(byteCount) bytes of UTF-8, expected 1 to "
        + "\(HealthConceptIdentifier.maximumByteCount)  [\(code)]"
    }
  }
}
