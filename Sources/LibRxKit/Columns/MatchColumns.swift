// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import DrugMatching
internal import JSONText

extension AnswerColumns {
  /// What a text may name.
  ///
  /// Code and name are those of the first candidate, only where it was accepted: of any other
  /// verdict it must not be taken for what the text says.
  static let match = AnswerColumns(
    ["rxcui", "name", "tty", "status"].map { name in
      Fact(name) { match in
        guard match["verdict"]?.isString("accepted") == true else { return nil }
        var candidates = match["candidates"]?.elements
        return candidates?.next()?[name]
      }
    } + release,
    members: PrintedMatch.shape.outline.columns(without: ["schema", "line", "release"]))
}
