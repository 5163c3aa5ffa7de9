// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import XMLText

/// The names of a document by their numbers, and what each tells.
///
/// Numbers begin at 1 and are dense, so that a table is an array.
struct FHIRXMLNameTable {
  /// A name as it is written in JSON, and its shapes.
  struct Name {
    var utf8: [UInt8] = []
    /// Whether it begins as the names of resources do, and no element's.
    var isResource = false
    var isArray = false
    var isPrimitive = false
    /// The names of parents in which it is an array.
    var arrayParents: [UInt32] = []
  }

  private(set) var names: [Name] = []
  private var isKnown: [Bool] = []

  /// Takes in a name that occurs.
  @inline(__always)
  mutating func note(_ name: XMLName, in reader: borrowing XMLReader) {
    let index = Int(name.number)
    if index < isKnown.count, isKnown[index] { return }
    add(index, reader.string(name), reader)
  }

  private mutating func add(_ index: Int, _ word: String, _ reader: borrowing XMLReader) {
    if index >= names.count {
      names.append(contentsOf: repeatElement(Name(), count: index + 1 - names.count))
      isKnown.append(contentsOf: repeatElement(false, count: index + 1 - isKnown.count))
    }
    isKnown[index] = true
    var name = Name(utf8: Array(word.utf8))
    name.isResource = name.utf8.first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false
    name.isArray = FHIRElementShapes.arrays.contains(word)
    name.isPrimitive = FHIRElementShapes.primitives.contains(word)
    name.arrayParents = (FHIRElementShapes.arraysWithin[word] ?? []).map {
      reader.name($0).number
    }
    names[index] = name
  }

  /// Whether elements of a name are an array within a parent even when one occurs.
  func isArray(_ name: UInt32, within parent: UInt32) -> Bool {
    let name = names[Int(name)]
    return name.isArray || name.arrayParents.contains(parent)
  }
}
