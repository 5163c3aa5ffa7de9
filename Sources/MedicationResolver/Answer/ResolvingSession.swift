// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

/// Resolves medications one after the other, and keeps what followed from each.
///
/// What an answer derives depends on the codings, texts and ingredients that
/// were given, not on the patient, dates or dosages beside them. Requests of one
/// drug come again and again; the second one is answered from memory. Answers
/// are the same, byte for byte, as those of the resolver.
///
/// Memory is bounded: what was not asked for through two fillings of half of
/// the limit is forgotten. A session belongs to one thread.
public struct ResolvingSession: Sendable {
  /// The limit when none is asked for: 64 MiB.
  public static let defaultByteLimit = 64 << 20
  /// The resolver that is asked for what is not known yet.
  public let resolver: MedicationResolver
  private let keepsText: Bool
  private var known: KnownAnswers
  /// What other sessions learnt, too.
  private let shared: SharedAnswers?

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - resolver: Who answers.
  ///   - keepsText: Whether the JSON of what is derived is kept, too, which makes writing in
  ///     compact layout a copy.
  ///   - byteLimit: About how much memory answers may take.
  ///   - shared: Answers of other sessions of the same resolver, on whatever threads, which keep
  ///     text as this one does.
  public init(
    _ resolver: MedicationResolver, keepsText: Bool = true,
    byteLimit: Int = ResolvingSession.defaultByteLimit, sharing shared: SharedAnswers? = nil
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
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
    // These two alone decide whether a problem is said again.
    if !given.isEmpty {
      key.problems = given.filter { $0.code == .ambiguous || $0.code == .absenceStatement }
    }
    let known = try answer(query, key)
    let problems = known.answer.problems
    let derived =
      key.problems.isEmpty ? problems : Array(problems.dropFirst(key.problems.count))
    return known.answer.answering(query, problems: given.isEmpty ? derived : given + derived)
  }

  private mutating func answer(
    _ query: MedicationQuery, _ key: ResolutionInput
  ) throws(CatalogError) -> KnownAnswer {
    let hash = key.hashValue
    if let answer = known.find(key, hash) { return answer }
    if let answer = shared?.find(key, hash) {
      known.keep(answer)
      return answer
    }
    var answer = resolver.answer(query, key)
    try resolver.catalog.throwIfDamaged()
    if keepsText { answer.keepText() }
    let new = KnownAnswer(key, hash, answer)
    known.keep(new)
    shared?.keep(new)
    return new
  }
}

/// What an answer derives, as JSON: written once, copied often.
final class DerivedText: Sendable {
  /// Members in compact layout, with commas between them.
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension ResolutionInput {
  /// Hashes what tells most questions apart; equality compares everything.
  func hash(into hasher: inout Hasher) {
    for coding in codings { hasher.combine(coding.code) }
    if codings.isEmpty { hasher.combine(text) }
    for ingredient in documentIngredients { hasher.combine(ingredient.codings.first?.code) }
  }
}
