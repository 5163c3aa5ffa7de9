// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import SymptomMapping

/// Side effects that were given before, and their JSON: many products share them.
struct EffectMemory: Sendable {
  private var evidence = EvidenceMemory()
  private var texts: [Int: DerivedText.Shared] = [:]
  /// Where answers are written before they are kept in memory of just their size.
  private var json = JSONWriter()
  private let isKept: Bool
  /// Whether side effects are looked up at all.
  let isAsked: Bool

  /// Begins without any.
  init(isAsked: Bool = true) { (isKept, self.isAsked) = (true, isAsked) }

  private init(isKept: Bool) { (self.isKept, isAsked) = (isKept, true) }

  /// For a single answer, after which nothing is remembered.
  static let none = EffectMemory(isKept: false)

  /// What the labels of concepts name.
  ///
  /// - Parameters:
  ///   - concepts: The concepts to look up.
  ///   - lists: Their ingredients.
  ///   - mappings: The tables.
  ///   - today: The day to count the age of labels from.
  /// - Returns: The answer, and the same as other answers share it, if they do.
  mutating func effects(
    of concepts: [Concept], _ lists: [IngredientList], _ mappings: MappingTables, today: LabelDate?
  ) -> (answer: SideEffectAnswer, shared: EvidenceMemory.Known?) {
    guard isKept, concepts.count == 1, let concept = concepts.first, let list = lists.first,
      lists.count == 1, let known = evidence.answer(for: concept, list, mappings, today: today)
    else { return (mappings.sideEffects(of: concepts, today: today), nil) }
    return (known.answer, known)
  }

  /// What is written, in memory of just its size: it is kept for long, and there is much of it.
  ///
  /// - Parameters:
  ///   - start: How many bytes at the beginning are left out.
  ///   - write: Writes it.
  /// - Returns: The rest of its bytes.
  mutating func written(from start: Int = 0, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
    json.removeAll()
    write(&json)
    let text = json.bytes.dropFirst(start)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    bytes += text
    return bytes
  }

  /// The JSON of a shared answer, made when it is first requested.
  mutating func text(
    of known: EvidenceMemory.Known, _ make: () -> [UInt8]
  ) -> DerivedText.Shared {
    if let text = texts[known.number] { return text }
    let text = DerivedText.Shared(make())
    // As many as there are answers to share, which are few.
    if texts.count >= EvidenceMemory.limit { texts = [:] }
    texts[known.number] = text
    return text
  }
}
