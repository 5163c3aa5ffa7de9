// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Testing

// Sentences are shaped like those of the leaflets named beside them; expected values are written by
// hand.

@Suite("What the lists of a leaflet are limited to")
struct LeafletLimitTests {
  private static func lines(_ text: String) -> [String] {
    Extraction.lines("42230-3", text, drug: "Alphador")
  }

  private static let start = "The most common side effects of Alphador "

  @Test("S27 Lists for people treated for several illnesses are each of their own")
  func illnesses() {
    // 2966aec7: of an enumeration as many illnesses as four words hold.
    let text =
      Self.start + "in people treated for giant cell arteritis include : • headache • cough "
      + Self.start
      + "in people treated for rheumatoid arthritis , psoriatic arthritis, and ankylosing "
      + "spondylitis include: • nausea " + Self.start
      + "in adults with narcolepsy or IH include: fever."
    #expect(
      Self.lines(text) == [
        "Headache most_common of: giant cell arteritis",
        "Coughing most_common of: giant cell arteritis",
        "Nausea most_common of: rheumatoid arthritis psoriatic arthritis",
        "Fever most_common of: narcolepsy and ih",
      ])
    // 3233c707, 29140df2, 9ef08e09: people whom the drug is for, in other words.
    let treated =
      Self.start + "in people with high blood pressure include: headache. "
      + Self.start + "in people who are being treated for heart failure include: cough. "
      + Self.start + "for treatment of moderate to severe gout include: nausea."
    #expect(
      Self.lines(treated) == [
        "Headache most_common of: high blood pressure", "Coughing most_common of: heart failure",
        "Nausea most_common of: gout",
      ])
  }

  @Test("Of marks of one illness, and of what the partner is for, nothing is said")
  func marks() {
    // 7e67e73e, 4347ae1f.
    let text =
      Self.start + "in people with HER2-positive and HER2-low breast cancer include: nausea. "
      + Self.start + "in people with stage II or stage III lung cancer include: cough. "
      + Self.start
      + "when used in combination with platinum-containing chemotherapy to treat NSCLC include: "
      + "fever. " + Self.start + "in people with Crohn’s disease include: headache. " + Self.start
      + "in people with gout include: fatigue."
    #expect(
      Self.lines(text) == [
        "Nausea most_common", "Coughing most_common",
        "Fever most_common of: with platinum-containing chemotherapy",
        "Headache most_common of: crohn's disease", "Fatigue most_common of: gout",
      ])
  }

  @Test("One illness alone is no condition, for the drug is for nothing else")
  func one() {
    #expect(
      Self.lines(Self.start + "in people with gout include: nausea.") == ["Nausea most_common"])
  }

  @Test("S27 Lists of the drug with others say with which, and the one without that it is alone")
  func partners() {
    // 6e566303, 8ed5ef2f.
    let text =
      Self.start + "when given together with betadrug include: • nausea • fatigue "
      + Self.start
      + "when used in combination with betadrug, gammadrug, and deltadrug include: • cough "
      + Self.start + "when used with betadrug and gammadrug in people with gout include: • fever "
      + Self.start + "with betadrug include: • chills " + Self.start
      + "when given alone: • headache"
    #expect(
      Self.lines(text) == [
        "Nausea most_common of: with betadrug", "Fatigue most_common of: with betadrug",
        "Coughing most_common of: with betadrug gammadrug deltadrug",
        "Fever most_common of: with betadrug and gammadrug", "Chills most_common of: with betadrug",
        "Headache most_common of: alone",
      ])
  }

  @Test("A list of the drug alone or with another one is of both")
  func either() {
    let text =
      Self.start
      + "when used in combination with betadrug or alone in people with gout include: nausea. "
      + Self.start + "in combination with betadrug, or gammadrug, include: cough."
    #expect(Self.lines(text) == ["Nausea most_common", "Coughing most_common"])
  }
}
