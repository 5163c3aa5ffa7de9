// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

// What a warning is about stands in its heading:
//
//   5.1 Lactic Acidosis There have been … malaise, myalgias …
//   └┬┘ └─────┬───────┘ └─ the first word of the text, a capital as well
//  subsection heading
//
// "Malaise" is a sign of what the heading names, not what the label warns of: the row carries the
// heading as its condition. Under "5.4 Somnolence" somnolence itself is the subject.

/// The heading over a statement of a boxed warning, or of warnings and precautions.
struct WarningHeading {
  private let label: DrugLabel
  private let boxedTitle: String
  /// The phrases that the reading was made with.
  private let matcher: PhraseMatcher?

  init(_ label: DrugLabel, _ reading: LabelReading) {
    self.label = label
    matcher = reading.matcher
    boxedTitle = reading.boxedTitle ?? ""
  }

  /// What the heading of a statement says, if that is another thing than its symptom.
  func condition(of statement: LabelStatement) -> String? {
    let heading = heading(of: statement).lowercased()
    // Without a heading the sentence alone says what the symptom is a sign of.
    guard !heading.isEmpty else { return nil }
    // `Use in Patients with Depression`, `Masking of Fever`: who has it already, or cannot show it.
    let named = Self.before(["patients with", "masking"], heading)
    if isNamed(statement, in: named), !heading.hasPrefix("withdrawal") { return nil }
    // `… WITH OPIOIDS; ABUSE, MISUSE; and WITHDRAWAL`: which of them it is, the title does not say.
    if heading.contains(";") { return nil }
    let name = heading.firstIndex(of: "(").map {
      $0 == heading.startIndex ? heading : String(heading[..<$0])
    }
    let words = (name ?? heading).split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "'") }
      .map(String.init)
    // `TOXIC DEATHS, HEPATOTOXICITY, NEUTROPENIA, …`: neither does a list.
    if heading.count(where: { $0 == "," }) > 1 { return nil }
    if let illness = Self.illnessOfPersons(words) { return illness }
    var telling = words.drop {
      Self.general.contains($0) || IllnessWords.isDegree($0) || Int($0) != nil
    }
    if Self.isWithdrawal(telling) { return "withdrawal" }
    // `Falls`, `Cognitive and Motor Impairment`: what comes of the symptom, and no cause of it; of
    // `Orthostatic Hypotension, Falls and Syncope` the first is one.
    telling = telling.prefix { !Self.dangers.contains($0) }
    // `Increased Mortality in Elderly Patients`: who is in danger, and no illness.
    if telling.dropFirst().first == "in", telling.first == "mortality" { return nil }
    if telling.isEmpty { return nil }
    // `Adverse Reactions or Death from DPD Deficiency`: what they come of, if that is an illness.
    if let from = telling.firstIndex(of: "from"),
      telling[..<from].contains(where: Self.consequences.contains)
    {
      let cause = Self.closed(telling[telling.index(after: from)...].prefix(4))
      return Self.namesNothing(cause) ? nil : cause.joined(separator: " ")
    }
    if let partner = Self.partner(telling) { return partner }
    // `Alterations in Endocrine Function`: the first word alone says nothing.
    let start = telling.prefix { Self.ofSomething.contains($0) }.count
    let ends = telling.indices.dropFirst(max(1, start + 1)).first {
      Self.ends.contains(telling[$0])
        // `Hyponatremia and/or Syndrome of …`: the first is one.
        || telling[$0] == "and" && telling.dropFirst($0 + 1 - telling.startIndex).first == "or"
    }
    var subject = Self.fourWords(telling[..<(ends ?? telling.endIndex)])
    while let last = subject.last,
      Self.openWords.contains(last)
        || last == "risk"
          && subject.dropLast().last == "and"
    {
      subject.removeLast()
    }
    if subject.suffix(3).elementsEqual(["and", "increased", "risk"]) { subject.removeLast(3) }
    subject = Self.withoutTail(subject)
    if !subject.allSatisfy(Self.isGeneral), IllnessWords.areIllness(subject) {
      return subject.joined(separator: " ")
    }
    if let use = Self.use(telling) { return use }
    // A name that is not known may be an illness: `Distant Spread of Toxin`.
    return Self.namesNothing(subject) ? nil : subject.joined(separator: " ")
  }

  /// At most four words of a heading: one that is too long without those that join others, where it
  /// then fits (`Cutaneous and Systemic Lupus Erythematosus`), and without what it is related to.
  private static func fourWords(_ words: ArraySlice<String>) -> ArraySlice<String> {
    let words = closed(words)
    let first = words.prefix(4)
    guard words.count > 4, !namesNothing(first) else { return first }
    let telling = words.filter { !["and", "or", "the"].contains($0) }
    if telling.count <= 4, Set(telling).count == telling.count { return telling[...] }
    let related = first.indices.dropFirst().first {
      words[$0] == "related" && words[$0 + 1] == "to"
    }
    return related.map { words[..<$0] } ?? first
  }

  /// Whether words name neither an illness nor anything else that a symptom can come of.
  private static func namesNothing(_ words: ArraySlice<String>) -> Bool {
    if words.allSatisfy(isGeneral) { return true }
    return !IllnessWords.areIllness(words)
      && (IllnessWords.arePlaces(words.filter { !isGeneral($0) }) || IllnessWords.areMatters(words))
  }

  /// `Use in Patients with Depression`, `Risks of Use in Patients with Head Injury`: what follows is
  /// about those who have it.
  private static func illnessOfPersons(_ words: [String]) -> String? {
    guard let place = words.firstIndex(of: "patients"), place + 2 < words.count,
      words[place + 1] == "with",
      words[..<place].allSatisfy({ general.contains($0) || ["use", "in", "usage"].contains($0) })
    else { return nil }
    let rest = words[(place + 2)...]
    let end = rest.firstIndex { ends.contains($0) } ?? rest.endIndex
    let name = closed(rest[..<end])
    guard name.count <= 4, IllnessWords.areIllness(name), !IllnessWords.areMatters(name),
      !name.contains("history")
    else { return nil }
    return name.joined(separator: " ")
  }

  /// Words without those at their end that end nothing.
  private static func closed(_ words: ArraySlice<String>) -> ArraySlice<String> {
    var words = words
    while let last = words.last, openWords.contains(last) || joints.contains(last[...]) {
      words.removeLast()
    }
    return words
  }

  /// `Not for Intrathecal Use`, `Unintended Intravenous Injection`, `Interaction with Alcohol`: the
  /// way of giving it that is warned of, or what it is taken with.
  private static func use(_ words: ArraySlice<String>) -> String? {
    if let route = words.firstIndex(where: routes.contains) {
      let way = words[(route + 1)...].first.flatMap { ways.contains($0) ? $0 : nil }
      return words[route] + (way.map { " " + $0 } ?? "")
    }
    if let with = words.firstIndex(of: "with"), words[..<with].contains(where: meetings.contains),
      with + 1 < words.endIndex
    {
      let other = words[(with + 1)...].drop { openWords.contains($0) || isDrug($0) }
      // Titles of boxed warnings run into each other.
      let end =
        other.firstIndex { ends.contains($0) || $0.hasPrefix("warning") } ?? other.endIndex
      let named = closed(other[..<end].prefix(4))
      return named.isEmpty || named.allSatisfy { isGeneral($0) || isDrug($0) }
        ? nil : named.joined(separator: " ")
    }
    return nil
  }

  /// `Mortality and Toxicity with Alphador in Combination with Betadrug`: where no illness is named, what
  /// the drug is given with is the danger.
  private static func partner(_ words: ArraySlice<String>) -> String? {
    let named = words.prefix { $0 != "with" && $0 != "in" }
    guard !named.isEmpty, named.allSatisfy(dangersOfAll.contains),
      let place = words.indices.dropLast(3).first(where: {
        words[$0...].starts(with: ["in", "combination", "with"])
      })
    else { return nil }
    let rest = words[(place + 3)...]
    let end = rest.firstIndex { ends.contains($0) } ?? rest.endIndex
    let partner = closed(rest[..<end].prefix(4))
    return partner.isEmpty ? nil : partner.joined(separator: " ")
  }

  private static let dangersOfAll: Set<String> = [
    "mortality", "toxicity", "toxicities", "death", "deaths", "fatal", "serious", "and",
  ]

  /// Words that name no drug of their own: `Interactions with Other Drugs`.
  private static func isDrug(_ word: String) -> Bool {
    ["other", "drug", "drugs", "medications", "medicines", "products", "certain"].contains(word)
  }

  private static let routes: Set<String> = [
    "intrathecal", "intravascular", "intravenous", "intra-arterial", "intra-articular",
    "intramuscular", "intraocular", "epidural", "subarachnoid",
  ]
  private static let ways: Set<String> = [
    "use", "administration", "injection", "injections", "infusion", "infusions", "exposure",
  ]
  private static let meetings: Set<String> = [
    "interaction", "interactions", "concomitant", "coadministration", "co-administration",
    "concurrent",
  ]

  /// `Neurological Adverse Reactions Dizziness …`: behind the reactions another heading begins.
  private static func withoutTail(_ words: ArraySlice<String>) -> ArraySlice<String> {
    let end = words.indices.dropLast().first { index in
      ["reactions", "effects", "events", "toxicity", "toxicities"].contains(words[index])
        && !openWords.contains(words[index + 1])
    }
    return end.map { words[...$0] } ?? words
  }

  /// `Dependence and Withdrawal Reactions`, `Discontinuation of Treatment`; not the withdrawal of
  /// another thing (`Systemic Corticosteroid Withdrawal`).
  private static func isWithdrawal(_ words: ArraySlice<String>) -> Bool {
    if words.first == "discontinuation" || words.first == "withdrawal" { return true }
    // `Abrupt Cessation of Therapy`.
    if words.first == "cessation"
      || words.first == "abrupt" && words.dropFirst().first == "cessation"
    {
      return true
    }
    return words.indices.dropLast().contains { index in
      ["withdrawal", "discontinuation"].contains(words[index])
        && ["reactions", "symptoms", "syndrome"].contains(words[index + 1])
        // `Recurrent Hemolysis After Alphador Discontinuation`.
        || ["after", "following"].contains(words[index])
          && words[(index + 1)...].prefix(4).contains { stops.contains($0) }
    }
  }

  private static let stops: Set<String> = ["discontinuation", "withdrawal", "cessation"]

  /// What headings call the effects of what they name behind `from`.
  private static let consequences: Set<String> = [
    "reactions", "toxicities", "toxicity", "death", "deaths", "effects", "events",
  ]

  /// Words of headings for what a symptom leads to.
  private static let dangers: Set<String> = [
    "fall", "falls", "accident", "accidents", "accidental", "ability", "driving", "drive",
    "machinery", "cognitive",
  ]

  /// Words behind which a heading says when or in whom, and no more what of.
  private static let ends: Set<String> = [
    "in", "with", "when", "due", "during", "after", "following", "including", "associated",
    "exposed", "often", "can", "secondary", "from", "for", "treatment",
  ]
  /// Words that say something only with what they are of.
  private static let ofSomething: Set<String> = [
    "alterations", "changes", "disturbances", "effect", "effects", "increase", "increases",
    "interaction", "interactions", "potential", "reduction", "reductions", "adverse", "reactions",
    "masking", "toxicity", "complications", "exacerbation", "worsening",
  ]
  /// Words that end nothing.
  private static let openWords: Set<String> = [
    "a", "adverse", "and", "by", "of", "on", "or", "the", "to",
  ]

  private static func isGeneral(_ word: String) -> Bool {
    [
      "adverse", "reactions", "reaction", "events", "effects", "use", "usage", "patients",
      "elderly", "geriatric", "pediatric", "and", "other", "drug", "related", "special",
      "populations",
    ].contains(word)
  }

  private static func before(_ marks: [String], _ heading: String) -> String {
    var words = heading.split(separator: " ", omittingEmptySubsequences: true)[...]
    for mark in marks.map({ $0.split(separator: " ") }) {
      let place = words.indices.first { words[$0...].starts(with: mark) }
      if let place { words = words[..<place] }
    }
    return words.joined(separator: " ")
  }

  /// Whether words name the symptom of a statement: `Respiratory Depression` names no mood.
  func isNamed(_ statement: LabelStatement, in words: String) -> Bool {
    // A reading that was not made of a text has no phrases: the statement's own words.
    guard let matcher else { return " \(words) ".holds(" \(statement.term.lowercased()) ") }
    return matcher.mentions(in: Array(words.utf8)).contains {
      matcher.phrases[$0.phrase].symptom == statement.symptom
    }
  }

  /// Words that headings of warnings begin with.
  private static let general: Set<String> = [
    "boxed", "warning", "warnings", "precaution", "precautions", "and", "risk", "risks", "of",
    "the", "general", "important", "serious", "increased", "potential", "for", "associated",
    "with", "from",
  ]

  private func heading(of statement: LabelStatement) -> String {
    guard label.sections.indices.contains(statement.section) else { return "" }
    let section = label.sections[statement.section]
    let around = ContributionReader.evidenceSection(of: statement.section, in: label)
    if statement.evidenceClass == .boxed || around?.loinc == "34066-1" { return boxedTitle }
    // SPL has a section for each subsection.
    if section.loinc == "42229-5", !section.title.isEmpty { return section.title }
    guard !statement.subsection.isEmpty, case .text(let range) = statement.place else { return "" }
    return Self.heading(
      behind: statement.subsection, in: section.text.utf8, before: range.lowerBound)
  }

  /// The heading behind the last place of a subsection's number before a place.
  static func heading(behind number: String, in text: [UInt8], before end: Int) -> String {
    let mark = Array(number.utf8)
    guard mark.first.map({ (0x30...0x39).contains($0) }) == true, end <= text.count else {
      return ""
    }
    var place = end - mark.count - 1
    while place >= 0 {
      let isStart = place == 0 || text[place - 1] <= 0x20
      // `5.3. Infusion-Related Reactions` is printed so, too.
      var behind = place + mark.count
      if behind + 1 < text.count, text[behind] == UInt8(ascii: ".") { behind += 1 }
      if isStart, text[place..<place + mark.count].elementsEqual(mark), text[behind] <= 0x20 {
        let rest = text[behind..<min(text.count, behind + 160)]
        return capitals(String(decoding: rest, as: UTF8.self))
      }
      place -= 1
    }
    return ""
  }

  /// The words in capitals at the beginning, without the first word of the text behind them.
  private static func capitals(_ text: String) -> String {
    var words: [Substring] = []
    var isText = false
    let all = text.split(whereSeparator: \.isWhitespace)
    for (place, word) in all.enumerated() {
      // A text that begins with the words of its heading ends that.
      if words.count > 1, word == words[0] { return words.joined(separator: " ") }
      let isCapital = word.first.map { $0.isUppercase || $0 == "(" } ?? false
      // `Clostridioides difficile Infection`: a text begins with a capital, so that a small second
      // word is the species.
      let isSpecies =
        place == 1 && all.count > 2 && !isCapital
        && (word.contains("-") || all[2].first?.isUppercase == true)
      guard isCapital || isSpecies || joints.contains(word) else {
        isText = true
        break
      }
      words.append(word)
      if words.count > 14 {
        isText = true
        break
      }
    }
    guard isText, !words.isEmpty else { return "" }
    while let last = words.last, joints.contains(last) { words.removeLast() }
    if !words.isEmpty { words.removeLast() }
    while let last = words.last, joints.contains(last) { words.removeLast() }
    return words.joined(separator: " ")
  }

  private static let joints: Set<Substring> = [
    "a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
  ]
}
