// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A label writes one thing in several ways, and its list, its table and its leaflet each have their
// own:
//
//   Induction/Maintenance, Induction Maintenance                induction/maintenance
//   alphadrug and betadrug, alphadrug betadrug                  alphadrug and betadrug
//   alphamab and betadase, alphamab and betadase-fihj           alphamab and betadase

/// Gives conditions of a label that differ only in how they are written one spelling.
struct ConditionSpelling {
  /// The spelling of each condition, by its words.
  private var spellings: [[String]: String] = [:]

  /// Takes the fullest spelling of each condition: the one with the most signs, then the longest,
  /// then the first.
  init(_ conditions: some Sequence<String>) {
    for condition in conditions {
      let own = Self.bare(condition)
      let key = Self.key(own)
      guard let other = spellings[key] else {
        spellings[key] = own
        continue
      }
      if Self.rank(own) > Self.rank(other) { spellings[key] = own }
    }
  }

  /// A condition as the label writes it most fully; `with` stays before it.
  func spelling(of condition: String) -> String {
    let own = Self.bare(condition)
    let told = spellings[Self.key(own)] ?? own
    return condition.hasPrefix("with ") ? "with " + told : told
  }

  /// A condition without `with` before it and without the suffixes of biologics.
  private static func bare(_ condition: String) -> String {
    let words = condition.split(separator: " ").map(String.init)
    return words.dropFirst(words.first == "with" ? 1 : 0)
      .map { BiologicSuffix.without($0) }.joined(separator: " ")
  }

  /// The words that tell: joints and signs between them say nothing of their own.
  private static func key(_ condition: String) -> [String] {
    condition.lowercased().split { !($0.isLetter || $0.isNumber || "<>≥≤.%".contains($0)) }
      .map(String.init).filter { $0 != "and" }
  }

  private static func rank(_ condition: String) -> Int {
    condition.count { !($0.isLetter || $0.isNumber || $0 == " ") } * 1_000
      + (condition.split(separator: " ").count > 4 ? 0 : condition.count)
  }
}

/// The four letters without meaning that a biologic's name ends with in the United States:
/// `hyaluronidase-fihj`.
enum BiologicSuffix {
  private static let stems = ["mab", "ase", "cept", "stim", "kin", "tecan", "otin", "titox"]

  /// Whether four letters behind a hyphen can be that of the name before it.
  static func isOne(_ letters: some StringProtocol, behind name: some StringProtocol) -> Bool {
    letters.utf8.count == 4 && name.utf8.count > 6
      && letters.utf8.allSatisfy { $0 &- 0x61 < 26 }
      // `disease-free`.
      && stems.contains { name.hasSuffix($0) } && !name.hasSuffix("ease")
  }

  /// A name without it.
  static func without(_ name: String) -> String {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, isOne(last, behind: parts[parts.count - 2])
    else { return name }
    return parts.dropLast().joined(separator: "-")
  }
}
