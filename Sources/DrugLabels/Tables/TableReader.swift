// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

/// Reads the figures of adverse-reaction tables.
///
/// The rules are those of the documentation page "Label tables": which rows are headers, what an
/// arm is, which of several arms represents the drug, which tables say nothing about reactions.
package struct TableReader: Sendable {
  let matcher: PhraseMatcher

  package init(_ matcher: PhraseMatcher) { self.matcher = matcher }

  /// All that the reader saw in a table.
  package func report(
    _ table: TableGrid, number: Int, section: Int, label: DrugLabel
  ) -> TableReport {
    let flat =
      label.sections.indices.contains(section) ? FlatTable.places(in: label.sections[section]) : []
    return report(
      table, flat.indices.contains(number) ? flat[number] : nil, number: number,
      section: section, label: label, quoted: QuotedContext(label))
  }

  /// What is known of a table's label.
  private struct Surroundings {
    let quoted: QuotedContext
    let section, number: Int
    let subsection: String
    let headings: [String]
    let caption: CellTokens
    let isPostmarketing: Bool
  }

  func report(
    _ table: TableGrid, _ flat: FlatTable?, number: Int, section: Int, label: DrugLabel,
    quoted: QuotedContext
  ) -> TableReport {
    let lines = TableLines(
      table, isReaction: { !matcher.rowMatch($0).isEmpty },
      namesReaction: { !matcher.mentions(in: Array($0.utf8)).isEmpty })
    let layout = TableLayout(lines.grid)
    let titles = ([table.caption] + layout.titles).filter { !$0.isEmpty }
    var caption = titles.joined(separator: " ")
    let text = label.sections.indices.contains(section) ? label.sections[section].text : LabelText()
    if caption.isEmpty { caption = flat?.caption(in: text) ?? Self.leadIn(table.textBefore) }
    let headings =
      label.headings(of: section) + Population.sentences(onStudyOf: caption, in: text)
    let stubs = layout.blocks.first?.headerRows.map { lines.grid.cell($0, 0).text } ?? []
    let subject = TableSubject(caption: caption, stubs: stubs)
    var report = TableReport(
      caption: caption, headerRows: layout.blocks.flatMap(\.headerRows).map { lines.origins[$0] },
      unreadRows: layout.unread.map { lines.origins[$0] }, grade: subject.grade)
    report.context = quoted.context(titles.isEmpty ? [caption] : titles)
    if report.context.isEmpty, caption.isEmpty, let heading = headings.first {
      report.context = quoted.context([heading])
    }
    report.population = Population.first(of: [caption] + headings)
    if !label.isInAdverseReactions(section) {
      report.exclusion = .section
    } else if layout.width <= layout.labelColumns || table.rows.isEmpty {
      report.exclusion = .empty
    } else {
      report.exclusion = subject.exclusion
    }
    guard report.exclusion == nil else { return report }
    let surroundings = Surroundings(
      quoted: quoted, section: section, number: number,
      subsection: LabelWords.beginning(of: headings.first ?? ""), headings: headings,
      caption: CellTokens(caption),
      isPostmarketing: headings.first.map { CellTokens($0).has("postmarketing") } ?? false)
    let isDivided = layout.blocks.count { !$0.dataRows.isEmpty } > 1
    for block in layout.blocks where !block.dataRows.isEmpty {
      let found = ArmFinder(
        table: lines.grid, layout: layout, block: block, drug: quoted.drug,
        context: surroundings.caption
      ).arms()
      guard !found.isEmpty else { continue }
      // A caption that names severe grades next to columns of all grades restricts nothing.
      if found.contains(where: \.isAllGrades) { report.grade = nil }
      add(block, found, of: lines, isDivided: isDivided, surroundings, to: &report)
    }
    if report.rows.isEmpty {
      let hasFigures = layout.blocks.contains { !$0.dataRows.isEmpty }
      report.exclusion = hasFigures ? .noShares : .noFigures
      report.isUnread = lines.grid.rows.contains { row in
        row.first.map { !matcher.rowMatch($0.text).isEmpty } ?? false
      }
    }
    return report
  }

  /// The sentence right before a table that introduces it: `Table 4. Reactions in …`, `The following
  /// reactions occurred:`.
  private static func leadIn(_ text: String) -> String {
    // `… as Table 5 shows. TABLE 5. Reactions in Children`: a title behind a sentence.
    let titles = (text.ranges(of: "Table ") + text.ranges(of: "TABLE ")).map(\.lowerBound)
      .filter { text[..<$0].last(where: { $0 != " " }) ?? "." == "." }
    if let start = titles.max(), text.last != "." || start == text.startIndex {
      return String(text[start...])
    }
    guard let sentence = text.split(separator: ". ").last else { return text }
    let words = CellTokens(String(sentence)).words
    let isOfTable = ["following", "below", "table", "follows"].contains(where: words.contains)
    return sentence.hasSuffix(":") || isOfTable ? String(sentence) : ""
  }

  private func add(
    _ block: TableLayout.Block, _ found: [TableArm], of lines: TableLines,
    isDivided: Bool, _ surroundings: Surroundings, to report: inout TableReport
  ) {
    let table = lines.grid
    let firstArm = report.arms.count
    var arms = found
    // The size that a caption names says nothing about what the numbers are.
    for index in arms.indices {
      arms[index].measure = arms[index].measure(block, table, surroundings.caption)
    }
    if arms.count == 1, arms[0].size == nil {
      arms[0].size = surroundings.caption.sampleSize?.value
    }
    let own = surroundings.quoted.drug.contains
    for index in arms.indices {
      var arm = arms[index]
      arm.quotedPath = surroundings.quoted.path(arm.path)
      arm.population = Population.first(
        of: [arm.quotedPath, arm.group, report.caption] + surroundings.headings)
      if arm.role == .drug {
        arm.comparator = arm.comparator(among: arms, own: own)
        arm.isOfCombination = arm.combines(
          among: arms, comparator: arm.comparator.map { arms[$0] }, own: own)
      }
      arms[index] = arm
    }
    report.arms += arms
    let context =
      isDivided && !block.stub.isEmpty
      ? surroundings.quoted.context([report.caption, block.stub]) : report.context
    var isPart = true
    var group = ""
    for data in block.dataRows {
      if data.group != group {
        group = data.group
        isPart = !CellTokens(group).hasAny(TableVocabulary.leaving)
      }
      let row = TableReport.Row(
        row: lines.origins[data.row], label: data.label, group: data.group,
        phrases: phrases(data.label, data.group), firstArm: firstArm,
        figures: arms.map { Self.figure(table, data.row, $0) })
      report.rows.append(row)
      if isPart, !row.phrases.isEmpty, !CellTokens(data.label).hasAny(TableVocabulary.leaving) {
        report.statements += statements(row, arms, context, report, surroundings)
      }
    }
  }

  private func statements(
    _ row: TableReport.Row, _ arms: [TableArm], _ context: String, _ report: TableReport,
    _ surroundings: Surroundings
  ) -> [LabelStatement] {
    // The label, or that of the reaction above where it only says which grades are counted.
    let name = !row.group.isEmpty && HeaderPart.countsAll(row.label) ? row.group : row.label
    // `Heart failure/fatigue`: the figure is that of both.
    let isJoined = matcher.isOneOfSeveral(name)
    let drugs = arms.indices.filter {
      arms[$0].role == .drug && !arms[$0].isOfCombination && row.figures[$0].isSome
    }
    let isStated = !surroundings.isPostmarketing && report.grade == nil && !isJoined
    let figured = drugs.filter { index in
      isStated && arms[index].grade == nil && !arms[index].isAssumed
        && row.figures[index].percent != nil
    }
    var statements: [LabelStatement] = []
    for phrase in row.phrases {
      var statement = LabelStatement(
        phrase,
        evidenceClass: surroundings.isPostmarketing
          ? .postmarketing : figured.isEmpty ? .listed : .trialTable, term: term(name, phrase),
        section: surroundings.section, place: .table(surroundings.number, row: row.row))
      statement.subsection = surroundings.subsection
      (statement.population, statement.context) = (report.population, context)
      for index in figured {
        var own = statement
        own.drugPercent = row.figures[index].percent
        own.arm = arms[index].quotedPath
        if let other = arms[index].comparator, case .comparator(let kind) = arms[other].role {
          own.comparator = kind
          own.comparatorPercent = row.figures[other].percent
          own.comparatorArm = arms[other].quotedPath
        }
        own.population = arms[index].population
        statements.append(own)
      }
      if figured.isEmpty, !drugs.isEmpty { statements.append(statement) }
    }
    return statements
  }

  private func term(_ label: String, _ phrase: Phrase) -> String {
    // A label whose mark of a footnote is joined to it is searched without the mark.
    for text in [label] + RowMark.without(label) {
      let utf8 = Array(text.utf8)
      for mention in matcher.mentions(in: utf8) where matcher.phrases[mention.phrase] == phrase {
        let term = String(decoding: utf8[mention.range], as: UTF8.self).lowercased()
        if term.split(separator: " ").count <= 4 { return term }
      }
    }
    return label.lowercased().blankParted.prefix(4).joined(separator: " ")
  }

  /// The phrases that a label is; `Any` and `All grades` below a reaction are the reaction.
  private func phrases(_ label: String, _ group: String) -> [Phrase] {
    let found = matcher.rowMatch(label)
    if !found.isEmpty { return found }
    if !group.isEmpty, HeaderPart.countsAll(label) { return matcher.rowMatch(group) }
    // The mark of a footnote joined to the last word (`Fatiguea`, `Coughb,c`).
    return RowMark.without(label).lazy.map(matcher.rowMatch).first { !$0.isEmpty } ?? []
  }

  private static func figure(
    _ table: TableGrid, _ row: Int, _ arm: TableArm
  ) -> TableReport.Figure {
    var raw = table.cell(row, arm.column).text
    if let second = arm.secondColumn {
      let other = table.cell(row, second)
      // A cell that reaches into the next arm is that arm's.
      let next = table.cell(row, second + 1)
      let isNext = next.isRepeated && next.text == other.text
      if !other.text.isEmpty, !other.isRepeated, !isNext {
        let bracketed = other.text.hasPrefix("(") ? other.text : "(\(other.text))"
        raw = raw.isEmpty ? other.text : raw + " " + bracketed
      }
    }
    var figure = TableReport.Figure(percent: nil, count: nil, raw: raw, isChecked: nil)
    let numbers = CellContent(raw).numbers
    if numbers.isEmpty { return figure }
    let read = CellFigure(numbers, measure: arm.measure, size: arm.size)
    figure.percent = read.percent
    figure.count = read.count
    if figure.count == nil, let column = arm.countColumn,
      case .numbers(let counts) = CellContent(table.cell(row, column).text), counts.count == 1
    {
      figure.count = Int(counts[0].text)
    }
    if let count = figure.count, let percent = figure.percent, let size = arm.size {
      let isBelow = percent.hasPrefix("<")
      figure.isChecked = CellFigure.agrees(
        count: .init(text: String(count)),
        percent: .init(text: isBelow ? String(percent.dropFirst()) : percent, isBelow: isBelow),
        size)
    }
    return figure
  }
}

extension TableArm {
  /// What the numbers of its column are, also where headers do not say it.
  fileprivate func measure(
    _ block: TableLayout.Block, _ table: TableGrid, _ caption: CellTokens
  ) -> CellFigure.Measure? {
    if measure != nil || secondColumn != nil { return measure }
    let cells = block.dataRows.map { CellContent(table.cell($0.row, column).text).numbers }
    if cells.contains(where: { $0.count > 1 }) { return .countAndPercent }
    let isCaptioned =
      caption.tokens.contains { $0.text == "%" || $0.text.hasPrefix("percent") }
      || caption.has("incidence")
    return !isCaptioned && Self.areCounts(Array(cells.joined()), size) ? .count : nil
  }

  /// Whole numbers without a sign that cannot all be percentages of an arm of that size.
  private static func areCounts(_ numbers: [CellFigure.Number], _ size: Int?) -> Bool {
    guard numbers.allSatisfy({ $0.isWhole && !$0.hasSign }) else { return false }
    if numbers.contains(where: { ($0.thousandths ?? 0) > 100_000 }) { return true }
    guard let size, size > 0, size < 60 else { return false }
    // In a small arm only few percentages can occur.
    return !numbers.allSatisfy { number in
      guard let percent = number.thousandths else { return false }
      let count = (percent * size + 50_000) / 100_000
      return abs(count * 100_000 / size - percent) <= 1000
    }
  }
}

/// Footnote marks that are joined to a label.
enum RowMark {
  /// The label without figures at its end, and without one, two or three letters at its end that
  /// can be marks.
  static func without(_ label: String) -> [String] {
    var text = label[...]
    var results: [String] = []
    // `Diarrheae*`: signs behind the letter.
    while let last = text.last, " *†‡§#".contains(last) { text = text.dropLast() }
    // `Nausea2`, `Nausea1,2` and `Nausea 2`.
    while text.count > 4, let last = text.last, last.isNumber || last == "," || last == " " {
      text = text.dropLast()
    }
    if text.count < label.count { results.append(String(text)) }
    // `reactionsb,c`: pairs of comma and letter, then one letter.
    while text.count > 4, text.dropLast().last == ",", text.last?.isLetter == true {
      text = text.dropLast(2)
      results.append(String(text))
    }
    if let last = text.last, last.isLowercase, text.count > 4 {
      results.append(String(text.dropLast()))
    }
    return results
  }
}
