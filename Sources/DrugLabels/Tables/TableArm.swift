// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import SymptomMapping

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

  /// Whether it took another drug as well where another arm took the label's drug alone: what it
  /// shows is that of both.
  var isOfCombination = false

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
        // `Alphador > Female` beside `Placebo > Male` and `Placebo > Female`.
        arm.pathWords.intersection(words).count, -abs(arm.column - column)
      )
    }
    return arms.indices.filter { index in
      arms[index].role != .drug
        && (arms[index].group == group || arms[index].group.isEmpty || group.isEmpty)
    }.max { rank(arms[$0]) < rank(arms[$1]) }
  }

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
