// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Paths as people write them: entry[3].resource.code.coding[0]. A name that is
// no plain word is quoted: extension[0].["a b"].

extension JSONNode {
  /// The line and column where the value begins.
  ///
  /// - Complexity: O(*n*) in the bytes before the value; meant for messages.
  public var position: JSONPosition {
    let bytes = storage.bytes
    return JSONPosition(of: offset, in: bytes.span)
  }

  /// Returns where the value is, seen from a value around it.
  ///
  /// - Parameter ancestor: A value of the same text that holds this one.
  /// - Returns: `code.coding[0].system`; empty if both are the same or `ancestor` holds it not.
  /// - Complexity: O(*n*) in the values before it at every level; meant for messages.
  public func path(from ancestor: JSONNode) -> String {
    guard ancestor.storage === storage else { return "" }
    var path = ""
    var container = ancestor
    descend: while container.index != index, container.word.isContainer {
      if container.isArray {
        for (number, element) in container.elements.enumerated() where element.holds(index) {
          path += "[\(number)]"
          container = element
          continue descend
        }
      } else {
        for (name, value) in container.members where value.holds(index) || name.index == index {
          JSONPath.append(name.string ?? "", to: &path)
          if name.index == index { return path }
          container = value
          continue descend
        }
      }
      return ""
    }
    return container.index == index ? path : ""
  }

  private func holds(_ other: Int) -> Bool {
    other >= index && other < storage.tape[index].next(after: index)
  }
}

/// The spelling of paths.
enum JSONPath {
  static func append(_ name: String, to path: inout String) {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F
      }
    if isPlain {
      if !path.isEmpty { path += "." }
      path += name
    } else {
      var writer = JSONWriter()
      writer.string(name)
      path += "[" + writer.text + "]"
    }
  }
}

extension JSONScanner {
  /// The path of the value that was being read when scanning stopped.
  func openPath(_ bytes: Span<UInt8>) -> String {
    var path = ""
    for (level, container) in open.prefix(options.depthLimit).enumerated() {
      let inner = level + 1 < open.count ? open[level + 1] : tape.count
      if tape[container].rawKind == TapeKind.array.rawValue {
        var number = 0
        var position = container + 1
        while position < inner {
          position = tape[position].next(after: position)
          number += 1
        }
        path += "[\(number)]"
      } else if let name = lastName(in: container, before: inner) {
        let word = tape[name]
        let range = word.offset..<word.offset + word.extent
        JSONPath.append(
          String(decoding: JSONEscapes.decode(bytes, range), as: UTF8.self), to: &path)
      }
    }
    return path
  }

  /// The tape index of the name whose value is missing or open.
  private func lastName(in container: Int, before end: Int) -> Int? {
    var name: Int?
    var position = container + 1
    while position < end {
      name = position
      guard position + 1 < end else { break }
      position = tape[position + 1].next(after: position + 1)
    }
    return name
  }
}
