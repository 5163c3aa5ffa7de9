// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Apple's export.xml has a DOCTYPE with the declarations of its version, some of which
// are not well-formed XML, so that a parser would stop there. Nothing in them is needed:
// a DOCTYPE with only declarations is blanked before the parser sees it. One that
// declares an entity or names a file is refused, so that no entity ever exists.

/// The beginning of a file, up to its first element.
struct XMLProlog {
  /// The longest beginning; Apple's has about 10 KB.
  static let byteLimit = 1 << 20

  private let bytes: [UInt8]
  private var index = 0

  /// The bytes with blanks in place of the DOCTYPE; `nil` if no element begins in them.
  static func blanked(_ bytes: [UInt8]) throws(ExchangeError) -> [UInt8]? {
    var prolog = XMLProlog(bytes: bytes)
    return try prolog.read()
  }

  /// Where the name of the first element begins, behind declarations and comments.
  static func firstName(of bytes: [UInt8]) -> Int? {
    var prolog = XMLProlog(bytes: Array(bytes.prefix(byteLimit)))
    // What cannot be read is an error for those who read all of it.
    let text = try? prolog.read()
    return text == nil ? nil : prolog.index + 1
  }

  private mutating func read() throws(ExchangeError) -> [UInt8]? {
    var text = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
      text.replaceSubrange(0..<3, with: [0x20, 0x20, 0x20])
    }
    while index < bytes.count {
      if isSpace(bytes[index]) {
        index += 1
      } else if starts("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if starts("<?") {
        guard skip(past: "?>") else { return nil }
      } else if starts("<!DOCTYPE") {
        let start = index
        guard try skipDoctype() else { return nil }
        for place in start..<index where text[place] != 0x0A { text[place] = 0x20 }
      } else if bytes[index] == 0x3C {
        // `<!-` may become a comment.
        guard index + 9 <= bytes.count || bytes[index...].count > 1 && bytes[index + 1] != 0x21
        else { return nil }
        // The declaration of XML must not come after blanks.
        return Array(text[(text.firstIndex { !isSpace($0) } ?? 0)...])
      } else {
        throw ExchangeError("import.xml", at: line, found: "text", expected: "an element")
      }
    }
    return nil
  }

  /// Skips declarations; false if they go on.
  private mutating func skipDoctype() throws(ExchangeError) -> Bool {
    var isInside = false
    index += 9
    while index < bytes.count {
      let byte = bytes[index]
      if isInside, starts("<!--") {
        guard skip(past: "-->") else { return false }
      } else if isInside, starts("<?") {
        guard skip(past: "?>") else { return false }
      } else if starts("<!ENTITY") || byte == 0x25 {
        throw refusal("an entity in the DOCTYPE")
      } else if !isInside, starts("SYSTEM") || starts("PUBLIC") {
        throw refusal("a DOCTYPE that names another file")
      } else if byte == 0x22 || byte == 0x27 {
        guard let end = bytes[(index + 1)...].firstIndex(of: byte) else { return false }
        index = end + 1
      } else if byte == 0x5B {
        isInside = true
        index += 1
      } else if byte == 0x5D {
        isInside = false
        index += 1
      } else if byte == 0x3E, !isInside {
        index += 1
        return true
      } else {
        // A longer word may go on behind the end: `<!ENT`.
        guard byte != 0x3C || index + 8 <= bytes.count else { return false }
        index += 1
      }
    }
    return false
  }

  // MARK: Parts

  private var line: String { "line \(bytes[..<index].count { $0 == 0x0A } + 1)" }

  private func refusal(_ found: String) -> ExchangeError {
    ExchangeError(
      "import.doctype", at: line, found: found, expected: "declarations of elements only",
      try: "export the data anew; no entity and no other file is ever read")
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func starts(_ word: String) -> Bool {
    bytes[index] == word.utf8.first && bytes[index...].starts(with: word.utf8)
  }

  private mutating func skip(past end: StaticString) -> Bool {
    let end = Array("\(end)".utf8)
    var place = index
    while place + end.count <= bytes.count {
      if bytes[place] == end[0], bytes[place...].starts(with: end) {
        index = place + end.count
        return true
      }
      place += 1
    }
    return false
  }
}
