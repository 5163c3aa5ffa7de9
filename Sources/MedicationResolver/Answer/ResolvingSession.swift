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
  /// What one answer takes beside its text, roughly.
  private static let answerSize = 4096

  /// The resolver that is asked for what is not known yet.
  public let resolver: MedicationResolver
  private let byteLimit: Int
  private let keepsText: Bool
  /// Answers of the present filling, and of the one before.
  private var young: [ResolutionInput: ResolvedMedication] = [:]
  private var old: [ResolutionInput: ResolvedMedication] = [:]
  private var youngSize = 0

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - resolver: Who answers.
  ///   - keepsText: Whether the JSON of what is derived is kept, too, which makes writing in
  ///     compact layout a copy.
  ///   - byteLimit: About how much memory answers may take.
  public init(
    _ resolver: MedicationResolver, keepsText: Bool = true,
    byteLimit: Int = ResolvingSession.defaultByteLimit
  ) {
    self.resolver = resolver
    self.keepsText = keepsText
    self.byteLimit = byteLimit
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
    key.problems = given.filter { $0.code == .ambiguous || $0.code == .absenceStatement }
    let known = try answer(query, key)
    let derived =
      key.problems.isEmpty ? known.problems : Array(known.problems.dropFirst(key.problems.count))
    return known.answering(query, problems: given.isEmpty ? derived : given + derived)
  }

  private mutating func answer(
    _ query: MedicationQuery, _ key: ResolutionInput
  ) throws(CatalogError) -> ResolvedMedication {
    if let known = young[key] { return known }
    if let known = old[key] {
      keep(known, for: key)
      return known
    }
    var answer = resolver.answer(query, key)
    try resolver.catalog.throwIfDamaged()
    if keepsText { answer.keepText() }
    keep(answer, for: key)
    return answer
  }

  private mutating func keep(_ answer: ResolvedMedication, for key: ResolutionInput) {
    youngSize += Self.answerSize + (answer.derivedText?.bytes.count ?? 0)
    if youngSize > byteLimit / 2 {
      old = young
      young = [:]
      youngSize = 0
    }
    young[key] = answer
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
