// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import RxKit
import RxKitFoundation
import Testing
import TestSupport

@Suite("What an app embeds needs the toolchain alone")
struct EmbeddingTests {
  /// What the package manager says of the package.
  private static func description() throws -> JSONNode {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A scratch folder of its own: the one that runs the tests is locked.
    process.arguments = [
      "swift", "package", "--package-path", Repository.root.path, "--scratch-path",
      folder.path, "describe", "--type", "json",
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

  @Test("An error says the same to those who ask for its localised description")
  func localizedDescription() {
    let error = #expect(throws: CatalogError.self) { try Catalog(contentsOf: "/no-such.rxkit") }
    #expect(error?.description.contains("/no-such.rxkit") == true)
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  @Test("An identifier is made of a text without a throw")
  func identifier() {
    #expect(HealthConceptIdentifier("a")?.value == "a")
    #expect(HealthConceptIdentifier("") == nil)
  }
}

@Suite("The README's example")
struct ReadmeExampleTests {
  /// The example as it stands in the README, so that the compiler reads it.
  static func example() throws {
    let resolver = try MedicationResolver(catalog: Catalog(contentsOf: "catalog.rxkit"))
    let codings: Set = [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "860975")]
    let medication = MedicationConcept(
      identifier: .mint(displayText: "Metformin", codings: codings), displayText: "Metformin",
      generalForm: .tablet, relatedCodings: codings)
    let answer = try resolver.resolve(
      UserAnnotatedMedication(
        nickname: nil, isArchived: false, hasSchedule: true, medication: medication))
    print(answer.ingredients.map { "\($0.name ?? "–") \($0.strengthText ?? "")" })
    for finding in answer.sideEffects.symptoms where finding.step == 1 {
      print(finding.symptom.displayName, finding.evidence.map(\.row.setID))
    }
  }

  @Test("The library example of the README is the one that is compiled here")
  func sameText() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try lines(of: root.appendingPathComponent("README.md"))
    let block = readme.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let shown = block.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    let source = try lines(of: here)
    let compiled = source.drop { !$0.hasPrefix("static func example()") }.dropFirst()
    #expect(!shown.isEmpty)
    #expect(shown.elementsEqual(compiled.prefix(shown.count)))
    for line in block where line.hasPrefix("import ") {
      #expect(source.contains(line), "\(line) is not among the imports of the test")
    }
  }

  /// The lines without the blanks around them.
  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
