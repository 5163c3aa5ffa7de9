// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Writes JSON into a buffer that can be reused.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///   writer.member("rxcui", "308192")
///   writer.key("names")
///   writer.array { $0.string("amoxicillin 500 MG Oral Tablet") }
/// }
/// writer.text  // {"rxcui":"308192","names":["amoxicillin 500 MG Oral Tablet"]}
/// ```
///
/// Commas, colons and indentation are set by the writer. It does not stop a
/// caller from writing a value without a name inside an object.
public struct JSONWriter: Sendable {
  /// How values are laid out.
  public enum Layout: Sendable, Hashable {
    /// Without any white space.
    case compact
    /// One value per line, indented by two blanks a level.
    case indented
  }

  /// The bytes written so far.
  public private(set) var bytes: [UInt8]
  /// How values are laid out.
  public let layout: Layout
  private var depth = 0
  /// Whether the next value or name needs a comma before it.
  private var needsComma = false
  /// Whether the next value follows its name.
  private var followsName = false

  /// Makes a writer with an empty buffer.
  public init(layout: Layout = .compact, capacity: Int = 0) {
    self.layout = layout
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Makes a writer in compact layout that fills the memory of a buffer that is no longer needed.
  public init(reusing buffer: consuming [UInt8], capacity: Int) {
    layout = .compact
    bytes = buffer
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(capacity)
  }

  /// What was written so far, as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Empties the buffer, keeping its memory, and begins anew.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    (depth, needsComma, followsName) = (0, false, false)
  }

  /// Ends a line, as between the values of NDJSON; what follows begins a new text.
  public mutating func endLine() {
    bytes.append(0x0A)
    (depth, needsComma, followsName) = (0, false, false)
  }

  // MARK: Containers

  /// Begins an object.
  public mutating func beginObject() { begin(0x7B) }
  /// Ends an object.
  public mutating func endObject() { end(0x7D) }
  /// Begins an array.
  public mutating func beginArray() { begin(0x5B) }
  /// Ends an array.
  public mutating func endArray() { end(0x5D) }

  /// Writes an object whose members `body` writes.
  @inlinable
  public mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array whose elements `body` writes.
  @inlinable
  public mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes a member's name; its value must follow.
  public mutating func key(_ name: StaticString) {
    // Names that a program holds need no escapes.
    if layout == .compact {
      append(name, "")
      followsName = true
    } else {
      name.withUTF8Buffer { key(utf8: unsafe $0.span) }
    }
  }

  /// Writes a member's name; its value must follow.
  ///
  /// A literal is a static string, which is faster to write.
  @_disfavoredOverload
  public mutating func key(_ name: String) { key(utf8: name.utf8.span) }

  /// Writes a member's name of UTF-8 bytes; its value must follow.
  public mutating func key(utf8 name: Span<UInt8>) {
    separate()
    Self.appendQuoted(name, to: &bytes)
    bytes.append(0x3A)
    if layout == .indented { bytes.append(0x20) }
    followsName = true
  }

  // MARK: Values

  /// Writes a string, or `null` for none.
  public mutating func string(_ value: String?) {
    guard let value else { return null() }
    string(utf8: value.utf8.span)
  }

  /// Writes a string of UTF-8 bytes.
  public mutating func string(utf8 value: Span<UInt8>) {
    separate()
    if Self.isPlain(value) {
      // Sound: the buffer is used inside the closure only, to copy it.
      unsafe value.withUnsafeBufferPointer {
        unsafe bytes.appendMember(nil, hasComma: false, $0, isQuoted: true)
      }
    } else {
      Self.appendQuoted(value, to: &bytes)
    }
    needsComma = true
  }

  /// Writes an integer, or `null` for none.
  public mutating func integer(_ value: (some BinaryInteger)?) {
    guard let value else { return null() }
    guard let small = Int(exactly: value), small >= 0, small < 10 else {
      return number(raw: String(value))
    }
    separate()
    bytes.append(0x30 + UInt8(truncatingIfNeeded: small))
    needsComma = true
  }

  /// Writes a number that is already text in JSON's grammar.
  public mutating func number(raw value: String) {
    separate()
    bytes.append(contentsOf: value.utf8)
    needsComma = true
  }

  /// Writes a truth value, or `null` for none.
  public mutating func boolean(_ value: Bool?) {
    guard let value else { return null() }
    if value { word("true") } else { word("false") }
  }

  /// Writes `null`.
  public mutating func null() {
    word("null")
  }

  private mutating func word(_ word: StaticString) {
    separate()
    // Sound: the buffer is used inside the closure only, to copy it.
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// Writes bytes that are already one JSON value, as they are, also in indented layout.
  public mutating func raw(_ value: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
    needsComma = true
  }

  /// Writes bytes that are already one JSON value, as they are, also in indented layout.
  public mutating func raw(_ value: Span<UInt8>) {
    separate()
    append(part: value)
    needsComma = true
  }

  /// Writes bytes that are already members of an object, with commas between them.
  public mutating func members(raw: [UInt8]) {
    if !raw.isEmpty { self.raw(raw.span) }
  }

  /// Appends bytes as they are: part of a value whose other parts are written in the same way.
  ///
  /// The writer does not look at them; ``endLine()`` must follow the last part.
  package mutating func append(part: [UInt8]) { bytes += part }

  private mutating func append(part: Span<UInt8>) {
    // Sound: the buffer is used inside the closure only, to copy it.
    unsafe part.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  // MARK: Members

  /// Writes a member with a string, or `null` for none.
  public mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return member(name, word: "null") }
    member(name, utf8: value.utf8.span)
  }

  /// Writes a member with a string of UTF-8 bytes.
  public mutating func member(_ name: StaticString, utf8 value: Span<UInt8>) {
    guard layout == .compact, Self.isPlain(value) else {
      key(name)
      return string(utf8: value)
    }
    let hasComma = takeComma()
    // Sound: the buffers are used inside the closures only, to copy them.
    name.withUTF8Buffer { name in
      unsafe value.withUnsafeBufferPointer {
        unsafe bytes.appendMember(name, hasComma: hasComma, $0, isQuoted: true)
      }
    }
    needsComma = true
  }

  /// Writes a member that is `null`.
  public mutating func null(_ name: StaticString) { member(name, word: "null") }

  /// Writes a member that is an object whose members `body` writes.
  @inlinable
  public mutating func object<E: Error>(
    _ name: StaticString, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    begin(name, "{")
    try body(&self)
    endObject()
  }

  /// Writes a member that is an array whose elements `body` writes.
  @inlinable
  public mutating func array<E: Error>(
    _ name: StaticString, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    begin(name, "[")
    try body(&self)
    endArray()
  }

  /// Writes a member that is an array of what `body` writes of each element.
  @inlinable
  public mutating func array<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) -> Void
  ) {
    array(name) { writer in
      for element in elements { body(element, &writer) }
    }
  }

  /// Writes a member that is an array of objects whose members `body` writes.
  @inlinable
  public mutating func objects<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>,
    _ body: (Element, inout JSONWriter) -> Void
  ) {
    array(name, elements) { element, writer in writer.object { body(element, &$0) } }
  }

  /// Writes a member with an integer, or `null` for none.
  public mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    key(name)
    integer(value)
  }

  /// Writes a member with a truth value, or `null` for none.
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return member(name, word: "null") }
    member(name, word: value ? "true" : "false")
  }

  /// Writes a member with an array of strings.
  public mutating func member(_ name: StaticString, _ values: [String]) {
    if values.isEmpty { return member(name, word: "[]") }
    begin(name, "[")
    for value in values { string(value) }
    endArray()
  }

  private mutating func member(_ name: StaticString, word: StaticString) {
    guard layout == .compact else {
      key(name)
      return self.word(word)
    }
    append(name, word)
    needsComma = true
  }

  /// Appends a name and a value that need no escapes, in compact layout.
  private mutating func append(_ name: StaticString, _ value: StaticString) {
    let hasComma = takeComma()
    // Sound: the buffers are used inside the closures only, to copy them.
    name.withUTF8Buffer { name in
      value.withUTF8Buffer {
        unsafe bytes.appendMember(name, hasComma: hasComma, $0, isQuoted: false)
      }
    }
  }

  // MARK: Layout

  @usableFromInline
  mutating func begin(_ name: StaticString, _ bracket: StaticString) {
    member(name, word: bracket)
    depth += 1
    needsComma = false
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth = max(depth - 1, 0)
    if layout == .indented, needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  /// Whether there is a comma before what is written next, in compact layout.
  @inline(__always)
  private mutating func takeComma() -> Bool {
    let hasComma = needsComma && !followsName
    followsName = false
    return hasComma
  }

  /// Writes what must be between the last value or name and the next.
  private mutating func separate() {
    if followsName {
      followsName = false
      return
    }
    if needsComma { bytes.append(0x2C) }
    if layout == .indented, depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    bytes.append(0x0A)
    for _ in 0..<depth {
      bytes.append(0x20)
      bytes.append(0x20)
    }
  }
}
