// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@Suite("Many readers")
struct ConcurrencyTests {
  @Test("Tasks that share a catalog get the answers that one reader gets")
  func sharedCatalog() async throws {
    // An attached file in the middle makes it several blocks.
    let bytes = try FixtureRelease.bytes(of: FixtureRelease.rows()) { builder in
      builder.attach("filler", bytes: [UInt8](repeating: 7, count: 140_000))
    }
    let first = try Catalog(bytes: bytes)
    let codes = first.concepts.map(\.rxcui.rawValue)
    let alone = codes.map { AnswerSpread.ask(first, about: $0) }
    // Opened anew, so that the blocks are checked by many tasks at once.
    let catalog = try Catalog(bytes: bytes, checking: .onReading)
    let together = await withTaskGroup(of: [Int].self) { group in
      for task in 0..<16 {
        group.addTask {
          var sums = [Int](repeating: 0, count: codes.count)
          for step in codes.indices {
            // Each begins elsewhere, so that different blocks are first.
            let index = (step + task * 7) % codes.count
            sums[index] = AnswerSpread.ask(catalog, about: codes[index])
          }
          return sums
        }
      }
      return await group.reduce(into: [[Int]]()) { $0.append($1) }
    }
    for sums in together { #expect(sums == alone) }
    #expect(catalog.damage == nil)
  }

  @Test("Tasks that share a damaged catalog agree that it is damaged")
  func sharedDamage() async throws {
    var files = [try FixtureRelease.bytesInBlocks()]
    if Effort.isFull, let starter = try StarterRelease.catalogBytes.get() { files.append(starter) }
    for var bytes in files {
      bytes[bytes.count / 2] ^= 1
      let catalog = try Catalog(bytes: bytes, checking: .onReading)
      let findings = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { catalog.verify().findingCount } }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(findings == [1, 1, 1, 1])
    }
  }

  /// Everything that look-ups in place read of a code, as a number.
  private static func read(_ catalog: Catalog, _ code: UInt32, _ names: [String]) -> Int {
    var sum = 0
    func add(_ view: ConceptView) {
      sum += Int(view.rxcui.rawValue) + view.nameUTF8.count + view.displayNameUTF8.count
      sum += view.termTypeUTF8.count + view.sourceUTF8.count + view.relationCount
      sum += view.status == .active ? 1 : 0
    }
    if let view = catalog.view(of: RxCUI(rawValue: code)) { add(view) }
    for name in names { catalog.forEachConcept(named: name, comparing: .normalized) { add($0) } }
    catalog.forEachConcept(source: "MTHSPL", code: "786Z46389E") { add($0) }
    if let ndc = NationalDrugCode(number: 93_104_801) {
      catalog.forEachConcept(ndc: ndc) { add($0) }
    }
    return sum
  }

  @Test("Look-ups in place from many threads at once, the blocks not yet checked, agree")
  func sharedViews() async throws {
    let bytes = try FixtureRelease.bytesInBlocks()
    let alone = try Catalog(bytes: bytes)
    let codes = alone.concepts.map(\.rxcui.rawValue)
    let names = ["metformin", "ENTRESTO"]
    let expected = codes.map { Self.read(alone, $0, names) }
    for _ in 0..<4 {
      let catalog = try Catalog(bytes: bytes, checking: .onReading)
      let answers = await withTaskGroup(of: [Int].self) { group in
        for task in 0..<8 {
          group.addTask {
            // Each begins elsewhere, so that different blocks are first.
            let order = codes.indices.map { ($0 + task * 13) % codes.count }
            var sums = [Int](repeating: 0, count: codes.count)
            for index in order { sums[index] = Self.read(catalog, codes[index], names) }
            return sums
          }
        }
        return await group.reduce(into: [[Int]]()) { $0.append($1) }
      }
      for answer in answers { #expect(answer == expected) }
      #expect(catalog.damage == nil)
    }
  }
}
