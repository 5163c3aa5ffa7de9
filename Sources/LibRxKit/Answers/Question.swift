// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import ConceptCatalog
internal import DrugMatching
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// The question of a batch about each of its values.
enum Question: String, CaseIterable, Sendable {
  case lookup
  case ndc
  case match
  case related
  case sideEffects = "side_effects"
  case search
  case resolve

  /// The options that it knows.
  var options: Set<String> {
    switch self {
    case .lookup, .sideEffects: ["columns", "system"]
    case .ndc: ["columns"]
    case .match: ["columns", "limit"]
    case .related: ["columns", "system", "types"]
    case .search: ["columns", "limit", "types"]
    case .resolve: ["columns", "sideEffects"]
    }
  }

  /// The columns of its answers.
  func columns(_ options: CallOptions) throws(LibraryFailure) -> AnswerColumns {
    let all: AnswerColumns =
      switch self {
      case .lookup, .ndc: .code
      case .match: .match
      case .related: .related
      case .sideEffects: .sideEffects
      case .search: .search
      case .resolve: options.includesSideEffects ? .recordWithSideEffects : .record
      }
    return try all.only(options.columns)
  }
}

/// Answers questions one after the other, on one thread.
struct Answering {
  let question: Question
  let columns: AnswerColumns
  private let options: CallOptions
  private let system: String?
  /// Whether RxCUIs are what it asks for.
  var asksForConcepts: Bool { question.options.contains("system") && system == nil }
  private let resolver: MedicationResolver
  private var session: ResolvingSession
  private var json = JSONWriter(capacity: 4096)
  private let includesSideEffects: Bool
  /// The members that the columns of a code are made from.
  private let codeFields: [Field<ResolvedMedication>]

  init(
    _ question: Question, _ options: CallOptions, _ catalog: OpenCatalog
  ) throws(LibraryFailure) {
    self.question = question
    self.options = options
    columns = try question.columns(options)
    resolver = catalog.resolver
    system = options.system.map { catalog.resolver.catalog.registeredSystem($0) ?? $0 }
    let names = ["codings", "concepts", "release"] + columns.fields.map(\.name)
    codeFields = AnswerColumns.codeShape.fields.filter { names.contains($0.outline.name) }
    includesSideEffects = question == .sideEffects || options.includesSideEffects
    // Each different question comes once: nothing is gained by keeping answers.
    session = ResolvingSession(
      resolver, keepsText: false, includesSideEffects: includesSideEffects, byteLimit: 1 << 20)
  }

  /// Appends the row of an answer.
  ///
  /// - Throws: What is wrong with the catalog. A text that cannot be understood is no error: its
  ///   row says so.
  mutating func append(_ text: String, to rows: ColumnBuilder) throws(LibraryFailure) {
    json.removeAll()
    do throws(CatalogError) {
      try write(text)
      // Names and relations are read while they are written.
      try resolver.catalog.throwIfDamaged()
    } catch { throw LibraryFailure(error) }
    try columns.append(json, failure: unreadable, to: rows)
  }

  /// Why the last text is no question.
  private var unreadable: String?

  private mutating func write(_ text: String) throws(CatalogError) {
    unreadable = nil
    let given: GivenText
    switch question {
    case .lookup: write(try session.resolve(code(text)))
    case .ndc: write(try session.resolve(.ndc(text)))
    case .sideEffects: try resolve(code(text))
    case .match:
      try resolver.match(text).write(
        to: &json, release: resolver.catalog.release, limit: options.limit)
    case .related:
      let answer = RelatedAnswer(resolved: try session.resolve(code(text)), types: options.types)
      RelatedAnswer.shape.write(answer, to: &json)
    case .search:
      FoundConcepts.shape.write(
        try FoundConcepts(text, in: resolver.catalog, options), to: &json)
    case .resolve:
      do throws(LibraryFailure) {
        given = try GivenText(text)
      } catch {
        unreadable = "\(error.message)  [\(error.code)]"
        json.object { json in
          json.member("text", text)
          json.key("release")
          resolver.catalog.release.write(to: &json)
        }
        return
      }
      try resolve(given.query, noting: given.notes)
    }
  }

  /// Writes what columns are made from, and nothing else.
  private mutating func write(_ answer: ResolvedMedication) {
    json.object { json in
      for field in codeFields { field.write(answer, &json) }
    }
  }

  private mutating func resolve(
    _ query: MedicationQuery, noting notes: [Problem] = []
  ) throws(CatalogError) {
    var answer = try session.resolve(query)
    if !notes.isEmpty { answer = answer.adding(notes) }
    answer.write(to: &json, includingSideEffects: includesSideEffects)
  }

  /// The coding that a code means: of the system that was named, else by its form.
  private func code(_ text: String) -> MedicationQuery {
    if system == nil, case .ndc(let ndc) = MedicationQuery(word: text) { return .ndc(ndc) }
    if let system, system == CodeSystem.ndc { return .ndc(text) }
    return .coding(
      ClinicalCoding(system: system ?? CodeSystem.rxNorm, version: nil, code: text), display: nil)
  }
}

extension AnswerColumns {
  /// Appends the row of an answer that was written as JSON.
  func append(
    _ json: JSONWriter, failure: String?, to rows: ColumnBuilder
  ) throws(LibraryFailure) {
    do throws(JSONError) {
      append(try JSONDocument(json.bytes).root, failure: failure, to: rows)
    } catch {
      throw LibraryFailure(.input, "answer.not-json", "an answer that cannot be read back")
    }
  }
}
