// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugLabels
import Foundation
import SymptomMapping
import TestSupport

/// A small release, the shipped words, and folders of made inputs for importers.
enum ImportShelf {
  static let fixtures = Repository.root.appending(path: "Tests/DrugLabelsTests/Fixtures/Import")

  private static let catalog = Result { try Catalog(bytes: release().catalogBytes()) }

  /// What an importer needs.
  static func importer() throws -> LabelImporter {
    LabelImporter(
      catalog: try catalog.get(), phrases: Extraction.phrases,
      routes: try RouteTable(bytes: TSV.bytes("Data/Mappings/routes.tsv")))
  }

  /// Losartan, hydrochlorothiazide, both together, naproxen; diclofenac as tablet and gel; two
  /// ATC codes; codes that went into one, into two and into none.
  private static func release() -> HandRelease {
    var release = HandRelease()
    for (code, type, name) in [
      (52175, "IN", "losartan"), (203160, "PIN", "losartan potassium"),
      (5487, "IN", "hydrochlorothiazide"), (7258, "IN", "naproxen"), (3355, "IN", "diclofenac"),
      (214619, "MIN", "hydrochlorothiazide / losartan"), (317541, "DF", "Oral Tablet"),
      (316975, "DF", "Topical Gel"),
    ] { release.concept(code, type, name) }
    release.relation(203160, "form_of", 52175)
    release.relation(214619, "has_part", 52175)
    release.relation(214619, "has_part", 5487)
    release.drug(979480, "losartan potassium 100 MG Oral Tablet", form: 317541, [(979479, 52175)])
    release.drug(
      979468, "hydrochlorothiazide 12.5 MG / losartan potassium 50 MG Oral Tablet", form: 317541,
      [(979467, 5487), (979463, 52175)])
    release.relation(979468, "has_ingredients", 214619)
    release.drug(198014, "naproxen 500 MG Oral Tablet", form: 317541, [(316324, 7258)])
    release.drug(855926, "diclofenac sodium 50 MG Oral Tablet", form: 317541, [(855925, 3355)])
    release.drug(855633, "diclofenac sodium 1 % Topical Gel", form: 316975, [(855632, 3355)])
    release.concept(52175, "PT", "losartan", source: "ATC", code: "C09CA01")
    release.concept(7258, "PT", "naproxen", source: "ATC", code: "M01AE02")
    release.retired(111_111, into: 52175)
    release.retired(222_222, into: 52175)
    release.retired(222_222, into: 7258)
    return release
  }
}

/// A folder of made input, which is gone with its owner.
final class ImportFolderOfTest: Sendable {
  let url: URL

  /// Files by their names.
  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  /// A copy of a folder of the fixtures, its rows in another order; headers stay.
  convenience init(_ name: String, hasHeader: Bool, _ order: ([String]) -> [String]) throws {
    try self.init(
      Self.files(of: name).mapValues { text in
        var lines = text.split(separator: "\n").map(String.init)
        let header = hasHeader ? [lines.removeFirst()] : []
        return (header + order(lines)).joined(separator: "\n") + "\n"
      })
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The files of a folder of the fixtures.
  static func files(of name: String) throws -> [String: String] {
    let folder = ImportShelf.fixtures.appending(path: name)
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[file] = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    return files
  }
}
