// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import RxNormRelease

// From rows of the nine files to rows of numbers. Column numbers are those of
// RxNorm's table definitions (RxNorm Technical Documentation, section 12).

extension BuildRows {
  mutating func read(
    _ piece: TablePiece, of release: RxNormRelease, progress: ((Int) -> Void)?
  ) throws(ReleaseError) -> PieceTally {
    var rows = BuildRows()
    swap(&rows, &self)
    defer { swap(&rows, &self) }
    let table = piece.table
    let tally = try release.forEachRow(of: piece, progress: progress) { row throws(ReleaseError) in
      switch table {
      case .concepts: try rows.addName(row)
      case .relations: try rows.addRelation(row)
      case .attributes: try rows.addAttribute(row)
      case .semanticTypes: try rows.addSemanticType(row)
      case .sources: rows.addSource(row)
      case .documentation: rows.addDocumentation(row)
      case .retiredConcepts: try rows.addRetirement(row)
      case .conceptChanges: try rows.addChange(row)
      case .atomArchive: try rows.addArchive(row)
      }
    }
    rows.numberStrings(of: table)
    return tally
  }

  @inline(__always)
  private mutating func symbol(_ row: borrowing RRFRow, _ column: Int) -> UInt16 {
    guard let number = symbols.number(of: row.field(column)) else {
      hasTooManySymbols = true
      return 0
    }
    return number
  }

  private mutating func skip(_ what: String) {
    passedOver[what, default: 0] += 1
  }

  private mutating func text(_ row: borrowing RRFRow, _ column: Int) -> UInt32 {
    strings.number(of: row.field(column))
  }

  /// The letter of SUPPRESS; an empty field means "not suppressed".
  private func suppress(_ row: borrowing RRFRow, _ column: Int) -> UInt8 {
    row.isEmpty(column) ? UInt8(ascii: "N") : row.field(column)[0]
  }

  /// A number that only serves to distinguish rows; 0 if it is not a number.
  private func looseNumber(_ row: borrowing RRFRow, _ column: Int) -> UInt32 {
    let field = row.field(column)
    var value: UInt32 = 0
    guard field.count <= 9 else { return 0 }
    for index in field.indices {
      guard field[index] >= 0x30, field[index] <= 0x39 else { return 0 }
      value = value * 10 + UInt32(field[index] - 0x30)
    }
    return value
  }

  private mutating func addName(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let rxcui = try row.rxcui(0) else { return skip("names without code") }
    let source = symbol(row, 11)
    nameCounts.add(source)
    add(
      NameRow(
        rxcui: rxcui, rxaui: looseNumber(row, 7), text: 0, code: 0,
        cvf: looseNumber(row, 17), source: source, termType: symbol(row, 12),
        language: symbol(row, 1), suppress: suppress(row, 16)),
      text: row.field(14), code: row.field(13))
  }

  /// A row "A … B relationship" states "B relationship A".
  private mutating func addRelation(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let object = try row.rxcui(0), let subject = try row.rxcui(4) else {
      return skip("relations without codes")
    }
    let source = symbol(row, 10)
    relationCounts.add(source)
    let isBetweenAtoms = row.matches(2, "AUI") || row.matches(6, "AUI")
    if isBetweenAtoms, !contents.contains(.atomRelations) {
      leftOutRelations += 1
      return
    }
    relations.append(
      RelationRow(
        subject: subject, object: object,
        relationship: row.isEmpty(7) ? symbol(row, 3) : symbol(row, 7), source: source,
        isBetweenAtoms: isBetweenAtoms))
  }

  private mutating func addAttribute(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let rxcui = try row.rxcui(0) else { return skip("attributes without code") }
    let source = symbol(row, 9)
    attributeCounts.add(source)
    let suppress = suppress(row, 11)
    if row.matches(8, "NDC") { addNDC(row, rxcui, source, suppress) }
    guard isKept(row, source) else {
      leftOutAttributes += 1
      return
    }
    add(
      AttributeRow(
        rxcui: rxcui, rxaui: looseNumber(row, 3), name: symbol(row, 8), source: source,
        value: 0, code: 0, suppress: suppress),
      value: row.field(10), code: row.field(5))
  }

  /// Whether an attribute is kept; RXNORM and MTHSPL are symbols 1 and 2.
  private func isKept(_ row: borrowing RRFRow, _ source: UInt16) -> Bool {
    if source == 1 || contents.contains(.sourceAttributes) { return true }
    guard source == 2 else { return false }
    return row.matches(8, "NDC") || row.matches(8, "SPL_SET_ID") || row.matches(8, "UNII_CODE")
  }

  private mutating func addNDC(
    _ row: borrowing RRFRow, _ rxcui: UInt32, _ source: UInt16, _ suppress: UInt8
  ) {
    guard let ndc = singleCode(row) else {
      return skip("NDCs of no known form")
    }
    ndcs.append(NDCRow(ndc: ndc.number, rxcui: rxcui, source: source, suppress: suppress))
  }

  private func singleCode(_ row: borrowing RRFRow) -> NationalDrugCode? {
    if let number = DrugCodeBytes.number(of: row.field(10)) {
      return NationalDrugCode(number: number)
    }
    guard case .exact(let code) = NationalDrugCode.read(row.string(10)) else { return nil }
    return code
  }

  private mutating func addSemanticType(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let rxcui = try row.rxcui(0) else { return skip("semantic types without code") }
    semanticTypes.append(
      SemanticTypeRow(rxcui: rxcui, kind: SemanticKind(text(row, 1), text(row, 2), text(row, 3))))
  }

  private mutating func addSource(_ row: borrowing RRFRow) {
    // CURVER says which row of a source describes the version in this release.
    guard !row.matches(21, "N") else { return }
    sources.append(
      SourceRow(
        abbreviation: symbol(row, 3), version: text(row, 2), name: text(row, 4),
        release: text(row, 6), restriction: restriction(row)))
  }

  /// The restriction level; anything but a number from 0 to 9 counts as the strictest.
  private func restriction(_ row: borrowing RRFRow) -> UInt32 {
    let field = row.field(13)
    guard field.count == 1, field[0] >= 0x30, field[0] <= 0x39 else { return 9 }
    return UInt32(field[0] - 0x30)
  }

  private mutating func addDocumentation(_ row: borrowing RRFRow) {
    documentation.append([text(row, 0), text(row, 1), text(row, 2), text(row, 3)])
    let statesInverse =
      row.matches(0, "RELA") && row.matches(2, "rela_inverse")
      || row.matches(0, "REL") && row.matches(2, "rel_inverse")
    if statesInverse, !row.isEmpty(1), !row.isEmpty(3) {
      statedInverses.append((symbol(row, 1), symbol(row, 3)))
    }
  }

  private mutating func addRetirement(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let from = try row.rxcui(0) else { return skip("retired codes without code") }
    retirements.append(
      RetirementRow(
        from: from, to: try row.rxcui(4) ?? 0, origin: 1, versionStart: text(row, 1),
        versionEnd: text(row, 2), cardinality: looseNumber(row, 3)))
  }

  private mutating func addChange(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let from = try row.rxcui(5) else { return skip("changes without code") }
    retirements.append(
      RetirementRow(
        from: from, to: try row.rxcui(6) ?? 0, origin: 2, versionStart: 0, versionEnd: 0,
        cardinality: 0))
  }

  private mutating func addArchive(_ row: borrowing RRFRow) throws(ReleaseError) {
    guard let rxcui = try row.rxcui(12) else { return skip("archived names without code") }
    add(
      ArchiveRow(
        rxcui: rxcui, mergedInto: try row.rxcui(15) ?? 0, rxaui: looseNumber(row, 0),
        text: 0, source: symbol(row, 13), termType: symbol(row, 14),
        lastReleased: text(row, 9), code: 0, archived: text(row, 3)),
      text: row.field(2), code: row.field(6))
  }
}

/// National Drug Codes as labels and sources write them, without a copy.
///
/// A full release has more than a million of them. The forms that are left out
/// here (ten digits, blanks, `*`) are read as any text is.
enum DrugCodeBytes {
  /// The eleven digits of 11, 12, 4-4-2, 5-3-2, 5-4-1 or 5-4-2 digits; `nil` for other text.
  static func number(of text: Span<UInt8>) -> UInt64? {
    var segments: (UInt64, UInt64, UInt64) = (0, 0, 0)
    // Two lengths of 8 bits below the one of the segment at hand.
    var lengths = 0
    var segment: UInt64 = 0
    var length = 0
    guard text.count <= 14 else { return nil }
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "-") {
        segments = (segments.1, segments.2, segment)
        lengths = lengths << 8 | length
        (segment, length) = (0, 0)
      } else {
        let digit = byte &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        segment = segment * 10 + UInt64(digit)
        length += 1
      }
    }
    switch lengths << 8 | length {
    case 11: return segment
    case 12: return segment < 100_000_000_000 ? segment : nil
    case 0x4_04_02, 0x5_03_02, 0x5_04_01, 0x5_04_02:
      return (segments.1 * 10_000 + segments.2) * 100 + segment
    default: return nil
    }
  }
}
