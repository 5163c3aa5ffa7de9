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
  /// How many persons it has, if the table says so.
  public var size: Int?
  /// Whether it is the sum of several arms of the drug.
  public var isPooled: Bool
  /// Whether no header names the drug, so that the role follows from the order of columns.
  public var isAssumed: Bool
  /// The phase, study or part of the persons it stands under; empty if there is only one.
  public var group: String
  /// Whether a header names that group, and not only the order of the columns.
  var isGroupNamed: Bool
  /// The grades that its figures are limited to; `nil` for all.
  public var grade: String?
  /// Its column, from zero.
  public var column: Int
  /// What its drug is given with, in words.
  var partners: [String]
  /// The amounts that its header names (`100 mg`).
  var doses: [Dose]

  /// Whether its header names several doses: `10, 20 & 40 mg`, `10 mg and 20 mg`.
  var hasSeveralDoses: Bool {
    if Set(doses).count > 1 { return true }
    let tokens = CellTokens(name).tokens
    return tokens.indices.dropFirst().dropLast().contains { index in
      tokens[index - 1].kind == .number && tokens[index + 1].kind == .number
        && [",", "&", "+", "-", "/", "and", "or", "to"].contains(tokens[index].text)
    }
  }

  /// The first amount of an arm that goes on to a higher one: `90→180 mg`.
  var risenFrom: String? {
    let sides = name.split(separator: "→")
    guard sides.count == 2, let low = CellTokens(String(sides[0])).tokens.last,
      let high = CellTokens(String(sides[1])).tokens.first, low.kind == .number,
      high.kind == .number, let first = Double(low.text), let second = Double(high.text),
      first < second
    else { return nil }
    return low.text
  }

  /// An amount with its unit.
  struct Dose: Sendable, Hashable {
    let number: String
    let unit: String
    /// What the amount is for: a square metre of body surface, or a kilogram of weight.
    let measure: String?
    /// Whether the arm had more than that (`> 27 mg`).
    var isExceeded = false

    /// What an amount can be counted by, as printed and as shown; a time is none.
    private static let measures = ["m2": "m2", "m": "m2", "kg": "kg"]

    /// What an amount is counted by, as the tokens behind its unit say: `/m2`.
    static func measure(behind tokens: ArraySlice<CellTokens.Token>) -> String? {
      guard tokens.first?.isSign("/") == true else { return nil }
      return tokens.dropFirst().first.flatMap { measures[$0.text] }
    }

    /// As printed: `100 mg/m2`.
    var text: String { "\(number) \(unit)" + (measure.map { "/" + $0 } ?? "") }
  }
}
