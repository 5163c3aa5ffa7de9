// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a table is about, by its caption, titles and headers.
struct TableSubject: Sendable, Hashable {
  var exclusion: TableReport.Exclusion?
  var grade: String?
  var population: String?
  var condition: String?

  /// - Parameters:
  ///   - caption: Caption and titles.
  ///   - stubs: What the first cells of the headers say.
  ///   - headings: The titles of the sections it stands in, the nearest first.
  ///   - label: What is known of the label.
  init(
    caption: String, stubs: [String], headings: [String],
    label: TableCondition.Label = TableCondition.Label()
  ) {
    let tokens = CellTokens(caption)
    let stub = CellTokens(stubs.joined(separator: " . "))
    exclusion = Self.exclusion(tokens) ?? Self.exclusion(ofStub: stub)
    grade = Self.grade(caption)
    for text in [caption] + headings {
      let words = CellTokens(text)
      population = Self.population(words)
      // A title that names several groups is about all of them, whatever its section is.
      if population != nil || words.words.contains(where: Self.isAge) { break }
    }
    condition = TableCondition.of(caption, label)
  }

  static let discontinuation = [
    "leading to discontinuation", "led to discontinuation", "leading to treatment discontinuation",
    "resulting in discontinuation", "reasons for discontinuation", "reason for discontinuation",
    "causing discontinuation", "associated with discontinuation", "leading to withdrawal",
    "resulting in treatment discontinuation", "leading to study discontinuation",
    "leading to drug discontinuation", "leading to permanent discontinuation",
    "leading to premature discontinuation", "leading to dose", "resulting in withdrawal",
    "discontinued due to", "discontinuation due to", "discontinuations due to",
    "discontinued because", "leading to early discontinuation", "resulted in discontinuation",
    "leading to study drug discontinuation", "associated with treatment discontinuation",
  ]

  private static let laboratory = [
    "laboratory abnormalities", "laboratory abnormality", "laboratory test", "laboratory tests",
    "laboratory parameters", "laboratory parameter", "laboratory findings", "laboratory values",
    "laboratory data", "laboratory changes", "laboratory results", "hematologic abnormalities",
    "chemistry abnormalities", "laboratory adverse", "vital signs", "ecg", "electrocardiogram",
    "immunogenicity", "anti - drug antibodies", "lab abnormalities", "laboratory",
  ]

  private static let efficacy = [
    "efficacy", "response rate", "response rates", "overall survival", "progression free",
    "primary endpoint",
  ]

  private static let withdrawal = [
    "withdrawal symptoms", "following discontinuation", "after discontinuation of",
    "upon discontinuation", "following abrupt", "discontinuation symptoms", "taper",
    "discontinuation - emergent", "withdrawal - emergent", "after stopping",
  ]

  private static let baseline = [
    "baseline characteristics", "demographics", "patient exposure", "extent of exposure",
    "present at baseline",
  ]

  private static let instruction = [
    "drug interactions", "dose modification", "dose modifications", "dosage modification",
    "dosage modifications", "management of", "recommended dosage",
  ]

  private static func exclusion(_ tokens: CellTokens) -> TableReport.Exclusion? {
    if tokens.hasAny(discontinuation) || leadsToStopping(tokens) { return .discontinuation }
    if tokens.hasAny(withdrawal) { return .withdrawal }
    if tokens.hasAny(laboratory), !namesReactions(tokens) { return .laboratory }
    if tokens.hasAny(efficacy), !namesReactions(tokens) { return .efficacy }
    if tokens.hasAny(baseline) { return .baseline }
    if tokens.hasAny(instruction), !namesReactions(tokens) { return .instruction }
    return nil
  }

  /// `Leading to Temporary or Permanent Discontinuation`: words between the two.
  private static func leadsToStopping(_ tokens: CellTokens) -> Bool {
    let list = tokens.tokens
    return list.indices.contains { index in
      list[index].text == "to" && index > 0
        && ["leading", "led", "resulting"].contains(list[index - 1].text)
        && list[(index + 1)...].prefix(6).contains { $0.text.hasPrefix("discontinu") }
    }
  }

  /// A caption that speaks of reactions too (`Adverse Reactions and Laboratory Abnormalities`).
  private static func namesReactions(_ tokens: CellTokens) -> Bool {
    tokens.hasAny([
      "adverse reactions", "adverse reaction", "adverse events", "adverse event",
      "adverse experiences", "side effects", "adverse drug reactions", "treatment - emergent",
    ])
  }

  private static func exclusion(ofStub tokens: CellTokens) -> TableReport.Exclusion? {
    if tokens.hasAny(discontinuation) { return .discontinuation }
    let isLaboratory =
      tokens.has("laboratory") || tokens.has("hematology") || tokens.has("parameter")
      || tokens.has("test")
    return isLaboratory && !namesReactions(tokens) ? .laboratory : nil
  }

  /// `Grade 3 or 4 Adverse Reactions`: the grades of a caption that does not speak of all.
  private static func grade(_ caption: String) -> String? {
    let words = CellTokens(caption)
    if words.hasAny(["all grades", "any grade", "all grade", "grades 1 - 4", "grades 1 - 5"]) {
      return nil
    }
    // Behind `or`, `and`, `≥ 5 %` there are two thresholds, one for each group of columns.
    guard let first = words.tokens.firstIndex(where: { $0.text == "grades" || $0.text == "grade" }),
      words.tokens[first...].filter({ $0.text == "grades" || $0.text == "grade" }).count == 1
    else { return nil }
    let rest = words.tokens[first...].prefix(5).map(\.text).joined(separator: " ")
    guard case .some(.some(let grade)) = HeaderPart(rest).grade else { return nil }
    // `Patients with Grade 2 Glioma` says how ill they are.
    if first > 1, words.tokens[first - 1].text == "with",
      ["patients", "subjects", "adults"].contains(words.tokens[first - 2].text)
    {
      return nil
    }
    // A threshold of its own in front makes it one of several groups.
    let before = words.tokens[..<first].suffix(6).map(\.text)
    return before.contains("or") || before.contains("and") ? nil : grade
  }

  /// Whether a word says of what age persons are.
  static func isAge(_ word: String) -> Bool {
    ["adult", "adults"].contains(word) || population(CellTokens(word)) != nil
  }

  private static let young: Set<String> = [
    "pediatric", "paediatric", "children", "child", "adolescents", "adolescent", "infants",
    "infant", "neonates", "neonatal", "newborns",
  ]

  private static let old: Set<String> = ["elderly", "geriatric"]

  static func population(_ tokens: CellTokens) -> String? {
    let words = tokens.words
    let isYoung = words.contains(where: young.contains) || hasAgeOfChildren(tokens)
    // `20 mg in non-elderly or 15 mg in elderly patients` are all.
    let isOld =
      words.contains(where: old.contains)
      && !words.contains { $0 == "non" || $0 == "nonelderly" }
    // `Elderly Adults` are elderly.
    let isAdult = words.indices.contains {
      ["adult", "adults"].contains(words[$0]) && !($0 > 0 && old.contains(words[$0 - 1]))
    }
    if isYoung { return isAdult || isOld ? nil : "pediatric" }
    return isOld && !isAdult ? "elderly" : nil
  }

  /// `3 to 17 years`: the ages of children.
  private static func hasAgeOfChildren(_ tokens: CellTokens) -> Bool {
    let list = tokens.tokens
    return list.indices.contains { index in
      guard index >= 2, index + 1 < list.count,
        ["years", "yrs"].contains(list[index + 1].text), let years = Int(list[index].text),
        years <= 18
      else { return false }
      // `less than 18 years`, `1 month to <12 yrs`.
      if ["under", "below"].contains(list[index - 1].text) || list[index - 1].isSign("<")
        || list[index - 1].text == "than" && ["less", "younger"].contains(list[index - 2].text)
      {
        return true
      }
      let isRange =
        list[index - 1].text == "to" || list[index - 1].isSign("-") || list[index - 1].isSign("–")
      return isRange && list[index - 2].kind != .sign
    }
  }
}
