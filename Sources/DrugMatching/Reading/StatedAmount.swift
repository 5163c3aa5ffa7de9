// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// An amount that a text states, with the unit and what it is in.
struct StatedAmount {
  /// What the number is of.
  enum Role {
    /// Of the drug: a strength, or a part of one.
    case drug
    /// A volume of the product alone.
    case volume
    /// A time alone.
    case time
    /// A number without a unit.
    case bare
    /// A number of directions or packages: `take 2`, `#30`, `for 7 days`.
    case count
  }

  var role: Role
  /// The number in its unit, and per what; a bare number has no unit.
  var strength: Strength?
  /// The number as it stands.
  let value: SmallDecimal
  /// The strength, ready to be compared.
  var figure: Figure?
  /// The same with the denominator of a later amount of the text.
  var shared: Figure?
  /// The volume or time that it is in, if the text gives its number: 5 mL of `20 mg/5 mL`.
  var container: Figure?
  /// How many numbers its list has: 2 in `5/500 mg`.
  let listCount: Int
  /// Its tokens.
  let tokens: Range<Int>
}
