// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

/// The caption of a table and the condition that its rows have by it.
struct Caption: Sendable, CustomTestStringConvertible {
  let text: String
  let condition: String?
  var testDescription: String { text }

  init(_ text: String, _ condition: String?) {
    self.text = text
    self.condition = condition
  }
}
