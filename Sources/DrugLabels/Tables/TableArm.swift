// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import SymptomMapping

/// A group of a trial: the columns of a table that give its figures.
public struct TableArm: Sendable, Hashable {
  /// What a group took.
  public enum Role: Sendable, Hashable {
    /// The label's drug.
    case drug
    /// Something to compare with.
    case comparator(EvidenceComparator)
  }

  /// What the group took.
  public var role: Role
  /// What its header says, without size, measure and grade; empty if it names nothing.
  public var name: String
  /// The cells of its header from top to bottom, as printed.
  public var path: [String]
  /// How many persons it has, if the table says so.
  public var size: Int?
  /// Whether it is the sum of several arms of the drug.
  public var isPooled: Bool
  /// Whether no header names the drug, so that the role follows from the order of columns.
  public var isAssumed: Bool
  /// The phase, study or part of the persons it is under; empty if there is only one.
  public var group: String
  /// The grades that its figures are limited to; `nil` for all.
  public var grade: String?
  /// Its column, from zero.
  public var column: Int
  /// The words of its header that can name a drug.
  var names: Set<String>

  /// Whether it took another drug as well where another arm took the label's drug alone: what it
  /// shows is that of both.
  var isOfCombination = false

  /// The words of its header.
  private var pathWords: Set<String> { Set(path.flatMap { CellTokens($0).words }) }

  /// The comparator of a drug's arm: in its group the one with the same partners, placebo before
  /// another drug, the nearest column.
  ///
  /// `own` tells names of the label's drug.
  func comparator(among arms: [TableArm], own: (String) -> Bool) -> Int? {
    let partners = partners(own)
    let words = pathWords
    func rank(_ arm: TableArm) -> (Int, Int, Int, Int) {
      let isPlacebo = arm.role == .comparator(.placebo)
      return (
        arm.names.intersection(partners).count, isPlacebo ? 1 : 0,
        // `Alphador > Female` beside `Placebo > Male` and `Placebo > Female`.
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

  /// The words of its header that are no names of the label's drug.
  private func partners(_ own: (String) -> Bool) -> Set<String> {
    names.filter { !own($0) && !TableVocabulary.placebo.contains($0) }
  }

  /// Whether its header joins another name to one of the label's drug (`Alphadrug/betadrug`), the
  /// comparator did not take that, and another arm took the drug alone.
  func combines(
    among arms: [TableArm], comparator: TableArm?, own: (String) -> Bool
  ) -> Bool {
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
