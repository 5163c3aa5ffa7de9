// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

/// What makes a template of a line: its holes, and its record with marks in them.
struct TemplateMaking {
  /// A line and what was read of it.
  struct Line {
    let bytes: [UInt8]
    let record: MedicationRecord
    let holes: LineHoles
  }

  /// Marks, which must not stand in the line.
  private static let textMark = "zq7K"
  private static let numberMark = 70_707_000_000_000
  private static let lineMark = 7_070_707_000_009_999
  /// A date of the calendar with a fraction of a second.
  private static let dateMark = "1901-02-03T04:05:06.7070"
  private static let constants = [textMark, dateMark, "\(numberMark / 1_000_000)"]

  private let reading: FHIRReadingOptions

  init(_ reading: FHIRReadingOptions) {
    self.reading = reading
  }

  /// Reads a line; `nil` if its record is not one that a template can be made of.
  func read(_ bytes: [UInt8], number: Int) -> Line? {
    var options = reading.text
    options.mode = .tolerant
    guard !Self.constants.contains(where: { Self.contains(bytes, Array($0.utf8)) }),
      let document = try? JSONDocument(bytes, options: options), document.root.offset == 0,
      document.endOffset == bytes.count, document.omissionOffset == nil,
      document.root["extension"] == nil,
      let holes = LineHoles(of: document.root),
      let record = record(of: bytes, number: number), isPlain(record, holes)
    else { return nil }
    return Line(bytes: bytes, record: record, holes: holes)
  }

  /// The only record of a line about which nothing is odd.
  private func record(of line: [UInt8], number: Int) -> MedicationRecord? {
    let document = FHIRDocument(lines: line, firstLine: number, reading: reading)
    guard document.problems.isEmpty, document.records.count == 1,
      let record = document.records.first,
      record.problems.isEmpty, record.absence == nil, record.entryPath == "\(number)"
    else { return nil }
    return record
  }

  /// Whether the record depends on its own line alone, and on the concept where the hole is.
  private func isPlain(_ record: MedicationRecord, _ holes: LineHoles) -> Bool {
    let isLocal = { (reference: String?) in reference?.hasPrefix("#") ?? true }
    // Words alone name nothing where a reference leads to a code.
    let isAlone = holes.isContained ? isLocal(record.reference) : record.reference == nil
    return record.via == (holes.isContained ? .contained : .concept) && isAlone
      && Self.saysNothing(of: record)
      && record.ingredients.allSatisfy { $0.reference == nil && $0.ingredients.isEmpty }
  }

  /// Whether no words beside the dosages may be about the drug in the hole, or about another (S10).
  private static func saysNothing(of record: MedicationRecord) -> Bool {
    let words =
      record.reasons.flatMap { [$0.text] + $0.codings.map(\.display) }.compactMap(\.self)
      + record.links.compactMap(\.display) + record.notes
    return record.statusReasons.isEmpty && record.adherence == nil
      && words.allSatisfy { StatedUse.read($0, in: .dosage, of: []) == nil }
  }

  // MARK: Marks

  /// Makes a template of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - dosages: What its dosages were read as, if it has any.
  ///   - context: The number of what else a concept's meaning depends on.
  /// - Returns: `nil` if the marks do not come out where values can be put.
  func template(of line: Line, _ dosages: KnownDosages?, context: Int) -> RecordTemplate? {
    let places = line.holes.places
    var marked: [UInt8] = []
    var marks: [(bytes: [UInt8], insertion: RecordTemplate.Insertion)] = []
    var start = 0
    for (index, place) in places.enumerated() where place.role == .repeated || place.role == .date {
      let text =
        place.role == .date
        ? "\(Self.dateMark)\(1000 + index)"
        : place.hole == .string
          ? "\(Self.textMark)\(1000 + index)\(Self.textMark)" : "\(Self.numberMark + index)"
      marked += line.bytes[start..<place.range.lowerBound] + Array(text.utf8)
      marks.append((Array(text.utf8), .hole(index)))
      start = place.range.upperBound
    }
    marked += line.bytes[start...]
    guard var record = record(of: marked, number: Self.lineMark), isPlain(record, line.holes)
    else { return nil }
    let mark = { (name: String) in Array("\"\(Self.textMark)\(name)\"".utf8) }
    if let dosages {
      guard KnownDosages.values(of: record.dosages) == dosages.dosages else { return nil }
      var dosage = FHIRDosage()
      dosage.text = "\(Self.textMark)dosage"
      record.dosages = [dosage]
      marks.append((KnownDosages.texts(of: record.dosages), .dosageTexts))
      marks.append((KnownDosages.values(of: record.dosages), .dosages))
    }
    marks += [
      (Array("\(Self.lineMark)".utf8), .line), (mark("source"), .source),
      (mark("codings"), .codings), (mark("text"), .text), (mark("derived"), .derived),
    ]
    var json = JSONWriter()
    json.object { json in
      record.writeGiven(
        GivenMembers(
          source: "\(Self.textMark)source", codings: [], text: "\(Self.textMark)text",
          known: DerivedText(
            codings: mark("codings"), start: [], effects: DerivedText.Shared([]), end: [])),
        to: &json)
      json.members(raw: mark("derived"))
    }
    guard let pieces = Self.pieces(of: json.bytes, marks) else { return nil }
    return RecordTemplate(
      pattern: JSONPattern(line.bytes, holes: places.map { ($0.range, $0.hole) }),
      conceptHole: places.firstIndex { $0.role == .concept } ?? 0,
      dosageHole: places.firstIndex { $0.role == .dosages }, evidence: dosages?.evidence,
      context: context, dates: DateHoles(line.holes), output: json.bytes, pieces: pieces)
  }

  /// Cuts a record where marks stand; `nil` if one stands where it should not.
  private static func pieces(
    of output: [UInt8], _ marks: [(bytes: [UInt8], insertion: RecordTemplate.Insertion)]
  ) -> [RecordTemplate.Piece]? {
    var cuts: [(range: Range<Int>, insertion: RecordTemplate.Insertion)] = []
    for mark in marks {
      var start = 0
      var count = 0
      while let range = firstRange(of: mark.bytes, in: output, from: start) {
        cuts.append((range, mark.insertion))
        count += 1
        start = range.upperBound
      }
      switch mark.insertion {
      case .hole, .end: break
      case .line: if count != 2 { return nil }
      default: if count != 1 { return nil }
      }
    }
    cuts.sort { $0.range.lowerBound < $1.range.lowerBound }
    var pieces: [RecordTemplate.Piece] = []
    var start = 0
    for cut in cuts + [(output.count..<output.count, .end)] {
      guard start <= cut.range.lowerBound else { return nil }
      let text = start..<cut.range.lowerBound
      if contains(Array(output[text]), Array(textMark.utf8)) { return nil }
      pieces.append(RecordTemplate.Piece(text: text, insertion: cut.insertion))
      start = cut.range.upperBound
    }
    return pieces
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    firstRange(of: part, in: bytes, from: 0) != nil
  }

  private static func firstRange(
    of part: [UInt8], in bytes: [UInt8], from start: Int
  ) -> Range<Int>? {
    guard let first = part.first, bytes.count >= part.count else { return nil }
    var position = start
    while position + part.count <= bytes.count {
      if bytes[position] == first, bytes[position..<position + part.count].elementsEqual(part) {
        return position..<position + part.count
      }
      position += 1
    }
    return nil
  }
}
