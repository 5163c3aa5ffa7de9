// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import SymptomMapping
import Testing

@testable import rxkit

@Suite("The tables within the tool")
struct EmbeddedMappingTests {
  @Test("Each mapping table is there, byte for byte", arguments: MappingTables.fileNames)
  func same(_ name: String) throws {
    let path = StarterCatalog.root.appendingPathComponent("Data/Mappings/\(name)")
    let expected = try [UInt8](Data(contentsOf: path))
    let found = try #require(EmbeddedMappings.file(name))
    #expect(found == expected, "\(name) was changed after the build")
  }

  @Test("No other table is there")
  func names() {
    #expect(EmbeddedMappings.files.map(\.name) == MappingTables.fileNames)
  }
}
