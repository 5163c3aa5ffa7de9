// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

extension LexiconBuilder {
  /// Adds each synonym whose meaning is in the catalog and which is not itself a name there.
  mutating func addSynonyms(_ names: NameLookup) {
    for row in MatchingTable.substances {
      add(row.name, meaning: row.meaning, names)
      // A release may know the substance by the other name.
      if !row.meaning.contains("+") { add(row.meaning, meaning: row.name, names) }
    }
    for row in MatchingTable.brands { add(row.name, meaning: row.meaning, names) }
    for row in MatchingTable.substances + MatchingTable.brands {
      markUnlisted(row.name)
      for part in row.meaning.split(separator: "+") { markUnlisted(part) }
    }
  }

  /// Marks the words of a name that no name of the release has.
  ///
  /// If the release lacks `clobetasone`, it is still not a misspelling of `clobetasol`.
  private mutating func markUnlisted(_ name: Substring) {
    buffer.read(String(name))
    for token in buffer.tokens
    where token.kind == .word && token.count >= SpellingCorrections.shortest {
      vocabulary.markUnlisted(buffer.bytes, token.range)
    }
  }

  private mutating func add(_ name: Substring, meaning: Substring, _ names: NameLookup) {
    var found: [Lexicon.Target] = []
    let parts = meaning.split(separator: "+")
    for part in parts { found += self.meaning(of: String(part), names) }
    guard found.count >= parts.count, !found.isEmpty,
      !self.meaning(of: String(name), names).contains(where: { $0.kind != .brand })
    else { return }
    let first = addTarget(found[0])
    for target in found.dropFirst() { _ = addTarget(target) }
    add(String(name), first, UInt32(found.count), .synonym, isTogether: parts.count > 1)
  }

  /// What a name of the catalog refers to, or its first substance if one of several is wanted.
  private mutating func meaning(of name: String, _ names: NameLookup) -> [Lexicon.Target] {
    buffer.read(name)
    var sum = NameSum()
    for token in buffer.tokens {
      if token.kind == .number {
        sum = sum + NameSum(number: token.number, isFirst: sum == NameSum())
      }
      guard token.kind == .word else { continue }
      let word = vocabulary.find(buffer.bytes, token.range)
      guard word >= 0 else { return [] }
      if vocabulary[word].meaning.contains(.filler) { continue }
      sum = sum + NameSum(word: word, fold: vocabulary[word].fold)
    }
    for origin in [Lexicon.Origin.catalog, .shortened] {
      let all = names.targets(of: sum, origin)
      if all.isEmpty { continue }
      let substances = all.filter { $0.kind != .brand }
      let chosen = substances.isEmpty ? all : substances
      let current = chosen.filter(\.isCurrent)
      return Array((current.isEmpty ? chosen : current).prefix(1))
    }
    return []
  }

  /// Finds the ingredient of drugs that the release relates to none, by their names.
  ///
  /// They become candidates of the ingredient; what they hold is not said by it.
  mutating func placeOrphans(_ names: NameLookup) {
    for orphan in orphans {
      let name = orphan.name
      guard ClinicalDrugName.partCount(name) == 1 else { continue }
      var words = name.split(separator: " ")
      if let first = words.first?.utf8.first, first >= 0x30, first <= 0x39 {
        words.removeFirst(min(2, words.count))
      }
      let substance = words.prefix { word in
        !(word.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? true)
      }
      for count in stride(from: substance.count, through: 1, by: -1) {
        let found = meaning(of: substance.prefix(count).joined(separator: " "), names)
        if let target = found.first, target.kind == .ingredient {
          brandGroups[target.concept, default: []].append(orphan.position)
          break
        }
      }
    }
  }
}

/// The names that were collected so far, findable by their words before they are sorted.
struct NameLookup {
  private let rows: [Lexicon.Entry]
  private let targets: [Lexicon.Target]
  private let heads: [Int32]
  private let next: [Int32]

  init(_ rows: [Lexicon.Entry], _ targets: [Lexicon.Target]) {
    (self.rows, self.targets) = (rows, targets)
    var size = 1 << 8
    while size < rows.count { size *= 2 }
    var heads = [Int32](repeating: -1, count: size)
    var next = [Int32](repeating: -1, count: rows.count)
    for place in rows.indices.reversed() {
      let slot = Int(truncatingIfNeeded: rows[place].sum.words) & (size - 1)
      next[place] = heads[slot]
      heads[slot] = Int32(place)
    }
    (self.heads, self.next) = (heads, next)
  }

  /// What the words of a sum stand for by names of one origin, in the order of the names.
  func targets(of sum: NameSum, _ origin: Lexicon.Origin) -> [Lexicon.Target] {
    var found: [Lexicon.Target] = []
    var place = heads[Int(truncatingIfNeeded: sum.words) & (heads.count - 1)]
    while place >= 0 {
      let row = rows[Int(place)]
      place = next[Int(place)]
      guard row.sum == sum, row.origin == origin else { continue }
      for target in targets[Int(row.firstTarget)..<Int(row.firstTarget + row.targetCount)]
      where !found.contains(target) {
        found.append(target)
      }
    }
    return found
  }
}
