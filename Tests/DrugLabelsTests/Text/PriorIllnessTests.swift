// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Sentences are shaped like those of the labels named beside them; expected values are written by
// hand with the rules of "Label extraction".

@Suite("What was there before, and what is only a part")
struct PriorIllnessTests {
  static let prior = [
    // 5718f042: those who have it already.
    SentenceCase(
      Section.warnings,
      "Alphador may cause an exacerbation of asthma, epilepsy, migraine or porphyria and should be used "
        + "with caution in women with these conditions.", []),
    // What stopping it does is an effect.
    SentenceCase(
      Section.warnings, "Exacerbation of migraine has been reported in patients with porphyria.",
      ["Headache warning"]),
    // 5718f042
    SentenceCase(
      Section.warnings,
      "Alphador may cause fluid retention, and conditions which may be influenced by this factor, such as "
        + "asthma or migraine, require observation.", []),
    // c4ff1d6a
    SentenceCase(
      Section.warnings,
      "The failure of insomnia to remit after a week of treatment with Alphador indicates an illness.",
      []),
    SentenceCase(
      Section.warnings,
      "Worsening of insomnia may be the consequence of an unrecognized disorder.", []),
    // 16096e9c
    SentenceCase(
      Section.warnings,
      "Adults have a greater likelihood than children of having heart disease, arrhythmias, and other problems.",
      []),
  ]

  @Test("Rule 5.4: what patients have already is no effect", arguments: prior)
  func background(_ sentence: SentenceCase) { sentence.check() }

  static let parts = [
    // 1e6dc9ae: the group is one of its own parts.
    SentenceCase(
      Section.adverse,
      "Respiratory tract infections included COVID-19, influenza, nasopharyngitis, and respiratory "
        + "tract infection. Headache was reported.", ["Headache listed"]),
    // Numbers of names end no group.
    SentenceCase(
      Section.adverse,
      "Respiratory tract infections Respiratory tract infections include COVID-19, H1N1 influenza, "
        + "nasopharyngitis, tonsillitis.", []),
    // No part has the name of the whole.
    SentenceCase(
      Section.adverse, "Gastrointestinal reactions included nausea and vomiting.",
      ["Nausea listed", "Vomiting listed"]),
  ]

  @Test("Rule 5.23: what a group is made of has no row of its own", arguments: parts)
  func groups(_ sentence: SentenceCase) { sentence.check() }

  static let others = [
    // e9e5fd44
    SentenceCase(
      Section.adverse,
      "Other adverse reactions that occurred in at least 10% of patients treated with Alphador were: "
        + "nausea and dizziness.", ["Nausea listed", "Dizziness listed"]),
    SentenceCase(
      Section.adverse, "Other common adverse reactions (≥ 5%) were nausea and dizziness.",
      ["Nausea most_common cut 5%", "Dizziness most_common cut 5%"]),
  ]

  @Test("Rule 5.15: what is told beside the most common ones is none of them", arguments: others)
  func otherReactions(_ sentence: SentenceCase) { sentence.check() }

  @Test("Rule 5.2: a list of what was no more frequent than on placebo names no effect")
  func asOnPlacebo() {
    // 16096e9c
    SentenceCase(
      Section.adverse,
      "The following were reported by at least 2% of patients treated with Alphador, and equal to or less "
        + "than placebo: sore throat, insomnia.", []
    ).check()
  }

  @Test("Rule 5.15: a difference to placebo is no threshold")
  func difference() {
    // 4ee5cc48
    SentenceCase(
      Section.adverse,
      "The most commonly observed adverse reactions in treated patients (incidence 3% or greater than the "
        + "incidence in placebo-treated patients) were nausea and headache.",
      ["Nausea most_common", "Headache most_common"]
    ).check()
    SentenceCase(
      Section.adverse,
      "The most common adverse reactions (3% or greater) were nausea and headache.",
      ["Nausea most_common cut 3%", "Headache most_common cut 3%"]
    ).check()
  }

  @Test("Rule 5.13: weakness in one part of the body is a sign of a stroke")
  func weakness() {
    // 5be198b8
    SentenceCase(
      "50566-9", "You have weakness in one part or side of body.", []
    ).check()
  }

  @Test("Perversion of taste is a change of it")
  func taste() {
    SentenceCase(
      Section.adverse, "Perversions of taste and smell have been reported.", ["LossOfTaste listed"]
    ).check()
  }
}
