// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText

/// What bytes of a document became in records.
protocol KnownPiece: AnyObject, Sendable {
  /// The bytes.
  var key: [UInt8] { get }
  var hash: UInt64 { get }
  /// What besides the bytes the outcome depends on, as a number.
  var context: Int { get }
  /// What it takes, roughly.
  var byteCount: Int { get }
}

/// A concept that names a medication, and everything that follows from it.
final class KnownConcept: KnownPiece {
  let key: [UInt8]
  let hash: UInt64
  let context: Int
  /// The text of the concept as JSON.
  let text: [UInt8]
  let derived: DerivedText
  let hasWarnings: Bool

  init(
    _ key: [UInt8], _ hash: UInt64, context: Int, text: String?, derived: DerivedText,
    hasWarnings: Bool
  ) {
    self.key = key
    self.hash = hash
    self.context = context
    var json = JSONWriter()
    json.string(text)
    self.text = json.bytes
    self.derived = derived
    self.hasWarnings = hasWarnings
  }

  // The answer's text is counted, too, though other sessions may share it.
  var byteCount: Int { key.count + text.count + derived.byteCount + 256 }
}

/// Dosages as records write them.
final class KnownDosages: KnownPiece {
  let key: [UInt8]
  let hash: UInt64
  let context = 0
  let evidence: DosageEvidence
  /// The value of the member `dosageTexts`.
  let texts: [UInt8]
  /// The value of the member `dosages`.
  let dosages: [UInt8]

  init(
    _ key: [UInt8], _ hash: UInt64, _ dosages: [FHIRDosage], _ evidence: DosageEvidence
  ) {
    self.key = key
    self.hash = hash
    self.evidence = evidence
    texts = Self.texts(of: dosages)
    self.dosages = Self.values(of: dosages)
  }

  var byteCount: Int { key.count + texts.count + dosages.count + 256 }

  static func texts(of dosages: [FHIRDosage]) -> [UInt8] {
    var record = MedicationRecord(entryPath: "", resourceType: "")
    record.dosages = dosages
    var json = JSONWriter()
    record.writeDosageTexts(to: &json)
    return json.bytes
  }

  static func values(of dosages: [FHIRDosage]) -> [UInt8] {
    var record = MedicationRecord(entryPath: "", resourceType: "")
    record.dosages = dosages
    var json = JSONWriter()
    record.writeDosages(to: &json)
    return json.bytes
  }
}

/// Pieces within a limit of memory: what was not met through two fillings of half of it is forgotten.
struct KnownPieces<Piece: KnownPiece>: Sendable {
  private let byteLimit: Int
  private var young = PieceTable<Piece>()
  private var old = PieceTable<Piece>()
  private var youngSize = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  mutating func find(_ bytes: Span<UInt8>, _ range: Range<Int>, _ hash: UInt64, _ context: Int)
    -> Piece?
  {
    if let piece = young.find(bytes, range, hash, context) { return piece }
    guard let piece = old.find(bytes, range, hash, context) else { return nil }
    keep(piece)
    return piece
  }

  mutating func keep(_ piece: Piece) {
    youngSize += piece.byteCount
    if youngSize > byteLimit / 2 {
      old = young
      young = PieceTable()
      youngSize = piece.byteCount
    }
    young.insert(piece)
  }
}

/// Pieces by hash: each stands at the place of its hash, or at the next that was free.
private struct PieceTable<Piece: KnownPiece>: Sendable {
  private struct Slot {
    var hash: UInt64 = 0
    var piece: Piece?
  }

  private var slots: [Slot] = []
  private var count = 0

  func find(_ bytes: Span<UInt8>, _ range: Range<Int>, _ hash: UInt64, _ context: Int) -> Piece? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while let piece = slots[place].piece {
      if slots[place].hash == hash, piece.context == context,
        JSONPattern.isEqual(bytes, range, piece.key)
      {
        return piece
      }
      place = (place + 1) & mask
    }
    return nil
  }

  mutating func insert(_ piece: Piece) {
    // At least half of the places are free, so that every search ends soon.
    if count * 2 >= slots.count {
      let pieces = slots.compactMap(\.piece)
      slots = Array(repeating: Slot(), count: max(64, slots.count * 2))
      for piece in pieces { place(piece) }
    }
    place(piece)
    count += 1
  }

  private mutating func place(_ piece: Piece) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: piece.hash) & mask
    while slots[place].piece != nil { place = (place + 1) & mask }
    slots[place] = Slot(hash: piece.hash, piece: piece)
  }
}
