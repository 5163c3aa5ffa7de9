// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

/// What the reader saw in a table: its arms and rows, or why it gives none.
public struct TableReport: Sendable, Hashable {
  /// Why a table gives no rows.
  public enum Exclusion: String, Sendable, Hashable, CaseIterable {
    /// It stands in no section of adverse reactions.
    case section = "not-adverse-reactions"
    /// It has no rows, or only one column.
    case empty
    /// Its figures are of laboratory tests or signs that are measured.
    case laboratory
    /// It lists why persons stopped.
    case discontinuation
    /// It says how well the drug works.
    case efficacy
    /// It lists what happened after the drug was stopped.
    case withdrawal
    /// It is about what the persons had before, or who they were.
    case baseline
    /// It is about doses, interactions or instructions.
    case instruction
    /// No cell behind a label is a figure.
    case noFigures = "no-figures"
    /// The figures are no shares of persons: rates in time, means, intervals.
    case noShares = "no-shares"
  }

  /// A row with figures.
  public struct Row: Sendable, Hashable {
    /// Its index in the grid.
    public var row: Int
    /// Its label as printed.
    public var label: String
    /// The body system or part it stands under; empty if none.
    public var group: String
    /// The phrases that the label is; empty if no category has it.
    public var phrases: [Phrase]
    /// The index of its first arm among the arms of the report.
    public var firstArm: Int
    /// A figure for each arm of its block.
    public var figures: [Figure]
    /// Why the row makes no statement, though a category has it.
    public var isPassed: Bool
  }

  /// What a row says of an arm.
  public struct Figure: Sendable, Hashable {
    /// The percentage as printed, without the sign; `nil` if there is none.
    public var percent: String?
    /// How many; `nil` if it is not said.
    public var count: Int?
    /// The cell as it stands.
    public var raw: String
    /// Whether count, percentage and size of the arm agree; `nil` if one of them is missing.
    public var isChecked: Bool?
  }

  /// The caption, or the title that is in the first row.
  public var caption: String
  /// The caption as it is quoted.
  public var context = ""
  /// The rows of the grid that are headers.
  public var headerRows: [Int]
  /// The arms, block by block.
  public var arms: [TableArm] = []
  /// The rows with figures.
  public var rows: [Row] = []
  /// Rows whose cells hold several figures that could not be told apart.
  public var unreadRows: [Int]
  /// The statements.
  public var statements: [LabelStatement] = []
  /// Why there are no rows; `nil` if there are.
  public var exclusion: Exclusion?
  /// The grades that the whole table is limited to; `nil` for all.
  public var grade: String?
  /// Whom the table is about, if not adults in general.
  public var population: String?
  /// Whether it names reactions and no figure of it could be read.
  public var isUnread = false

  /// Whether a row holds reactions whose figures could not be read.
  ///
  /// - Parameter row: Its index; `nil` stands for what is before the first row.
  /// - Returns: True also where the whole table could not be read.
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
