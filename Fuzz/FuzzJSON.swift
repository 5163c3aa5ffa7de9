// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arbitrary bytes to the JSON reader, the JSON writer and the FHIR
// reader, which passes over resources that are no medications. libFuzzer calls this function; a trap, a hang or a broken promise
// below is a finding.
// Scripts/fuzz JSON builds and runs it.

import FHIRResources
import JSONText

/// Reads the input in every way there is and checks what must hold for all of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let strict = try? JSONDocument(bytes)
  let tolerant = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant))
  precondition(strict == nil || tolerant != nil, "what strict mode reads, tolerant mode reads")
  if let root = strict?.root {
    var writer = JSONWriter()
    write(root, to: &writer)
    let again = try? JSONDocument(writer.bytes)
    precondition(again != nil, "what is written is JSON")
    if let again {
      var second = JSONWriter()
      write(again.root, to: &second)
      precondition(second.bytes == writer.bytes, "writing again changes nothing")
    }
  }
  if let root = tolerant?.root { visit(root, root: root) }
  _ = try? JSONLines(bytes, options: JSONOptions(mode: .tolerant))
  let document = FHIRDocument(bytes)
  if let strict, strict.trailing == .nothing {
    // What is JSON to its end is read alike, however much is checked of what is passed over.
    var options = JSONOptions()
    options.checking = .structure
    let fast = FHIRDocument(bytes, options: options)
    precondition(fast.records == document.records, "both ways of checking give the same records")
    precondition(fast.problems == document.problems, "both ways of checking say the same")
  }
  return 0
}

private func write(_ node: JSONNode, to writer: inout JSONWriter) {
  switch node.kind {
  case .object:
    writer.beginObject()
    for (name, value) in node.members {
      writer.key(name.string ?? "")
      write(value, to: &writer)
    }
    writer.endObject()
  case .array:
    writer.beginArray()
    for element in node.elements { write(element, to: &writer) }
    writer.endArray()
  case .string: writer.string(node.string)
  case .number: writer.number(raw: node.numberText ?? "")
  case .boolean: writer.boolean(node.boolean)
  case .null, .omitted: writer.null()
  }
}

private func visit(_ node: JSONNode, root: JSONNode) {
  precondition(node.range.upperBound >= node.range.lowerBound)
  _ = node.path(from: root)
  _ = node.duplicateNames
  for (_, value) in node.members { visit(value, root: root) }
  for value in node.elements { visit(value, root: root) }
}
