// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Words of a reason for a status, or of an adherence, that deny a use.
///
/// Such an element speaks of nothing but the status, so single words are enough; a name or a
/// dosage is read by ``StatedUse``, which asks what the words are about.
package enum StatusReasonWords {
  private static let denials: Set<String> = [
    "abandoned", "cancel", "canceled", "cancelled", "cannot", "can't", "cease", "ceased",
    "cessation", "completed", "dc", "dc'd", "decline", "declined", "declines", "didn't",
    "discontinuation", "discontinue", "discontinued", "doesn't", "duplicate", "ended", "error",
    "expired", "finished", "halted", "held", "hold", "intolerance", "intolerant", "isn't",
    "longer", "missed", "never", "nonadherence", "nonadherent", "noncompliance", "noncompliant",
    "not", "omitted", "paused", "quit", "refusal", "refuse", "refused", "refuses", "refusing",
    "rejected", "skipped", "stop", "stopped", "stopping", "stops", "suspend", "suspended",
    "unable", "unwilling", "wasn't", "withdrawn", "withdrew", "withheld", "won't", "wrong",
  ]
  private static let pairs: Set<String> = [
    "d c", "d c'd", "non adherence", "non adherent", "non compliance", "non compliant",
  ]

  /// Whether a text denies that the medication is in use.
  package static func deny(_ text: String) -> Bool {
    let words = words(of: text)
    for (place, word) in words.enumerated() {
      let rest = words[(place + 1)...]
      // `taking not as directed` is taking.
      if word == "not", rest.first == "as" { continue }
      if denials.contains(word) { return true }
      if let next = rest.first, pairs.contains("\(word) \(next)") { return true }
    }
    return false
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { character in
      !(character.isLetter || character.isNumber || character == "'" || character == "\u{2019}")
    }.map { $0.contains("\u{2019}") ? String($0.map { $0 == "\u{2019}" ? "'" : $0 }) : String($0) }
  }
}
