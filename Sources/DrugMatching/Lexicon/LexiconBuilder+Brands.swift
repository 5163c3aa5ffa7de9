// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// Brands are found by the brackets of branded names, too: `docosanol 100 MG/ML
// [Abreva]`. A brand that the release no longer lists, or does not relate, is
// still one that people write.

/// Brands by their names, whatever their case.
struct BrandNames {
  private var names = WordPool()
  /// Branded concepts by the brand in their names.
  private(set) var bracketed: [[UInt32]] = []
  /// Brand concepts by their names.
  private(set) var listed: [[UInt32]] = []
  private var bytes: [UInt8] = []

  /// Files a branded concept under the brand that its name ends with.
  mutating func add(_ name: Span<UInt8>, ofBranded concept: UInt32) {
    bytes.removeAll(keepingCapacity: true)
    guard name.count > 2, name[name.count - 1] == UInt8(ascii: "]") else { return }
    var start = name.count - 1
    while start > 0, name[start - 1] != UInt8(ascii: "[") { start -= 1 }
    guard start > 0 else { return }
    for place in start..<(name.count - 1) { bytes.append(name[place]) }
    guard !bytes.isEmpty else { return }
    let brand = place()
    bracketed[brand].append(concept)
  }

  /// Files a brand under a name of it.
  mutating func add(_ name: String, of concept: UInt32) {
    bytes = Array(name.utf8)
    let place = place()
    listed[place].append(concept)
  }

  /// The place of the name in ``bytes``.
  private mutating func place() -> Int {
    if bytes.contains(where: { $0 >= 0x80 }) {
      bytes = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    } else {
      for place in bytes.indices where bytes[place] >= 0x41 && bytes[place] <= 0x5A {
        bytes[place] |= 0x20
      }
    }
    let name = Int(names.intern(bytes, 0..<bytes.count))
    if name == listed.count {
      listed.append([])
      bracketed.append([])
    }
    return name
  }

  /// A name by its place, in lower case.
  func name(_ place: Int) -> String { names.text(Int32(place)) }
}

extension LexiconBuilder {
  mutating func addBracketedBrands(_ all: borrowing SectionSpans) {
    for (place, concepts) in brandNames.bracketed.enumerated() where !concepts.isEmpty {
      let brands = brandNames.listed[place]
      if !brands.isEmpty {
        for brand in brands { brandGroups[brand] = concepts }
        continue
      }
      var live: UInt32?
      for concept in concepts where live == nil && all.isActive(Int(concept)) {
        live = concept
      }
      guard let first = live ?? concepts.first else { continue }
      brandGroups[first] = concepts
      let target = addTarget(
        Lexicon.Target(concept: first, kind: .brand, isCurrent: live != nil))
      let name = brandNames.name(place)
      add(name, target, 1, .catalog, isTogether: false)
      addVariants(of: name, target)
    }
    brandNames = BrandNames()
    // A word of substances, such as `alpha`, is no brand's beginning.
    for start in brandStarts where start.count > 1 || !substanceWords.contains(start.word) {
      let target = addTarget(start.target)
      append(
        start.sum, start.count, start.isWhole ? .shortened : .brandStart, false, false, target, 1)
    }
    brandStarts = []
  }

  /// Keeps the beginnings of a brand's name: `Junel` and `Junel 1/20` of `Junel 1/20 21 Day`.
  mutating func addStarts(_ name: NameReading, _ target: Lexicon.Target) {
    for start in name.starts where start.letters > 4 {
      let isWhole = start.count >= name.ownCount
      guard isWhole || start.count < 3 else { continue }
      if start.word >= 0 {
        let meaning = vocabulary[start.word].meaning
        let isLong = start.count > 1 || vocabulary.words.range(start.word).count > 2
        guard isLong, meaning.isDisjoint(with: NameReading.weak.union([.drugClass, .maker])) else {
          continue
        }
      } else if !isWhole {
        continue
      }
      brandStarts.append(
        Start(
          sum: start.sum, count: start.count, word: start.word, isWhole: isWhole, target: target))
    }
  }
}
