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
/// libxml2 does the parsing. Nothing is fetched, a DOCTYPE is an error, and so is
/// every entity but the five of XML. Encodings are UTF-8, UTF-16, ISO-8859-1 and
/// windows-1252; white space before the first tag is skipped. A prefix that
/// is not declared is no error: its element belongs to no namespace.
///
/// Slices and attributes of an event hold until the next call of ``next()``.
///
/// - Complexity: One pass over the text; no allocation per event.
@safe
public struct XMLReader: ~Copyable {
  /// The text as UTF-8, without its byte order mark.
  public let bytes: [UInt8]
  // The parser belongs to this value alone, which cannot be copied, and ends with it. The
  // pointers lead into its batch, which stays as it is until the next piece is read.
  private let parser: OpaquePointer
  private var events: UnsafeBufferPointer<cxml_event>
  private var attributes: UnsafeBufferPointer<cxml_attribute>
  private var copied: UnsafeBufferPointer<UInt8>
  private var eventIndex = 0
  /// How much of the text the parser has taken.
  private var position: Int
  /// Where the first tag begins, which the parser counts from.
  private let start: Int
  private let lineOffset: Int
  private var isDone = false
  private var failure: XMLError?

  /// Bytes given to the parser at once: enough that a call costs nothing, few enough for the cache.
  private static let pieceSize = 1 << 16

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
    let start = try Self.firstTag(text.span, attributeLimit: options.attributeLimit)
    var limits = cxml_limits()
    limits.depth = UInt32(clamping: options.depthLimit)
    limits.value_bytes = UInt32(clamping: options.valueLimit)
    limits.namespaces = UInt32(clamping: options.namespaceLimit)
    limits.wants_text = options.wantsText ? 1 : 0
    guard cxml_is_available() != 0 else { throw XMLError(.noLibrary, at: 0, in: text.span) }
    guard let parser = unsafe cxml_create(limits) else {
      throw XMLError(.memory, at: 0, in: text.span)
    }
    unsafe self.parser = parser
    self.bytes = text
    self.start = start
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

  /// Finds the first `<` and looks for tags that have too many attributes.
  private static func firstTag(
    _ text: Span<UInt8>, attributeLimit: Int
  ) throws(XMLError) -> Int {
    var start = 0
    while start < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[start]) { start += 1 }
    guard start < text.count else { throw XMLError(.empty, at: start, in: text) }
    guard text[start] == 0x3C else {
      throw XMLError(.syntax, at: start, in: text, found: "text", expected: "'<'")
    }
    // Sound: the pointer is used inside the closure only, with its own count.
    let crowded = unsafe text.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe cxml_crowded_tag($0, buffer.count, attributeLimit) }
    }
    if let crowded, crowded < text.count {
      throw XMLError(
        .size, at: crowded, in: text, found: "a tag with more than \(attributeLimit) attributes")
    }
    return start
  }

  // MARK: Events

  /// Reads the next event; `nil` after the last one.
  ///
  /// - Throws: ``XMLError`` where the text stops being XML; the events before that place were
  ///   returned. Every further call throws it again.
  public mutating func next() throws(XMLError) -> XMLEvent? {
    while unsafe eventIndex >= events.count {
      if let failure { throw failure }
      if isDone { return nil }
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
    isDone = end == bytes.count
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
    let offset = min(start + Int(clamping: unsafe cxml_error_offset(parser)), bytes.count)
    return XMLError(code, at: offset, in: bytes.span)
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

/// The name of an element or attribute, or the URI of a namespace, as a number.
///
/// Equal names have equal numbers within one ``XMLReader``; numbers of different
/// readers cannot be compared. Names are without their prefix.
public struct XMLName: Sendable, Hashable {
  /// The number, from 1; 0 is no name.
  public let number: UInt32

  /// No name: that of text, and the namespace of an element that has none.
  public static let none = XMLName(number: 0)
}

/// Bytes of the text, or of the reader where the text spells them otherwise (`&amp;`).
public struct XMLSlice: Sendable, Hashable {
  /// The offset of the first byte.
  public let start: Int
  /// How many bytes there are.
  public let count: Int
  /// Whether the offset is one into the reader's own bytes, not into the text.
  public let isCopied: Bool

  /// Whether there is no byte.
  public var isEmpty: Bool { count == 0 }
}

/// An attribute of a start tag; declarations of namespaces are none.
public struct XMLAttribute: Sendable, Hashable {
  /// The name without its prefix.
  public let name: XMLName
  /// The namespace that the prefix stands for; none without a prefix or for an undeclared one.
  public let namespace: XMLName
  /// Whether the name has a prefix.
  public let isPrefixed: Bool
  /// The value, white space normalised to blanks as XML has it.
  public let value: XMLSlice
}

/// A tag or a run of text.
public struct XMLEvent: Sendable, Hashable {
  /// What an event is.
  public enum Kind: Sendable, Hashable {
    /// A start tag, or the beginning of an empty element.
    case start
    /// An end tag, or the end of an empty element.
    case end
    /// Character data; one run may come in several events.
    case text
  }

  /// What it is.
  public let kind: Kind
  /// The name of the element without its prefix; none for text.
  public let name: XMLName
  /// The namespace of the element; none for text, and where none or an undeclared prefix is given.
  public let namespace: XMLName
  /// The line on which it begins, from 1.
  public let line: Int
  /// The offset of the tag's `<`; of other events the offset after them.
  public let offset: Int
  /// How many attributes a start tag has.
  public let attributeCount: Int
  /// The characters of text; empty for tags.
  public let text: XMLSlice
  let firstAttribute: Int
}

/// How large a text may be, and what of it is wanted.
///
/// Documents of health data need none of what makes XML dangerous: a DOCTYPE is
/// always an error, and with it every entity but the five of XML.
public struct XMLOptions: Sendable, Hashable {
  /// How many elements may be open at once.
  public var depthLimit: Int
  /// How many bytes a text may have; never more than 1 GiB.
  public var byteLimit: Int
  /// How many bytes the value of one attribute may have.
  public var valueLimit: Int
  /// How many attributes one element may have.
  public var attributeLimit: Int
  /// How many namespace declarations may be in force at once.
  public var namespaceLimit: Int
  /// Whether character data gives events.
  public var wantsText: Bool
  /// The URI of a namespace whose elements are left out with all that is in them.
  public var skippedNamespace: String?

  /// Makes options; the defaults are 512 levels, 1 GiB, and everything wanted.
  public init(
    depthLimit: Int = 512, byteLimit: Int = 1 << 30, valueLimit: Int = 1 << 28,
    wantsText: Bool = true, skippedNamespace: String? = nil
  ) {
    self.depthLimit = min(max(depthLimit, 1), 1 << 16)
    self.byteLimit = min(max(byteLimit, 0), 1 << 30)
    self.valueLimit = min(max(valueLimit, 0), 1 << 30)
    attributeLimit = 1000
    namespaceLimit = 256
    self.wantsText = wantsText
    self.skippedNamespace = skippedNamespace
  }
}
