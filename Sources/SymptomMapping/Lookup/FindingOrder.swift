// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension Evidence.Origin {
  /// Rows of single ingredients follow those of a combination's own labels.
  var isInherited: Bool { self == .inherited }
}

/// The order of rows within a symptom, and of symptoms within an answer.
enum FindingOrder {
  /// Rows within a symptom: boxed first; those of the same salt before others; own before
  /// inherited; systemic routes first; then class, difference, agreement, place.
  static func precedes(_ left: RankedRow, _ right: RankedRow) -> Bool {
    let (a, b) = (left.row.evidenceClass, right.row.evidenceClass)
    if (a == .boxed) != (b == .boxed) { return a == .boxed }
    if left.isOfOtherForm != right.isOfOtherForm { return right.isOfOtherForm }
    if left.via.isInherited != right.via.isInherited { return right.via.isInherited }
    if left.isSystemic != right.isSystemic { return left.isSystemic }
    if a != b { return a < b }
    return compareFigures(left, right) ?? left.row.precedes(right.row)
  }

  /// Which of two rows decides the rank of a symptom: one of another salt only
  /// if the same salt has none.
  ///
  /// A boxed warning keeps its rank whatever the salt of its label.
  static func leads(_ left: RankedRow, _ right: RankedRow) -> Bool {
    if let order = compareForms(left, right) { return order }
    if left.step != right.step { return left.step < right.step }
    if left.via.isInherited != right.via.isInherited { return right.via.isInherited }
    if left.isSystemic != right.isSystemic { return left.isSystemic }
    if left.isWithOtherDrug != right.isWithOtherDrug { return right.isWithOtherDrug }
    // For equal steps the higher difference counts, so that a list without
    // figures does not hide the table that has them.
    if let order = compareDifferences(left, right) { return order }
    let (a, b) = (left.row.evidenceClass, right.row.evidenceClass)
    if a != b { return a < b }
    return compareAgreement(left, right) ?? left.row.precedes(right.row)
  }

  /// Symptoms by the rows that lead them; `nil` where these are equal.
  ///
  /// In the first two steps the higher difference comes first, whichever class states it: a list
  /// without figures does not precede a trial that has them. After them the class decides, so that
  /// a warning's figures do not precede a boxed warning.
  static func compareLeaders(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    if left.step != right.step { return left.step < right.step }
    if let order = compareForms(left, right) { return order }
    if left.via.isInherited != right.via.isInherited { return right.via.isInherited }
    if left.isSystemic != right.isSystemic { return left.isSystemic }
    if left.step <= 2, let order = compareDifferences(left, right) { return order }
    let (a, b) = (left.row.evidenceClass, right.row.evidenceClass)
    if a != b { return a < b }
    return compareFigures(left, right)
  }

  /// Subjects by the rows that lead their findings of one symptom; `nil` where these are equal.
  ///
  /// Here the difference counts before the class, so that the figures of trials
  /// are not hidden behind lists that print none.
  static func compareSubjects(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    if left.step != right.step { return left.step < right.step }
    if let order = compareDifferences(left, right) { return order }
    let (a, b) = (left.row.evidenceClass, right.row.evidenceClass)
    return a == b ? compareAgreement(left, right) : a < b
  }

  /// Rows of the same salt first, except that boxed warnings are never ranked lower for their salt.
  private static func compareForms(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    guard left.row.evidenceClass != .boxed, right.row.evidenceClass != .boxed,
      left.isOfOtherForm != right.isOfOtherForm
    else { return nil }
    return right.isOfOtherForm
  }

  private static func compareFigures(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    compareDifferences(left, right) ?? compareAgreement(left, right)
  }

  /// The higher difference first; rows without one last.
  private static func compareDifferences(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    switch (left.difference, right.difference) {
    case (let a?, let b?): a == b ? nil : b < a
    case (nil, nil): nil
    case (_?, nil): true
    case (nil, _?): false
    }
  }

  /// The greater share of labels that agree first, compared as fractions.
  private static func compareAgreement(_ left: RankedRow, _ right: RankedRow) -> Bool? {
    let (a, b) = (left.row.facts, right.row.facts)
    let (x, y) = (a.labelsAgreeing * b.labelsSeen, b.labelsAgreeing * a.labelsSeen)
    return x == y ? nil : x > y
  }
}

extension RankedRow {
  /// Whether its label is of another salt or ester, which ranks after those of the same one.
  fileprivate var isOfOtherForm: Bool { otherForm != nil }
}
