// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

/// What tests export: the starter release, the shipped tables, or a release by hand.
enum Exporting {
  /// The catalog of the starter release.
  static func starter() throws -> Catalog { try built.get() }

  private static let built = Result { () throws -> Catalog in
    let bytes = try StarterRelease.catalogBytes.get()
    return try Catalog(bytes: #require(bytes, "there is no zip in Data/RxNorm"))
  }

  /// The mapping tables of the repository, with the evidence of one drug alone.
  static func tables(evidenceOf code: Int) throws -> MappingTables {
    try MappingTables { name in
      let url = Repository.root.appendingPathComponent("Data/Mappings/\(name)")
      guard let data = try? Data(contentsOf: url) else { return nil }
      guard name == "side-effects.tsv" else { return [UInt8](data) }
      let lines = [UInt8](data).split(separator: 0x0A)
      // The first columns are the kind of the subject and its code.
      let start = Array("\(code)\t".utf8)
      let kept = lines.dropFirst().filter {
        $0.drop { $0 != 0x09 }.dropFirst().starts(with: start)
      }
      return Array((lines.prefix(1) + kept).joined(separator: [0x0A])) + [0x0A]
    }
  }

  /// Everything that may leave the starter release.
  static func starterContent() throws -> ExportContent {
    ExportContent(
      catalog: try starter(), tables: try StarterRelease.mappings(), toolVersion: "test")
  }

  /// What may leave a release by hand.
  static func content(
    of release: HandRelease, includesRestricted: Bool = false
  ) throws -> ExportContent {
    ExportContent(
      catalog: try release.catalog(), tables: .empty, toolVersion: "test",
      includesRestricted: includesRestricted)
  }

  /// The bytes that an export writes.
  static func bytes(_ write: (ExportOutput) throws -> Void) rethrows -> [UInt8] {
    var bytes: [UInt8] = []
    try write(
      ExportOutput { piece in
        bytes += piece
        return true
      })
    return bytes
  }

  /// The bytes that an export writes, as text.
  static func text(_ write: (ExportOutput) throws -> Void) rethrows -> String {
    String(decoding: try bytes(write), as: UTF8.self)
  }

  /// The texts of every export but Swift, whose evidence is of labels.
  static func texts(of content: ExportContent) throws -> [(form: String, text: String)] {
    var exports: [(String, String)] = []
    for form in DelimitedExport.Form.allCases {
      let export = DelimitedExport(content, form: form)
      for name in export.fileNames {
        exports.append((name, try text { _ = try export.write(file: name, to: $0) }))
      }
    }
    exports.append(("ndjson", try text { try ConceptLines(content).write(to: $0) }))
    let terminology = TerminologyExport(content)
    exports.append(
      ("CodeSystem", try text { try terminology.writeCodeSystem(to: $0) }))
    for map in [ExportMap.ndc, .retired] {
      exports.append(
        (map.rawValue, try text { try terminology.writeConceptMap(map, to: $0) }))
    }
    return exports
  }

  /// The JSON object that an export writes, as Foundation reads it.
  static func object(_ write: (ExportOutput) throws -> Void) throws -> [String: Any] {
    let data = Data(try bytes(write))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}

extension Exporting {
  /// The elements of a map.
  static func elements(
    of map: ExportMap, in content: ExportContent, _ fhir: FHIRRelease = .r4
  ) throws -> [[String: Any]] {
    let resource = try object {
      try TerminologyExport(content, fhir: fhir).writeConceptMap(map, to: $0)
    }
    let groups = try #require(resource["group"] as? [[String: Any]])
    return try #require(groups.first?["element"] as? [[String: Any]])
  }
}

/// Other programs.
enum Program {
  /// The path of a program; `nil`, with a line that says so, if it is not installed.
  static func path(_ name: String, for test: String) -> String? {
    let variable = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = variable.split(separator: ":").map(String.init) + ["/usr/bin", "/usr/local/bin"]
    let path = folders.map { $0 + "/" + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    if path == nil { print("skipped: \(test) (\(name) is not installed)") }
    return path
  }

  /// Runs a program; gives its status and what it printed, errors included.
  static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let output = try folder.write("", to: "out")
    let file = try #require(FileHandle(forWritingAtPath: output))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = file
    process.standardError = file
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8))
  }
}
