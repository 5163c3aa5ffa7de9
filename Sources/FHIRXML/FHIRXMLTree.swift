// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import XMLText

// One node per element, in document order, each with the index after its inside:
//
//   <Medication><code><coding><system value="s"/><code value="c"/></coding></code></Medication>
//
//   0 Medication   end 5
//   1   code       end 5
//   2     coding   end 5
//   3       system end 4   value "s"
//   4       code   end 5   value "c"
//
// The attributes `id` and `url` become nodes of their own, since in JSON they
// are members. The narrative is left out, by the parser itself or as `div`, and so
// are the unused parts of resources other than medications: they are only checked
// to be well-formed XML. So are elements of other namespaces, and text, for which
// FHIR has no place; but what they say is not known, so that they become a
// `modifierExtension` of the element around them.

/// An element of a FHIR document in XML.
struct FHIRXMLNode {
  var name: UInt32
  /// The index after the last node inside.
  var end: Int32
  /// The offset of the tag.
  var offset: UInt32
  /// The offset of the value in the text, or in the tree's own bytes.
  var valueStart: UInt32 = 0
  /// The length of the value; -1 where there is none.
  var valueCount: Int32 = -1
  /// The next node of the same parent and name, 0 for none; set when the parent is written.
  var next: Int32 = 0
  var isCopied = false
  /// Whether an earlier node of the same parent has the name; set when the parent is written.
  var isLater = false

  var hasValue: Bool { valueCount >= 0 }
}

/// The elements of a FHIR document in XML.
struct FHIRXMLTree {
  var nodes: [FHIRXMLNode] = []
  /// The text as UTF-8.
  private(set) var source: [UInt8] = []
  /// Values that the text spells with entities, and the text of Atom.
  private(set) var copied: [UInt8] = []
  private(set) var names: FHIRXMLNameTable
  /// Whether it is an Atom feed, the bundle of DSTU1.
  private(set) var isAtom = false
  /// Where the outermost element is if it does not belong to FHIR; then there are no nodes.
  private(set) var foreignRoot: XMLPosition?
  /// How many elements of other namespaces and runs of text were not read.
  private(set) var foreignCount = 0
  /// Where the first of them is.
  private(set) var firstForeign: XMLPosition?
  private var open: [Int32] = []

  private static let namespace = "http://hl7.org/fhir"
  private static let atom = "http://www.w3.org/2005/Atom"
  /// RFC 6721: what a feed deletes.
  private static let tombstones = "http://purl.org/atompub/tombstones/1.0"
  private static let narrative = "http://www.w3.org/1999/xhtml"
  /// The address of the extension in place of what is not FHIR.
  private static let foreign = Array(OwnExtension.notFHIR.utf8)

  /// Reads a document.
  ///
  /// - Throws: ``XMLError`` for a text that is not well-formed, before anything else is checked.
  init(_ bytes: [UInt8], depthLimit: Int, byteLimit: Int, readsAll: Bool) throws(XMLError) {
    names = FHIRXMLNameTable(readsAll: readsAll)
    var options = XMLOptions(
      depthLimit: depthLimit, byteLimit: byteLimit, skippedNamespace: Self.narrative)
    options.skipsBlanks = true
    var reader = try XMLReader(bytes, options: options)
    guard let root = try reader.next() else {
      foreignRoot = reader.position(of: 0)
      return
    }
    isAtom = root.name == reader.name("feed") && root.namespace == reader.name(Self.atom)
    guard isAtom || root.namespace == reader.name(Self.namespace) else {
      let place = reader.position(of: root.offset)
      while try reader.next() != nil {}
      foreignRoot = place
      return
    }
    try read(&reader, from: root)
    source = reader.bytes
  }

  private mutating func read(
    _ reader: inout XMLReader, from root: XMLEvent
  ) throws(XMLError) {
    // Documents have an element every 40 to 60 bytes.
    nodes.reserveCapacity(reader.bytes.count / 40 + 16)
    let attributes = (
      value: reader.name("value"), id: reader.name("id"), url: reader.name("url")
    )
    let fhir = reader.name(Self.namespace)
    let atom = isAtom ? reader.name(Self.atom) : fhir
    let modifier = reader.name("modifierExtension")
    let narrative = reader.name("div")
    for name in [attributes.id, attributes.url, modifier] { names.note(name, in: reader) }
    let tombstone = Tombstone(
      namespace: isAtom ? reader.name(Self.tombstones) : fhir, name: reader.name("deleted-entry"),
      entry: reader.name("entry"), when: reader.name("when"), ref: reader.name("ref"),
      deleted: reader.name("deleted"), id: attributes.id)
    if isAtom {
      for name in [tombstone.entry, tombstone.deleted] { names.note(name, in: reader) }
    }
    /// How deep the reader is inside an element that is left out.
    var omittedDepth = 0
    var next: XMLEvent? = root
    while let event = next {
      switch event.kind {
      case .start where omittedDepth > 0: omittedDepth += 1
      case .start where isAtom && tombstone.isMet(by: event):
        open.append(Int32(truncatingIfNeeded: nodes.count))
        append(tombstone.entry, of: event)
        for number in 0..<event.attributeCount {
          let attribute = reader.attribute(number, of: event)
          guard let name = tombstone.member(of: attribute.name) else { continue }
          append(name, of: event)
          nodes[nodes.count - 1].end = Int32(truncatingIfNeeded: nodes.count)
          set(attribute.value, of: nodes.count - 1, reader)
        }
      case .start where event.name == narrative: omittedDepth = 1
      case .start where event.namespace != fhir && event.namespace != atom:
        omittedDepth = 1
        noteForeign(event, reader, modifier, attributes.url)
      case .start:
        names.note(event.name, in: reader)
        if isInUnread, !names[event.name.number].contains(.kept) {
          omittedDepth = 1
          break
        }
        open.append(Int32(truncatingIfNeeded: nodes.count))
        append(event.name, of: event)
        if event.attributeCount > 0 { readAttributes(of: event, reader, attributes) }
      case .end where omittedDepth > 0: omittedDepth -= 1
      case .end:
        if let index = open.popLast() {
          nodes[Int(index)].end = Int32(truncatingIfNeeded: nodes.count)
        }
      case .text:
        // Atom says in text what FHIR says in attributes.
        if omittedDepth > 0 { break }
        if isAtom {
          readText(event.text, reader)
        } else {
          noteForeign(event, reader, modifier, attributes.url)
        }
      }
      next = try reader.next()
    }
  }

  /// Whether the element around belongs to a resource of which only the identity is kept.
  private var isInUnread: Bool {
    open.last.map { names[nodes[Int($0)].name].contains(.unread) } ?? false
  }

  /// Puts an extension that changes the meaning in place of an element of another namespace, or of
  /// text: it might have said that nothing is taken.
  private mutating func noteForeign(
    _ event: XMLEvent, _ reader: borrowing XMLReader, _ modifier: XMLName, _ url: XMLName
  ) {
    // A feed has elements of other namespaces, and what is not read at all loses nothing.
    if isInUnread || isAtom && !isInResource && event.namespace != .none { return }
    foreignCount += 1
    if firstForeign == nil { firstForeign = reader.position(of: event.offset) }
    append(modifier, of: event)
    nodes[nodes.count - 1].end = Int32(truncatingIfNeeded: nodes.count + 1)
    append(url, of: event)
    nodes[nodes.count - 1].end = Int32(truncatingIfNeeded: nodes.count)
    nodes[nodes.count - 1].valueStart = UInt32(truncatingIfNeeded: copied.count)
    nodes[nodes.count - 1].valueCount = Int32(truncatingIfNeeded: Self.foreign.count)
    nodes[nodes.count - 1].isCopied = true
    copied += Self.foreign
  }

  /// Whether a resource is around, which in a feed is in the content of an entry.
  private var isInResource: Bool {
    open.contains { names[nodes[Int($0)].name].contains(.resource) }
  }

  /// The names of an entry that a feed deletes, `<at:deleted-entry ref="…" when="…"/>`, and of what
  /// DSTU1 says in JSON of the same: an entry with `id` and `deleted`.
  private struct Tombstone {
    let namespace: XMLName
    let name: XMLName
    let entry: XMLName
    let when: XMLName
    let ref: XMLName
    let deleted: XMLName
    let id: XMLName

    func isMet(by event: XMLEvent) -> Bool { event.namespace == namespace && event.name == name }

    func member(of attribute: XMLName) -> XMLName? {
      attribute == when ? deleted : attribute == ref ? id : nil
    }
  }

  @inline(__always)
  private mutating func append(_ name: XMLName, of event: XMLEvent) {
    nodes.append(
      FHIRXMLNode(name: name.number, end: 0, offset: UInt32(truncatingIfNeeded: event.offset)))
  }

  @inline(__always)
  private mutating func readAttributes(
    of event: XMLEvent, _ reader: borrowing XMLReader,
    _ wanted: (value: XMLName, id: XMLName, url: XMLName)
  ) {
    let index = nodes.count - 1
    for number in 0..<event.attributeCount {
      let attribute = reader.attribute(number, of: event)
      if attribute.isPrefixed { continue }
      if attribute.name == wanted.value {
        set(attribute.value, of: index, reader)
      } else if attribute.name == wanted.id || attribute.name == wanted.url {
        nodes.append(
          FHIRXMLNode(
            name: attribute.name.number, end: Int32(truncatingIfNeeded: nodes.count + 1),
            offset: nodes[index].offset))
        set(attribute.value, of: nodes.count - 1, reader)
      }
    }
  }

  @inline(__always)
  private mutating func set(_ value: XMLSlice, of index: Int, _ reader: borrowing XMLReader) {
    nodes[index].valueCount = Int32(truncatingIfNeeded: value.count)
    nodes[index].isCopied = value.isCopied
    if value.isCopied {
      nodes[index].valueStart = UInt32(truncatingIfNeeded: copied.count)
      reader.append(value, to: &copied)
    } else {
      nodes[index].valueStart = UInt32(truncatingIfNeeded: value.start)
    }
  }

  /// Takes the text of an Atom element that has nothing else in it as its value.
  private mutating func readText(_ text: XMLSlice, _ reader: borrowing XMLReader) {
    guard let index = open.last.map({ Int($0) }), index == nodes.count - 1, open.count > 1 else {
      return
    }
    if !nodes[index].hasValue {
      var word: [UInt8] = []
      reader.append(text, to: &word)
      guard word.contains(where: { $0 > 0x20 }) else { return }
      nodes[index].valueCount = 0
      nodes[index].valueStart = UInt32(truncatingIfNeeded: copied.count)
      nodes[index].isCopied = true
    }
    guard nodes[index].isCopied else { return }
    reader.append(text, to: &copied)
    nodes[index].valueCount += Int32(truncatingIfNeeded: text.count)
  }
}
