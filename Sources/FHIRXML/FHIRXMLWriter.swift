// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText

// The JSON of the same resource (FHIR R4, section 2.6.1 "XML and JSON"):
//
//   <Medication xmlns="http://hl7.org/fhir">    {"resourceType":"Medication",
//     <id value="m1"/>                           "id":"m1",
//     <code>
//       <coding id="c">                          "code":{"coding":[{"id":"c",
//         <code value="308192"/>                   "code":"308192",
//         <display value="amoxicillin">            "display":"amoxicillin",
//           <extension url="u"/>                   "_display":{"extension":[{"url":"u"}]}}]},
//         </display>
//       </coding>
//     </code>
//     <contained><Substance/></contained>        "contained":[{"resourceType":"Substance"}]}
//   </Medication>
//
// Every value is a string: XML does not say which are numbers, and those must
// keep their digits anyhow. The readers know it (``JSONNode/isUntyped``).

/// Writes a tree as JSON.
struct FHIRXMLWriter {
  private var tree: FHIRXMLTree
  private var writer: JSONWriter
  /// Where objects begin, in JSON and in XML, in order.
  private(set) var places: [(json: UInt32, xml: UInt32)] = []
  /// The parent and node that last had a name, by the name's number.
  private var last: [(parent: Int32, node: Int32)]

  init(_ tree: consuming FHIRXMLTree) {
    self.tree = tree
    writer = JSONWriter(capacity: self.tree.source.count / 2 + 64)
    places.reserveCapacity(self.tree.nodes.count / 3)
    last = Array(repeating: (-1, -1), count: self.tree.names.names.count)
  }

  /// Writes the whole tree; `null` if it has no node.
  mutating func write() -> [UInt8] {
    if tree.nodes.isEmpty {
      writer.null()
    } else if tree.isAtom {
      writeObject(0, type: "Bundle")
    } else {
      writeResource(0)
    }
    return writer.bytes
  }

  // MARK: Objects

  private mutating func writeResource(_ index: Int) {
    let name = tree.nodes[index].name
    begin(index)
    writer.key("resourceType")
    let type = tree.names.names[Int(name)].utf8
    writer.string(utf8: type.span)
    writeMembers(of: index)
    writer.endObject()
  }

  private mutating func writeObject(_ index: Int, type: String? = nil) {
    begin(index)
    if let type {
      writer.key("resourceType")
      writer.string(type)
    }
    writeMembers(of: index)
    writer.endObject()
  }

  private mutating func begin(_ index: Int) {
    places.append((UInt32(truncatingIfNeeded: writer.bytes.count), tree.nodes[index].offset))
    writer.beginObject()
  }

  private mutating func writeMembers(of parent: Int) {
    let end = Int(tree.nodes[parent].end)
    chain(parent, end)
    var child = parent + 1
    while child < end {
      if !tree.nodes[child].isLater { writeMember(child, of: parent) }
      child = Int(tree.nodes[child].end)
    }
  }

  /// Links the children of one name; they need not be side by side.
  private mutating func chain(_ parent: Int, _ end: Int) {
    var child = parent + 1
    while child < end {
      let name = Int(tree.nodes[child].name)
      if last[name].parent == Int32(truncatingIfNeeded: parent) {
        tree.nodes[Int(last[name].node)].next = Int32(truncatingIfNeeded: child)
        tree.nodes[child].isLater = true
      }
      last[name] = (
        Int32(truncatingIfNeeded: parent), Int32(truncatingIfNeeded: child)
      )
      child = Int(tree.nodes[child].end)
    }
  }

  // MARK: Members

  private mutating func writeMember(_ first: Int, of parent: Int) {
    let node = tree.nodes[first]
    let isArray =
      node.next != 0 || tree.names.isArray(node.name, within: tree.nodes[parent].name)
    if isPrimitive(first) {
      writePrimitives(first, isArray: isArray)
    } else if wrapsResource(first) {
      writeResources(first, isArray: isArray)
    } else {
      writeKey(node.name)
      if isArray { writer.beginArray() }
      var index = first
      repeat {
        writeObject(index)
        index = Int(tree.nodes[index].next)
      } while index != 0
      if isArray { writer.endArray() }
    }
  }

  private mutating func writeKey(_ name: UInt32, after prefix: [UInt8] = []) {
    let word = tree.names.names[Int(name)].utf8
    if prefix.isEmpty {
      writer.key(utf8: word.span)
    } else {
      let key = prefix + word
      writer.key(utf8: key.span)
    }
  }

  /// The nodes of one name, from the first on.
  private func count(_ first: Int, where isWanted: (Int) -> Bool) -> Int {
    var count = 0
    var index = first
    repeat {
      if isWanted(index) { count += 1 }
      index = Int(tree.nodes[index].next)
    } while index != 0
    return count
  }

  // MARK: Primitives

  /// Whether a name's elements are primitives: one has a value, or none has more than extensions
  /// and the name is known to be one.
  private func isPrimitive(_ first: Int) -> Bool {
    let node = tree.nodes[first]
    if node.hasValue { return true }
    if node.next != 0, count(first, where: { tree.nodes[$0].hasValue }) > 0 { return true }
    return tree.names[node.name].contains(.primitive)
  }

  private func hasMembers(_ index: Int) -> Bool {
    Int(tree.nodes[index].end) > index + 1
  }

  private mutating func writePrimitives(_ first: Int, isArray: Bool) {
    let name = tree.nodes[first].name
    let hasExtras = count(first, where: hasMembers) > 0
    if isArray || tree.nodes[first].hasValue {
      writeKey(name)
      if isArray { writer.beginArray() }
      var index = first
      repeat {
        writeValue(index)
        index = Int(tree.nodes[index].next)
      } while index != 0
      if isArray { writer.endArray() }
    }
    guard hasExtras else { return }
    writeKey(name, after: [0x5F])
    if isArray { writer.beginArray() }
    var index = first
    repeat {
      if hasMembers(index) { writeObject(index) } else { writer.null() }
      index = Int(tree.nodes[index].next)
    } while index != 0
    if isArray { writer.endArray() }
  }

  @inline(__always)
  private mutating func writeValue(_ index: Int) {
    let node = tree.nodes[index]
    guard node.hasValue else { return writer.null() }
    let range = Int(node.valueStart)..<Int(node.valueStart) + Int(node.valueCount)
    let bytes = node.isCopied ? tree.copied : tree.source
    writer.string(utf8: bytes.span.extracting(range))
  }

  // MARK: Resources in resources

  /// Whether an element holds resources, as `contained` and `resource` do.
  private func wrapsResource(_ index: Int) -> Bool {
    let inside = index + 1
    return inside < Int(tree.nodes[index].end) && isResource(inside)
  }

  private func isResource(_ index: Int) -> Bool {
    tree.names[tree.nodes[index].name].contains(.resource)
  }

  /// Writes the resources of all wrappers of one name; a wrapper may hold several.
  private mutating func writeResources(_ first: Int, isArray: Bool) {
    writeKey(tree.nodes[first].name)
    let isArray = isArray || countOfChildren(first) > 1
    if isArray { writer.beginArray() }
    var wrapper = first
    repeat {
      let end = Int(tree.nodes[wrapper].end)
      var child = wrapper + 1
      while child < end {
        if isResource(child) { writeResource(child) } else { writeObject(child) }
        child = Int(tree.nodes[child].end)
      }
      wrapper = Int(tree.nodes[wrapper].next)
    } while wrapper != 0
    if isArray { writer.endArray() }
  }

  private func countOfChildren(_ index: Int) -> Int {
    var count = 0
    var child = index + 1
    while child < Int(tree.nodes[index].end) {
      count += 1
      child = Int(tree.nodes[child].end)
    }
    return count
  }
}
