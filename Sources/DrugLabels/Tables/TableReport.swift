// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import SymptomMapping

/// What the reader saw in a table: its arms and rows, or why it gives none.
package struct TableReport: Sendable, Hashable {
  /// Why a table gives no rows.
  package enum Exclusion: String, Sendable, Hashable, CaseIterable {
    case section = "not-adverse-reactions"
    case empty, laboratory, discontinuation, efficacy, withdrawal, baseline, instruction
    case noFigures = "no-figures"
    case noShares = "no-shares"
  }

  /// A row with figures.
  package struct Row: Sendable, Hashable {
    package var row: Int
    package var label: String
    /// The body system or part that contains it; empty if none.
    package var group: String
    /// The phrases that the label is; empty if no category has it.
    package var phrases: [Phrase]
    package var firstArm: Int
    package var figures: [Figure]
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

    var isSome: Bool { percent.map { FixedPoint.thousandths($0) != 0 } ?? ((count ?? 0) > 0) }
  }

  package var caption: String
  package var context = ""
  package var headerRows: [Int]
  package var arms: [TableArm] = []
  package var rows: [Row] = []
  /// Rows whose cells contain several figures that could not be separated.
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
    return rows.contains {
      $0.row == row && $0.phrases.isEmpty && $0.figures.contains(where: \.isSome)
    }
  }
}

/// A group of a trial: the columns of a table that give its figures.
package struct TableArm: Sendable, Hashable {
  /// What a group took.
  package enum Role: Sendable, Hashable {
    case drug
    case comparator(EvidenceComparator)
  }

  package var role: Role
  /// What its header says, without size, measure and grade; empty if it names nothing.
  package var name: String
  package var path: [String]
  package var size: Int?
  package var isPooled: Bool
  /// Whether no header names the drug, so that the role follows from the order of columns.
  package var isAssumed: Bool
  /// The phase, study or part of the persons it is under; empty if there is only one.
  package var group: String
  /// The grades that its figures are limited to; `nil` for all.
  package var grade: String?
  package var column: Int
  var names: Set<String>
  var measure: CellFigure.Measure?
  var countColumn: Int?
  /// The column whose number follows that of this one under the same header.
  var secondColumn: Int?
  var isAllGrades = false

  /// Whether it took another drug as well, while another arm took only the
  /// label's drug: its figures are those of both drugs.
  var isOfCombination = false
  /// The place of its comparator among the arms of its block.
  var comparator: Int?
  /// What all rows quote of it.
  var quotedPath = ""
  var population: String?

  private var pathWords: Set<String> { Set(path.flatMap { CellTokens($0).words }) }

  /// The comparator of a drug's arm: in its group the one with the same partners, placebo before
  /// another drug, the nearest column.
  func comparator(among arms: [TableArm], own: (String) -> Bool) -> Int? {
    let partners = partners(own)
    let words = pathWords
    func rank(_ arm: TableArm) -> (Int, Int, Int, Int) {
      let isPlacebo = arm.role == .comparator(.placebo)
      return (
        arm.names.intersection(partners).count, isPlacebo ? 1 : 0,
        // `Alphador > Female` next to `Placebo > Male` and `Placebo > Female`.
        arm.pathWords.intersection(words).count, -abs(arm.column - column)
      )
    }
    return arms.indices.filter { index in
      arms[index].role != .drug
        && (arms[index].group == group || arms[index].group.isEmpty || group.isEmpty)
        // No placebo is given in an open-label phase.
        && (!words.contains("open") || arms[index].pathWords.contains("open"))
    }.max { rank(arms[$0]) < rank(arms[$1]) }
  }

  private func partners(_ own: (String) -> Bool) -> Set<String> {
    names.filter { !own($0) && !TableVocabulary.placebo.contains($0) }
  }

  /// Whether its header joins another name to one of the label's drug (`Alphadrug/betadrug`), the
  /// comparator did not take that, and another arm took the drug alone.
  func combines(among arms: [TableArm], comparator: TableArm?, own: (String) -> Bool) -> Bool {
    let partners = partners(own)
    let joined = path.flatMap { cell in
      let tokens = CellTokens(cell).tokens
      return tokens.indices.dropFirst().dropLast().filter { index in
        let (left, right) = (tokens[index - 1].text, tokens[index + 1].text)
        return Self.joints.contains(tokens[index].text)
          && (own(left) && partners.contains(right) || own(right) && partners.contains(left))
      }
    }
    guard !joined.isEmpty, comparator.map({ $0.names.isDisjoint(with: partners) }) ?? true else {
      return false
    }
    return arms.contains { arm in
      arm.role == .drug && arm.group == group && arm.names.contains(where: own)
        && arm.partners(own).isDisjoint(with: partners)
    }
  }

  private static let joints: Set<String> = ["/", "+", "plus", "and", "with"]
}
