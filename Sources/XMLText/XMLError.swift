// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a text is not the XML that is read here, and where.
///
/// The description names the place, what is there (the kind of a thing,
/// never a value) and what was expected.
public struct XMLError: Error, Sendable, Hashable {
  /// The stable name of a kind of error.
  public enum Code: String, Sendable, CaseIterable {
    /// There is nothing but white space.
    case empty = "xml.empty"
    /// An encoding that is not read, or bytes that it does not have.
    case encoding = "xml.encoding"
    /// Bytes that are not UTF-8.
    case utf8 = "xml.utf8"
    /// A character that XML does not allow, such as NUL.
    case character = "xml.character"
    /// A document type declaration.
    case doctype = "xml.doctype"
    /// An entity other than the five of XML, or an ampersand that begins none.
    case entity = "xml.entity"
    /// The text ends inside an element.
    case truncated = "xml.truncated"
    /// An end tag with another name than its start tag.
    case tagMismatch = "xml.tag-mismatch"
    /// An attribute without a value, or a value without quotation marks or end.
    case attribute = "xml.attribute"
    /// An attribute that occurs twice in one tag.
    case repeatedAttribute = "xml.repeated-attribute"
    /// Something after the end of the outermost element.
    case trailing = "xml.trailing"
    /// Anything else that XML does not allow.
    case syntax = "xml.syntax"
    /// Elements are nested deeper than the limit.
    case depth = "xml.depth"
    /// The text, a value or a tag is larger than the limit.
    case size = "xml.size"
    /// There is not enough memory.
    case memory = "xml.memory"
    /// libxml2 is not there, where it is loaded when it is needed.
    case noLibrary = "xml.no-library"
  }

  /// What kind of error it is.
  public let code: Code
  /// How many bytes of the text, as UTF-8, precede the place.
  public let offset: Int
  /// The line of the place, from 1.
  public let line: Int
  /// The column of the place, from 1, counted in Unicode scalars.
  public let column: Int
  /// What is there.
  public let found: String
  /// What was expected.
  public let expected: String

  init(
    _ code: Code, at offset: Int, in bytes: Span<UInt8>, found: String? = nil,
    expected: String? = nil
  ) {
    let position = XMLPosition(of: offset, in: bytes)
    self.code = code
    self.offset = offset
    line = position.line
    column = position.column
    self.found = found ?? Self.words(for: code).found
    self.expected = expected ?? Self.words(for: code).expected
  }

  /// Makes the error of a text that is too large, at its beginning.
  public init(sizeOf bytes: [UInt8]) {
    self.init(.size, at: 0, in: bytes.span, found: "\(bytes.count) bytes")
  }

  private static func words(for code: Code) -> (found: String, expected: String) {
    switch code {
    case .empty: ("nothing but white space", "an XML element")
    case .encoding: ("another encoding", "UTF-8, UTF-16, ISO-8859-1 or windows-1252")
    case .utf8: ("bytes that are not UTF-8", "UTF-8, or the encoding that the text declares")
    case .character: ("a character that XML does not allow", "a character of XML 1.0")
    case .doctype: ("a DOCTYPE", "a document without one: none is read, nor any entity")
    case .entity: ("an entity that is not known", "&amp;, &lt;, &gt;, &quot;, &apos; or a number")
    case .truncated: ("end of text", "an end tag")
    case .tagMismatch: ("an end tag of another name", "the end tag of the open element")
    case .attribute: ("an attribute without a complete value", "a name, = and a value in quotes")
    case .repeatedAttribute: ("an attribute twice in one tag", "each name once")
    case .trailing: ("something after the outermost element", "the end of the text")
    case .syntax: ("something that is no XML", "well-formed XML")
    case .depth: ("deeper nesting", "nesting within the limit")
    case .size: ("more bytes", "a text within the size limit")
    case .memory: ("too little memory", "memory for the text")
    case .noLibrary: ("no libxml2 to read XML with", "libxml2.so.2 (Debian: apt install libxml2)")
    }
  }
}

extension XMLError: CustomStringConvertible {
  /// The place, what was found, what was expected and the code.
  public var description: String {
    "\(line):\(column): found \(found), expected \(expected)  [\(code.rawValue)]"
  }
}

/// A line and a column of a text.
public struct XMLPosition: Sendable, Hashable {
  /// The line, from 1; lines end with a line feed.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int

  /// Counts the lines and columns before an offset.
  ///
  /// - Complexity: O(*n*) in the bytes before the offset.
  public init(of offset: Int, in bytes: [UInt8]) {
    self.init(of: offset, in: bytes.span)
  }

  init(of offset: Int, in bytes: Span<UInt8>) {
    var line = 1
    var column = 1
    for index in 0..<min(max(offset, 0), bytes.count) {
      let byte = bytes[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
