// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why an array of another library cannot be read, or one cannot be made.
package struct ArrowError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code, such as `arrow.offsets`.
  package let code: String
  /// What was found and what was expected, without any value of the array.
  package let message: String

  package init(_ code: String, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// The message with its code.
  package var description: String { "\(message)  [\(code)]" }
}
