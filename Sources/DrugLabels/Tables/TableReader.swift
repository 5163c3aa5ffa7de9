// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

/// Reads the figures of adverse-reaction tables.
///
/// The rules are those of the documentation page "Label tables": which rows are headers, what
/// an arm is, which of several arms speaks for the drug, which tables say nothing of reactions.
public struct TableReader: Sendable {
  let matcher: PhraseMatcher

  /// Makes a reader that knows the phrases of a matcher.
  public init(_ matcher: PhraseMatcher) {
    self.matcher = matcher
  }

  /// What a table says of symptoms.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - number: Its index among the tables of its section.
  ///   - section: The index of its section among those of the label.
  ///   - label: The label it stands in.
  /// - Returns: For each row, each symptom that its label names and each group of arms that is
  ///   compared within itself, one statement; empty for a table that says nothing of reactions.
  public func statements(
    _ table: TableGrid, number: Int, section: Int, label: DrugLabel
  ) -> [LabelStatement] {
    report(table, number: number, section: section, label: label).statements
  }

  /// All that the reader saw in a table.
  public func report(
    _ table: TableGrid, number: Int, section: Int, label: DrugLabel
  ) -> TableReport {
    var doses: LabelledDoses?
    return report(table, number: number, section: section, label: label, doses: &doses)
  }

  /// All that the reader saw in a table of a label whose doses are read once for all its tables.
  func report(
    _ table: TableGrid, number: Int, section: Int, label: DrugLabel, doses: inout LabelledDoses?
  ) -> TableReport {
    let lines = TableLines(
      table, isReaction: { !matcher.rowMatch($0).isEmpty },
      namesReaction: { !matcher.mentions(in: Array($0.utf8)).isEmpty })
    let layout = TableLayout(lines.grid)
    var caption = ([table.caption] + layout.titles).filter { !$0.isEmpty }
      .joined(separator: " ")
    let surroundings =
      label.sections.indices.contains(section)
      ? TableSurroundings(label.sections[section]) : nil
    if caption.isEmpty, let found = surroundings?.caption(of: table) { caption = found }
    let headings = label.headings(of: section)
    let drug = DrugNames(label)
    let stubs = layout.blocks.first?.headerRows.map { lines.grid.cell($0, 0).text } ?? []
    var subject = TableSubject(
      caption: caption, stubs: stubs, headings: headings.filter { !$0.isEmpty },
      label: TableCondition.Label(
        isOneOfSeveral: label.hasSeveralTables, isTreated: label.isTreated, isDrug: drug.contains,
        degree: { ToldDegrees(indications: label.indications).told($0, of: $1) }))
    // A caption that names several groups is about all of them.
    if subject.population == nil, !CellTokens(caption).words.contains(where: TableSubject.isAge),
      let trial = TableCondition.trial(caption)
    {
      subject.population = surroundings?.population(ofTrial: trial)
    }
    if subject.population == nil, let sex = TableSubject.sex(CellTokens(caption)),
      TableSubject.isOfBothSexes(label)
    {
      subject.population = sex
    }
    var report = TableReport(
      caption: caption, headerRows: layout.blocks.flatMap(\.headerRows).map { lines.origins[$0] },
      arms: [], rows: [], unreadRows: layout.unread.map { lines.origins[$0] },
      statements: [], exclusion: nil, grade: subject.grade, population: subject.population,
      condition: subject.condition)
    if !label.isInAdverseReactions(section) {
      report.exclusion = .section
      return report
    }
    guard layout.width > layout.labelColumns, !table.rows.isEmpty else {
      report.exclusion = .empty
      return report
    }
    if let exclusion = subject.exclusion {
      report.exclusion = exclusion
      return report
    }
    let context = CellTokens(caption)
    var writer = StatementWriter(
      matcher: matcher, label: label, drug: drug, section: section, number: number,
      isPostmarketing: headings.first.map { CellTokens($0).has("postmarketing") } ?? false)
    let isDivided = layout.blocks.filter { !$0.dataRows.isEmpty }.count > 1
    for block in layout.blocks where !block.dataRows.isEmpty {
      let found = ArmFinder(lines.grid, layout, block, drug, context: context).arms()
      guard !found.isEmpty else { continue }
      if writer.doses == nil, found.count(where: { !$0.arm.doses.isEmpty }) > 1 {
        let found = doses ?? LabelledDoses(label)
        (doses, writer.doses) = (found, found)
      }
      // A caption that names grave grades beside columns of all grades limits nothing.
      if found.contains(where: \.isAllGrades) { report.grade = nil }
      add(
        block, found, of: lines, caption: context, isDivided: isDivided, writer, to: &report)
    }
    if report.rows.isEmpty {
      let hasFigures = layout.blocks.contains { !$0.dataRows.isEmpty }
      report.exclusion = hasFigures ? .noShares : .noFigures
    }
    return report
  }

  private func add(
    _ block: TableLayout.Block, _ found: [ArmFinder.Found], of lines: TableLines,
    caption: CellTokens, isDivided: Bool, _ writer: StatementWriter, to report: inout TableReport
  ) {
    let table = lines.grid
    let firstArm = report.arms.count
    var arms = found.map(\.arm)
    if arms.count == 1, arms[0].size == nil { arms[0].size = caption.sampleSize?.value }
    report.arms += arms
    let measures = ColumnMeasures(block, found, table, caption)
    var isPart = true
    var group = ""
    for data in block.dataRows {
      if data.group != group {
        group = data.group
        isPart = !CellTokens(group).hasAny(TableSubject.discontinuation)
      }
      let label = data.label
      let figures = zip(arms, found).enumerated().map { index, pair in
        Self.figure(table, data.row, pair.0, pair.1, measures[index])
      }
      var row = TableReport.Row(
        row: lines.origins[data.row], label: label, group: data.group,
        phrases: phrases(label, data.group),
        firstArm: firstArm, figures: figures, isPassed: false)
      if isPart, !row.phrases.isEmpty, !CellTokens(label).hasAny(TableSubject.discontinuation) {
        let statements = writer.statements(
          row, arms, report, part: isDivided ? block.stub : "")
        row.isPassed = statements.isEmpty
        report.statements += statements
      } else {
        row.isPassed = !row.phrases.isEmpty
      }
      report.rows.append(row)
    }
  }

  /// The label, or that of the reaction above where it only says which grades are counted.
  static func named(_ row: TableReport.Row) -> String {
    if case .some(.all) = HeaderPart(row.label).grade, !row.group.isEmpty { return row.group }
    return row.label
  }

  /// The phrases that a label is; `Any` and `All grades` below a reaction are the reaction.
  private func phrases(_ label: String, _ group: String) -> [Phrase] {
    let found = matcher.rowMatch(label)
    if !found.isEmpty { return found }
    if case .some(.all) = HeaderPart(label).grade, !group.isEmpty {
      return matcher.rowMatch(group)
    }
    // The mark of a footnote glued to the last word (`Fatiguea`, `Coughb,c`).
    return RowMark.without(label).lazy.map(matcher.rowMatch).first { !$0.isEmpty } ?? []
  }

  private static func figure(
    _ table: TableGrid, _ row: Int, _ arm: TableArm, _ found: ArmFinder.Found,
    _ measure: CellFigure.Measure?
  ) -> TableReport.Figure {
    var raw = table.cell(row, arm.column).text
    if let second = found.secondColumn {
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
    guard case .numbers(let numbers) = CellContent(raw) else { return figure }
    let read = CellFigure(numbers, measure: measure, size: arm.size)
    figure.percent = read.percent
    figure.count = read.count
    if figure.count == nil, let column = found.countColumn,
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

/// What the numbers of each arm's column are, where headers do not say it.
private struct ColumnMeasures {
  private var measures: [CellFigure.Measure?] = []

  subscript(index: Int) -> CellFigure.Measure? { measures[index] }

  init(
    _ block: TableLayout.Block, _ found: [ArmFinder.Found], _ table: TableGrid,
    _ caption: CellTokens
  ) {
    let isCaptioned =
      caption.tokens.contains { $0.text == "%" || $0.text.hasPrefix("percent") }
      || caption.has("incidence")
    for column in found {
      if column.measure != nil || column.secondColumn != nil {
        measures.append(column.measure)
        continue
      }
      let cells = block.dataRows.map { CellContent(table.cell($0.row, column.arm.column).text) }
      let lone = cells.compactMap { cell -> CellFigure.Number? in
        guard case .numbers(let numbers) = cell, numbers.count == 1 else { return nil }
        return numbers[0]
      }
      let hasPairs = cells.contains {
        if case .numbers(let numbers) = $0 { numbers.count > 1 } else { false }
      }
      if hasPairs {
        measures.append(.countAndPercent)
      } else if !isCaptioned, Self.areCounts(lone, column.arm.size) {
        measures.append(.count)
      } else {
        measures.append(nil)
      }
    }
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

/// Marks of footnotes that are glued to a label.
enum RowMark {
  /// The whole label without marks at its end, in lower case; `nil` if it has more than four words.
  static func whole(_ label: String) -> String? {
    var words = label.lowercased().split(whereSeparator: \.isWhitespace)
    // `Diarrhea or colitis† a`: letters, figures and signs are marks of footnotes.
    while let last = words.popLast() {
      let bare = withoutFigures(last.prefix { !"*†‡§¶#".contains($0) })
      if bare.isEmpty || bare.count == 1 && !words.isEmpty { continue }
      words.append(bare)
      break
    }
    return words.count > 4 ? nil : words.joined(separator: " ")
  }

  /// A word without the figures at its end, but for those of a name (`B12`).
  private static func withoutFigures(_ word: Substring) -> Substring {
    var bare = word
    while bare.last?.isNumber == true { bare = bare.dropLast() }
    return (1...2).contains(bare.count) && bare.last?.isLetter == true ? word : bare
  }

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
