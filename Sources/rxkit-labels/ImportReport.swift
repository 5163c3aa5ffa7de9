// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import SymptomMapping

/// What an import or a combination did, in lines for a person.
enum ImportReport {
  /// How many codes of a kind are shown.
  private static let shownCodes = 20

  /// What was read, mapped and left out.
  static func lines(_ summary: ImportSummary) -> [String] {
    var lines = summary.files.map { file in
      "read \(file.name): \(DisplayText.counted(file.rows, "row", "rows"))"
    }
    lines.append(
      "terms: \(DisplayText.grouped(summary.mappedTermCount)) name one of the 39 categories, "
        + "\(DisplayText.grouped(summary.unmappedTermCount)) do not")
    lines.append(
      "mapped: \(DisplayText.counted(summary.mappedCount, "row", "rows")) to "
        + "\(DisplayText.counted(summary.rowCount, "row", "rows")) of evidence about "
        + DisplayText.counted(summary.subjectCount, "subject", "subjects"))
    lines.append("left out: \(DisplayText.counted(summary.droppedCount, "row", "rows"))")
    for reason in DropReason.allCases {
      guard let count = summary.dropped[reason], count > 0 else { continue }
      lines.append("  \(DisplayText.grouped(count))  \(reason.rawValue) (\(reason.code))")
    }
    if summary.droppedFigureCount > 0 {
      lines.append(
        "figures left out, because several stand without telling which control is theirs: "
          + DisplayText.grouped(summary.droppedFigureCount))
    }
    for problem in CodeProblem.allCases {
      let codes = summary.codes(problem)
      if codes.isEmpty { continue }
      let more = codes.count - shownCodes
      lines.append(
        "\(problem.rawValue): \(DisplayText.grouped(codes.count)): "
          + codes.prefix(shownCodes).map { DisplayText.printable($0) }.joined(separator: ", ")
          + (more > 0 ? " and \(DisplayText.grouped(more)) more (--codes lists all)" : ""))
    }
    return lines + summary.notes.map { "note: \($0)" }
  }

  /// What was kept and what gave way.
  static func lines(_ combined: TableCombination) -> [String] {
    var lines: [String] = []
    for source in EvidenceSource.allCases {
      guard let count = combined.counts[source] else { continue }
      lines.append("\(source.rawValue): \(DisplayText.counted(count, "row", "rows"))")
    }
    if combined.repeatedCount > 0 {
      lines.append(
        "in several tables: \(DisplayText.counted(combined.repeatedCount, "equal row", "equal rows"))"
      )
    }
    for kept in EvidenceSource.allCases {
      for dropped in EvidenceSource.allCases {
        guard let count = combined.replaced[kept]?[dropped] else { continue }
        lines.append(
          "\(DisplayText.counted(count, "row", "rows")) of \(dropped.rawValue) gave way to "
            + kept.rawValue)
      }
    }
    return lines
  }
}
