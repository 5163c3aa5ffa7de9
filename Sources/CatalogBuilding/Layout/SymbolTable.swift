// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// The abbreviations of a catalog: fixed numbers first, then those it brings.
struct SymbolTable {
  private(set) var texts = WellKnownSymbol.all
  /// Finds texts; the number of a text is not its symbol.
  private var pool = StringPool()
  /// The symbol of each number of `pool`.
  private var symbols: [UInt16] = [0]
  /// Symbols of short texts by their bytes: a row has three, of few kinds.
  private var recent = [RecentSymbol](repeating: RecentSymbol(), count: 512)

  init() {
    for (number, text) in texts.enumerated() where !text.isEmpty {
      if pool.number(of: text) == symbols.count { symbols.append(UInt16(number)) }
    }
  }

  /// The number of an abbreviation; `nil` when 65,536 are in use.
  @inline(__always)
  mutating func number(of text: Span<UInt8>) -> UInt16? {
    guard let key = WordHash.shortText(text) else { return find(text) }
    let place = key.place & 511
    if recent[place].first == key.first, recent[place].second == key.second {
      return recent[place].symbol
    }
    guard let symbol = find(text) else { return nil }
    recent[place] = RecentSymbol(first: key.first, second: key.second, symbol: symbol)
    return symbol
  }

  private mutating func find(_ text: Span<UInt8>) -> UInt16? {
    let place = Int(pool.number(of: text))
    if place < symbols.count { return symbols[place] }
    return insert(text)
  }

  /// The symbol of the text that two words hold; of the empty text at first.
  private struct RecentSymbol {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var symbol: UInt16 = 0
  }

  @inline(never)
  private mutating func insert(_ text: Span<UInt8>) -> UInt16? {
    guard texts.count < Int(UInt16.max) else {
      // Without a symbol, so that the next one is not taken for it.
      symbols.append(0)
      return nil
    }
    let number = UInt16(texts.count)
    var bytes: [UInt8] = []
    WordHash.append(text, to: &bytes)
    texts.append(String(decoding: bytes, as: UTF8.self))
    symbols.append(number)
    return number
  }

  /// The numbers here of another table's abbreviations; `nil` when there are too many.
  mutating func absorb(_ other: borrowing SymbolTable) -> [UInt16]? {
    var numbers: [UInt16] = []
    for text in other.texts {
      let bytes = Array(text.utf8)
      guard let number = bytes.isEmpty ? 0 : number(of: bytes.span) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// New numbers that depend on the texts alone: the fixed ones, then by bytes.
  func sortedNumbers() -> (texts: [String], renumbered: [UInt16]) {
    let fixed = WellKnownSymbol.all.count
    let order = (fixed..<texts.count).sorted { texts[$0].precedesInBytes(texts[$1]) }
    var renumbered = [UInt16](repeating: 0, count: texts.count)
    for number in 0..<fixed { renumbered[number] = UInt16(number) }
    for (place, number) in order.enumerated() { renumbered[number] = UInt16(fixed + place) }
    return (WellKnownSymbol.all + order.map { texts[$0] }, renumbered)
  }
}
