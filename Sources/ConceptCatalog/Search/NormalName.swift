// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

// A name by RxNav's rules of normalisation: a set of words, counted, in no order.
//
//   Glucophage 500mg tablets, oral      glucophage, 500 mg, tablet, oral
//   morphine sulphate 15 MG             morphine, 15 mg
//   amlodipine 5 MG / benazepril 10 MG  amlodipine, benazepril, 5 mg of amlodipine,
//                                       10 mg of benazepril
//
// Two rules make it stricter than just ignoring word order, because a wrong
// strength is a wrong drug: a number and its unit are one word, per its
// denominator, and where a name has several of them each keeps the substance
// words between it and the previous one.

package struct NormalName: Equatable {
  private(set) var words: [UInt64] = []
  /// The salts that were left out, as hashes, ascending; the comparison ignores them.
  private(set) var leftOutSalts: [UInt64] = []

  private var strengths: [(hash: UInt64, bond: UInt64)] = []
  private var bond: UInt64 = 0
  /// Whether a salt here belongs to a substance word before it.
  private var isBehindSubstance = false

  package init() {}

  /// One number for the whole name.
  package var key: UInt64 {
    words.reduce(UInt64(words.count)) { KeyHash.finish($0 ^ $1) }
  }

  package mutating func read(count: Int, word: (Int) -> NormalWord) {
    words.removeAll(keepingCapacity: true)
    leftOutSalts.removeAll(keepingCapacity: true)
    strengths.removeAll(keepingCapacity: true)
    bond = 0
    isBehindSubstance = false
    var index = 0
    while index < count {
      let meaning = word(index)
      if meaning.kind == .number {
        index = readNumber(at: index, count: count, word)
        continue
      }
      let next = index + 1 < count ? word(index + 1).kind : nil
      add(meaning, before: next)
      index += 1
    }
    // A single strength belongs to the whole name, wherever it is.
    for strength in strengths {
      words.append(
        strengths.count > 1
          ? KeyHash.finish(strength.hash ^ KeyHash.finish(strength.bond)) : strength.hash)
    }
    words.sort()
    if leftOutSalts.count > 1 { leftOutSalts.sort() }
  }

  private mutating func add(_ meaning: NormalWord, before next: NormalWord.Kind?) {
    switch meaning.kind {
    case .word:
      for hash in meaning.hashes { bond &+= hash }
      words += meaning.hashes
      isBehindSubstance = true
    case .salt, .anion:
      if isBehindSubstance { leftOutSalts += meaning.hashes } else { words += meaning.hashes }
    case .metal:
      if isBehindSubstance, next != .anion {
        leftOutSalts += meaning.hashes
        return
      }
      words += meaning.hashes
      isBehindSubstance = false
    case .base, .form, .unit, .number:
      words += meaning.hashes
      isBehindSubstance = false
    case .filler, .per, .percent:
      isBehindSubstance = false
    }
  }

  /// Reads a number with what it is of: a unit, or a unit per another; returns where it ends.
  private mutating func readNumber(
    at start: Int, count: Int, _ word: (Int) -> NormalWord
  ) -> Int {
    let meaning = word(start)
    isBehindSubstance = false
    guard var value = meaning.number, start + 1 < count else {
      words += meaning.hashes
      return start + 1
    }
    let unit = word(start + 1)
    if unit.kind == .percent {
      // Weight in volume: one per cent is ten milligrams a millilitre.
      value.scale -= 1
      addStrength(value, Self.milligram, per: Self.millilitre)
      return start + 2
    }
    guard unit.kind == .unit, let unitHash = unit.hashes.first else {
      words += meaning.hashes
      return start + 1
    }
    value.scale -= unit.power
    var index = start + 2
    var below: UInt64 = 0
    if index < count, word(index).kind == .per {
      let divisor = index + 1 < count ? word(index + 1).number : nil
      let place = divisor == nil ? index + 1 : index + 2
      if place < count, word(place).kind == .unit, let hash = word(place).hashes.first {
        var amount = divisor ?? (1, 0)
        amount.scale -= word(place).power
        below = hash
        index = place + 1
        if let quotient = Self.quotient(value, amount) {
          value = quotient
        } else {
          below = KeyHash.finish(hash ^ amount.digits &+ UInt64(bitPattern: Int64(amount.scale)))
        }
      }
    }
    addStrength(value, unitHash, per: below)
    return index
  }

  private mutating func addStrength(
    _ value: (digits: UInt64, scale: Int), _ unit: UInt64, per other: UInt64
  ) {
    var (digits, scale) = value
    while digits != 0, digits % 10 == 0 {
      digits /= 10
      scale -= 1
    }
    let hash = KeyHash.finish(
      KeyHash.finish(digits ^ UInt64(bitPattern: Int64(scale)) << 48) &+ unit &* 3 &+ other &* 7)
    strengths.append((hash, bond))
    bond = 0
  }

  /// A quotient that ends within six more digits.
  private static func quotient(
    _ value: (digits: UInt64, scale: Int), _ divisor: (digits: UInt64, scale: Int)
  ) -> (digits: UInt64, scale: Int)? {
    guard divisor.digits > 0 else { return nil }
    var (digits, scale) = value
    for _ in 0...6 {
      if digits % divisor.digits == 0 {
        return (digits / divisor.digits, scale - divisor.scale)
      }
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = product
      scale += 1
    }
    return nil
  }

  private static let milligram = NormalWord.hash(of: Array("mg".utf8).span)
  private static let millilitre = NormalWord.hash(of: Array("ml".utf8).span)

  package static func == (left: NormalName, right: NormalName) -> Bool { left.words == right.words }
}

extension NormalName {
  package init(_ text: Span<UInt8>) {
    var list = WordScan()
    list.scan(text)
    let meanings = (0..<list.count).map { index in
      NormalWord(list.bytes.span.extracting(list.range(index)), list.kinds[index])
    }
    read(count: meanings.count) { meanings[$0] }
  }
}

/// What one word of a name counts as when names are normalised.
package struct NormalWord: Sendable {
  /// How a word takes part in the comparison; the README of Data/RxNav says more.
  package enum Kind: Substring, Sendable {
    case word, salt, metal, anion, base, form, unit, filler, per, percent, number
  }

  package let kind: Kind
  /// Hashes of the words that it stands for; none for what is left out.
  private(set) var hashes: [UInt64] = []
  /// The number, without its decimal point, and how many of its digits follow the point.
  ///
  /// `nil` where it has more digits than 64 bits hold: then it is compared as a word.
  private(set) var number: (digits: UInt64, scale: Int)?
  /// The power of ten that a unit is worth.
  private(set) var power = 0

  /// The meaning of a word as ``WordScan`` gives it.
  package init(_ bytes: Span<UInt8>, _ kind: WordScan.Kind) {
    switch kind {
    case .slash: self.kind = .per
    case .percent: self.kind = .percent
    case .number:
      self.kind = .number
      number = Self.number(bytes)
      hashes = [Self.hash(of: bytes)]
    case .letters:
      let copy = [UInt8](copying: bytes)
      let singular = Self.singular(copy)
      let table = Self.table
      if let entry = table[singular] ?? table[copy] {
        self.kind = entry.kind
        hashes = entry.hashes
        power = entry.power
      } else {
        self.kind = .word
        hashes = [Self.hash(of: singular.span)]
      }
    }
  }

  private struct Entry: Sendable {
    var kind: Kind
    var hashes: [UInt64]
    var power = 0
  }

  private static let table: [[UInt8]: Entry] = {
    var table: [[UInt8]: Entry] = [:]
    for row in EmbeddedFolder.rxNav.rows(of: "normal-words.tsv") {
      guard row.count == 4, let kind = Kind(rawValue: row[1]) else { continue }
      for word in row[0].split(separator: " ") {
        var meanings = (row[2] == "=" ? word : row[2]).split(separator: " ")
        var entry = Entry(kind: kind, hashes: [])
        if kind == .unit, let power = meanings.popLast() { entry.power = Int(power) ?? 0 }
        entry.hashes = meanings.map { hash(of: Array($0.utf8).span) }
        table[Array(word.utf8)] = entry
      }
    }
    return table
  }()

  /// A word without its English plural: tablets → tablet, supplies → supply.
  ///
  /// Both names are treated alike, so that it does no harm to a word that only
  /// looks like a plural.
  static func singular(_ word: [UInt8]) -> [UInt8] {
    let count = word.count
    guard count >= 4, word[count - 1] == UInt8(ascii: "s") else { return word }
    let before = word[count - 2]
    switch before {
    case UInt8(ascii: "s"), UInt8(ascii: "u"), UInt8(ascii: "i"): return word
    case UInt8(ascii: "e"):
      let third = word[count - 3]
      if third == UInt8(ascii: "i"), count >= 5 {
        return Array(word[..<(count - 3)]) + [UInt8(ascii: "y")]
      }
      if third == UInt8(ascii: "x") || third == UInt8(ascii: "s") || third == UInt8(ascii: "z")
        || third == UInt8(ascii: "h")
      {
        return Array(word[..<(count - 2)])
      }
      return Array(word[..<(count - 1)])
    default: return Array(word[..<(count - 1)])
    }
  }

  package static func hash(of bytes: Span<UInt8>) -> UInt64 {
    var hash = KeyHash()
    for index in bytes.indices { hash.add(bytes[index]) }
    return hash.value
  }

  private static func number(_ bytes: Span<UInt8>) -> (digits: UInt64, scale: Int)? {
    var digits: UInt64 = 0
    var scale = 0
    var isFraction = false
    guard bytes.count <= 18 else { return nil }
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      digits = digits * 10 + UInt64(bytes[index] - UInt8(ascii: "0"))
      if isFraction { scale += 1 }
    }
    return (digits, scale)
  }
}
