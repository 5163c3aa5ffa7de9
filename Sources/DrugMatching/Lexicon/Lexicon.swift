// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// All names of ingredients, salts, combinations and brands, of every source in
// the catalog, and the synonyms that this project ships, ready to be found by
// the sums of their words.

/// What names say in a catalog: from the sums of words to concepts.
struct Lexicon: Sendable {
  /// What a concept is, as far as names matter.
  enum Kind: UInt8, Sendable {
    case ingredient, preciseIngredient, combination, brand
  }

  /// How a name came to be one of a concept.
  enum Origin: UInt8, Sendable {
    /// The catalog has it.
    case catalog
    /// The project's table of synonyms has it.
    case synonym
    /// The catalog's name without words that say little: `(USP)`, `extract`.
    case shortened
    /// The first words of several brands: `Junel` of `Junel 1/20 21 Day`.
    case brandStart
  }

  /// A concept that a name refers to.
  struct Target: Sendable, Hashable {
    let concept: UInt32
    let kind: Kind
    /// Whether the concept is active and has a code of its own.
    let isCurrent: Bool
  }

  struct Entry: Sendable {
    let sum: NameSum
    let wordCount: UInt8
    let origin: Origin
    /// Whether all targets together are meant, not one of them.
    let isTogether: Bool
    /// Whether the words are too common to name a drug by themselves.
    let isVague: Bool
    let firstTarget: UInt32
    var targetCount: UInt32
  }

  let vocabulary: Vocabulary
  /// All names, those of one sum of folds together.
  let entries: [Entry]
  let targets: [Target]
  /// The words of names, for misspellings.
  let spelling: SpellingShelf
  /// Branded concepts by the brand, and drugs without components by the ingredient, that
  /// is in their names: a release may not relate them.
  let brandGroups: BrandGroups
  let slots: [Int32]

  /// The most words that a run can have.
  static let longestName = 10

  init(
    vocabulary: Vocabulary, entries: [Entry], targets: [Target], spelling: SpellingShelf,
    brandGroups: BrandGroups
  ) {
    var size = 1 << 8
    while size < entries.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (place, entry) in entries.enumerated()
    where place == 0 || entries[place - 1].sum.folds != entry.sum.folds {
      var slot = Int(truncatingIfNeeded: entry.sum.folds) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(place)
    }
    self.init(
      vocabulary: vocabulary, entries: entries, targets: targets, spelling: spelling,
      brandGroups: brandGroups, slots: slots)
  }

  /// A lexicon whose hash table over the sums of folds is there already.
  init(
    vocabulary: Vocabulary, entries: [Entry], targets: [Target], spelling: SpellingShelf,
    brandGroups: BrandGroups, slots: [Int32]
  ) {
    self.vocabulary = vocabulary
    self.entries = entries
    self.targets = targets
    self.spelling = spelling
    self.brandGroups = brandGroups
    self.slots = slots
  }

  /// The names with a sum of folds: those of the same words first among them, if there are any.
  func entries(_ sum: NameSum) -> Range<Int> {
    var slot = Int(truncatingIfNeeded: sum.folds) & (slots.count - 1)
    while slots[slot] >= 0 {
      let first = Int(slots[slot])
      if entries[first].sum.folds == sum.folds {
        var end = first + 1
        while end < entries.count, entries[end].sum.folds == sum.folds { end += 1 }
        return first..<end
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return 0..<0
  }

  func targets(of entry: Entry) -> ArraySlice<Target> {
    targets[Int(entry.firstTarget)..<Int(entry.firstTarget + entry.targetCount)]
  }
}

// Sorted keys and one array of members: they are in the catalog as they are queried.

/// Branded concepts by their brand, and drugs by the ingredient that only their names tell.
struct BrandGroups: Sendable {
  /// What has a group, ascending by position.
  let keys: [UInt32]
  /// Where the members of each begin, and the end of the last ones.
  let starts: [UInt32]
  let members: [UInt32]

  init(keys: [UInt32], starts: [UInt32], members: [UInt32]) {
    (self.keys, self.starts, self.members) = (keys, starts, members)
  }

  /// Groups that were collected.
  init(_ groups: [UInt32: [UInt32]]) {
    let keys = groups.keys.sorted()
    var starts: [UInt32] = [0]
    var members: [UInt32] = []
    for key in keys {
      members += groups[key] ?? []
      starts.append(UInt32(members.count))
    }
    self.init(keys: keys, starts: starts, members: members)
  }

  /// The members of a concept's group, in the order of codes.
  subscript(concept: UInt32) -> ArraySlice<UInt32>? {
    let low = keys.indices.firstPlace { keys[$0] < concept }
    guard low < keys.count, keys[low] == concept else { return nil }
    return members[Int(starts[low])..<Int(starts[low + 1])]
  }
}
