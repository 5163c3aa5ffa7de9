// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

extension Sequence<String> {
  /// The words, each once, in order.
  func distinct() -> [String] {
    var distinct: [String] = []
    for word in self where !distinct.contains(word) { distinct.append(word) }
    return distinct
  }
}
