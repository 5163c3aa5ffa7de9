// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

/// Makes statements of the rows of a table: which arm speaks for the drug, which for the others.
struct StatementWriter {
  let matcher: PhraseMatcher
  let label: DrugLabel
  let drug: DrugNames
  let section: Int
  let number: Int
  let isPostmarketing: Bool
  /// The doses that the label names; read where a table has arms of several.
  var doses: LabelledDoses?

  /// The statements of a row, one for each symptom and each comparison.
  func statements(
    _ row: TableReport.Row, _ arms: [TableArm], _ report: TableReport, part: String
  ) -> [LabelStatement] {
    var statements: [LabelStatement] = []
    let name = TableReader.named(row)
    // `Heart failure/fatigue`: the figure is that of both, which the label's whole words say. Where
    // they are too many for that, the figure is nobody's.
    let isJoined =
      matcher.isOneOfSeveral(name)
      && RowMark.without(name).allSatisfy { matcher.wholeMatch($0).isEmpty }
    let joined = isJoined ? RowMark.whole(name) : nil
    for choice in choices(row, arms) {
      let isLimited = choice.drug.grade != nil || report.grade != nil
      let hasFigures =
        !isPostmarketing && !isLimited && !choice.drug.isAssumed && (!isJoined || joined != nil)
      let isShared = isJoined && !(hasFigures && row.figures[choice.drugIndex].percent != nil)
      for phrase in row.phrases {
        var statement = LabelStatement(
          symptom: phrase.symptom, fit: phrase.fit, direction: phrase.direction,
          evidenceClass: isPostmarketing ? .postmarketing : isShared ? .listed : .trialTable,
          term: isShared ? term(name, phrase) : joined ?? term(name, phrase), section: section,
          place: .table(number, row: row.row))
        statement.subsection = label.subsection(of: section)
        statement.isJoined = isJoined && !isShared
        // The figure says as much of what is in no category.
        if statement.isJoined { statement.fit = .related }
        if hasFigures, !isShared {
          statement.drugPercent = row.figures[choice.drugIndex].percent
          if let comparator = choice.comparator, case .comparator(let kind) = arms[comparator].role
          {
            statement.comparator = kind
            statement.comparatorPercent = row.figures[comparator].percent
          }
        }
        statement.population = population(choice, report)
        statement.isOfAdults = CellTokens(
          report.caption + " " + choice.drug.group + " " + choice.drug.name
        ).words.contains { ["adult", "adults"].contains($0) }
        statement.condition = condition(choice, report, part)
        statement.isOfGroup =
          choice.drug.isGroupNamed && !choice.drug.group.isEmpty
          && statement.condition == Self.fourWords(withoutNames(choice.drug.group))
        statements.append(statement)
      }
    }
    return statements
  }

  // MARK: - Arms

  private struct Choice {
    let drugIndex: Int
    let drug: TableArm
    let comparator: Int?
    /// Whether the arm has another dose than the label's usual ones.
    let dose: String?
    /// Whether it has the drug alone, beside one of the drug with another.
    let isAlone: Bool
    /// Whether it has the drug alone in a table of which another arm speaks for the drug with a
    /// partner.
    var isFactorial = false
    /// The partner with its amount, where another arm has another one.
    var partnerDose: String?
  }

  /// Whether an arm is said to have the drug alone.
  private static func isAlone(_ arm: TableArm) -> Bool { CellTokens(arm.name).has("alone") }

  /// One choice for each group of arms and each partner that the drug is given with.
  private func choices(_ row: TableReport.Row, _ arms: [TableArm]) -> [Choice] {
    var groups: [String] = []
    for arm in arms where arm.role == .drug && !groups.contains(arm.group) {
      groups.append(arm.group)
    }
    var choices: [Choice] = []
    for group in groups {
      let inGroup = arms.indices.filter { arms[$0].group == group || arms[$0].group.isEmpty }
      var partners: [[String]] = []
      for index in inGroup where arms[index].role == .drug && arms[index].group == group {
        if !partners.contains(arms[index].partners) { partners.append(arms[index].partners) }
      }
      let others = inGroup.filter { arms[$0].role != .drug }
      // `Alphador with Betadrug` beside `Alphador Alone`, and nothing else.
      let isWithAndAlone =
        others.isEmpty && partners.count > 1
        && inGroup.contains { arms[$0].partners.isEmpty && Self.isAlone(arms[$0]) }
      for partner in partners {
        // Beside the drug alone, the drug with a partner says what both do: it speaks for the
        // drug only against the partner's own control, or where the table compares the two.
        if !partner.isEmpty, partners.contains([]), !isWithAndAlone,
          control(of: partner, others, arms) == nil
        {
          continue
        }
        let drugs = inGroup.filter {
          arms[$0].role == .drug && arms[$0].group == group && arms[$0].partners == partner
        }
        guard let choice = choose(drugs, row, arms) else { continue }
        choices.append(
          Choice(
            drugIndex: choice.index, drug: arms[choice.index],
            comparator: comparator(
              others, arms, partner: partner, among: partners),
            dose: choice.dose,
            isAlone: isWithAndAlone && partner.isEmpty && Self.isAlone(arms[choice.index]),
            partnerDose: Self.partnerDose(choice.index, drugs, arms)))
      }
      for place in choices.indices where arms[choices[place].drugIndex].group == group {
        choices[place].isFactorial =
          choices[place].drug.partners.isEmpty && choices[place].comparator != nil
          && choices.contains { $0.drug.group == group && !$0.drug.partners.isEmpty }
      }
    }
    return choices
  }

  /// `Alphador and Betadrug (1,200 mg)` beside `Alphador and Betadrug (600 mg)`: the partner with its
  /// amount.
  private static func partnerDose(
    _ index: Int, _ drugs: [Int], _ arms: [TableArm]
  ) -> String? {
    let arm = arms[index]
    guard arm.doses.count == 1, let dose = arm.doses.first,
      drugs.contains(where: { arms[$0].doses.count == 1 && arms[$0].doses != arm.doses })
    else { return nil }
    let tokens = CellTokens(arm.name).tokens
    guard let place = tokens.firstIndex(where: { $0.kind == .number && $0.text == dose.number }),
      let before = tokens[..<place].last(where: { $0.kind == .word }),
      arm.partners.contains(before.text)
    else { return nil }
    return before.text + " " + dose.text
  }

  /// The pooled arm, else the labelled dose with the highest percentage.
  ///
  /// - Returns: `nil` if no arm has a figure, or the figure is none at all.
  private func choose(
    _ drugs: [Int], _ row: TableReport.Row, _ arms: [TableArm]
  ) -> (index: Int, dose: String?)? {
    func isStated(_ index: Int) -> Bool {
      row.figures[index].percent != nil || (row.figures[index].count ?? 0) > 0
    }
    func value(_ index: Int) -> Int {
      let percent = row.figures[index].percent ?? ""
      let isBelow = percent.hasPrefix("<")
      let number = FixedPoint.thousandths(isBelow ? String(percent.dropFirst()) : percent) ?? 0
      return isBelow ? max(number - 1, 0) : number
    }
    let stated = drugs.filter(isStated)
    guard !stated.isEmpty else { return nil }
    func isNothing(_ index: Int) -> Bool {
      row.figures[index].percent.map { FixedPoint.thousandths($0) == 0 }
        ?? (row.figures[index].count == 0)
    }
    let sum = stated.first(where: { arms[$0].isPooled }) ?? stated.first { isSum($0, drugs, arms) }
    if let pooled = sum {
      return isNothing(pooled) ? nil : (pooled, nil)
    }
    // `Normal LFTs` beside `Elevated LFTs`: those whom the drug is for. Poor metabolizers beside all
    // others take up more of the same dose.
    let limited = stated.filter { Self.isOfSome(CellTokens(arms[$0].name).words) }
    let hasOthers = stated.contains { index in
      !limited.contains(index)
        && CellTokens(arms[index].name).words.contains { $0 == "normal" || $0.hasPrefix("metabol") }
    }
    if hasOthers, !limited.isEmpty {
      return choose(drugs.filter { !limited.contains($0) }, row, arms)
    }
    // `90 mg` beside `90→180 mg`: the dose that only leads in is not the usual one.
    let rising = stated.compactMap { arms[$0].risenFrom }
    let leading = stated.filter { index in
      arms[index].risenFrom == nil && arms[index].doses.contains { rising.contains($0.number) }
    }
    if !leading.isEmpty, leading.count < drugs.count, !rising.isEmpty {
      return choose(drugs.filter { !leading.contains($0) }, row, arms)
    }
    let dosed = stated.filter { !arms[$0].doses.isEmpty }
    let labelled = dosed.count > 1 ? dosed.filter { doses?.name(arms[$0]) == true } : []
    let pool = labelled.isEmpty ? stated : labelled
    var best = pool[0]
    for index in pool where value(index) > value(best) { best = index }
    if isNothing(best) { return nil }
    let isUsual = stated.count == 1 || arms[best].doses.isEmpty || !labelled.isEmpty
    return (best, isUsual ? nil : arms[best].doses.first?.text)
  }

  /// Whether the words of an arm's name say that it is of some patients only.
  private static func isOfSome(_ words: [String]) -> Bool {
    words.contains { ["elevated", "impaired", "abnormal"].contains($0) }
      || zip(words, words.dropFirst()).contains { $0 == "poor" && $1.hasPrefix("metabol") }
  }

  /// Whether an arm has as many persons as the others together: `10, 20 & 40 mg (n=130)`.
  ///
  /// An arm of one dose of its own may have as many by chance.
  private func isSum(_ index: Int, _ drugs: [Int], _ arms: [TableArm]) -> Bool {
    let others = drugs.filter { $0 != index }
    let sizes = others.compactMap { arms[$0].size }
    guard others.count > 1, sizes.count == others.count, let size = arms[index].size,
      arms[index].doses.isEmpty || arms[index].hasSeveralDoses
    else { return false }
    return sizes.reduce(0, +) == size
  }

  /// Placebo with the same partners first, then any placebo, then another drug.
  private func comparator(
    _ others: [Int], _ arms: [TableArm], partner: [String], among partners: [[String]]
  ) -> Int? {
    if partners.count > 1 {
      // Each partner has its own control; the drug alone has placebo, or another drug that is nobody's.
      if let found = control(of: partner, others, arms) { return found }
      let placebo = others.first {
        arms[$0].role == .comparator(.placebo) && names(arms[$0]).count <= 1
      }
      guard placebo == nil, partner.isEmpty else { return placebo }
      let controls = partners.compactMap { control(of: $0, others, arms) }
      let rest = others.filter { !controls.contains($0) }
      return rest.count == 1 && controls.isEmpty && arms[rest[0]].role == .comparator(.active)
        ? rest[0] : nil
    }
    return others.first { arms[$0].role == .comparator(.placebo) } ?? others.first
  }

  /// The arm that has the partners without the drug.
  private func control(of partner: [String], _ others: [Int], _ arms: [TableArm]) -> Int? {
    guard !partner.isEmpty else { return nil }
    return others.first { other in
      let words = names(arms[other])
      return partner.allSatisfy { word in
        words.contains { $0 == word || $0.hasPrefix(word) || word.hasPrefix($0) }
      }
    }
  }

  private func names(_ arm: TableArm) -> [String] {
    CellTokens(arm.name).words.filter { !TableVocabulary.fillers.contains($0) }
  }

  // MARK: - Words

  private func population(_ choice: Choice, _ report: TableReport) -> String? {
    let group = CellTokens(choice.drug.group + " " + choice.drug.name)
    if let population = TableSubject.population(group) { return population }
    for word in ["male", "female", "men", "women"] where CellTokens(choice.drug.group).has(word) {
      return word
    }
    // The sum of columns that are all of children.
    let parts = report.arms.filter { $0.role == .drug && !$0.isPooled }
    let ages = Set(parts.map { TableSubject.population(CellTokens($0.group + " " + $0.name)) })
    if choice.drug.isPooled, ages.count == 1, let age = ages.first ?? nil { return age }
    return report.population
  }

  /// What the figures are limited to: grades, a phase, a partner, a dose, else the illness.
  private func condition(_ choice: Choice, _ report: TableReport, _ part: String) -> String? {
    if let grade = choice.drug.grade ?? report.grade { return Self.fourWords(grade) }
    for (place, text) in [choice.drug.group, part].enumerated() where !text.isEmpty {
      // The phases of a table that gives them no name.
      if place == 0, !choice.drug.isGroupNamed { continue }
      // A reaction with figures of its own heads those below it.
      if place == 1, CellTokens(text).words.contains(where: ["reactions", "reaction"].contains) {
        continue
      }
      // `Pediatric (6 to 15 Years)` says whom, not what the figures are limited to.
      if CellTokens(text).words.contains(where: TableSubject.isAge) { continue }
      if let words = Self.fourWords(withoutNames(text)), TableCondition.tells(words) {
        // The illness first; a design alone tells the halves of a table apart.
        guard let illness = report.condition, TableCondition.isDesign(words) else { return words }
        return Self.fourWords(illness + " " + words)
      }
    }
    if let dose = choice.partnerDose { return Self.fourWords("with " + dose) }
    if !choice.drug.partners.isEmpty {
      let names = choice.drug.partners.joined(separator: " ")
      // `Betamab and Endocrine Therapy`: an adjective names no partner.
      let isTherapy = ["endocrine", "hormonal"].contains(choice.drug.partners.last)
      return Self.fourWords("with " + names + (isTherapy ? " therapy" : ""))
    }
    if choice.isAlone { return "alone" }
    return choice.dose ?? report.condition ?? (choice.isFactorial ? "alone" : nil)
  }

  /// A text without the names of the drug and without brackets around it all.
  private func withoutNames(_ text: String) -> String {
    var text = text[...]
    if text.first == "(", text.last == ")", text.dropFirst().dropLast().allSatisfy({ $0 != "(" }) {
      text = text.dropFirst().dropLast()
    }
    return text.split(separator: " ").filter { word in
      let bare = CellTokens(String(word)).words
      return bare.isEmpty || !bare.allSatisfy(drug.contains)
    }.joined(separator: " ")
  }

  static func fourWords(_ text: String) -> String? {
    // `Study 301 and Study 302, Fixed Dose`.
    let all = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if all.count > 4, all[2] == "and", TableCondition.trials.contains(all[3]),
      let numbers = TableCondition.numbered(CellTokens(text).tokens)
    {
      return numbers
    }
    var words = all
    // `Combination with Metformin + Rosiglitazone`: rather without its beginning than without its end.
    if words.prefix(while: { !$0.hasPrefix("(") }).count > 4,
      words.starts(with: ["combination", "with"])
    {
      words.removeFirst(2)
    }
    // A list that is too long with its `and` may fit without: `studies 1, 2, and 3`.
    if words.count > 4, words.contains(where: { $0.hasSuffix(",") }) {
      words.removeAll { $0 == "and" || $0 == "or" }
    }
    if words.count > 4, let telling = Self.telling(words) { words = telling }
    words = Self.withoutMarks(Array(words.prefix(4)))
    while let last = words.last,
      ["(", "-", "+", "&", "/", "to", "and", "or", "of", "with"].contains(last)
    {
      words.removeLast()
    }
    let joined = words.joined(separator: " ")
    let trimmed = joined.split(separator: "(", omittingEmptySubsequences: false)
    let result = joined.contains(")") ? joined : String(trimmed.first ?? "")
    let text = result.trimmingBlanks
    return text.isEmpty ? nil : text
  }

  /// The words of a long header that tell its arms from others, where four words would end within
  /// what a preposition begins: `adhd twice daily dosing` of `ADHD Studies with Twice Daily Dosing`.
  private static func telling(_ words: [String]) -> [String]? {
    let joints = ["with", "in", "of"]
    guard joints.contains(words[2]), TableCondition.trials.contains(words[1]) else { return nil }
    let telling = words.filter { !joints.contains($0) && !TableCondition.trials.contains($0) }
    return (2...4).contains(telling.count) ? telling : nil
  }

  /// Words without marks of footnotes (`study 2†`, `initial phase1`) and without the size of an arm
  /// (`postoperative analgesia female 196`).
  private static func withoutMarks(_ words: [String]) -> [String] {
    var words = words.map { word in
      var bare = word[...]
      while let last = bare.last, "*†‡§¶".contains(last) { bare = bare.dropLast() }
      return String(bare)
    }.filter { !$0.isEmpty }
    guard words.count > 1, let last = words.popLast() else { return words }
    let sexes = ["male", "female", "men", "women", "males", "females"]
    if words.count > 1, last.allSatisfy(\.isNumber), words.last.map(sexes.contains) == true {
      // The population says which sex.
      return words.dropLast()
    }
    if sexes.contains(last) { return words }
    let isPhase = last.hasPrefix("phase") && last.last?.isNumber == true
    words.append(isPhase ? "phase" : last)
    return words
  }

  /// The words of the label that are the phrase, in lower case, at most four.
  private func term(_ label: String, _ phrase: Phrase) -> String {
    // A label whose mark of a footnote is glued to it is searched without the mark.
    for text in [label] + RowMark.without(label) {
      let utf8 = Array(text.utf8)
      for mention in matcher.mentions(in: utf8) where matcher.phrases[mention.phrase] == phrase {
        let term = String(decoding: utf8[mention.range], as: UTF8.self).lowercased()
        if term.split(separator: " ").count <= 4 { return term }
      }
    }
    let words = label.lowercased().split(whereSeparator: \.isWhitespace).prefix(4)
    return words.joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "," || last == ":" || last == "=" {
      text = text.dropLast()
    }
    return String(text)
  }
}
