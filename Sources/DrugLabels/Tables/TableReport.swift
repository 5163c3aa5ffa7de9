// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import SymptomMapping

/// What the reader saw in a table: its arms and rows, or why it gives none.
package struct TableReport: Sendable, Hashable {
  /// Why a table gives no rows.
  package enum Exclusion: String, Sendable, Hashable, CaseIterable {
    case section = "not-adverse-reactions"
    /// It has no rows, or only one column.
    case empty
    case laboratory
    case discontinuation
    case efficacy
    case withdrawal
    case baseline
    case instruction
    case noFigures = "no-figures"
    case noShares = "no-shares"
  }

  /// A row with figures.
  package struct Row: Sendable, Hashable {
    package var row: Int
    package var label: String
    /// The body system or part it stands under; empty if none.
    package var group: String
    /// The phrases that the label is; empty if no category has it.
    package var phrases: [Phrase]
    package var firstArm: Int
    package var figures: [Figure]
    package var isPassed: Bool
  }

  /// What a row says of an arm.
  package struct Figure: Sendable, Hashable {
    /// The percentage as printed, without the sign; `nil` if there is none.
    package var percent: String?
    /// How many; `nil` if it is not said.
    package var count: Int?
    package var raw: String
    /// Whether count, percentage and size of the arm agree; `nil` if one of them is missing.
    package var isChecked: Bool?
  }

  package var caption: String
  package var context = ""
  package var headerRows: [Int]
  package var arms: [TableArm] = []
  package var rows: [Row] = []
  /// Rows whose cells hold several figures that could not be told apart.
  package var unreadRows: [Int]
  package var statements: [LabelStatement] = []
  /// Why there are no rows; `nil` if there are.
  package var exclusion: Exclusion?
  /// The grades that the whole table is limited to; `nil` for all.
  package var grade: String?
  /// Whom the table is about, if not adults in general.
  package var population: String?
  package var isUnread = false

  /// Whether a row holds reactions whose figures could not be read.
  func isUnread(_ row: Int?) -> Bool {
    switch exclusion {
    case .none: break
    case .noShares, .noFigures, .empty: return true
    default: return false
    }
    guard let row else { return false }
    if unreadRows.contains(row) { return true }
    // A reaction under a name that no phrase is as a whole, with a figure above zero.
    return rows.contains { one in
      one.row == row && one.phrases.isEmpty
        && one.figures.contains { figure in
          figure.percent.map { FixedPoint.thousandths($0) != 0 } ?? ((figure.count ?? 0) > 0)
        }
    }
  }
}
