// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What tells the trial of one table from that of another, at most four words of its caption:
//
//   … in Adult Patients (and greater than placebo) with Bipolar Mania in …   bipolar mania
//   … in Clinical Trials in Mild to Moderate Alzheimer's Disease             mild to moderate disease
//   … in One Study of 24 Weeks Duration for Once Daily Use for ED            ED 24 weeks
//   … and > Placebo in the METEOR Trial                                      METEOR trial

/// Reads the condition of a trial from the caption of its table.
enum TableCondition {
  static let persons: Set<String> = [
    "patients", "subjects", "adults", "women", "men", "participants", "children", "adolescents",
    "individuals",
  ]

  static let ends: Set<String> = [
    "treated", "receiving", "received", "who", "in", "through", "during", "taking", "on", "from",
    "and", "or", "at", "by", "for", "to", "versus", "vs", "compared", "given", "reported",
    "occurring", "whose", "undergoing", "enrolled", "study", "trial", "with", "without", "of",
    "administered", "following", "after", "using", "switched", "not", "previously", "requiring",
    "than", "the", "a", "associated", "as", "but", "have", "had", "aged",
    "greater", "least", "incidence", "that", "which", "while", "up", "before", "per", "into",
    "is", "are", "was", "were", "reporting", "experiencing", "exposed", "regardless",
    "across", "adverse", "reaction", "reactions", "event", "events", "grade", "grades", "without",
    "between", "any", "plus", "table", "less", "more", "ages", "age", "years",
    "safety",
  ]

  static let degrees: Set<String> = [
    "moderate", "moderately", "severe", "severely", "mild", "active", "relapsed", "refractory",
    "previously", "untreated", "advanced", "locally", "unresectable", "metastatic", "adult",
    "newly", "diagnosed", "chronic", "acute", "recurrent",
  ]

  /// The illness, the trial's name, or both use and time; `nil` if the caption says none.
  ///
  /// - Parameters:
  ///   - caption: The caption with the titles of the table.
  ///   - label: What is known of the label.
  /// - Returns: At most four words.
  static func of(_ caption: String, _ label: Label = Label()) -> String? {
    let caption = withoutExclusions(caption)
    let tokens = CellTokens(caption).tokens
    let names = Abbreviations(caption)
    if let use = use(caption, tokens) { return use }
    let name = label.isOneOfSeveral ? named(caption, label) : nil
    if let illness = illness(tokens, names, label) ?? treated(tokens, names, label)
      ?? dialysis(tokens) ?? persons(tokens, names, label)
    {
      // Two trials in one illness are two studies.
      let isShort = illness.split(separator: " ").count < 4
      if let name, isShort { return illness + " " + name }
      return illness
    }
    if let trial = trial(caption) { return trial + " trial" }
    if let found = name ?? kind(tokens, names, label) ?? pair(caption) { return found }
    if label.isOneOfSeveral, let number = numbered(tokens) { return number }
    return studied(tokens, names, label) ?? therapy(tokens)
      ?? (label.isOneOfSeveral && isMonotherapy(tokens, label) ? "monotherapy" : nil)
  }

  /// `(excluding the 2-year INTERCEPT Study)` names what the table is not about.
  private static func withoutExclusions(_ caption: String) -> String {
    guard let start = caption.range(of: ["(excluding", "(except", "(excludes"]),
      let end = caption[start...].firstIndex(of: ")")
    else { return caption }
    return String(caption[..<start]) + String(caption[caption.index(after: end)...])
  }

  /// Whether a word of an arm's name can be what the drug is combined with: no word of a title,
  /// with or without the mark of a footnote, no time and no amount.
  static func isPartner(_ word: String) -> Bool {
    let bare = String(word.dropLast())
    return !titles.contains(word) && !titles.contains(bare) && !times.contains(word)
      && !times.contains(bare) && !word.contains(where: \.isNumber)
  }

  /// What a label says beside the caption.
  struct Label {
    /// Whether it has other tables of reactions, so that the bare name of a trial counts.
    var isOneOfSeveral = false
    /// Whether a word stands among what the drug is for.
    var isTreated: (String) -> Bool = { _ in false }
    /// Whether a word is a name of the drug.
    var isDrug: (String) -> Bool = { _ in false }
    /// A degree as it belongs before an illness that the label treats in several (``ToldDegrees``).
    var degree: (_ degree: String, _ illness: String) -> String? = { _, _ in nil }
  }

  /// The words of a caption that are printed as abbreviations (`COPD`, `cUTI`), in lower case.
  struct Abbreviations {
    private var words: Set<String> = []

    init(_ caption: String) {
      // A caption in capitals has none.
      guard caption.contains(where: \.isLowercase) else { return }
      for word in caption.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) {
        let capitals = word.filter(\.isUppercase).count
        let isNumeral = word.allSatisfy { "IVX".contains($0) }
        if word.count >= 2, capitals >= 2, !isNumeral { words.insert(word.lowercased()) }
      }
    }

    func contains(_ word: String) -> Bool { words.contains(word) }
  }

  /// The illness behind `patients with` or `treated for`, without its degree.
  static func illness(
    _ tokens: [CellTokens.Token], _ names: Abbreviations, _ label: Label
  ) -> String? {
    for (index, token) in tokens.enumerated() where index > 0 {
      let isHaving =
        token.text == "with" && person(before: index, tokens).map(isPerson) == true
      let isTreated = token.text == "for" && tokens[index - 1].text == "treated"
      // `(Including a Study in Patients with Diabetes)` speaks of some of the persons.
      guard isHaving || isTreated, !isBracketed(index, tokens) else { continue }
      if let words = disease(tokens[(index + 1)...], names, label) {
        return words + therapy(of: tokens[(index + 1)...], words, names, label)
      }
    }
    return nil
  }

  /// `Cancer Receiving Myelosuppressive Chemotherapy`: the therapy of those who have an illness, where
  /// it is not the drug and there are words left; with a blank before it.
  private static func therapy(
    of tokens: ArraySlice<CellTokens.Token>, _ illness: String, _ names: Abbreviations,
    _ label: Label
  ) -> String {
    let count = illness.split(separator: " ").count
    // `CKD Not on Dialysis`.
    if let place = tokens.prefix(count + 2).firstIndex(where: { $0.text == "on" }),
      let state = state(tokens, on: place), count + state.split(separator: " ").count <= 4
    {
      return " " + state
    }
    guard count < 4,
      let place = tokens.prefix(count + 4).firstIndex(where: {
        $0.text == "receiving" || $0.text == "undergoing"
      }), tokens[..<place].allSatisfy({ $0.kind == .word || $0.isSign("-") })
    else { return "" }
    let words = tokens[(place + 1)...].prefix { $0.kind == .word && !ends.contains($0.text) }
      .map(\.text)
    guard let last = words.last, therapies.contains(last) || names.contains(last),
      words.count <= 4 - count,
      !words.contains(where: label.isDrug)
    else { return "" }
    return " " + words.joined(separator: " ")
  }

  /// `on dialysis`, `not on dialysis`: the words at a place that say so.
  private static func state(_ tokens: ArraySlice<CellTokens.Token>, on place: Int) -> String? {
    guard tokens.indices.contains(place + 1), dialyses.contains(tokens[place + 1].text) else {
      return nil
    }
    let isNot = place > tokens.startIndex && tokens[place - 1].text == "not"
    return (isNot ? "not on " : "on ") + tokens[place + 1].text
  }

  private static let dialyses: Set<String> = ["dialysis", "hemodialysis", "haemodialysis"]

  /// `Patients on Dialysis`, `Dialysis Patients`: their therapy where no illness is named.
  private static func dialysis(_ tokens: [CellTokens.Token]) -> String? {
    for (index, token) in tokens.enumerated().dropFirst() {
      let before = tokens[index - 1].text
      if persons.contains(token.text), dialyses.contains(before),
        index == 1 || tokens[index - 2].text != "not"
      {
        return "on " + before
      }
      let isOfPersons =
        persons.contains(before)
        || before == "not" && index > 1
          && persons.contains(tokens[index - 2].text)
      if token.text == "on", isOfPersons, let state = state(tokens[...], on: index) { return state }
    }
    return nil
  }

  private static let therapies: Set<String> = [
    "chemotherapy", "transplantation", "dialysis", "hemodialysis", "radiotherapy", "surgery",
  ]

  /// `Patients with`, `Adults with`, `Patients 1 Year and Older with`.
  private static func isPerson(_ word: String) -> Bool {
    persons.contains(word) || word == "older"
  }

  /// `Preventive Treatment of Migraine`, `Trials for MDD`, `Prevention of PONV`.
  private static func treated(
    _ tokens: [CellTokens.Token], _ names: Abbreviations, _ label: Label
  ) -> String? {
    for (index, token) in tokens.enumerated().dropFirst() {
      let before = tokens[index - 1].text
      // `Receiving Alphador for Metastatic Breast Cancer in Study 1`.
      if token.text == "for", !trials.contains(before), before != "treated",
        !isBracketed(index, tokens), let words = disease(tokens[(index + 1)...], names, label),
        words.contains(" "),
        words.split(whereSeparator: { $0 == " " || $0 == "-" }).allSatisfy({
          label.isTreated(String($0)) && !label.isDrug(String($0))
        }),
        label.isOneOfSeveral
          && IllnessWords.areIllness(words.split(separator: " ").map(String.init))
          || tokens.dropFirst(index + 1).contains(where: { trials.contains($0.text) })
      {
        return words
      }
      // `Infusions for RA`.
      if token.text == "for", label.isOneOfSeveral, !isBracketed(index, tokens),
        let next = tokens.dropFirst(index + 1).first, names.contains(next.text),
        label.isTreated(next.text), !label.isDrug(next.text),
        let words = disease(tokens[(index + 1)...], names, label)
      {
        return words
      }
      let isTreatment =
        token.text == "of" && ["treatment", "prevention", "prophylaxis"].contains(before)
      let isAbout =
        token.text == "for" && trials.contains(before) && index + 1 < tokens.count
        && names.contains(tokens[index + 1].text)
      guard isTreatment || isAbout, let words = disease(tokens[(index + 1)...], names, label)
      else { continue }
      if persons.contains(String(words.prefix { $0 != " " })) { continue }
      // `Incidence for Alphador Tablets` names the drug.
      if words.split(separator: " ").contains(where: { label.isDrug(String($0)) }) { continue }
      return before == "treatment" || isAbout ? words : before + " of " + words
    }
    return nil
  }

  static func isApostrophe(_ token: CellTokens.Token) -> Bool {
    token.isSign("'") || token.isSign("’")
  }

  private static func isBracketed(_ place: Int, _ tokens: [CellTokens.Token]) -> Bool {
    let before = tokens[..<place]
    return before.filter { $0.isSign("(") }.count > before.filter { $0.isSign(")") }.count
  }

  /// The word before a place, a bracket between them left aside.
  private static func person(before place: Int, _ tokens: [CellTokens.Token]) -> String? {
    guard tokens[place - 1].isSign(")") else { return tokens[place - 1].text }
    guard let open = tokens[..<place].lastIndex(where: { $0.isSign("(") }), open > 0 else {
      return nil
    }
    return tokens[open - 1].text
  }

  /// `Trials in Mild to Moderate Alzheimer's Disease`, `Trials of Fungal Infections`: here the
  /// degree tells tables apart.
  private static func studied(
    _ tokens: [CellTokens.Token], _ names: Abbreviations, _ label: Label
  ) -> String? {
    for (index, token) in tokens.enumerated()
    where index > 0 && trials.contains(tokens[index - 1].text)
      && (token.text == "in" || token.text == "of")
    {
      var words: [String] = []
      var end = tokens.count
      for (place, next) in zip(tokens.indices, tokens).dropFirst(index + 1) {
        let isRange = next.text == "to" && words.last.map(degrees.contains) == true
        if next.isSign("-"), isGlued(place, tokens[...]) { continue }
        guard next.kind == .word || isApostrophe(next), isRange || !ends.contains(next.text) else {
          end = place
          break
        }
        if next.kind == .word, next.text != "s" {
          append(next.text, place, tokens[...], to: &words)
        }
      }
      let isOfPersons = words.contains {
        persons.contains($0) || persons.contains(String($0.dropLast()))
          || TableSubject.population(CellTokens($0)) != nil
      }
      guard !isOfPersons, let last = words.last, !degrees.contains(last), words != ["treatment"],
        token.text == "in" || words.allSatisfy({ label.isTreated($0) && !label.isDrug($0) })
          // `Clinical Trials of Systemic Fungal Infections`.
          || IllnessWords.areIllness(words) && !words.contains(where: label.isDrug)
      else { continue }
      // `mild to moderate disease` says more than `to moderate alzheimer disease`.
      if words.count > 4 { words = words.prefix { degrees.contains($0) || $0 == "to" } + [last] }
      guard let all = list(words, tokens[end...], names, label), all.count <= 4,
        all.joined().count > 3
      else { continue }
      return all.joined(separator: " ")
    }
    return nil
  }

  /// `for Once Daily Use for BPH`: the abbreviation, with `as needed` or the weeks.
  private static func use(_ caption: String, _ tokens: [CellTokens.Token]) -> String? {
    let words = caption.split(whereSeparator: \.isWhitespace).map(String.init)
    let isUse = tokens.contains { $0.text == "use" }
    let found = zip(words, words.dropFirst()).first { before, word in
      before == "for" && isAbbreviation(word)
    }
    guard isUse, let name = found?.1 else { return nil }
    if CellTokens(caption).has("as needed") { return name + " as needed" }
    for (index, token) in tokens.enumerated().dropFirst()
    where token.text == "weeks" && tokens[index - 1].kind == .number {
      return "\(name) \(tokens[index - 1].text) weeks"
    }
    return name
  }

  private static func isAbbreviation(_ word: String) -> Bool {
    (2...6).contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// Whether words of a header or group tell a trial from another: not the title of a column.
  static func tells(_ text: String) -> Bool {
    let words = CellTokens(text).words
    if words.contains(where: parts.contains) { return false }
    // The mark of a footnote may be glued to a word.
    return !words.allSatisfy {
      titles.contains($0) || $0.utf8.count > 2 && titles.contains(String($0.dropLast()))
    }
      || CellTokens(text).tokens.contains { $0.kind == .number }
  }

  private static let parts: Set<String> = ["system", "systems", "disorders", "body", "organ"]

  private static let times: Set<String> = [
    "day", "days", "week", "weeks", "month", "months", "cycle", "cycles", "every", "hours", "phase",
    "followed", "after", "before", "total", "scored", "mmol",
  ]

  private static let titles: Set<String> = [
    "adverse", "reaction", "reactions", "event", "events", "experience", "experiences", "side",
    "effect", "effects", "type", "of", "preferred", "term", "treatment", "treatments", "dosage",
    "dose", "incidence", "percent", "percentage", "patients", "subjects", "reporting",
    "number", "symptom", "symptoms", "titration", "and", "with", "the", "most", "common", "adult",
    "adults", "all", "any", "overall", "total", "pooled", "treated",
    "discontinuation", "drug", "n",
  ]
}

extension String {
  /// Where the first of some words, in lower case, begins, whatever case it is in.
  fileprivate func range(of words: [String]) -> Index? {
    let first = words.compactMap(\.utf8.first)
    return utf8.indices.first { start in
      first.contains(utf8[start] | 0x20)
        && words.contains { self[start...].prefix($0.count).lowercased() == $0 }
    }
  }
}
