// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

private import CXML

/// Reads a text as a sequence of tags and runs of text, in constant memory besides the text.
///
/// ```swift
/// var reader = try XMLReader(bytes)
/// let code = reader.name("code")
/// while let event = try reader.next() {
///   if event.kind == .start, event.name == code { … }
/// }
/// ```
///
/// libxml2 does the parsing. Nothing is fetched, a DOCTYPE is an error, and so
/// is every entity but the five of XML. Encodings are UTF-8, UTF-16, ISO-8859-1
/// and windows-1252; white space before the first tag is skipped. A prefix that
/// is not declared is not an error: its element belongs to no namespace.
///
/// Slices and attributes of an event hold until the next call of ``next()``.
///
/// A text may also come in pieces, in constant memory whatever its size: see ``append(_:isLast:)``.
///
/// - Complexity: One pass over the text; no allocation per event.
@safe
public struct XMLReader: ~Copyable {
  /// The text as UTF-8, without its byte order mark; of one in pieces, what is still needed.
  public private(set) var bytes: [UInt8]
  // The parser belongs only to this value, which cannot be copied, and ends with it. The
  // pointers lead into its batch, which stays as it is until the next piece is read.
  private let parser: OpaquePointer
  private var events: UnsafeBufferPointer<cxml_event>
  private var attributes: UnsafeBufferPointer<cxml_attribute>
  private var copied: UnsafeBufferPointer<UInt8>
  private var eventIndex = 0
  /// How much of the text the parser has taken.
  private var position: Int
  /// Where the first tag begins, which the parser counts from; negative once pieces are dropped.
  private var start: Int
  private let lineOffset: Int
  private var isDone = false
  private let isInPieces: Bool
  /// Whether all pieces were given.
  private var isWhole: Bool
  private let attributeLimit: Int
  private var failure: XMLError?

  /// Bytes given to the parser at once: enough that a call costs nothing, few enough for the cache.
  private static let pieceSize = 1 << 16
  /// How many bytes of a text in pieces are kept at most.
  private static let windowLimit = 3 << 20

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - options: Limits, and what is wanted.
  /// - Throws: ``XMLError`` for a text that is empty, too large or in an encoding that is not read,
  ///   or that begins with no tag.
  public init(_ bytes: [UInt8], options: XMLOptions = XMLOptions()) throws(XMLError) {
    guard bytes.count <= options.byteLimit else {
      throw XMLError(.size, at: 0, in: bytes.span, found: "\(bytes.count) bytes")
    }
    let text = try XMLEncoding.utf8(bytes)
    let start = try Self.firstTag(text.span)
    try Self.checkAttributes(text.span, limit: options.attributeLimit)
    try self.init(options, text, start: start, isInPieces: false)
  }

  /// Makes a reader of a text that comes in pieces of UTF-8 and begins with a tag.
  ///
  /// - Throws: ``XMLError`` if there is no memory.
  public init(ofPieces options: XMLOptions) throws(XMLError) {
    try self.init(options, [], start: 0, isInPieces: true)
  }

  private init(
    _ options: XMLOptions, _ text: [UInt8], start: Int, isInPieces: Bool
  ) throws(XMLError) {
    var limits = cxml_limits()
    limits.depth = UInt32(clamping: options.depthLimit)
    limits.value_bytes = UInt32(clamping: options.valueLimit)
    limits.namespaces = UInt32(clamping: options.namespaceLimit)
    limits.wants_text = options.wantsText ? 1 : 0
    limits.skips_blanks = options.skipsBlanks ? 1 : 0
    guard cxml_is_available() != 0 else { throw XMLError(.noLibrary, at: 0, in: text.span) }
    guard let parser = unsafe cxml_create(limits) else {
      throw XMLError(.memory, at: 0, in: text.span)
    }
    unsafe self.parser = parser
    self.bytes = text
    self.start = start
    self.isInPieces = isInPieces
    isWhole = !isInPieces
    attributeLimit = options.attributeLimit
    position = start
    lineOffset = XMLPosition(of: start, in: text.span).line - 1
    unsafe events = UnsafeBufferPointer(start: nil, count: 0)
    unsafe attributes = UnsafeBufferPointer(start: nil, count: 0)
    unsafe copied = UnsafeBufferPointer(start: nil, count: 0)
    if let namespace = options.skippedNamespace {
      unsafe cxml_skip_namespace(parser, name(namespace).number)
    }
  }

  deinit { unsafe cxml_destroy(parser) }

  /// Finds the first `<`.
  private static func firstTag(_ text: Span<UInt8>) throws(XMLError) -> Int {
    var start = 0
    while start < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[start]) { start += 1 }
    guard start < text.count else { throw XMLError(.empty, at: start, in: text) }
    guard text[start] == 0x3C else {
      throw XMLError(.syntax, at: start, in: text, found: "text", expected: "'<'")
    }
    return start
  }

  /// Looks for tags that have too many attributes.
  private static func checkAttributes(_ text: Span<UInt8>, limit: Int) throws(XMLError) {
    // Sound: the pointer is used inside the closure only, with its own count.
    let crowded = unsafe text.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe cxml_crowded_tag($0, buffer.count, limit) }
    }
    if let crowded, crowded < text.count {
      throw XMLError(
        .size, at: crowded, in: text, found: "a tag with more than \(limit) attributes")
    }
  }

  /// Takes the next piece of a text in pieces, whose events ``next()`` then returns.
  ///
  /// - Parameters:
  ///   - piece: The bytes; none are allowed at the end.
  ///   - isLast: Whether it is the last one.
  /// - Throws: ``XMLError`` for a tag that is too large; its line is not that of the text.
  public mutating func append(_ piece: [UInt8], isLast: Bool) throws(XMLError) {
    // Values are places in what is kept: no tag has a `<` inside. Some more is kept, since the
    // parser may be a little behind.
    if let open = bytes.dropLast(4096).lastIndex(of: 0x3C) {
      bytes.removeFirst(open)
      start -= open
      position -= open
    }
    bytes += piece
    isWhole = isLast
    guard bytes.count <= Self.windowLimit else {
      throw XMLError(.size, at: 0, in: bytes.span, found: "a tag or text of more than 3 MiB")
    }
    try Self.checkAttributes(bytes.span, limit: attributeLimit)
  }

  // MARK: Events

  /// Reads the next event; `nil` after the last one, of a piece or of the text.
  ///
  /// - Throws: ``XMLError`` where the text stops being XML; the events before that place were
  ///   returned. Every further call throws it again.
  public mutating func next() throws(XMLError) -> XMLEvent? {
    while unsafe eventIndex >= events.count {
      if let failure { throw failure }
      if isDone || position == bytes.count && !isWhole { return nil }
      readPiece()
    }
    let raw = unsafe events[eventIndex]
    eventIndex += 1
    return XMLEvent(
      kind: raw.kind == CXML_START ? .start : raw.kind == CXML_END ? .end : .text,
      name: XMLName(number: raw.name), namespace: XMLName(number: raw.space),
      line: Int(raw.line) + lineOffset, offset: start + Int(clamping: raw.offset),
      attributeCount: Int(raw.attribute_count), text: slice(raw.text),
      firstAttribute: Int(raw.first_attribute))
  }

  private mutating func readPiece() {
    let end = min(position + Self.pieceSize, bytes.count)
    isDone = end == bytes.count && isWhole
    let isLast: Int32 = isDone ? 1 : 0
    let (from, parser) = unsafe (position, self.parser)
    // Sound: from and end lie in the text, and the parser copies what it keeps.
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return Int32(CXML_EMPTY) }
      return unsafe cxml_read(parser, base + from, end - from, isLast)
    }
    position = end
    eventIndex = 0
    var count = 0
    let newEvents = unsafe cxml_events(parser, &count)
    unsafe events = UnsafeBufferPointer(start: newEvents, count: count)
    let newAttributes = unsafe cxml_attributes(parser, &count)
    unsafe attributes = UnsafeBufferPointer(start: newAttributes, count: count)
    let newBytes = unsafe cxml_bytes(parser, &count)
    unsafe copied = UnsafeBufferPointer(start: newBytes, count: count)
    if result != CXML_OK { failure = error(result) }
  }

  private func error(_ result: Int32) -> XMLError {
    let code: XMLError.Code =
      switch Int(result) {
      case CXML_EMPTY: .empty
      case CXML_ENDS_EARLY: .truncated
      case CXML_TRAILING: .trailing
      case CXML_TAG_MISMATCH: .tagMismatch
      case CXML_CHARACTER: .character
      case CXML_UTF8: .utf8
      case CXML_ENTITY: .entity
      case CXML_ATTRIBUTE: .attribute
      case CXML_REPEATED_ATTRIBUTE: .repeatedAttribute
      case CXML_DOCTYPE: .doctype
      case CXML_DEPTH: .depth
      case CXML_VALUE_SIZE, CXML_NAMESPACE_COUNT: .size
      case CXML_MEMORY: .memory
      default: .syntax
      }
    let offset = Int(clamping: unsafe cxml_error_offset(parser))
    return XMLError(
      code, at: isInPieces ? offset : min(start + offset, bytes.count), in: bytes.span)
  }

  // MARK: Attributes and names

  /// Returns an attribute of the event that was read last.
  ///
  /// - Parameters:
  ///   - number: From 0 to ``XMLEvent/attributeCount``, exclusive.
  ///   - event: A start tag.
  /// - Returns: The attribute; one without name and value if there is none of this number.
  public func attribute(_ number: Int, of event: XMLEvent) -> XMLAttribute {
    let index = event.firstAttribute + number
    guard number >= 0, number < event.attributeCount, unsafe index < attributes.count else {
      let nothing = XMLSlice(start: 0, count: 0, isCopied: true)
      return XMLAttribute(name: .none, namespace: .none, isPrefixed: false, value: nothing)
    }
    let raw = unsafe attributes[index]
    return XMLAttribute(
      name: XMLName(number: raw.name), namespace: XMLName(number: raw.space),
      isPrefixed: raw.is_prefixed != 0, value: slice(raw.value))
  }

  /// Returns the value of an attribute without prefix; `nil` if the tag does not have it.
  public func value(of name: XMLName, in event: XMLEvent) -> XMLSlice? {
    for number in 0..<event.attributeCount {
      let attribute = attribute(number, of: event)
      if attribute.name == name, !attribute.isPrefixed { return attribute.value }
    }
    return nil
  }

  /// Returns the name that a word has in this reader, whether it occurs or not.
  public func name(_ word: String) -> XMLName {
    var word = word
    let number = word.withUTF8 { utf8 in
      // Sound: the parser copies the bytes.
      unsafe utf8.baseAddress.map { unsafe cxml_number(parser, $0, utf8.count) }
    }
    return XMLName(number: number ?? 0)
  }

  /// Appends the UTF-8 bytes of a name or namespace.
  public func append(_ name: XMLName, to output: inout [UInt8]) {
    var count = 0
    guard let bytes = unsafe cxml_name(parser, name.number, &count) else { return }
    // Sound: the parser keeps its names as long as it lives.
    unsafe output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Returns a name or namespace as a string; empty for none.
  public func string(_ name: XMLName) -> String {
    var bytes: [UInt8] = []
    append(name, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Values

  /// Appends the UTF-8 bytes of a slice of the event that was read last.
  public func append(_ slice: XMLSlice, to output: inout [UInt8]) {
    let end = slice.start + slice.count
    if slice.isCopied {
      guard slice.start >= 0, unsafe end <= copied.count else { return }
      unsafe output.append(contentsOf: copied[slice.start..<end])
    } else {
      guard slice.start >= 0, end <= bytes.count else { return }
      output.append(contentsOf: bytes[slice.start..<end])
    }
  }

  /// Returns a slice of the event that was read last as a string.
  public func string(_ slice: XMLSlice) -> String {
    var bytes: [UInt8] = []
    append(slice, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the line and column of an offset of the text.
  ///
  /// - Complexity: O(*n*) in the bytes before the offset.
  public func position(of offset: Int) -> XMLPosition {
    XMLPosition(of: offset, in: bytes.span)
  }

  private func slice(_ raw: cxml_slice) -> XMLSlice {
    XMLSlice(
      start: Int(clamping: raw.start) + (raw.is_copied == 0 ? start : 0), count: Int(raw.count),
      isCopied: raw.is_copied != 0)
  }
}
