// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Where rules of extraction end: beside each sentence that a rule takes stands one that looks like
// it and says the opposite. Sentences are made; what they say was judged by hand.

@Suite("Where rules of extraction end")
struct RuleLimitTests {
  static let openings = [
    SentenceCase(
      Section.adverse, "(Placebo-controlled studies): headache (5%, 3%), nausea (4%, 1%).",
      ["Headache trial_text 5% vs 3% placebo", "Nausea trial_text 4% vs 1% placebo"]),
    SentenceCase(
      Section.adverse, "(Placebo in second place) nausea (4%, 2%) was reported.", ["Nausea listed"]),
    // The first line tells of stopping far behind the places of the items' commas.
    SentenceCase(
      Section.adverse,
      "The following reactions were reported by patients in controlled clinical trials following "
        + "abrupt discontinuation of Examplin:\n• nausea, headache\n• dizziness, fever",
      [
        "Nausea warning of: withdrawal", "Headache warning of: withdrawal",
        "Dizziness warning of: withdrawal", "Fever warning of: withdrawal",
      ]),
  ]

  @Test("A sentence that begins with a bracket, or is an item, is read", arguments: openings)
  func noTrap(_ sentence: SentenceCase) { sentence.check() }
}
