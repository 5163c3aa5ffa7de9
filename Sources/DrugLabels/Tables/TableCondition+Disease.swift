// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The name of an illness in a caption, at most four words of it.
//
//   Moderate to Severe Chronic Kidney Disease      chronic kidney disease
//   Non-Small Cell Lung Cancer                     non-small cell lung cancer
//   Relapsing Forms of Multiple Sclerosis          multiple sclerosis
//   Carcinoma of the Colon                         carcinoma of the colon
//   Narcolepsy, OSA, and SWD                       narcolepsy osa swd
//
// Of several illnesses the first alone would be wrong: all are said, or none.

extension TableCondition {
  /// The illness that words begin with, without its degree; `nil` if it is none, or too long.
  static func disease(
    _ tokens: ArraySlice<CellTokens.Token>, _ names: Abbreviations, _ label: Label
  ) -> String? {
    var words: [String] = []
    var course: String?
    var degree: String?
    var isFirst = true
    /// Where `grade` stands, if the words begin with `low-grade`.
    var grade: Int?
    var end = tokens.endIndex
    for (place, next) in zip(tokens.indices, tokens) {
      if let last = words.last, names.contains(last), next.isSign("+") { return nil }
      // `Nonelderly Adults with Alphador` names the drug, and no illness.
      if label.isDrug(next.text) {
        end = place
        break
      }
      // `Advanced-Stage` and `Chronic Phase` tell tables apart.
      let behind = tokens[place...].dropFirst().prefix(2).map(\.text)
      // `CD22-Positive Relapsed or Refractory ALL`.
      let isBehindMark = words.last.map(marks.contains) ?? false
      if isFirst || isBehindMark && next.kind == .word, isDegree(next, behind) {
        if next.kind == .word { degree = next.text }
        let isJoined = tokens[..<place].last.map { ["or", "and"].contains($0.text) } ?? false
        if isJoined || next.text == "or" {
          course = nil
        } else if courses.contains(next.text), behind.first != "-" {
          course = next.text
        }
        continue
      }
      if next.kind != .sign, next.text.count == 1, words.last == "type" {
        words.append(next.text)
        continue
      }
      // `Relapsed or Refractory, Low-Grade or Follicular NHL`.
      if isFirst, place > tokens.startIndex, next.isSign(",") { continue }
      if ["low", "high"].contains(next.text), behind == ["-", "grade"] {
        words.append(next.text + "-grade")
        isFirst = false
        grade = place + 2
        continue
      }
      if let grade, place <= grade || place == grade + 1 && next.text == "or" { continue }
      // `Relapsing Forms of`, `Acute Attacks of`: the illness comes behind.
      if next.text == "of", let last = words.last, kinds.contains(last) {
        words = []
        isFirst = true
        continue
      }
      if next.text == "of" || next.text == "the", isPlace(words) {
        words.append(next.text)
        continue
      }
      if next.text == "and", words.last == "nausea", behind.first == "vomiting" {
        words.append(next.text)
        continue
      }
      // A size, a share or an age is no illness.
      guard next.kind == .word || (isApostrophe(next) && !words.isEmpty) || next.isSign("-"),
        !ends.contains(next.text)
      else {
        // `Patients with Pre-specified Adverse Reactions` have no illness by that name.
        if ["adverse", "reaction", "reactions", "event", "events"].contains(next.text) {
          return nil
        }
        end = place
        break
      }
      isFirst = false
      if next.kind == .word, next.text != "s" { append(next.text, place, tokens, to: &words) }
    }
    while let last = words.last, last == "of" || last == "the" { words.removeLast() }
    // `MRD-Positive B-cell Precursor ALL`: the mark of the illness is one word, if it is too long.
    if words.count > 4, names.contains(words[0]), marks.contains(words[1]) {
      words.replaceSubrange(0..<2, with: [words[0] + "-" + words[1]])
    }
    guard isName(words, names) else { return nil }
    guard let all = list(words, tokens[end...], names, label), (1...4).contains(all.count) else {
      return nil
    }
    if course == nil, let told = degree.flatMap({ label.degree($0, all.joined(separator: " ")) }),
      told.split(separator: " ").count + all.count <= 4
    {
      return told + " " + all.joined(separator: " ")
    }
    let isLong = all.count == 4 || all.first == course
    return (isLong ? all : (course.map { [$0] } ?? []) + all).joined(separator: " ")
  }

  /// What an illness that lasts, or does not, is called by.
  static let courses: Set<String> = ["chronic", "acute"]

  /// Words behind which, with `of`, the illness is named.
  private static let kinds: Set<String> = [
    "form", "forms", "attack", "attacks", "episode", "episodes", "symptoms", "signs", "types",
  ]

  /// `Carcinoma of the Colon`: a word that says too little alone, and the part of the body.
  private static func isPlace(_ words: [String]) -> Bool {
    guard let first = words.first, words.count < 3 else { return false }
    return ["carcinoma", "cancer", "cancers", "infection", "infections", "disease"].contains(first)
      && words.dropFirst().allSatisfy { $0 == "of" }
  }

  private static func isDegree(_ token: CellTokens.Token, _ behind: [String]) -> Bool {
    if behind == ["-", "stage"] || behind.first == "phase" { return false }
    return degrees.contains(token.text) || token.text == "to" || token.isSign("-")
      // `Persistent or Chronic`.
      || token.text == "or" && behind.first.map(degrees.contains) == true
      || behind.first == "or" && behind.last.map(degrees.contains) == true
  }

  private static func isName(_ words: [String], _ names: Abbreviations) -> Bool {
    // The virus alone tells no trial of its drugs from another, nor does a mark of the illness
    // (`HR-positive, HER2-negative Breast Cancer`).
    if words == ["hiv"] || words == ["hiv-1"] || words == ["stage"] || words == ["type"] {
      return false
    }
    if let last = words.last, marks.contains(last) { return false }
    // `gastric or …`: an adjective alone.
    if words.count == 1, words[0].hasSuffix("ic"), !names.contains(words[0]) { return false }
    return (1...4).contains(words.count)
      && (words.joined().count > 3 || words.contains(where: names.contains))
  }

  private static let marks: Set<String> = ["positive", "negative", "mutated", "low"]

  // MARK: - Several

  /// Words with the further illnesses of a list behind them.
  ///
  /// - Returns: The words alone if no list goes on; `nil` if a list has too many words to be said.
  static func list(
    _ words: [String], _ rest: ArraySlice<CellTokens.Token>, _ names: Abbreviations, _ label: Label
  ) -> [String]? {
    var all = words
    var coursePlaces: [Int] = []
    var items = 1
    var place = rest.startIndex
    while place < rest.endIndex {
      var next = place
      while next < rest.endIndex, isJoint(rest[next]) || next > place && rest[next].text == "other"
      {
        next += 1
      }
      var course: String?
      while next < rest.endIndex, next > place, degrees.contains(rest[next].text) {
        if courses.contains(rest[next].text) { course = rest[next].text }
        next += 1
      }
      guard next > place, next < rest.endIndex, isIllness(rest[next], names, label) else { break }
      items += 1
      if let course {
        coursePlaces.append(all.count)
        all.append(course)
      }
      place = next
      while place < rest.endIndex, rest[place].kind == .word, !ends.contains(rest[place].text) {
        append(rest[place].text, place, rest, to: &all)
        place += 1
        // `CD30-Expressing MF`.
        if place < rest.endIndex, rest[place].isSign("-") { place += 1 }
      }
    }
    if items == 1 || all.count <= 4 { return all }
    // `MDD and Acute Suicidal Ideation or Behavior`: rather without their courses than not at all.
    for course in coursePlaces.reversed() { all.remove(at: course) }
    // `Carcinoma of the Colon or Rectum`.
    let short = all.filter { $0 != "of" && $0 != "the" }
    return short.count <= 4 ? short : nil
  }

  private static func isJoint(_ token: CellTokens.Token) -> Bool {
    token.isSign(",") || token.isSign("/") || token.text == "and" || token.text == "or"
  }

  /// An abbreviation, or a word of what the drug is for.
  private static func isIllness(
    _ token: CellTokens.Token, _ names: Abbreviations, _ label: Label
  ) -> Bool {
    guard token.kind == .word, !ends.contains(token.text), !persons.contains(token.text),
      !label.isDrug(token.text), !plain.contains(token.text), !general.contains(token.text)
    else { return false }
    return names.contains(token.text) || label.isTreated(token.text)
      || IllnessWords.areIllness([token.text])
  }

  /// Words of indications that are no illness.
  private static let general: Set<String> = [
    "disease", "diseases", "disorder", "disorders", "treatment", "therapy", "prevention", "adults",
    "pediatric", "symptoms", "signs", "use", "other", "either", "both", "their", "inadequate",
    "inadequately", "insufficient", "intolerance", "intolerant", "response", "history", "prior",
    "documented", "established", "evidence", "risk", "high", "increased", "progressive",
  ]

  // MARK: - Hyphens

  /// Whether a hyphen joins the words beside it, and one of them is none alone: `ARG1-D`,
  /// `non-small`, `B-cell`.
  static func isGlued(_ place: Int, _ tokens: ArraySlice<CellTokens.Token>) -> Bool {
    guard place > tokens.startIndex, place + 1 < tokens.endIndex, tokens[place].isSign("-") else {
      return false
    }
    let (before, behind) = (tokens[place - 1], tokens[place + 1])
    return before.range.upperBound == tokens[place].range.lowerBound
      && tokens[place].range.upperBound == behind.range.lowerBound
      && before.kind == .word && behind.kind == .word
      && (before.text == "non" || before.text.count == 1 || behind.text.count == 1)
  }

  /// Adds a word, to the one before it if a hyphen joins them.
  static func append(
    _ word: String, _ place: Int, _ tokens: ArraySlice<CellTokens.Token>, to words: inout [String]
  ) {
    if place > tokens.startIndex + 1, isGlued(place - 1, tokens), let last = words.popLast() {
      words.append(last + "-" + word)
    } else {
      words.append(word)
    }
  }
}
