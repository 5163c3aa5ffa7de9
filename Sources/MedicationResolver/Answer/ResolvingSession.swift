// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import JSONText
public import MedicationModel

/// Resolves medications one after the other, and keeps what followed from each.
///
/// What an answer derives depends on the codings, texts and ingredients that
/// were given, not on the accompanying patient, dates or dosages. The same
/// drugs are requested again and again; from the second request on, they are
/// answered from memory. Answers are byte for byte those of the resolver.
///
/// Memory is bounded: what was not requested while half of the limit was filled
/// twice is forgotten. A session belongs to one thread.
public struct ResolvingSession: Sendable {
  /// The default limit: 64 MiB.
  public static let defaultByteLimit = 64 << 20
  /// The resolver that answers what is not known yet.
  public let resolver: MedicationResolver
  private let keepsText: Bool
  private let includesSideEffects: Bool
  private var known: KnownAnswers
  /// What other sessions learnt, too.
  private let shared: SharedAnswers?
  /// The side effects that several answers share.
  private var memory: EffectMemory

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - resolver: Who answers.
  ///   - keepsText: Whether the JSON of what is derived is kept, too, which makes writing in
  ///     compact layout a copy.
  ///   - includesSideEffects: Whether side effects are looked up and written, the greater part of
  ///     most answers; if not, the member is `null`, and the coverage of an answer is unknown
  ///     with the reason `not_asked`.
  ///   - byteLimit: About how much memory answers may take.
  ///   - shared: Answers of other sessions of the same resolver, on whatever threads, which keep
  ///     text as this one does.
  public init(
    _ resolver: MedicationResolver, keepsText: Bool = true, includesSideEffects: Bool = true,
    byteLimit: Int = ResolvingSession.defaultByteLimit, sharing shared: SharedAnswers? = nil
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
    self.includesSideEffects = includesSideEffects
    memory = EffectMemory(isAsked: includesSideEffects)
    self.shared = shared
    known = KnownAnswers(byteLimit: byteLimit)
  }

  /// Answers a query as ``MedicationResolver/resolve(_:)-(MedicationQuery)`` does.
  ///
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  public mutating func resolve(
    _ query: MedicationQuery
  ) throws(CatalogError) -> ResolvedMedication {
    var key = ResolutionInput(query)
    let given = key.problems
    // Only these decide whether a problem is repeated, or a drug is chosen.
    if !given.isEmpty {
      let deciding = ResolutionInput.conflicts.union([.ambiguous, .absenceStatement])
      key.problems = given.filter { deciding.contains($0.code) }
    }
    let known = try answer(key)
    let problems = known.answer.problems
    let derived =
      key.problems.isEmpty ? problems : Array(problems.dropFirst(key.problems.count))
    return known.answer.answering(query, problems: given.isEmpty ? derived : given + derived)
  }

  /// Answers a query that will not be repeated: nothing of the answer is kept but side effects.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - needsFacts: Whether what follows from the concepts is wanted: ingredients, forms, brand,
  ///     pack, certainty, and the problems of finding them. Without it they are left empty, which
  ///     says nothing about the medication.
  /// - Returns: The answer.
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  package mutating func resolveOnce(
    _ query: MedicationQuery, needsFacts: Bool
  ) throws(CatalogError) -> ResolvedMedication {
    let answer = resolver.answer(
      query, ResolutionInput(query), needsFacts: needsFacts, remembering: &memory)
    try resolver.catalog.throwIfDamaged()
    return answer
  }

  /// Writes the answer to a record as ``ResolvedMedication/write(to:source:includingSideEffects:)``
  /// does.
  ///
  /// In compact layout all that depends only on the drug is copied from memory,
  /// if the session keeps text.
  ///
  /// - Parameters:
  ///   - record: The record to resolve.
  ///   - json: Where to.
  ///   - source: The document as it was given.
  /// - Returns: The problems of the answer.
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  public mutating func write(
    _ record: borrowing MedicationRecord, to json: inout JSONWriter, source: String?
  ) throws(CatalogError) -> [Problem] {
    guard json.layout == .compact, record.problems.isEmpty else {
      return try writeResolved(copy record, to: &json, source: source)
    }
    let known = try answer(record)
    guard let text = known.answer.derivedText else {
      return try writeResolved(copy record, to: &json, source: source)
    }
    json.beginObject()
    record.writeGiven(
      GivenMembers(source: source, codings: [], text: record.text, known: text), to: &json)
    json.members(raw: text.start)
    text.writeEffects(to: &json)
    json.members(raw: text.end)
    json.endObject()
    return known.answer.problems
  }

  private mutating func writeResolved(
    _ record: MedicationRecord, to json: inout JSONWriter, source: String?
  ) throws(CatalogError) -> [Problem] {
    let answer = try resolve(.record(record))
    answer.write(to: &json, source: source, includingSideEffects: includesSideEffects)
    return answer.problems
  }

  /// The answer to a record that brings no problems along.
  mutating func answer(
    _ record: borrowing MedicationRecord
  ) throws(CatalogError) -> KnownAnswer {
    let hash = ResolutionInput.codeHash(of: record)
    if let answer = known.find(hash, where: { $0.isAnswer(to: record) }) { return answer }
    if let answer = shared?.find(hash, where: { $0.isAnswer(to: record) }) {
      known.keep(answer)
      return answer
    }
    return try newAnswer(ResolutionInput(copy record), hash)
  }

  private mutating func answer(_ key: ResolutionInput) throws(CatalogError) -> KnownAnswer {
    let hash = key.codeHash
    if let answer = known.find(hash, where: { $0.key.isSame(as: key) }) { return answer }
    if let answer = shared?.find(hash, where: { $0.key.isSame(as: key) }) {
      known.keep(answer)
      return answer
    }
    return try newAnswer(key, hash)
  }

  private mutating func newAnswer(
    _ key: ResolutionInput, _ hash: UInt64
  ) throws(CatalogError) -> KnownAnswer {
    // Callers replace the query by their own; keeping a record would keep its dosages, too.
    var answer = resolver.answer(.name(""), key, remembering: &memory)
    try resolver.catalog.throwIfDamaged()
    if keepsText { answer.keepText(&memory, includingSideEffects: includesSideEffects) }
    let new = KnownAnswer(key, hash, answer)
    known.keep(new)
    shared?.keep(new)
    return new
  }
}
