// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import MedicationModel

extension MappingTables {
  /// What the labels of concepts name as possible effects.
  ///
  /// - A product answers with labels of its own, then of its combination, then
  ///   of its ingredients, where the label's route fits its dose form; rows of
  ///   other routes are listed separately.
  /// - An ingredient answers with its salts' rows too, a salt with its base's.
  /// - A brand and a pack answer for all their products.
  /// - A concept without dose form answers with the rows of every route.
  ///
  /// - Parameters:
  ///   - concepts: Concepts of one catalog, in any order. An empty list gives
  ///     the coverage `unknown`.
  ///   - today: The day to count the age of labels from; without it no age is given.
  /// - Returns: The answer for all of them together; each row once.
  /// - Complexity: O(*r* log *r*) in the rows of the subjects; O(1) for a concept that was queried
  ///   before.
  public func sideEffects(
    of concepts: [Concept], today: LabelDate? = nil
  ) -> SideEffectAnswer {
    if let answers, concepts.count == 1 {
      return answers.answer(for: concepts[0], self, today: today)
    }
    return answer(concepts, today: today)
  }

  func answer(
    _ concepts: [Concept], unknownCodes: [String] = [], replacements: [CodeReplacement] = [],
    today: LabelDate?
  ) -> SideEffectAnswer {
    var collector = EvidenceCollector(self)
    for concept in concepts.sorted() { collector.collect(concept) }
    return Self.answer(
      collector, isAsked: !concepts.isEmpty, unknownCodes: unknownCodes,
      replacements: replacements, today: today)
  }

  /// What ``sideEffects(of:today:)`` answers for a product where no label is about it or any of
  /// its ingredients, their salts and combinations.
  func answerWithoutLabels(
    of product: Concept, _ list: IngredientList, today: LabelDate?
  ) -> SideEffectAnswer {
    var collector = EvidenceCollector(self)
    collector.collectUnread(product, list)
    return Self.answer(
      collector, isAsked: true, unknownCodes: [], replacements: [], today: today)
  }

  private static func answer(
    _ collector: EvidenceCollector, isAsked: Bool, unknownCodes: [String],
    replacements: [CodeReplacement], today: LabelDate?
  ) -> SideEffectAnswer {
    let builder = FindingBuilder(today: today)
    let taken = collector.rows.merged
    let fitting = taken.filter(\.fits)
    let coverage = AnswerCoverage(
      collector, isAsked: isAsked, hasUnknownCodes: !unknownCodes.isEmpty)
    return SideEffectAnswer(
      boxedWarning: BoxedWarning(collector, fitting: fitting, on: today),
      coverage: coverage.coverage,
      reasons: coverage.reasons, symptoms: builder.findings(fitting),
      warnings: builder.warnings(fitting), otherRoutes: builder.findings(taken.filter { !$0.fits }),
      unmapped: unknownCodes.map { .code($0) } + unmapped(collector),
      replacements: replacements, asOf: today)
  }

  /// The terms and tables that could not be mapped: per subject, the maximum over the labels that
  /// were read.
  ///
  /// Generics repeat each other, so a sum would count a term or table as often as it is printed.
  private static func unmapped(_ collector: EvidenceCollector) -> [UnmappedItem] {
    var counts: [EvidenceSubject: (name: String, terms: Int?, tables: Int)] = [:]
    for label in collector.labelsRead.map(\.label) {
      var count = counts[label.subject] ?? (label.subjectName, nil, 0)
      if let terms = label.unmappedTermCount { count.terms = max(count.terms ?? 0, terms) }
      count.tables = max(count.tables, label.unreadTableCount ?? 0)
      counts[label.subject] = count
    }
    return counts.sorted { $0.key < $1.key }.flatMap { subject, count in
      [
        count.terms.map { .terms(subject: subject.rxcui, name: count.name, count: $0) },
        count.tables == 0
          ? nil : .tables(subject: subject.rxcui, name: count.name, count: count.tables),
      ].compactMap(\.self)
    }
  }
}

/// How much of the query has labels, and why not all of it.
struct AnswerCoverage {
  let coverage: Coverage
  let reasons: [String]

  init(_ collector: EvidenceCollector, isAsked: Bool, hasUnknownCodes: Bool) {
    guard isAsked else {
      coverage = .unknown
      reasons = [LackReason.unknownCode.rawValue]
      return
    }
    // Parts that are not drugs need no label: a pack's placebo tablets do not
    // lower the coverage of its drugs.
    let drugs = collector.lacks.filter { $0.reason != .notADrug }
    let lacks = drugs.isEmpty && collector.coveredCount == 0 ? collector.lacks : drugs
    let isWhole = lacks.isEmpty && !hasUnknownCodes
    coverage = collector.coveredCount == 0 ? .none : isWhole ? .full : .partial
    var kinds = Set(lacks.map(\.reason))
    if hasUnknownCodes { kinds.insert(.unknownCode) }
    // A part that is named needs no second word for the plain reason.
    if coverage == .partial { kinds.remove(.noLabel) }
    kinds.remove(.otherSalt)
    let isSeveral = coverage == .partial || Set(lacks).count > 1
    var missing: [String] = []
    for lack in lacks.sorted(by: Self.precedes) where lack.reason != .notADrug {
      let isNamed = isSeveral || lack.code == nil
      if isNamed, !missing.contains(lack.missing) { missing.append(lack.missing) }
    }
    reasons = LackReason.allCases.filter(kinds.contains).map(\.rawValue) + missing
  }

  /// By code, then by name; parts without a code last.
  private static func precedes(_ left: Lack, _ right: Lack) -> Bool {
    switch (left.code, right.code) {
    case (let a?, let b?): a < b
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.name.precedesInBytes(right.name)
    }
  }
}

extension BoxedWarning {
  /// The boxed warnings of the labels that were read.
  ///
  /// None is ever lost: not to a newer label without one, nor to that of the combination or of
  /// another ingredient; labels without a route count too. Of labels of one subject with the same
  /// title, only the newest is kept. The answer is `no` only if a label of every ingredient, in the
  /// same salt, was read.
  init(_ collector: EvidenceCollector, fitting: [TakenRow], on today: LabelDate?) {
    let labels = Self.sorted(collector.labelsRead)
    var boxed: [Label] = []
    var seen: Set<String> = []
    var told: Set<[String]> = []
    for taken in labels + Self.sorted(collector.labelsWithoutRoute)
    where taken.label.hasBoxedWarning && seen.insert(taken.label.setID).inserted {
      let label = Label(taken, on: today)
      let kind = ["\(taken.label.subject.rxcui)", label.otherForm ?? "", "\(label.isRouteStated)"]
      let title = label.title.map(Self.plainTitle) ?? ""
      if title.isEmpty, told.contains(kind) { continue }
      told.insert(kind)
      if told.insert(kind + [title]).inserted { boxed.append(label) }
    }
    for taken in fitting where taken.row.evidenceClass == .boxed && !taken.isOutdone {
      // Rows of sources without a table of labels.
      let row = taken.row
      if let setID = row.setID, !seen.insert(setID).inserted { continue }
      boxed.append(
        Label(
          setID: row.setID, labelDate: row.labelDate, title: nil, otherForm: taken.otherForm,
          isRouteStated: !row.routeNames.names.isEmpty, isOld: row.isOld(on: today)))
    }
    if let warning = BoxedWarning(boxed) {
      self = warning
    } else if let label = labels.first, collector.isReadThroughout {
      self = BoxedWarning(noneIn: Label(label, on: today))
    } else {
      self = .unknown
    }
    havingCount = seen.count
    readCount = seen.union((labels + collector.labelsWithoutRoute).map(\.label.setID)).count
  }

  /// A title without the words for a boxed warning.
  package static func plainTitle(_ title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }
      .filter { !["boxed", "warning", "warnings", "section"].contains($0) }.joined(separator: " ")
  }

  /// The labels of the very salt before others, those of all before those of an ingredient, the
  /// newest first.
  private static func sorted(_ labels: [TakenLabel]) -> [TakenLabel] {
    labels.sorted { left, right in
      if (left.otherForm == nil) != (right.otherForm == nil) { return left.otherForm == nil }
      let (a, b) = (left.via.isInherited, right.via.isInherited)
      return a == b ? left.label < right.label : b
    }
  }
}

extension BoxedWarning.Label {
  fileprivate init(_ taken: TakenLabel, on today: LabelDate?) {
    let label = taken.label
    self.init(
      setID: label.setID, labelDate: label.date, title: label.boxedTitle,
      otherForm: taken.otherForm, isRouteStated: !label.routeNames.names.isEmpty,
      isOld: label.date.isOld(on: today))
  }
}
