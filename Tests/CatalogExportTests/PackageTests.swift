// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("The package is a FHIR NPM package that any tar reads")
struct PackageTests {
  /// Unpacks a package with the system's tar; `nil` where there is none.
  private static func unpacked(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> [String]? {
    guard let tar = Program.path("tar", for: "package") else { return nil }
    try folder.write(bytes, to: "p.tgz")
    let run = try Program.run(tar, ["-xzf", folder["p.tgz"].path, "-C", folder.url.path])
    #expect(run.status == 0, "\(run.output)")
    return try Program.run(tar, ["-tzf", folder["p.tgz"].path]).output.split(separator: "\n")
      .map(String.init)
  }

  private static func json(_ path: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// A small release that NLM did not make, with what every map wants.
  private static func content() throws -> ExportContent {
    var release = try HandRelease("history", name: "RXNORM_RECONSTRUCTED_20260723")
    release.concept(6809, "IN", "metformin")
    return ExportContent(
      catalog: try release.catalog(), tables: try Exporting.tables(evidenceOf: 6809),
      toolVersion: "test")
  }

  @Test(
    "It holds the resources, the index and the manifest", .enabled(if: !Effort.isFast),
    arguments: FHIRRelease.allCases)
  func members(_ fhir: FHIRRelease) throws {
    let content = try Self.content()
    let package = PackageExport(TerminologyExport(content, fhir: fhir))
    let folder = try TemporaryFolder()
    let bytes = try Exporting.bytes { try package.write(to: $0) }
    guard let names = try Self.unpacked(bytes, in: folder) else { return }
    let name = "rxkit.rxnorm.reconstructed.\(fhir.rawValue.lowercased())"
    #expect(
      names == [
        "package/package.json", "package/.index.json", "package/other/NOTICE.txt",
        "package/CodeSystem-rxnorm.json", "package/ValueSet-rxnorm-prescribable.json",
        "package/ValueSet-rxnorm-scd-sbd-gpck-bpck-scdg-sbdg-scdf-sbdf-rules.json",
        "package/ConceptMap-ndc-to-rxnorm.json", "package/ConceptMap-rxnorm-retired-to-active.json",
        "package/ConceptMap-rxnorm-to-symptom-category.json",
        "package/ImplementationGuide-\(name).json",
      ])
    let manifest = try Self.json(folder["package/package.json"].path)
    #expect(manifest["name"] as? String == name)
    #expect(manifest["version"] as? String == "2026.7.23-reconstructed")
    #expect(manifest["fhirVersions"] as? [String] == [fhir == .r4 ? "4.0.1" : "5.0.0"])
    let index = try Self.json(folder["package/.index.json"].path)
    #expect(index["index-version"] as? Int == 2)
    let files = try #require(index["files"] as? [[String: Any]])
    #expect(files.count == 7)
    for file in files {
      let name = try #require(file["filename"] as? String)
      let resource = try Self.json(folder["package/\(name)"].path)
      for key in ["resourceType", "id", "url", "version"] {
        #expect(resource[key] as? String == file[key] as? String, "\(name): \(key)")
      }
      #expect((resource["description"] as? String)?.contains("RECONSTRUCTED") == true, "\(name)")
      #expect((resource["copyright"] as? String)?.contains("NLM is not responsible") == true)
    }
  }

  @Test("S37 The same catalog gives the same bytes, whatever the time")
  func deterministic() throws {
    let first = try Exporting.bytes {
      try PackageExport(TerminologyExport(try Self.content())).write(to: $0)
    }
    let second = try Exporting.bytes {
      try PackageExport(TerminologyExport(try Self.content())).write(to: $0)
    }
    #expect(first == second)
    // RFC 1952: magic, deflate, no flags, time 0.
    #expect(first.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test(
    "Lengths that fill a block of tar exactly, and empty ones", arguments: [0, 1, 511, 512, 513])
  func padding(_ size: Int) throws {
    let folder = try TemporaryFolder()
    guard let tar = Program.path("tar", for: "tar header") else { return }
    let content = [UInt8](repeating: 0x61, count: size)
    let bytes =
      TarHeader.bytes(name: "package/a", size: size) + content + TarHeader.padding(after: size)
      + TarHeader.end
    #expect(bytes.count % TarHeader.blockLength == 0)
    try folder.write(bytes, to: "a.tar")
    let run = try Program.run(tar, ["-xf", folder["a.tar"].path, "-C", folder.url.path])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    let read = try Data(contentsOf: folder["package/a"])
    #expect([UInt8](read) == content)
  }

  @Test(
    "Names of packages are checked",
    arguments: [
      ("org.example.rxnorm", true), ("a.b-1", true), ("rxnorm", false), ("Org.x", false),
      ("a..b", false), ("a.1b", false), ("", false), ("a.b/c", false),
    ])
  func identifiers(_ name: String, _ isValid: Bool) {
    #expect(PackageExport.isIdentifier(name) == isValid)
  }

  @Test(
    "An output that takes no more ends the export with an error",
    .enabled(if: StarterRelease.path != nil))
  func refused() throws {
    var pieces = 0
    let output = ExportOutput { _ in
      pieces += 1
      return pieces < 3
    }
    let lines = ConceptLines(try Exporting.starterContent())
    #expect(throws: ExportError.stopped) { try lines.write(to: output) }
    #expect(pieces == 3)
  }
}
