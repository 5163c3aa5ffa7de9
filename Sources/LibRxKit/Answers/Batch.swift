// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import ConceptCatalog
internal import DrugMatching
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// Answers columns of questions: each different one once, then a row for each in their order.
final class Batch {
  private let question: Question
  private let options: CallOptions
  private let columns: AnswerColumns
  private let system: String?
  private let resolver: MedicationResolver
  private var session: ResolvingSession
  private var json = JSONWriter(capacity: 4096)
  private let includesSideEffects: Bool
  /// The members that the columns of a code are made from.
  private let codeFields: [Field<ResolvedMedication>]
  /// Whether a column is about more than the concept, which takes longer to find.
  private let needsFacts: Bool
  private let kept: KeptAnswers
  private let asked: String
  private var known: AnsweredRows

  init(
    _ question: Question, _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    (self.question, self.options) = (question, options)
    columns = try question.columns(options)
    resolver = catalog.resolver
    system = options.system.map { catalog.resolver.catalog.registeredSystem($0) ?? $0 }
    let needed = columns.needed
    codeFields = AnswerColumns.codeShape.fields.filter { needed.contains($0.outline.name) }
    needsFacts = !needed.isSubset(of: [
      "codings", "concepts", "groups", "reason", "release", "sideEffects",
    ])
    includesSideEffects = question == .sideEffects || options.includesSideEffects
    session = catalog.session(includingSideEffects: includesSideEffects)
    kept = catalog.kept
    asked = question.rawValue + options.text
    known = kept.take(asked) ?? AnsweredRows(columns.fields)
  }

  // A resource says more about a person than the drug; sessions keep only the drug.
  deinit { if question != .resolve { kept.keep(known, for: asked) } }

  /// The columns of the answers.
  var fields: [ColumnField] { columns.fields }
  /// Whether RxCUIs are what it asks for.
  var asksForConcepts: Bool { question.options.contains("system") && system == nil }

  /// Answers a column.
  func answer(_ questions: ImportedColumn) throws(ArrowError) -> Column {
    if known.byteCount > AnsweredRows.byteLimit { known = AnsweredRows(fields) }
    do throws(ArrowError) {
      let rows = try questions.numbers(in: &known.questions)
      while known.rows.count <= known.questions.count {
        let number = known.rows.count - 1
        guard let text = known.questions.text(number) else {
          let row = rows.firstIndex(of: Int32(truncatingIfNeeded: number + 1)) ?? 0
          throw ArrowError("arrow.utf8", "row \(row): text that is not UTF-8")
        }
        try append(text, to: known.rows)
      }
      return try Column(known.rows, rows: rows)
    } catch {
      // A question without its row would shift all others.
      known = AnsweredRows(fields)
      throw error
    }
  }

  /// Answers texts that are all different.
  func answer(_ texts: some Sequence<String>) throws(ArrowError) -> Column {
    let rows = ColumnBuilder(rowsOf: fields)
    for text in texts { try append(text, to: rows) }
    return try Column(rows)
  }

  /// Appends the row of an answer.
  ///
  /// - Throws: What is wrong with the catalog. A text that cannot be understood
  ///   is not an error: its row says so.
  private func append(_ text: String, to rows: ColumnBuilder) throws(ArrowError) {
    json.removeAll()
    do throws(CatalogError) {
      try write(text)
      // Names and relations are read while they are written.
      try resolver.catalog.throwIfDamaged()
    } catch { throw LibraryFailure(error).inStream }
    try columns.append(json, to: rows)
  }

  private func write(_ text: String) throws(CatalogError) {
    let given: GivenText
    switch question {
    case .lookup, .ndc:
      // What columns are made from, and nothing else.
      let answer = try resolve(code(text))
      json.object { json in
        for field in codeFields { field.write(answer, &json) }
      }
    case .sideEffects:
      try resolve(code(text)).write(to: &json, includingSideEffects: includesSideEffects)
    case .match:
      try resolver.match(text).write(
        to: &json, release: resolver.catalog.release, limit: options.limit)
    case .related:
      let answer = RelatedAnswer(resolved: try resolve(code(text)), types: options.types)
      RelatedAnswer.shape.write(answer, to: &json)
    case .search:
      FoundConcepts.shape.write(
        try FoundConcepts(text, in: resolver.catalog, options), to: &json)
    case .resolve:
      do throws(LibraryFailure) {
        given = try GivenText(text)
      } catch {
        json.object { json in
          json.member("text", text)
          json.member("error", error.inStream.description)
          json.key("release")
          resolver.catalog.release.write(to: &json)
        }
        return
      }
      try session.resolve(given.query).adding(given.notes).write(
        to: &json, includingSideEffects: includesSideEffects)
    }
  }

  /// Answers a question that comes once.
  private func resolve(
    _ query: MedicationQuery
  ) throws(CatalogError) -> ResolvedMedication {
    try session.resolveOnce(query, needsFacts: needsFacts)
  }

  /// The coding that a code means: of the system that was named, else by its form.
  private func code(_ text: String) -> MedicationQuery {
    if question == .ndc || system == CodeSystem.ndc { return .ndc(text) }
    if system == nil, case .ndc(let ndc) = MedicationQuery(word: text) { return .ndc(ndc) }
    return .coding(
      ClinicalCoding(system: system ?? CodeSystem.rxNorm, version: nil, code: text), display: nil)
  }
}
