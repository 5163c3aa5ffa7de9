// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// `hydrocodone 5 mg / acetaminophen 325 mg` says which amount is whose, and so does `5 mg
// hydrocodone, 325 mg acetaminophen`. `hydrocodone/acetaminophen 5 mg/325 mg` does not: its amounts
// are written in either order.

/// Which of several names each amount of a text is of.
package enum AmountOwners {
  /// The name of each amount: the only one between it and the amount before it, or behind it where
  /// the text begins with an amount.
  ///
  /// - Parameters:
  ///   - amounts: Where the amounts are, ascending.
  ///   - names: Where the names are, ascending.
  /// - Returns: For each amount the index of its name; `nil` where none or several may be meant, and
  ///   for all if an amount, but not the beginning of the text, is before the first name.
  package static func find(_ amounts: [Int], _ names: [Int]) -> [Int?] {
    let isBefore = amounts.first ?? 0 < names.first ?? 0
    // What is before the first amount may be a name that is not known.
    if isBefore, amounts.first != 0 { return amounts.map { _ in nil } }
    return amounts.indices.map { place in
      let start = isBefore ? amounts[place] : place > 0 ? amounts[place - 1] : -1
      let next = place + 1 < amounts.count ? amounts[place + 1] : Int.max
      let own = names.indices.filter {
        start < names[$0] && names[$0] < (isBefore ? next : amounts[place])
      }
      return own.count == 1 ? own[0] : nil
    }
  }
}
