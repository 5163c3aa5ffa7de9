// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Many readers")
struct ConcurrencyTests {
  @Test("Tasks that share a catalog get the answers that one reader gets")
  func sharedCatalog() async throws {
    let bytes = try FixtureRelease.bytes()
    let codes = try FixtureRelease.catalog().concepts.map(\.rxcui.rawValue)
    let alone = codes.map { code in
      (try? FixtureRelease.catalog()).map { AnswerSpread.ask($0, about: code) } ?? -1
    }
    // Opened anew, so that the blocks are checked by many tasks at once.
    let catalog = try Catalog(bytes: bytes)
    let together = await withTaskGroup(of: [Int].self) { group in
      for task in 0..<16 {
        group.addTask {
          var sums = [Int](repeating: 0, count: codes.count)
          for step in codes.indices {
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
    guard var bytes = try StarterRelease.bytes(for: "many readers of a damaged file") else {
      return
    }
    bytes[bytes.count / 2] ^= 1
    let catalog = try Catalog(bytes: bytes)
    let findings = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { catalog.verify().findingCount } }
      return await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(findings == [1, 1, 1, 1])
  }
}
