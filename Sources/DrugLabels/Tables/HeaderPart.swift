// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One cell of a header, taken apart: size of the arm, measure, grade, and what is left.
struct HeaderPart: Sendable, Hashable {
  /// Whether a column counts all reactions or only the severe ones.
  enum Grade: Sendable, Hashable {
    case all
    case some(String)
    case degree(String)
  }

  let text: String
  /// The text without size, measure and grade.
  let name: String
  let tokens: CellTokens
  let nameWords: [String]
  let size: Int?
  let measure: CellFigure.Measure?
  let grade: Grade?
  /// Whether it says nothing but size, measure and grade.
  var isBare: Bool { name.isEmpty }

  init(_ text: String) {
    self.text = text
    let tokens = CellTokens(text)
    self.tokens = tokens
    var isTaken = [Bool](repeating: false, count: tokens.tokens.count)
    let size = tokens.sampleSize
    self.size = size?.value
    if let size { for index in size.tokens { isTaken[index] = true } }
    grade = Self.grade(tokens, &isTaken)
    measure = Self.measure(tokens, &isTaken)
    name = Self.remaining(text, tokens, isTaken)
    nameWords = zip(tokens.tokens, isTaken).filter { $0.kind == .word && !$1 }.map(\.0.text)
      .filter { !TableVocabulary.fillers.contains($0) && $0.count > 1 }
  }

  /// Whether a label only says that all grades are counted.
  static func countsAll(_ label: String) -> Bool {
    let tokens = CellTokens(label)
    var isTaken = [Bool](repeating: false, count: tokens.tokens.count)
    return grade(tokens, &isTaken) == .all
  }

  /// `All Grades`, `Grade 3 or 4`, `Grades ≥3`, `Severe`, `Drug-related`.
  private static func grade(_ tokens: CellTokens, _ isTaken: inout [Bool]) -> Grade? {
    let list = tokens.tokens
    for (index, token) in list.enumerated() where ["grade", "grades", "gr"].contains(token.text) {
      var start = index
      if index > 0, ["all", "any", "ctcae", "toxicity", "severity"].contains(list[index - 1].text) {
        start = index - 1
      }
      var end = index + 1
      var numbers: [Int] = []
      var isAtLeast = false
      while end < list.count {
        let next = list[end]
        if next.kind == .number, let number = Int(next.text), number <= 5 {
          numbers.append(number)
        } else if ["≥", "≤", ">", "-", "/", ","].contains(next.text) {
          isAtLeast = isAtLeast || next.text == "≥"
        } else if !["or", "to", "and", "higher", "all", "any", "ade"].contains(next.text) {
          // `Gr ade 3` is broken so in some labels.
          break
        }
        end += 1
      }
      let words = list[start..<end].map(\.text)
      let isAll =
        words.contains("all") || words.contains("any") || numbers.isEmpty && words.contains("total")
        || (numbers.min() == 1 && (isAtLeast || (numbers.max() ?? 0) >= 4))
      // `Toxicity Grade, n (%)` above `3` and `≥4`.
      if numbers.isEmpty, !isAll, !tokens.words.allSatisfy(gradeWords.contains) { continue }
      for place in start..<end { isTaken[place] = true }
      return isAll ? .all : .some(words.joined(separator: " "))
    }
    let words = tokens.words.filter { !TableVocabulary.measures.contains($0) }
    // `Treatment` above all columns is the title of the columns, no degree.
    let degrees = words.filter { !["treatment", "drug", "severity", "intensity"].contains($0) }
    guard !degrees.isEmpty, words.allSatisfy(TableVocabulary.degrees.contains) else { return nil }
    return degrees.allSatisfy { ["all", "any", "total", "overall"].contains($0) }
      ? .all : .degree(words.joined(separator: " "))
  }

  private static let gradeWords = TableVocabulary.measures.union([
    "toxicity", "grade", "grades", "ctc", "ctcae", "nci", "severity",
  ])

  /// `%`, `n (%)`, `No. of Patients`, `events per 100 patient-years`, `95% CI`.
  private static func measure(_ tokens: CellTokens, _ isTaken: inout [Bool]) -> CellFigure.Measure?
  {
    if isExposure(tokens) {
      for index in isTaken.indices { isTaken[index] = true }
      return nil
    }
    if tokens.hasAny(TableVocabulary.otherMeasures) { return .other }
    let list = tokens.tokens
    var hasPercent = false
    var hasCount = false
    for (index, token) in list.enumerated() where !isTaken[index] {
      switch token.text {
      case "%", "percent", "percentage", "percentages", "pct", "incidence": hasPercent = true
      case "n", "no", "number", "numbers", "#":
        // `No prior chemotherapy` says no number but who is meant.
        guard token.text != "no" || isNumberSign(list, index) else { continue }
        hasCount = true
      case "patients", "subjects", "participants", "of", "with", "cases", "events":
        guard hasCount || hasPercent || Self.follows(list, index) else { continue }
      default: continue
      }
      isTaken[index] = true
    }
    return hasPercent ? (hasCount ? .countAndPercent : .percent) : (hasCount ? .count : nil)
  }

  /// `3699 subject-years`: how long an arm was seen, and no measure of its figures.
  private static func isExposure(_ tokens: CellTokens) -> Bool {
    let words = tokens.words
    return tokens.tokens.first?.kind == .number && words.count == 2
      && tokens.tokens.count(where: { $0.kind == .number }) == 1
      && ["subject", "patient", "person"].contains(words[0]) && words[1] == "years"
  }

  /// Whether `no` is short for `number` (`No.`, `No (%)`, `No of`, `Study No 2`) and no negation.
  private static func isNumberSign(_ list: [CellTokens.Token], _ index: Int) -> Bool {
    guard index + 1 < list.count else { return true }
    let next = list[index + 1]
    return next.kind == .number
      || [".", "(", "[", "%", ":", "=", "of", "patients", "subjects", "participants"]
        .contains(next.text)
  }

  /// Whether a percent sign in brackets directly follows (`Patients (%)`).
  private static func follows(_ list: [CellTokens.Token], _ index: Int) -> Bool {
    index + 2 < list.count && list[index + 1].isSign("(") && list[index + 2].isSign("%")
  }

  private static let empties: Set<String> = [
    "(", ")", "()", "[", "]", "[]", ",", "-", ":", ";", "/", "=",
  ]

  /// The text without the tokens that are taken, and without brackets that become empty.
  private static func remaining(_ text: String, _ tokens: CellTokens, _ isTaken: [Bool]) -> String {
    let scalars = Array(text.unicodeScalars)
    var isKept = [Bool](repeating: true, count: scalars.count)
    var hasName = false
    for (token, taken) in zip(tokens.tokens, isTaken) {
      if taken {
        for place in token.range { isKept[place] = false }
      } else if token.kind != .sign {
        hasName = true
      }
    }
    guard hasName else { return "" }
    var view = String.UnicodeScalarView()
    for (scalar, kept) in zip(scalars, isKept) { view.append(kept ? scalar : " ") }
    return String(view).blankParted.filter { !empties.contains(String($0)) }.joined(separator: " ")
  }
}

/// What a table is about, by its caption, titles and headers.
struct TableSubject {
  var exclusion: TableReport.Exclusion?
  var grade: String?

  /// The kinds of words that make a table one of something else; the last three do not where it
  /// names reactions too.
  private static let exclusions: [(TableReport.Exclusion, words: String, holdsAlways: Bool)] = [
    (.discontinuation, "leaving-table", true), (.withdrawal, "withdrawal-table", true),
    (.baseline, "baseline-table", true), (.laboratory, "laboratory-table", false),
    (.efficacy, "efficacy-table", false), (.instruction, "instruction-table", false),
  ]

  init(caption: String, stubs: [String]) {
    let tokens = CellTokens(caption)
    let namesReactions = tokens.hasAny(TableVocabulary.reactions)
    exclusion =
      Self.exclusions.first { exclusion in
        tokens.hasAny(LabelVocabulary.shared[exclusion.words])
          && (exclusion.holdsAlways || !namesReactions)
      }?.0 ?? (Self.leadsToStopping(tokens) ? .discontinuation : nil)
    let stub = CellTokens(stubs.joined(separator: " . "))
    if exclusion == nil, stub.hasAny(TableVocabulary.leaving) { exclusion = .discontinuation }
    if exclusion == nil, stub.hasAny(["laboratory", "hematology", "parameter", "test"]),
      !stub.hasAny(TableVocabulary.reactions)
    {
      exclusion = .laboratory
    }
    grade = Self.grade(tokens)
  }

  /// `Leading to Temporary or Permanent Discontinuation`: words between the two.
  private static func leadsToStopping(_ tokens: CellTokens) -> Bool {
    let list = tokens.tokens
    return list.indices.dropFirst().contains { index in
      list[index].text == "to" && ["leading", "led", "resulting"].contains(list[index - 1].text)
        && list[(index + 1)...].prefix(6).contains { $0.text.hasPrefix("discontinu") }
    }
  }

  /// `Grade 3 or 4 Adverse Reactions`: the grades of a caption that does not mention all.
  private static func grade(_ words: CellTokens) -> String? {
    if words.hasAny(["all grades", "any grade", "all grade", "grades 1 - 4", "grades 1 - 5"]) {
      return nil
    }
    // Behind `or`, `and`, `≥ 5 %` there are two cuts, one for each group of columns.
    let places = words.tokens.indices.filter {
      words.tokens[$0].text == "grades" || words.tokens[$0].text == "grade"
    }
    guard places.count == 1, let first = places.first else { return nil }
    let rest = words.tokens[first...].prefix(5).map(\.text).joined(separator: " ")
    guard case .some(.some(let grade)) = HeaderPart(rest).grade else { return nil }
    // `Patients with Grade 2 Glioma` says how ill they are.
    if first > 1, words.tokens[first - 1].text == "with" { return nil }
    let before = words.tokens[..<first].suffix(6).map(\.text)
    return before.contains("or") || before.contains("and") ? nil : grade
  }
}
