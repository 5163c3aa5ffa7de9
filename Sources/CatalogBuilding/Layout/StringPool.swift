// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CMasks
internal import ConceptCatalog
internal import MedicationModel

// Strings while building: each distinct string once, named by a running
// number. The file's own pool is made of it at the end, in the order in which
// the sorted records use the strings, so that the order of rows in the release
// leaves no trace in the file.
//
// A full release has 6 million strings to number, 3 million of them distinct: in
// a table of tens of megabytes each of them costs two or three cache misses, one
// after the other. Strings are therefore numbered in batches, whose misses overlap
// (`StringBatch`). Bytes are hashed and compared eight at a time.

/// The distinct strings of a catalog that is being built.
struct StringPool {
  private(set) var bytes: [UInt8] = []
  /// Start of each string; its end is the next one's start.
  private var starts: [UInt32] = [0, 0]
  /// The first eight bytes of each string as a big-endian number, to compare by.
  private var heads: [UInt64] = [0]
  /// Open addressing, a power of two: a string's number in as many low bits as a place
  /// has, the same bits of its hash's high half above; 0 for none.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)

  var count: Int { starts.count - 1 }

  /// Whether its bytes can be named by 32-bit offsets, with room for lengths.
  var fits: Bool { bytes.count + 5 * count < Int(UInt32.max) }

  /// Makes room for strings to come, so that they need not be moved.
  mutating func reserve(bytes: Int, count: Int) {
    LargePages.reserve(bytes, in: &self.bytes)
    LargePages.reserve(count * 2, in: &starts)
    LargePages.reserve(count * 2, in: &heads)
    makeRoom(for: count)
  }

  /// Lets go of what finds numbers, when all strings have theirs; made anew when needed.
  mutating func finish() {
    slots = []
  }

  func bytes(of number: UInt32) -> ArraySlice<UInt8> {
    bytes[range(of: number)]
  }

  /// Where a string lies in ``bytes``.
  @inline(__always)
  func range(of number: UInt32) -> Range<Int> {
    Int(starts[Int(number)])..<Int(starts[Int(number) + 1])
  }

  /// The first eight bytes as a big-endian number, zeros behind a shorter string.
  @inline(__always)
  func head(of number: UInt32) -> UInt64 { heads[Int(number)] }

  /// Whether one string comes before another in byte order.
  func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    let (a, b) = (heads[Int(left)], heads[Int(right)])
    if a != b { return a < b }
    return left != right && bytes(of: left).lexicographicallyPrecedes(bytes(of: right))
  }

  /// Whether a string is a text.
  @inline(__always)
  func equals(_ number: UInt32, _ text: Span<UInt8>) -> Bool {
    TextWords.areSame(bytes.span.extracting(range(of: number)), text)
  }
}

// MARK: - Numbers

extension StringPool {
  /// The number of a string; 0 is the empty one.
  mutating func number(of text: Span<UInt8>) -> UInt32 {
    text.isEmpty ? 0 : number(of: text, WordHash.of(text))
  }

  mutating func number(of text: String) -> UInt32 {
    let bytes = Array(text.utf8)
    return number(of: bytes.span)
  }

  /// The numbers of a batch's strings, in the order in which they were added.
  ///
  /// What numbering will read is asked for before: first all slots (when a string is added),
  /// then the places of the strings that they name, then the bytes of these.
  mutating func number(_ batch: borrowing StringBatch, into numbers: inout [UInt32]) {
    if slots.isEmpty { makeRoom(for: 1) }
    for place in 0..<batch.count { Prefetch.element(candidate(batch.hash(place)), of: starts) }
    for place in 0..<batch.count {
      Prefetch.element(starts[Int(candidate(batch.hash(place)))], of: bytes)
    }
    numbers.removeAll(keepingCapacity: true)
    let texts = batch.bytes.span
    for place in 0..<batch.count {
      let same = batch.same(place)
      if same < place {
        numbers.append(numbers[same])
      } else {
        let text = texts.extracting(batch.range(place))
        numbers.append(text.isEmpty ? 0 : number(of: text, batch.hash(place)))
      }
    }
  }

  /// Asks for the slot of a string that will be numbered soon.
  @inline(__always)
  func prefetchSlot(_ hash: UInt64) {
    Prefetch.element(UInt32(truncatingIfNeeded: hash) & UInt32(truncatingIfNeeded: mask), of: slots)
  }

  /// The numbers here of another pool's strings, which are taken in.
  mutating func absorb(_ other: borrowing StringPool) -> [UInt32] {
    var numbers: [UInt32] = []
    LargePages.reserve(other.count, in: &numbers)
    numbers.append(0)
    var batch = StringBatch()
    var next: [UInt32] = []
    for number in 1..<max(other.count, 1) {
      batch.add(other.bytes.span.extracting(other.range(of: UInt32(number))), to: self)
      guard batch.isFull || number == other.count - 1 else { continue }
      self.number(batch, into: &next)
      numbers += next
      batch.removeAll()
    }
    return numbers
  }

  private var mask: Int { slots.count &- 1 }

  /// The number of the string that a hash's first slot names, if it may be the one; else 0.
  @inline(__always)
  private func candidate(_ hash: UInt64) -> UInt32 {
    let entry = slots[Int(truncatingIfNeeded: hash) & mask]
    let numberMask = UInt32(truncatingIfNeeded: mask)
    let number = entry & numberMask
    return (entry ^ UInt32(truncatingIfNeeded: hash >> 32)) & ~numberMask == 0
      && Int(number) < count ? number : 0
  }

  /// The number of a string that is not empty.
  @inline(__always)
  private mutating func number(of text: Span<UInt8>, _ hash: UInt64) -> UInt32 {
    if slots.isEmpty { makeRoom(for: 1) }
    var slot = Int(truncatingIfNeeded: hash) & mask
    let numberMask = UInt32(truncatingIfNeeded: mask)
    while true {
      let entry = slots[slot]
      if entry == 0 { return insert(text, hash, slot: slot) }
      if (entry ^ UInt32(truncatingIfNeeded: hash >> 32)) & ~numberMask == 0 {
        let number = entry & numberMask
        if equals(number, text) { return number }
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always)
  private mutating func insert(_ text: Span<UInt8>, _ hash: UInt64, slot: Int) -> UInt32 {
    let number = UInt32(truncatingIfNeeded: count)
    WordHash.append(text, to: &bytes)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    heads.append(WordHash.head(of: text))
    slots[slot] = entry(number, hash)
    // At most three quarters are in use.
    if count * 4 > slots.count * 3 { makeRoom(for: count + 1) }
    return number
  }

  @inline(__always)
  private func entry(_ number: UInt32, _ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) & ~UInt32(truncatingIfNeeded: mask) | number
  }

  /// Makes the table large enough for a number of strings; existing ones get new slots.
  @inline(never)
  private mutating func makeRoom(for wanted: Int) {
    var size = max(slots.count, 1 << 12)
    while size * 3 < max(wanted, count) * 4 { size *= 2 }
    if size == slots.count { return }
    slots = LargePages.repeated(0, count: size)
    let texts = bytes
    let span = texts.span
    for number in 1..<max(count, 1) {
      let hash = WordHash.of(span.extracting(range(of: UInt32(number))))
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry(UInt32(number), hash)
    }
  }
}

// Strings that wait for their numbers. To number one of a full release's strings
// takes two or three cache misses that depend on each other; of a hundred strings
// they can be asked for at the same time, which takes a quarter of the time.
//
// `unsafe` here: the address of an array's element is only asked for ahead of
// time; no bytes are read or written through it.

/// Strings whose numbers are wanted, in order.
struct StringBatch {
  /// How many there are before they should be numbered.
  static let size = 128

  private(set) var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  private var hashes: [UInt64] = []
  /// The place of an equal string before, or the own place.
  private var equals: [UInt32] = []

  var count: Int { ends.count }

  var isFull: Bool { count >= Self.size }

  /// Where a string lies in ``bytes``.
  @inline(__always)
  func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(ends[place &- 1]))..<Int(ends[place])
  }

  @inline(__always)
  func hash(_ place: Int) -> UInt64 { hashes[place] }

  @inline(__always)
  func same(_ place: Int) -> Int { Int(equals[place]) }

  @inline(__always)
  mutating func add(_ text: Span<UInt8>, to pool: borrowing StringPool) {
    let hash = WordHash.of(text)
    pool.prefetchSlot(hash)
    equals.append(UInt32(truncatingIfNeeded: count))
    WordHash.append(text, to: &bytes)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    hashes.append(hash)
  }

  /// Adds a string that is often the same as one of those before.
  @inline(__always)
  mutating func add(_ text: Span<UInt8>, orSameAs last: Int, to pool: borrowing StringPool) {
    let place = count - last
    if place >= 0 {
      if TextWords.areSame(bytes.span.extracting(range(same(place))), text) {
        equals.append(equals[place])
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        hashes.append(hashes[place])
        return
      }
    }
    add(text, to: pool)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    equals.removeAll(keepingCapacity: true)
  }
}

/// Asks for memory that will be read soon.
enum Prefetch {
  /// Asks for an element of an array; nothing happens where there is none.
  @inline(__always)
  static func element<Element>(_ index: UInt32, of array: [Element]) {
    unsafe array.withUnsafeBufferPointer { buffer in
      guard Int(index) < buffer.count, let base = buffer.baseAddress else { return }
      unsafe cmasks_prefetch(base + Int(index))
    }
  }
}

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
    texts.append(String(utf8: text))
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

  /// New numbers that depend only on the texts: the fixed ones, then by bytes.
  func sortedNumbers() -> (texts: [String], renumbered: [UInt16]) {
    let fixed = WellKnownSymbol.all.count
    let order = (fixed..<texts.count).sorted { texts[$0].precedesInBytes(texts[$1]) }
    var renumbered = [UInt16](repeating: 0, count: texts.count)
    for number in 0..<fixed { renumbered[number] = UInt16(number) }
    for (place, number) in order.enumerated() { renumbered[number] = UInt16(fixed + place) }
    return (WellKnownSymbol.all + order.map { texts[$0] }, renumbered)
  }
}
