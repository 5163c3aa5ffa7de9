// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A reader of catalog files that was written from the documentation page "The
// catalog file" alone and shares no code with the module.

/// Decodes a catalog file by its documentation.
struct PageDecoder {
  struct Section {
    let start: Int
    let count: Int
    let stride: Int
  }

  struct Concept {
    let rxcui: Int
    let name: String
    let displayName: String
    let termType: String
    let suppress: Character
    let isPrescribable: Bool
    let isLive: Bool
    let isRetired: Bool
    let nameLength: Int
    let displayNameLength: Int
    let names: Range<Int>
    let relations: Range<Int>
    let attributes: Range<Int>
    let semanticTypes: Range<Int>
    let ndcs: Range<Int>
  }

  struct Relation: Hashable {
    let subject: Int
    let relationship: String
    let target: Int
    let source: String
    let flags: Int
  }

  let bytes: [UInt8]
  private var sections: [String: Section] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for index in 0..<word(40) {
      let entry = 64 + index * 32
      let name = String(decoding: bytes[entry..<(entry + 4)], as: UTF8.self)
      sections[name] = Section(
        start: long(entry + 8), count: long(entry + 16), stride: word(entry + 4))
    }
  }

  func word(_ offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
  }

  func long(_ offset: Int) -> Int { word(offset) | word(offset + 4) << 32 }

  var fileLength: Int { long(16) }
  var bodyStart: Int { long(24) }
  var checksumStart: Int { long(32) }

  func section(_ name: String) -> Section? { sections[name] }

  /// A word of a record.
  func word(_ name: String, _ record: Int, _ field: Int) -> Int {
    guard let section = sections[name], record < section.count else { return -1 }
    return word(section.start + record * section.stride + field * 4)
  }

  func count(_ name: String) -> Int { sections[name]?.count ?? 0 }

  func string(_ reference: Int) -> String {
    guard let pool = sections["STRS"] else { return "" }
    var place = pool.start + reference
    var length = 0
    var shift = 0
    while bytes[place] >= 128 {
      length |= Int(bytes[place] & 127) << shift
      shift += 7
      place += 1
    }
    length |= Int(bytes[place]) << shift
    return String(decoding: bytes[(place + 1)..<(place + 1 + length)], as: UTF8.self)
  }

  func symbol(_ number: Int) -> String { string(word("SYMB", number, 0)) }

  func source(_ index: Int) -> String { string(word("SABS", index, 0)) }

  var concepts: [Concept] {
    (0..<count("CONC")).map { concept($0) }
  }

  private func concept(_ ordinal: Int) -> Concept {
    func field(_ number: Int) -> Int { word("CONC", ordinal, number) }
    func run(_ first: Int) -> Range<Int> { field(first)..<(field(first) + field(first + 1)) }
    let kind = field(3)
    return Concept(
      rxcui: field(0), name: string(field(1)), displayName: string(field(2)),
      termType: symbol(kind & 0xFFFF),
      suppress: Character(Unicode.Scalar(UInt8(kind >> 16 & 0xFF))),
      isPrescribable: kind >> 24 & 1 == 1, isLive: kind >> 25 & 1 == 1,
      isRetired: kind >> 26 & 1 == 1, nameLength: field(15) & 0xFFFF,
      displayNameLength: field(15) >> 16, names: run(4), relations: run(6), attributes: run(8),
      semanticTypes: run(10), ndcs: run(12))
  }

  /// The ordinal of a code, through the bitmap.
  func ordinal(of code: Int) -> Int? {
    let chunk = code / 65536
    guard chunk < count("CHNK") else { return nil }
    let first = word("CHNK", chunk, 0)
    guard first > 0 else { return nil }
    let record = first - 1 + code % 65536 / 64
    func isSet(_ bit: Int) -> Bool { word("BITS", record, bit / 32) >> (bit % 32) & 1 == 1 }
    guard isSet(code % 64) else { return nil }
    return (0..<code % 64).reduce(word("BITS", record, 2)) { $0 + (isSet($1) ? 1 : 0) }
  }

  func relations(of concept: Concept) -> [Relation] {
    concept.relations.map { index in
      let target = word("RELS", index, 0)
      let kind = word("RELS", index, 1)
      let flags = kind >> 24
      return Relation(
        subject: concept.rxcui, relationship: symbol(kind & 0xFFFF),
        target: flags & 1 == 1 ? target : word("CONC", target, 0),
        source: source(kind >> 16 & 0xFF), flags: flags)
    }
  }

  /// The records that a hash leads to.
  func records(_ slots: String, _ entries: String, hash: UInt64) -> [Int] {
    var slot = (Int(hash >> 32) * count(slots)) >> 32
    var found: [Int] = []
    while word(slots, slot, 1) != 0xFFFF_FFFF {
      let place = word(slots, slot, 1)
      if word(slots, slot, 0) == Int(truncatingIfNeeded: hash & 0xFFFF_FFFF) {
        if place >> 31 == 0 {
          found.append(place)
        } else {
          let start = place & 0x7FFF_FFFF
          found += (1...word(entries, start, 0)).map { word(entries, start + $0, 0) }
        }
      }
      slot = (slot + 1) % count(slots)
    }
    return found
  }

  /// The first record of an NDC, by its hash.
  func firstRecord(ofNDC number: UInt64) -> Int? {
    var slot = (Int(Self.finish(number) >> 32) * count("NDSL")) >> 32
    while word("NDSL", slot, 0) != 0 {
      let record = word("NDSL", slot, 0) - 1
      if word("NDCS", record, 0) | word("NDCS", record, 1) << 32 == Int(number) { return record }
      slot = (slot + 1) % count("NDSL")
    }
    return nil
  }

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let group = bytes[start...].prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      hash = (hash ^ group) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    return finish(hash ^ UInt64(bytes.count))
  }

  static func finish(_ number: UInt64) -> UInt64 {
    var hash = number
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}

/// CRC-32 as ISO 3309 has it, a table of 256 entries, and the places that it is kept in.
enum PageChecksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    // Through pointers, for tests run without optimisation.
    table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var value = UInt32.max
        var place = 0
        while place < bytes.count {
          value = table[Int((value ^ UInt32(bytes[place])) & 0xFF)] ^ value >> 8
          place += 1
        }
        return ~value
      }
    }
  }

  static func put(_ word: UInt32, into bytes: inout [UInt8], at place: Int) {
    for index in 0..<4 { bytes[place + index] = UInt8(word >> UInt32(index * 8) & 0xFF) }
  }

  /// Makes every checksum of a file right again, as far as its header can be followed.
  static func repair(_ bytes: inout [UInt8]) {
    guard bytes.count >= 64 else { return }
    let page = PageDecoder.Offsets(bytes)
    guard page.bodyStart >= 64, page.bodyStart <= page.checksumStart,
      page.checksumStart <= bytes.count
    else { return }
    var place = page.checksumStart
    for start in stride(from: page.bodyStart, to: page.checksumStart, by: 4096) {
      guard place + 4 <= bytes.count else { break }
      put(of(bytes[start..<min(start + 4096, page.checksumStart)]), into: &bytes, at: place)
      place += 4
    }
    put(of(bytes[page.checksumStart...]), into: &bytes, at: 44)
    put(0, into: &bytes, at: 48)
    put(of(bytes[..<page.bodyStart]), into: &bytes, at: 48)
  }
}

extension PageDecoder {
  /// The header's offsets, of a file that may be anything.
  struct Offsets {
    let bodyStart: Int
    let checksumStart: Int

    init(_ bytes: [UInt8]) {
      func long(_ offset: Int) -> Int {
        Int(clamping: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << ($1 * 8) })
      }
      bodyStart = long(24)
      checksumStart = long(32)
    }
  }
}
