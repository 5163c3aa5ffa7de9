// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// An element of SPL markup, or a run of text (empty name).
///
/// A reader of its own, so that the tests do not repeat the errors of the
/// program under test.
final class MarkupNode {
  let name: String
  let attributes: [String: String]
  let text: String
  var children: [MarkupNode] = []

  init(name: String, attributes: [String: String] = [:], text: String = "") {
    self.name = name
    self.attributes = attributes
    self.text = text
  }

  /// Children with that name.
  func all(_ name: String) -> [MarkupNode] { children.filter { $0.name == name } }

  /// The first child with that name.
  func first(_ name: String) -> MarkupNode? { children.first { $0.name == name } }

  /// Descendants with that name, in document order, this element left out.
  func descendants(_ name: String) -> [MarkupNode] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  /// Breaks that read as one blank (side-effects rule 11 on cell text).
  private static let blanks: Set<String> = ["br", "paragraph", "list", "item", "caption"]

  private func append(to result: inout String, droppingFootnotes: Bool) {
    if name.isEmpty {
      result += text
      return
    }
    if droppingFootnotes, name == "footnote" || name == "footnoteRef" { return }
    let isBlank = Self.blanks.contains(name)
    if isBlank { result += " " }
    for child in children { child.append(to: &result, droppingFootnotes: droppingFootnotes) }
    if isBlank { result += " " }
  }

  /// The text below this element, white space collapsed.
  func flattened(droppingFootnotes: Bool = true) -> String {
    var result = ""
    for child in children { child.append(to: &result, droppingFootnotes: droppingFootnotes) }
    return result.collapsed
  }

  /// Reads markup into a nameless root.
  static func parse(_ markup: String) -> MarkupNode {
    let bytes = Array(markup.utf8)
    let root = MarkupNode(name: "#root")
    var open = [root]
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        let end = endOfTag(bytes, from: index)
        let tag = String(decoding: bytes[(index + 1)..<max(index + 1, end)], as: UTF8.self)
        index = end + 1
        if tag.hasPrefix("!") || tag.hasPrefix("?") { continue }
        if tag.hasPrefix("/") {
          if open.count > 1 { open.removeLast() }
          continue
        }
        let closes = tag.hasSuffix("/")
        let node = element(closes ? String(tag.dropLast()) : tag)
        open[open.count - 1].children.append(node)
        if !closes { open.append(node) }
      } else {
        var end = index
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
        let text = String(decoding: bytes[index..<end], as: UTF8.self).unescaped
        open[open.count - 1].children.append(MarkupNode(name: "", text: text))
        index = end
      }
    }
    return root
  }

  private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int {
    if bytes[start...].starts(with: Array("<!--".utf8)) {
      var index = start + 4
      while index + 2 < bytes.count {
        if bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: "-"),
          bytes[index + 2] == UInt8(ascii: ">")
        {
          return index + 2
        }
        index += 1
      }
      return bytes.count - 1
    }
    var index = start
    var quote: UInt8 = 0
    while index < bytes.count {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
      index += 1
    }
    return bytes.count - 1
  }

  private static func element(_ tag: String) -> MarkupNode {
    let name = tag.prefix { !$0.isWhitespace }
    var attributes: [String: String] = [:]
    var rest = tag.dropFirst(name.count)
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].trimmingCharacters(in: .whitespacesAndNewlines)
      guard let quote = rest[equals...].dropFirst().first(where: { !$0.isWhitespace }),
        quote == "\"" || quote == "'",
        let from = rest[equals...].firstIndex(of: quote),
        let to = rest[rest.index(after: from)...].firstIndex(of: quote)
      else { break }
      attributes[key] = String(rest[rest.index(after: from)..<to]).unescaped
      rest = rest[rest.index(after: to)...]
    }
    return MarkupNode(name: String(name), attributes: attributes)
  }
}

extension String {
  /// Runs of white space, non-breaking blanks too, as one blank.
  var collapsed: String {
    split { $0.isWhitespace || $0 == "\u{a0}" }.joined(separator: " ")
  }

  /// Lower case, white space collapsed: how terms and texts are compared.
  var plain: String { lowercased().collapsed }

  /// Whether another text is in it; an empty one always is.
  func holds(_ other: String) -> Bool { other.isEmpty || contains(other) }

  /// Without what stands in round or square brackets.
  var withoutBrackets: String {
    var text = self
    for (open, close) in [("(", ")"), ("[", "]")] {
      while let from = text.range(of: open),
        let to = text.range(of: close, range: from.upperBound..<text.endIndex)
      {
        text.replaceSubrange(from.lowerBound..<to.upperBound, with: " ")
      }
    }
    return text
  }

  /// The five entities of XML and numeric references resolved.
  var unescaped: String {
    guard contains("&") else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      let entity = rest[rest.index(after: start)..<end]
      switch entity {
      case "lt": result += "<"
      case "gt": result += ">"
      case "amp": result += "&"
      case "quot": result += "\""
      case "apos": result += "'"
      default:
        let hex = entity.hasPrefix("#x")
        let code = UInt32(entity.dropFirst(hex ? 2 : 1), radix: hex ? 16 : 10)
        if entity.hasPrefix("#"), let scalar = code.flatMap(Unicode.Scalar.init) {
          result.unicodeScalars.append(scalar)
        } else {
          result += "&\(entity);"
        }
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
