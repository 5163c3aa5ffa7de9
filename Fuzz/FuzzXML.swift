// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arbitrary bytes to the XML reader and to the FHIR reader above it.
// libFuzzer calls this function; a trap, a hang or a broken promise below is a finding.
// Scripts/fuzz XML builds and runs it.

import FHIRResources
import FHIRXML
import XMLText

/// Reads the input and checks what must hold for every text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    var reader = try XMLReader(bytes)
    var open: [XMLName] = []
    var isEnded = false
    while let event = try reader.next() {
      precondition(event.line >= 1 && event.offset >= 0 && event.offset <= reader.bytes.count)
      switch event.kind {
      case .start:
        precondition(!isEnded, "nothing follows the outermost element")
        precondition(reader.bytes[event.offset] == 0x3C, "a start tag begins with <")
        open.append(event.name)
        precondition(!reader.string(event.name).isEmpty)
        for number in 0..<event.attributeCount {
          let value = reader.attribute(number, of: event).value
          if !value.isCopied { check(value, reader.bytes) }
          _ = reader.string(value)
        }
      case .end:
        precondition(open.popLast() == event.name, "tags are nested")
        isEnded = open.isEmpty
      case .text:
        _ = reader.string(event.text)
      }
    }
    precondition(open.isEmpty && isEnded, "what is read to its end is complete")
  } catch {
    precondition(error.line >= 1 && error.column >= 1)
  }
  _ = FHIRDocument(bytes, reading: .withXML)
  return 0
}

/// A value in place stands between two equal quotation marks and has no reference in it.
private func check(_ value: XMLSlice, _ bytes: [UInt8]) {
  let end = value.start + value.count
  precondition(value.start > 0 && end < bytes.count)
  precondition(bytes[value.start - 1] == bytes[end], "a value stands in quotation marks")
  precondition(bytes[end] == 0x22 || bytes[end] == 0x27)
  precondition(!bytes[value.start..<end].contains { $0 == 0x26 || $0 == 0x3C || $0 == bytes[end] })
}
