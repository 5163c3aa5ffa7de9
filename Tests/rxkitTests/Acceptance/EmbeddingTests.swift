// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

@Suite("What an app embeds needs the toolchain alone")
struct EmbeddingTests {
  /// What the package manager says of the package.
  private static func description() throws -> JSONNode {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A scratch folder of its own: the one that runs the tests is locked.
    process.arguments = [
      "swift", "package", "--package-path", Repository.root.path, "--scratch-path",
      folder.url.path, "describe", "--type", "json",
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    return try JSONDocument(bytes).root
  }

  @Test("RxKit reaches no system library and no Foundation", .enabled(if: !Effort.isFast))
  func noLibrary() throws {
    let package = try Self.description()
    var targets: [String: JSONNode] = [:]
    for target in try #require(package["targets"]).elements {
      targets[try #require(target["name"]?.string)] = target
    }
    let product = try #require(
      package["products"]?.elements.first { $0["name"]?.string == "RxKit" })
    var open = try #require(product["targets"]).elements.compactMap(\.string)
    #expect(open.contains("MedicationResolver"))
    var reached: Set<String> = []
    while let name = open.popLast() {
      guard reached.insert(name).inserted else { continue }
      let target = try #require(targets[name], "\(name)")
      #expect(target["type"]?.string == "library", "\(name)")
      open += target["target_dependencies"]?.elements.compactMap(\.string) ?? []
      let folder = Repository.root.appendingPathComponent(try #require(target["path"]?.string))
      let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      for case let file as String in files where file.hasSuffix(".swift") {
        let text = try String(
          contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        #expect(!text.contains("import Foundation"), "\(name)/\(file)")
      }
    }
    #expect(reached.contains("CMasks"))
    #expect(reached.isDisjoint(with: ["XMLText", "FHIRStreams", "CatalogBuilding", "DrugLabels"]))
  }
}
