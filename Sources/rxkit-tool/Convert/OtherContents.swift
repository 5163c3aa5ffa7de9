// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources

/// What documents hold that hold no medication resource.
struct OtherContents {
  /// The documents that are being read: records so far, and other resources by type.
  private var open: [String: (records: Int, types: [String: Int])] = [:]
  /// The first document without a record, and how many there are.
  private var first: String?
  private var count = 0
  private var types: [String: Int] = [:]

  /// Adds a part of a document; parts may come in any order.
  mutating func add(_ types: [String: Int], records: Int, of path: String) {
    open[path, default: (0, [:])].records += records
    open[path, default: (0, [:])].types.merge(types, uniquingKeysWith: +)
  }

  /// Says that no part of a document is left.
  mutating func end(_ path: String) {
    guard let document = open.removeValue(forKey: path), document.records == 0,
      !document.types.isEmpty
    else { return }
    first = first ?? path
    count += 1
    types.merge(document.types, uniquingKeysWith: +)
  }

  /// Says that no part of any document is left.
  mutating func endAll() {
    for path in open.keys.sorted() { end(path) }
  }

  /// The line that says it; `nil` if there is no such document.
  var note: String? {
    guard let first else { return nil }
    return count == 1
      ? Self.note(of: first == "-" ? "standard input" : first, types)
      : "\(DisplayText.grouped(count)) documents have no medication resource" + Self.found(types)
  }

  /// The line for one document.
  static func note(of name: String, _ types: [String: Int]) -> String {
    "\(name): no medication resource" + found(types)
  }

  private static func found(_ types: [String: Int]) -> String {
    types.isEmpty ? "" : "; found " + FHIRDocument.words(for: types, DisplayText.grouped)
  }
}
