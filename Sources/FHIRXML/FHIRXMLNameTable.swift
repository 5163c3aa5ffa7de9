// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import XMLText

/// The names of a document by their numbers, and what each tells.
///
/// Numbers begin at 1 and are dense, so that a table is an array.
struct FHIRXMLNameTable {
  /// A name as it is written in JSON.
  struct Name {
    var utf8: [UInt8] = []
    /// The names of parents in which it is an array.
    var arrayParents: [UInt32] = []
  }

  private(set) var names: [Name] = []
  /// What each name tells, beside the names themselves, since every element asks for it.
  private var marks: [Marks] = []

  private struct Marks: OptionSet {
    let rawValue: UInt8

    static let known = Marks(rawValue: 1)
    static let resource = Marks(rawValue: 2)
    static let primitive = Marks(rawValue: 4)
    static let array = Marks(rawValue: 8)
    static let arrayWithin = Marks(rawValue: 16)
    static let kept = Marks(rawValue: 32)
    static let unread = Marks(rawValue: 64)
  }

  /// Takes in a name that occurs.
  @inline(__always)
  mutating func note(_ name: XMLName, in reader: borrowing XMLReader) {
    let index = Int(name.number)
    if index < marks.count, marks[index].contains(.known) { return }
    add(index, reader.string(name), reader)
  }

  private mutating func add(_ index: Int, _ word: String, _ reader: borrowing XMLReader) {
    if index >= names.count {
      names.append(contentsOf: repeatElement(Name(), count: index + 1 - names.count))
      marks.append(contentsOf: repeatElement([], count: index + 1 - marks.count))
    }
    var mark: Marks = .known
    var name = Name(utf8: Array(word.utf8))
    // Names of resources begin in upper case, those of elements never do.
    if let first = name.utf8.first, first >= 0x41, first <= 0x5A {
      mark.insert(.resource)
      if !ResourceKind.isRead(word) { mark.insert(.unread) }
    }
    if FHIRElementShapes.arrays.contains(word) { mark.insert(.array) }
    if FHIRElementShapes.primitives.contains(word) { mark.insert(.primitive) }
    if FHIRElementShapes.arraysWithin[word] != nil { mark.insert(.arrayWithin) }
    if FHIRElementShapes.keptOfOthers.contains(word) { mark.insert(.kept) }
    marks[index] = mark
    name.arrayParents = (FHIRElementShapes.arraysWithin[word] ?? []).map {
      reader.name($0).number
    }
    names[index] = name
  }

  /// Whether elements of a name are an array within a parent even when one occurs.
  @inline(__always)
  func isArray(_ name: UInt32, within parent: UInt32) -> Bool {
    let mark = marks[Int(name)]
    if mark.contains(.array) { return true }
    return mark.contains(.arrayWithin) && names[Int(name)].arrayParents.contains(parent)
  }

  /// Whether a name is that of a resource.
  @inline(__always)
  func isResource(_ name: UInt32) -> Bool { marks[Int(name)].contains(.resource) }

  /// Whether elements of a name are primitives also where they have no value.
  @inline(__always)
  func isPrimitive(_ name: UInt32) -> Bool { marks[Int(name)].contains(.primitive) }

  /// Whether a name is that of a resource of which only its identity is read.
  @inline(__always)
  func isUnread(_ name: UInt32) -> Bool { marks[Int(name)].contains(.unread) }

  /// Whether an element is kept of such a resource.
  @inline(__always)
  func isKept(_ name: UInt32) -> Bool { marks[Int(name)].contains(.kept) }
}
