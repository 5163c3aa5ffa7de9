// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A concept that the starter release does not have.
struct GrownConcept {
  let code: UInt32
  /// Its original's place in ``StarterTables/concepts``.
  let origin: Int
  /// The copy that it belongs to, from 0.
  let copy: Int
  /// Its main name.
  let name: String
  let termType: String
  let suppress: String
  let cvf: String
  /// The number of its main row's atom; 0 for a concept of other sources alone.
  let rxaui: UInt32
}

/// All concepts that are added, in the order of their codes.
///
/// RXNORM's are copies of the starter's with other words; those of other
/// sources alone have names of two further copies.
struct GrownConcepts {
  /// How many copies of the whole starter make a full release.
  private static let copies = 4
  /// How many copies give names to concepts of other sources alone.
  private static let foreignCopies = 2
  /// New atoms are numbered from here; the starter's stand below and above 91 million.
  static let firstAtom: UInt32 = 20_000_000
  private static let seed: UInt64 = 0x5EED

  private(set) var concepts: [GrownConcept] = []
  /// For each copy, the place in ``concepts`` of each concept of the starter; -1 for none.
  private(set) var places: [[Int]] = []
  private(set) var nextAtom = Self.firstAtom

  /// - Parameters:
  ///   - starter: What is copied.
  ///   - scale: 1 for a full release.
  init(_ starter: StarterTables, scale: Double) {
    let total = Double(Self.copies) * scale
    var words = GrownWords(starter)
    let replacements = (0..<Self.copies + Self.foreignCopies).map { words.nextCopy($0) }
    places = [[Int]](
      repeating: [Int](repeating: -1, count: starter.concepts.count), count: Self.copies)
    // Free codes are found by steps of this size on average, up to three million.
    let wanted = Double(starter.concepts.count) * (total + total / 4 * 2)
    let step = max(1, Int(2_700_000 / max(wanted, 1) * 0.9))
    var last: UInt32 = 100
    for (origin, concept) in starter.concepts.enumerated() {
      if ["DF", "DFG"].contains(concept.main.termType) { continue }
      let share = Double(origin) / Double(starter.concepts.count)
      for copy in 0..<Self.copies + Self.foreignCopies {
        let isForeign = copy >= Self.copies
        // A part of a copy has the first concepts of the starter.
        let rank = isForeign ? (Double(copy - Self.copies) + share) * 2 : Double(copy) + share
        guard rank < total, let name = replacements[copy].applied(to: concept.main.text)
        else { continue }
        last = Self.code(after: last, step, starter.usedCodes)
        if !isForeign { places[copy][origin] = concepts.count }
        concepts.append(
          grown(concept, origin: origin, copy: copy, code: last, name, isForeign: isForeign))
      }
    }
  }

  private static func code(after last: UInt32, _ step: Int, _ used: Set<UInt32>) -> UInt32 {
    var code = last + 1 + UInt32(Draw.below(step * 2 - 1, seed, UInt64(last)))
    while used.contains(code) { code += 1 }
    return code
  }

  private mutating func grown(
    _ original: StarterTables.Concept, origin: Int, copy: Int, code: UInt32, _ name: String,
    isForeign: Bool
  ) -> GrownConcept {
    let main = original.main
    let isOld =
      copy > 0 && Draw.below(100, Self.seed, UInt64(code), 1) < (copy == 1 ? 35 : 60)
    let suppress = main.suppress == "N" && (isOld || isForeign) ? "O" : main.suppress
    if !isForeign { nextAtom += 1 }
    return GrownConcept(
      code: code, origin: origin, copy: copy, name: name, termType: main.termType,
      suppress: suppress, cvf: copy == 0 ? main.cvf : "", rxaui: isForeign ? 0 : nextAtom - 1)
  }

  /// The number of a further atom.
  mutating func takeAtom() -> UInt32 {
    nextAtom += 1
    return nextAtom - 1
  }
}
