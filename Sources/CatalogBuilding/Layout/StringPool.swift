// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
private import CMasks

// Strings while building: each distinct string once, named by a running
// number. The file's own pool is made of it at the end, in the order in which
// the sorted records use the strings, so that the order of rows in the release
// leaves no trace in the file (S37).
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

  /// The number of distinct strings, the empty one included.
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

  /// The bytes of a string.
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
    let range = range(of: number)
    return range.count == text.count
      && WordHash.areEqual(bytes.span, from: range.lowerBound, text)
  }
}

// MARK: - Numbers

extension StringPool {
  /// The number of a string; 0 is the empty one.
  mutating func number(of text: Span<UInt8>) -> UInt32 {
    text.isEmpty ? 0 : number(of: text, WordHash.of(text))
  }

  /// The number of a Swift string.
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
    let span = other.bytes.span
    var hashes = InlineArray<128, UInt64>(repeating: 0)
    var first = 1
    while first < other.count {
      let count = min(128, other.count - first)
      for place in 0..<count {
        hashes[place] = WordHash.of(span.extracting(other.range(of: UInt32(first + place))))
        prefetchSlot(hashes[place])
      }
      for place in 0..<count { Prefetch.element(candidate(hashes[place]), of: starts) }
      for place in 0..<count {
        Prefetch.element(starts[Int(candidate(hashes[place]))], of: bytes)
      }
      for place in 0..<count {
        let text = span.extracting(other.range(of: UInt32(first + place)))
        numbers.append(number(of: text, hashes[place]))
      }
      first += count
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

  /// Makes the table large enough for so many strings; those that are there get new slots.
  @inline(never)
  private mutating func makeRoom(for wanted: Int) {
    var size = max(slots.count, 1 << 12)
    while size * 3 < max(wanted, count) * 4 { size *= 2 }
    if size == slots.count { return }
    slots = LargePages.zeros(size, of: UInt32.self)
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

  /// The count of strings.
  var count: Int { ends.count }

  /// Whether it should be numbered.
  var isFull: Bool { count >= Self.size }

  /// Where a string lies in ``bytes``.
  @inline(__always)
  func range(_ place: Int) -> Range<Int> {
    (place == 0 ? 0 : Int(ends[place &- 1]))..<Int(ends[place])
  }

  @inline(__always)
  func hash(_ place: Int) -> UInt64 { hashes[place] }

  /// The place of the string whose number counts for a place, which is the own one or an earlier.
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
      let range = range(same(place))
      if range.count == text.count,
        WordHash.areEqual(bytes.span, from: range.lowerBound, text)
      {
        equals.append(equals[place])
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        hashes.append(hashes[place])
        return
      }
    }
    add(text, to: pool)
  }

  /// Forgets all strings.
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
