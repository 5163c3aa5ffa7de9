// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension FHIRDocument {
  /// Whether a text is NDJSON, judged by its beginning, never from its name.
  ///
  /// It is if the first line with content begins with `{`, does not end where a
  /// document over several lines does, and another line begins with `{`. A text
  /// with a single line is a document. Where the first line is broken, at least
  /// half of the lines must be values (`JSONLines.isLikely`).
  ///
  /// - Parameter beginning: The first lines of the text, not cut within one. A longer
  ///   beginning changes the answer only where the first lines are broken.
  /// - Returns: Whether each of its lines is to be read by itself.
  public static func isNDJSON(_ beginning: [UInt8]) -> Bool {
    var lines = ContentLines(beginning)
    guard let first = lines.next(), first.isObject, let second = lines.next() else { return false }
    guard isValue(beginning[first.range]) else { return JSONLines.isLikely(beginning) }
    return second.isObject || lines.contains { $0.isObject }
  }

  /// Whether a text whose name promises lines holds them, though some at its beginning are broken:
  /// a line of several is a resource.
  ///
  /// - Parameter beginning: The first lines of the text, not cut within one.
  /// - Returns: Whether each of its lines is to be read by itself.
  package static func holdsLines(_ beginning: [UInt8]) -> Bool {
    var lines = ContentLines(beginning)
    var count = 0
    var hasResource = false
    while let line = lines.next(), count < 2 || !hasResource {
      // A first line that leaves something open begins a document over several lines.
      let last = beginning[line.range].last { $0 > 0x20 } ?? 0
      if count == 0, [UInt8]("[{,".utf8).contains(last) { return false }
      count += 1
      guard line.isObject, !hasResource else { continue }
      let value = try? JSONDocument(
        Array(beginning[line.range]), options: JSONOptions(mode: .tolerant))
      hasResource = value?.root["resourceType"]?.string != nil
    }
    return count > 1 && hasResource
  }

  /// Whether a text that is not NDJSON so far cannot become NDJSON, however it continues.
  ///
  /// - Parameters:
  ///   - beginning: The first lines of a text that begins with `{`, not cut within one.
  ///   - isLong: Whether enough was seen of a text whose first line is a value.
  /// - Returns: Whether it has two lines with content, and the first is not a value.
  package static func isNeverNDJSON(_ beginning: [UInt8], isLong: Bool) -> Bool {
    var lines = ContentLines(beginning)
    guard let first = lines.next(), lines.next() != nil else { return false }
    return isLong || !isValue(beginning[first.range])
  }

  /// Whether whole lines hold one with content, and it is a value.
  package static func isOneValue(_ beginning: [UInt8]) -> Bool {
    var lines = ContentLines(beginning)
    guard let first = lines.next(), lines.next() == nil else { return false }
    return isValue(beginning[first.range])
  }

  private static func isValue(_ line: ArraySlice<UInt8>) -> Bool {
    (try? JSONDocument(Array(line), options: JSONOptions(mode: .tolerant))) != nil
  }
}

/// The lines of a text that hold more than white space and byte order marks.
///
/// Nearly always the first two are enough to know a text.
private struct ContentLines: Sequence, IteratorProtocol {
  /// A line without its end.
  struct Line {
    let range: Range<Int>
    /// Whether its first byte after a byte order mark and white space is `{`.
    let isObject: Bool
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Line? {
    while position < bytes.count {
      let start = position
      var content: UInt8?
      while position < bytes.count, bytes[position] != 0x0A {
        let byte = bytes[position]
        if content == nil, byte > 0x20, byte != 0xEF, byte != 0xBB, byte != 0xBF { content = byte }
        position += 1
      }
      let range = start..<position
      position += 1
      if let content { return Line(range: range, isObject: content == 0x7B) }
    }
    return nil
  }
}

extension FHIRDocument {
  /// Reads whole lines of an NDJSON text of any size.
  ///
  /// However a text is cut between lines, its parts together give the same
  /// records as the whole: each line is read separately. A record shows its
  /// FHIR version only if its own line does; a List marks records of its own
  /// line only; references resolve within the line and to the neighbourhood. A
  /// line that cannot be read is a problem of severity `error`, and the others
  /// are read.
  ///
  /// - Parameters:
  ///   - lines: UTF-8 text that begins where a line does and ends where one does.
  ///   - firstLine: The number of the first line in the text, from 0.
  ///   - reading: Limits of depth, the version that is insisted on, and how much is read and
  ///     checked.
  ///   - neighbourhood: Where references lead: the other lines of the text, then the other
  ///     documents of its set.
  public init(
    lines: [UInt8], firstLine: Int, reading: FHIRReadingOptions = FHIRReadingOptions(),
    beside neighbourhood: FHIRNeighbourhood? = nil
  ) {
    var options = reading.text
    options.mode = .tolerant
    options.selection = ResourceKind.selection(withClaims: reading.readsClaims)
    let batch = JSONLines(eachOf: lines, firstLine: firstLine, options: options)
    let around = neighbourhood.map { NeighbourScope.scopes($0, source: $0.source) }
    var walk = DocumentWalk(reading)
    walk.read(batch, around: around)
    self.init(walk)
  }
}
