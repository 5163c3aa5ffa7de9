// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import Testing

@Suite("Mapped files")
struct MappedFileTests {
  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }

  @Test(
    "A mapped file answers as one in memory, also when it is removed and only a concept is left")
  func mapping() throws {
    let path = temporaryPath()
    try Data(FixtureRelease.bytes()).write(to: URL(fileURLWithPath: path))
    func open() throws -> Concept {
      let catalog = try Catalog(contentsOf: path)
      #expect(catalog.verify().isSound)
      return try #require(catalog.concept(861007))
    }
    let concept = try open()
    try FileManager.default.removeItem(atPath: path)
    let expected = try #require(FixtureRelease.catalog().concept(861007))
    #expect(AnswerSpread.ask(concept) == AnswerSpread.ask(expected))
  }

  @Test("A folder, an empty file and a named pipe are errors, and nothing waits")
  func irregular() throws {
    let path = temporaryPath()
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: NSTemporaryDirectory()) }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: path) }
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: CatalogError.self) { _ = try Catalog(contentsOf: path) }
    try FileManager.default.removeItem(atPath: path)
  }
}
