// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import SymptomMapping

/// Evidence as a person reads it: the same words in every table.
enum EvidenceWords {
  /// A symptom with its direction, where it has one.
  static func symptom(_ finding: SymptomFinding) -> String {
    symptom(finding.symptom, finding.direction)
  }

  /// A symptom with its direction, where it has one.
  static func symptom(_ symptom: SymptomCategory, _ direction: EffectDirection?) -> String {
    switch direction {
    case nil, .present, .unspecified: symptom.displayName
    case .decreased, .increased: "\(symptom.displayName) (\(direction?.rawValue ?? ""))"
    }
  }

  /// That words mean several categories; `nil` if they do not.
  static func ambiguity(_ words: String, _ matches: [SymptomMatch]) -> String? {
    guard matches.count > 1 else { return nil }
    let names = matches.map { symptom($0.symptom, $0.direction) }.joined(separator: ", ")
    return
      "“\(DisplayText.printable(words))” may mean \(names); all are shown, none is chosen\n\n"
  }

  /// The direction of a finding after a name, if a different one was requested, and its dose.
  static func suffix(_ finding: SymptomFinding, asked: EffectDirection?) -> String {
    let isAsked = finding.direction == .present || finding.direction == asked
    return (isAsked ? "" : ", \(finding.direction.rawValue)") + doseMark(finding)
  }

  /// That labels name a symptom only of an overdose or of stopping, behind its name.
  static func doseMark(_ finding: SymptomFinding) -> String {
    finding.doseSenses.map { ", only on " + doseWords($0) } ?? ""
  }

  private static func doseWords(_ senses: Set<EvidenceSense>) -> String {
    [(EvidenceSense.overdosage, "overdosage"), (.withdrawal, "stopping")]
      .filter { senses.contains($0.0) }.map(\.1).joined(separator: " or ")
  }

  /// The routes of a row's label.
  static func routes(_ row: EvidenceRow) -> String {
    row.routes.isEmpty ? "no route stated" : row.routes.joined(separator: "|").lowercased()
  }

  /// The part of a label, in words.
  static func place(_ row: EvidenceRow) -> String {
    row.isInBoxedWarning ? place(.boxed) : place(row.evidenceClass)
  }

  /// A kind of statement, in words.
  static func place(_ evidenceClass: EvidenceClass) -> String {
    switch evidenceClass {
    case .boxed: "boxed warning"
    case .warning: "warnings"
    case .mostCommon: "most common"
    case .trialTable: "trial table"
    case .trialText: "trial text"
    case .stopUse: "stop use"
    case .listed: "listed"
    case .postmarketing: "after approval"
    }
  }

  /// The context of a row in the label's words, marked if the row is a sign or about withdrawal or
  /// overdose.
  ///
  /// The words of a combination regimen are not shortened: a figure means nothing without them.
  static func context(_ row: EvidenceRow) -> String {
    context(row, row.context.map { row.isWithOtherDrug ? path($0) : short(path($0)) })
  }

  private static func context(_ row: EvidenceRow, _ heading: String?) -> String {
    let (alone, of) =
      switch row.sense {
      case .effect: ("", "")
      case .sign: ("a sign", "signs of ")
      case .withdrawal: ("on stopping", "on stopping: ")
      case .overdosage: ("overdosage", "overdosage: ")
      }
    return heading.map { "\(of)“\(DisplayText.printable($0))”" } ?? alone
  }

  /// A context or header path with a separator that is not mistaken for `greater than`.
  ///
  /// A number behind the joint of a context is a cut, `incidence > 5%`; in headers it is a dose.
  static func path(_ text: String, isHeader: Bool = false) -> String {
    let parts = text.split(separator: " > ")
    return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") { path, part in
      path + (isHeader || part.first?.isNumber == false ? " · " : " > ") + part
    }
  }

  /// A text shortened for tables to a maximum length, cut at a word.
  static func short(_ text: String, _ length: Int = 60) -> String {
    guard text.count > length else { return text }
    let words = text.prefix(length).split(separator: " ").dropLast()
    return words.joined(separator: " ") + " …"
  }

  /// One line for each heading of boxed warnings and warnings, with everything that it names.
  struct Warnings {
    private struct Group {
      /// The place and the heading reduced to letters, because labels spell it in several ways.
      let heading: [String]
      let isBoxed: Bool
      let sense: EvidenceSense
      let start: String
      var items: [String] = []
      let mark: String
    }

    /// The boxed warnings whose titles are the headings of rows without one.
    var boxes: [BoxedWarning.Label]
    private var groups: [Group] = []

    init(boxes: [BoxedWarning.Label] = []) { self.boxes = boxes }

    /// Adds an item that a row names: a symptom, or the drug that has it.
    mutating func add(_ evidence: Evidence, _ item: String, _ sources: inout LabelSources) {
      let row = evidence.row
      let title = (boxes.first { $0.setID == row.setID } ?? (boxes.count == 1 ? boxes[0] : nil))?
        .shownTitle
      let isOfDose = row.sense == .withdrawal || row.sense == .overdosage
      let heading =
        isOfDose
        ? nil
        : Self.heading(row.context ?? (row.isInBoxedWarning ? title : nil)).map { short(path($0)) }
      let plain = [place(row), heading.map(BoxedWarning.plainTitle) ?? ""]
      let found = groups.firstIndex { $0.heading == plain && $0.sense == row.sense }
      let at = found ?? groups.endIndex
      if found == nil {
        // One label is enough to look up a heading; other formats list all of them.
        let context = context(row, plain[1].isEmpty ? nil : heading)
        groups.append(
          Group(
            heading: plain, isBoxed: row.isInBoxedWarning, sense: row.sense,
            start: "in the \(place(row))" + (context.isEmpty ? "" : ", \(context)"),
            mark: sources.mark(evidence)))
      }
      if !groups[at].items.contains(item) { groups[at].items.append(item) }
    }

    /// A heading without the word `warning`.
    private static func heading(_ text: String?) -> String? {
      guard let text, let colon = text.firstRange(of: ": ") else { return text }
      let start = String(text[..<colon.lowerBound])
      return BoxedWarning.plainTitle(start).isEmpty ? String(text[colon.upperBound...]) : text
    }

    /// The lines of boxed warnings.
    var boxed: [String] { lines(ofBoxed: true) }

    /// The lines of warnings, up to a limit.
    func others(_ limit: Int = .max) -> [String] {
      let lines = lines(ofBoxed: false)
      guard lines.count > limit else { return lines }
      let rest = lines.count - limit
      let more = DisplayText.counted(rest, "more heading", "more headings")
      return lines.prefix(limit)
        + ["\(more) of warnings \(rest == 1 ? "is" : "are") not shown; try: --all, or --why"]
    }

    private func lines(ofBoxed isBoxed: Bool) -> [String] {
      groups.filter { $0.isBoxed == isBoxed }.sorted { $0.start.precedesInBytes($1.start) }
        .compactMap { group in
          // If any label calls it a sign, it is shown as a sign.
          let signs = groups.first { $0.heading == group.heading && $0.sense == .sign }?.items ?? []
          let items =
            group.sense == .effect ? group.items.filter { !signs.contains($0) } : group.items
          return items.isEmpty
            ? nil : "\(group.start): \(items.joined(separator: ", ")) \(group.mark)"
        }
    }
  }

  /// The columns of a finding's line: the figure with comparator, population and arm, the label's
  /// words, the places that name it with their labels, and the context.
  static let lineColumns = ["figures", "label wording", "found in", "context"]

  /// The cells of ``lineColumns`` for the row whose figure is shown, and the place of the row that
  /// decides the rank, if it is another one; rows about an overdose or stopping only if all are.
  static func line(_ finding: SymptomFinding, _ sources: inout LabelSources) -> [String?] {
    let also = finding.doseSenses == nil ? doseWords(Set(finding.evidence.map(\.row.sense))) : ""
    let finding = finding.ofUse
    guard let shown = finding.toldEvidence else { return lineColumns.map { _ in nil } }
    var places = ["\(place(shown.row)) \(sources.place(shown))"]
    if let leading = finding.leadingEvidence, place(leading.row) != place(shown.row) {
      places.insert("\(place(leading.row)) \(sources.place(leading))", at: 0)
    }
    let figures = figures(shown.row)
    let company = company(shown.row, among: finding)
    // Without figures, whom the statement is about is its context.
    let context =
      (figures == nil ? company : [])
      + [context(shown.row), also.isEmpty ? "" : "also on \(also)"].filter { !$0.isEmpty }
    return [
      figures.map { ([$0] + company).joined(separator: ", ") },
      shown.row.labelTerm.map { "“\($0)”" },
      places.joined(separator: ", "), context.joined(separator: ", "),
    ]
  }

  /// The figures of a row with the comparator.
  private static func figures(_ row: EvidenceRow) -> String? {
    row.drugPercent.map { "\($0) % \(comparison(row))" }
      ?? row.threshold.map { "at least \($0) %" }
  }

  /// The population of a row, and the arm if the label's table has several arms of the drug.
  private static func company(_ row: EvidenceRow, among finding: SymptomFinding) -> [String] {
    let hasSeveralArms = finding.evidence.contains {
      $0.row.setID == row.setID && $0.row.context == row.context && $0.row.arm != row.arm
    }
    let arm =
      hasSeveralArms || row.isWithOtherDrug
      ? row.arm.map { "“\(short(path($0, isHeader: true), 40))”" } : nil
    return [row.population, arm].compactMap(\.self)
  }

  /// The comparator's figure, or the statement that there was none.
  static func comparison(_ row: EvidenceRow) -> String {
    if let percent = row.comparatorPercent {
      return "vs \(percent) % \(row.comparator.rawValue)"
    }
    return row.comparator == .none
      ? "(no comparator)" : "(\(row.comparator.rawValue): no figure printed)"
  }

  /// The columns of a row of evidence in every table of rows.
  static let columns = [
    "class", "fit", "threshold", "drug_percent", "comparator_percent", "comparator", "population",
    "sense", "context", "arm", "comparator_arm", "routes", "labels_seen", "labels_agreeing",
    "label_term", "section", "subsection",
    "set_id", "label_version", "label_date", "older_than_two_years", "as_of", "source_kind",
    "source", "licence", "trust", "other_salt",
  ]

  /// The cells of ``columns``.
  static func cells(_ evidence: Evidence, asOf day: LabelDate?) -> [String?] {
    let row = evidence.row
    return [
      row.evidenceClass.rawValue, row.fit.rawValue, row.threshold, row.drugPercent,
      row.comparatorPercent, row.comparator.rawValue, row.population,
      row.sense.rawValue, row.context, row.arm, row.comparatorArm,
      row.routes.joined(separator: "|"), String(row.labelsSeen), String(row.labelsAgreeing),
      row.labelTerm, row.sectionLOINC, row.subsection, row.setID, row.labelVersion,
      row.labelDate?.description, evidence.isOld.map { $0 ? "yes" : "no" }, day?.description,
      row.sourceKind.rawValue, row.sourceAddress, row.licence, row.trust.rawValue,
      evidence.otherForm,
    ]
  }

  /// That a label is old.
  static func age(_ day: LabelDate?) -> String {
    "more than two years before \(day?.description ?? "")"
  }

  /// The last lines of every page: what is not covered, and what it is not.
  static let ending = [
    SideEffectAnswer.scope, "What labels state; no advice, diagnosis or verdict on safety.",
  ]
}

/// The labels that a page quotes, numbered in the order of their first mark.
struct LabelSources {
  /// The day that ages are counted to; `nil` says no age.
  let day: LabelDate?
  /// Whether the lines say version and place too.
  var isFull = false
  /// Whether each mark is followed by the routes of its label.
  var marksRoutes = false
  private var labels: [(subject: String, routes: String, details: String)] = []
  private var numbers: [String: Int] = [:]

  init(asOf day: LabelDate?, isFull: Bool = false, marksRoutes: Bool = false) {
    self.day = day
    self.isFull = isFull
    self.marksRoutes = marksRoutes
  }

  /// A line for each label, with its routes if those of the labels differ.
  var lines: [String] {
    let areSeveralRoutes = Set(labels.map(\.routes)).count > 1
    return labels.enumerated().map { place, label in
      "[\(place + 1)] \(label.subject)" + (areSeveralRoutes ? " (\(label.routes))" : "")
        + label.details
    }
  }

  /// The mark of a row's label, `[1]`; a label of another salt says so.
  mutating func mark(_ evidence: Evidence) -> String {
    let subject =
      evidence.otherForm.map { "another salt or ester: \(DisplayText.printable($0))" }
      ?? evidence.row.subjectName
    let (routes, details) = (EvidenceWords.routes(evidence.row), details(evidence.row))
    let key = subject + routes + details
    if let number = numbers[key] { return "[\(number)]" }
    labels.append((subject, routes, details))
    numbers[key] = labels.count
    return "[\(labels.count)]"
  }

  /// The mark of a row's label, with its routes where a page mixes several.
  mutating func place(_ evidence: Evidence) -> String {
    mark(evidence) + (marksRoutes ? " " + EvidenceWords.routes(evidence.row) : "")
  }

  private func details(_ row: EvidenceRow) -> String {
    if row.trust == .derived, !isFull {
      // Rows derived by others name their source and licence.
      return ", \(row.sourceKind.rawValue), \(row.licence), trust B"
        + (row.setID.map { ", set id \($0)" } ?? "")
    }
    var line =
      ", label of \(row.labelDate?.description ?? "unknown date")"
      + (isOld(row) ? " (\(EvidenceWords.age(day)))" : "")
      + ", set id \(row.setID ?? "unknown")"
    guard isFull else { return line }
    if let version = row.labelVersion { line += ", version \(version)" }
    line += ", \(row.sourceKind.rawValue)"
    if let address = row.sourceAddress { line += " \(address)" }
    line += ", \(row.licence), trust \(row.trust.rawValue)"
    return line
  }

  private func isOld(_ row: EvidenceRow) -> Bool {
    guard let day, let date = row.labelDate else { return false }
    return date.isOlder(thanYears: SideEffectAnswer.yearsToOld, before: day)
  }
}
