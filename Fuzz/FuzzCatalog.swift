// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds bytes to the reader of catalogs: no file may crash it, hang it or make
// it take memory without bound, whether its checksums are right or not.
//
// A changed byte would end at a checksum, so that nothing behind it were ever
// tried. Each input is therefore opened twice: as it is, and with its lengths
// and checksums put right.
//
// The seeds in Corpus/Catalog are catalogs of a few rows, of the newest format:
// built of rows of the test fixtures, without the attached mapping files.

import CatalogBuilding
import ConceptCatalog
import MedicationModel

/// Opens bytes as a catalog, and asks it everything.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  read(input)
  if let repaired = repair(input) { read(repaired) }
  return 0
}

private func read(_ bytes: [UInt8]) {
  do {
    let catalog = try Catalog(bytes: bytes)
    ask(catalog)
    let report = catalog.verify()
    // A sound file was read without meeting damage.
    precondition(!report.isSound || catalog.damage == nil)
  } catch {
    precondition(!error.description.isEmpty)
  }
}

private func ask(_ catalog: Catalog) {
  _ = catalog.sources
  _ = catalog.documentation
  _ = catalog.facts
  for name in catalog.attachmentNames.prefix(8) { _ = catalog.attachment(name) }
  for system in catalog.codeSystems.prefix(4) {
    for concept in system.concepts.prefix(16) {
      _ = (concept.designations, concept.properties, concept.system.url, concept.parent)
      _ = catalog.codeSystemConcepts(system: system.url, code: concept.code)
    }
  }
  for (position, concept) in catalog.concepts.enumerated() {
    if position >= 40, position + 8 < catalog.conceptCount { continue }
    ask(concept)
    _ = catalog.history(of: concept.rxcui)
    _ = catalog.concept(for: concept.rxcui)
    if let view = catalog.view(of: concept.rxcui) { ask(view) }
  }
  for code: UInt32 in [0, 1, 541_862, 2_998_001, 2_998_020, 99_999_999, UInt32.max] {
    _ = catalog.history(of: RxCUI(rawValue: code))
    _ = catalog.concept(for: RxCUI(rawValue: code))
  }
  for name in ["metformin", " ENTRESTO ", "βιταμίνη ες", ""] {
    _ = catalog.concepts(named: name, comparing: .exact)
    _ = catalog.concepts(named: name, comparing: .normalized, source: nil)
  }
  for name in ["metformin", " ENTRESTO ", "βιταμίνη ες", ""] {
    catalog.forEachConcept(named: name, comparing: .normalized, source: nil) { ask($0) }
  }
  for source in ["MTHSPL", "ATC"] {
    catalog.forEachConcept(source: source, code: "786Z46389E") { ask($0) }
  }
  if let ndc = NationalDrugCode(number: 93_104_801) {
    catalog.forEachConcept(ndc: ndc) { ask($0) }
  }
  var filter = SearchFilter()
  filter.termTypes = [.clinicalDrug, .ingredient]
  for text in ["m", "met 500 or", "entresto", "metfromin", "vitaminE"] {
    for hit in catalog.search(text, limit: 40).hits { _ = (hit.concept.name, hit.matchedName) }
    _ = catalog.search(text, filter: filter, limit: 3, offset: 2)
    _ = catalog.spellingSuggestions(for: text, limit: 5)
    for way in NameMatching.allCases { _ = catalog.matches(named: text, by: way) }
  }
  for ndc in ["00093104801", "0078-0659", "1234567890"] {
    _ = catalog.ndcMatches(for: ndc).concepts
  }
  for system in [CodeSystem.unii, CodeSystem.atc, "MTHSPL"] {
    _ = catalog.concepts(system: system, code: "786Z46389E")
  }
}

private func ask(_ view: ConceptView) {
  _ = (view.code, view.termType, view.status, view.isPrescribable)
  _ = view.nameUTF8.count + view.displayNameUTF8.count
  _ = view.termTypeUTF8.count + view.sourceUTF8.count
}

private func ask(_ concept: Concept) {
  _ = (concept.name, concept.displayName, concept.termType, concept.status, concept.source)
  concept.withNameUTF8 { _ = $0.count }
  for name in concept.names.prefix(16) {
    _ = (name.text, name.code, name.source, name.termType, name.language, name.suppress)
    _ = concept.catalog.concepts(named: name.text, comparing: .exact)
  }
  _ = (concept.relations, concept.attributes, concept.semanticTypes, concept.ndcs)
  _ = (concept.ingredientList, concept.preciseIngredients, concept.multipleIngredients)
  _ = (concept.components, concept.genericForms, concept.brandedForms, concept.brandNames)
  _ = (concept.doseForms, concept.doseFormGroups, concept.packItems, concept.products)
  _ = (concept.strengthList, concept.quantity, concept.uniis, concept.labelSetIDs)
  _ = (concept.qualitativeDistinction, concept.isVeterinaryOnly, concept.unquantifiedForms)
}

// MARK: - Putting lengths and checksums right

private func repair(_ input: [UInt8]) -> [UInt8]? {
  guard input.count >= 128 else { return nil }
  var bytes = input
  for (place, byte) in "RXKITCAT".utf8.enumerated() { bytes[place] = byte }
  put(0x0102_0304 as UInt32, into: &bytes, at: 8)
  put(4 as UInt32, into: &bytes, at: 12)
  put(UInt64(bytes.count), into: &bytes, at: 16)
  let sectionCount = min(Int(word(bytes, 40)), 64, (bytes.count - 128) / 32)
  put(UInt32(sectionCount), into: &bytes, at: 40)
  let headerEnd = (64 + sectionCount * 32 + 63) & ~63
  let stated = Int(word(bytes, 24)) & ~63
  let bodyStart = stated >= headerEnd && stated <= bytes.count ? stated : headerEnd
  guard bodyStart <= bytes.count else { return nil }
  put(UInt64(bodyStart), into: &bytes, at: 24)
  // So many blocks that they and four bytes for each fill the rest.
  let blockCount = (bytes.count - bodyStart + 4099) / 4100
  let checksumStart = bytes.count - blockCount * 4
  guard checksumStart >= bodyStart else { return nil }
  put(UInt64(checksumStart), into: &bytes, at: 32)
  for block in 0..<blockCount {
    let start = bodyStart + block * 4096
    let end = min(start + 4096, checksumStart)
    guard start < end else { return nil }
    put(checksum(bytes[start..<end]), into: &bytes, at: checksumStart + block * 4)
  }
  put(checksum(bytes[checksumStart...]), into: &bytes, at: 44)
  put(0 as UInt32, into: &bytes, at: 48)
  put(checksum(bytes[..<bodyStart]), into: &bytes, at: 48)
  return bytes
}

private func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
  (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
}

private func put(_ number: UInt32, into bytes: inout [UInt8], at place: Int) {
  for index in 0..<4 { bytes[place + index] = UInt8(number >> UInt32(index * 8) & 0xFF) }
}

private func put(_ number: UInt64, into bytes: inout [UInt8], at place: Int) {
  put(UInt32(truncatingIfNeeded: number), into: &bytes, at: place)
  put(UInt32(truncatingIfNeeded: number >> 32), into: &bytes, at: place + 4)
}

private let checksumTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in
    value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
  }
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  let table = checksumTable
  var value = UInt32.max
  for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
  return ~value
}
