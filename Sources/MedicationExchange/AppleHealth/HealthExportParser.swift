// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CXML

/// A start or end tag of an export.
struct HealthExportTag {
  let name: String
  let isStart: Bool
  let line: Int
  /// The values of a start tag, as far as they were wanted.
  let attributes: [String: String]
}

/// Reads an export tag by tag, in constant memory whatever its size.
///
/// libxml2 does the parsing of pieces. Values are places in the text: a window of it is
/// kept, from the last `<` on, since no tag has one inside.
@safe
struct HealthExportParser: ~Copyable {
  // The parser belongs to this value alone, which cannot be copied, and ends with it. What
  // its functions return is valid until the next piece and is copied here.
  private let parser: OpaquePointer
  private let pieceSize: Int
  private var window: [UInt8] = []
  /// Where the window begins, in the text that the parser was given.
  private var windowStart = 0
  private var names: [UInt32: String] = [:]

  /// How many bytes are read at once.
  static let pieceSize = 1 << 20
  /// How many bytes of the text are kept at most.
  private static let windowLimit = 3 << 20

  /// Makes a parser that reads `pieceSize` bytes at once.
  init(pieceSize: Int = Self.pieceSize) throws(ExchangeError) {
    var limits = cxml_limits()
    limits.depth = 64
    limits.value_bytes = 1 << 20
    limits.namespaces = 16
    guard let parser = unsafe cxml_create(limits) else {
      throw ExchangeError("import.memory", found: "no memory", expected: "some for a parser")
    }
    unsafe self.parser = parser
    self.pieceSize = pieceSize
  }

  deinit { unsafe cxml_destroy(parser) }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - next: Returns at most that many further bytes; none at the end.
  ///   - wants: Whether the attributes of an element are wanted, by its name and the value of its
  ///     attribute `type`, which comes in any case.
  ///   - tag: Takes each tag.
  /// - Throws: What the closures throw, or ``ExchangeError``.
  mutating func read(
    from next: (Int) throws -> [UInt8], wanting wants: (String, String?) -> Bool,
    _ tag: (HealthExportTag) throws -> Void
  ) throws {
    var beginning: [UInt8] = []
    while true {
      let piece = try next(pieceSize)
      guard !piece.isEmpty else {
        throw ExchangeError(
          "import.xml", found: beginning.isEmpty ? "an empty file" : "no element",
          expected: "the element HealthData")
      }
      beginning += piece
      if let text = try XMLProlog.blanked(beginning) {
        try feed(text, isLast: false, wants, tag)
        break
      }
      guard beginning.count <= XMLProlog.byteLimit else {
        throw ExchangeError(
          "import.doctype", found: "a DOCTYPE of more than 1 MiB",
          expected: "Apple's of about 10 KB")
      }
    }
    while true {
      let piece = try next(pieceSize)
      try feed(piece, isLast: piece.isEmpty, wants, tag)
      if piece.isEmpty { return }
    }
  }

  private mutating func feed(
    _ piece: [UInt8], isLast: Bool, _ wants: (String, String?) -> Bool,
    _ tag: (HealthExportTag) throws -> Void
  ) throws {
    keepOpenTag()
    window += piece
    guard window.count <= Self.windowLimit else {
      throw ExchangeError(
        "import.xml", found: "a tag or text of more than 3 MiB", expected: "records of an export")
    }
    // Sound: the pointers are used inside the closures only, with their own counts.
    let isCrowded = unsafe window.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map {
        unsafe cxml_crowded_tag($0, buffer.count, 1000) < buffer.count
      }
    }
    guard isCrowded != true else {
      throw ExchangeError(
        "import.xml", found: "a tag with more than 1000 attributes",
        expected: "records of an export")
    }
    // At the end an empty piece, which needs an address all the same.
    let result = unsafe (isLast ? [0] : piece).withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map {
        unsafe cxml_read(parser, $0, isLast ? 0 : buffer.count, isLast ? 1 : 0)
      } ?? Int32(CXML_OK)
    }
    try takeEvents(wants, tag)
    guard result != CXML_OK else { return }
    let found: String =
      switch Int(result) {
      case CXML_ENDS_EARLY, CXML_EMPTY: "a file that ends early"
      case CXML_ENTITY: "an entity that is not declared"
      case CXML_UTF8, CXML_CHARACTER: "a character that XML does not allow"
      case CXML_DEPTH, CXML_VALUE_SIZE, CXML_NAMESPACE_COUNT: "elements that are too deep or long"
      case CXML_MEMORY: "no memory"
      default: "text that is not well-formed"
      }
    throw ExchangeError(
      "import.xml", at: "byte \(unsafe cxml_error_offset(parser))", found: found, expected: "XML",
      try: "export the data anew")
  }

  /// Drops what no tag that is still open can begin in; some more is kept, since the parser may be
  /// a little behind.
  private mutating func keepOpenTag() {
    guard let start = window.dropLast(4096).lastIndex(of: 0x3C) else { return }
    window.removeFirst(start)
    windowStart += start
  }

  private mutating func takeEvents(
    _ wants: (String, String?) -> Bool, _ tag: (HealthExportTag) throws -> Void
  ) throws {
    var (eventCount, attributeCount, byteCount) = (0, 0, 0)
    let events = unsafe UnsafeBufferPointer(
      start: cxml_events(parser, &eventCount), count: eventCount)
    let attributes = unsafe UnsafeBufferPointer(
      start: cxml_attributes(parser, &attributeCount), count: attributeCount)
    let copied = unsafe UnsafeBufferPointer(
      start: cxml_bytes(parser, &byteCount), count: byteCount)
    for index in 0..<eventCount {
      let event = unsafe events[index]
      let (name, isStart) = (name(event.name), event.kind == CXML_START)
      var values: [String: String] = [:]
      let range = Int(event.first_attribute)..<Int(event.first_attribute + event.attribute_count)
      for number in isStart ? range : 0..<0
      where self.name(unsafe attributes[number].name) == "type" {
        values["type"] = try unsafe value(attributes[number].value, copied, event.line)
      }
      if isStart, wants(name, values["type"]) {
        for number in range {
          values[self.name(unsafe attributes[number].name)] =
            try unsafe value(attributes[number].value, copied, event.line)
        }
      }
      try tag(
        HealthExportTag(name: name, isStart: isStart, line: Int(event.line), attributes: values))
    }
  }

  private func value(
    _ slice: cxml_slice, _ copied: UnsafeBufferPointer<UInt8>, _ line: UInt32
  ) throws(ExchangeError) -> String {
    let start = Int(clamping: slice.start) - (slice.is_copied == 0 ? windowStart : 0)
    let end = start + Int(slice.count)
    guard start >= 0, end <= (slice.is_copied == 0 ? window.count : copied.count) else {
      throw ExchangeError(
        "import.xml", at: "line \(line)", found: "a tag that is too long",
        expected: "records of an export")
    }
    return slice.is_copied == 0
      ? String(decoding: window[start..<end], as: UTF8.self)
      : unsafe String(decoding: copied[start..<end], as: UTF8.self)
  }

  private mutating func name(_ number: UInt32) -> String {
    if let known = names[number] { return known }
    var count = 0
    guard let bytes = unsafe cxml_name(parser, number, &count) else { return "" }
    // Sound: the parser keeps its names as long as it lives.
    let name = unsafe String(
      decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    names[number] = name
    return name
  }
}
