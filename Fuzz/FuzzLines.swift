// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds arbitrary lines to the FHIR reader, as NDJSON and one by one.
// libFuzzer calls this function; a trap, a hang or a broken promise below is a finding.
// Scripts/fuzz Lines builds and runs it.

import FHIRResources
import JSONText

/// Reads the input as a whole and line by line, and checks what must hold between the two.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = FHIRDocument(bytes)
  let brief = FHIRDocument(bytes, reading: FHIRReadingOptions(readsDetails: false))
  let insisted = FHIRDocument(bytes, reading: FHIRReadingOptions(version: .r4))
  precondition(whole.records.count == brief.records.count, "details make no record")
  precondition(whole.records.count == insisted.records.count, "a version makes no record")
  for (record, other) in zip(whole.records, brief.records) {
    precondition(record.codings == other.codings && record.statusMeaning == other.statusMeaning)
    precondition(record.flags == other.flags && record.via == other.via)
  }
  for listing in whole.lists {
    for item in listing.items {
      precondition(item.records.allSatisfy { whole.records.indices.contains($0) })
    }
  }
  checkLines(bytes, whole)
  return 0
}

/// Lines that are each an object give together the records that each of them gives alone.
private func checkLines(_ bytes: [UInt8], _ whole: FHIRDocument) {
  // A mark is allowed where a text begins, and every line alone would be a beginning.
  if bytes.contains(0xEF) { return }
  var total = 0
  var lineCount = 0
  for line in bytes.split(separator: 0x0A) {
    guard let first = line.first(where: { $0 > 0x20 }) else { continue }
    let alone = Array(line)
    guard first == 0x7B, (try? JSONDocument(alone))?.trailing == .nothing else { return }
    lineCount += 1
    total += FHIRDocument(alone).records.count
  }
  precondition(lineCount == 0 || whole.records.count == total, "every line gives its records")
}
