// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A medication of a list, with its number.
public struct NumberedMedication: Sendable, Hashable {
  /// Its place in the list, from 1; it stays as long as nothing is erased.
  public let number: Int
  /// The medication.
  public let medication: UserAnnotatedMedication
}

extension [UserAnnotatedMedication] {
  /// Finds what a person means by a few words: all medications that fit, in the order of the list.
  ///
  /// The first of these rules that finds any decides: the identifier; the whole nickname
  /// or name, or the number; a part of nickname or name. Case is ignored in names.
  public func named(_ words: String) -> [NumberedMedication] {
    let all = enumerated().map { NumberedMedication(number: $0 + 1, medication: $1) }
    let wanted = [Character](words.lowercased())
    guard !wanted.isEmpty else { return [] }
    func names(_ medication: UserAnnotatedMedication) -> [[Character]] {
      [medication.nickname, String(medication.medication.trimmedDisplayText)].compactMap {
        $0.map { [Character]($0.lowercased()) }
      }
    }
    let rules: [(NumberedMedication) -> Bool] = [
      { $0.medication.medication.identifier.value.hasSameBytes(as: words) },
      { $0.number == Int(words) || names($0.medication).contains(wanted) },
      { names($0.medication).contains { $0.contains(wanted) } },
    ]
    return rules.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
  }
}
