// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import DrugLabels
import Foundation
import RxNormRelease
import SymptomMapping
import TestSupport

/// A small release, the shipped words, and folders of made inputs for importers.
enum ImportShelf {
  static let fixtures = Repository.root.appending(path: "Tests/DrugLabelsTests/Fixtures/Import")

  private static let made = Result { try Made() }

  /// What an importer needs.
  static func importer() throws -> LabelImporter {
    let made = try made.get()
    return LabelImporter(catalog: made.catalog, phrases: made.phrases, routes: made.routes)
  }

  private struct Made: Sendable {
    let catalog: Catalog
    let phrases: PhraseTable
    let routes: RouteTable

    init() throws {
      func table(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Repository.root.appending(path: "Data/Mappings/\(name)")))
      }
      catalog = try ImportShelf.catalog()
      phrases = try PhraseTable(bytes: table("phrases.tsv"))
      routes = try RouteTable(bytes: table("routes.tsv"))
    }
  }

  // MARK: The release

  /// Losartan, hydrochlorothiazide, both together, naproxen; diclofenac as tablet and gel; two
  /// ATC codes; codes that went into one, into two and into none.
  private static func catalog() throws -> Catalog {
    var rows: [String] = []
    var relations: [String] = []
    func add(
      _ code: Int, _ type: String, _ name: String, source: String = "RXNORM", as own: String? = nil
    ) {
      rows.append(
        "\(code)|ENG||||||\(1000 + rows.count)|\(code)|\(code)||\(source)|\(type)|\(own ?? "\(code)")|\(name)||N||"
      )
    }
    func relate(_ subject: Int, _ relationship: String, _ object: Int, _ inverse: String) {
      relations.append("\(object)||CUI|RO|\(subject)||CUI|\(relationship)|||RXNORM||||||")
      relations.append("\(subject)||CUI|RO|\(object)||CUI|\(inverse)|||RXNORM||||||")
    }
    func addDrug(_ code: Int, _ name: String, form: Int, _ parts: [(Int, Int)]) {
      add(code, "SCD", name)
      relate(code, "has_dose_form", form, "dose_form_of")
      for (component, ingredient) in parts {
        relate(code, "consists_of", component, "constitutes")
        if rows.contains(where: { $0.hasPrefix("\(component)|") }) { continue }
        add(component, "SCDC", "component \(component)")
        relate(component, "has_ingredient", ingredient, "ingredient_of")
      }
    }
    add(52175, "IN", "losartan")
    add(203160, "PIN", "losartan potassium")
    relate(203160, "form_of", 52175, "has_form")
    add(5487, "IN", "hydrochlorothiazide")
    add(7258, "IN", "naproxen")
    add(3355, "IN", "diclofenac")
    add(214619, "MIN", "hydrochlorothiazide / losartan")
    relate(214619, "has_part", 52175, "part_of")
    relate(214619, "has_part", 5487, "part_of")
    add(317541, "DF", "Oral Tablet")
    add(316975, "DF", "Topical Gel")
    addDrug(979480, "losartan potassium 100 MG Oral Tablet", form: 317541, [(979479, 52175)])
    addDrug(
      979468, "hydrochlorothiazide 12.5 MG / losartan potassium 50 MG Oral Tablet", form: 317541,
      [(979467, 5487), (979463, 52175)])
    relate(979468, "has_ingredients", 214619, "ingredients_of")
    addDrug(198014, "naproxen 500 MG Oral Tablet", form: 317541, [(316324, 7258)])
    addDrug(855926, "diclofenac sodium 50 MG Oral Tablet", form: 317541, [(855925, 3355)])
    addDrug(855633, "diclofenac sodium 1 % Topical Gel", form: 316975, [(855632, 3355)])
    add(52175, "PT", "losartan", source: "ATC", as: "C09CA01")
    add(7258, "PT", "naproxen", source: "ATC", as: "M01AE02")
    let retired = [
      "111111|20AA_200101F|20AA_200706F|1|52175|", "222222|20AA_200101F|20AA_200706F|1|52175|",
      "222222|20AA_200101F|20AA_200706F|1|7258|",
    ]
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let tables = folder.appending(path: "rrf")
    try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, lines) in [
      ("RXNCONSO.RRF", rows), ("RXNREL.RRF", relations), ("RXNCUI.RRF", retired),
    ] {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: tables.appending(path: name))
    }
    let release = try RxNormRelease(path: folder.path)
    return try Catalog(
      bytes: CatalogBuilder(release: release, toolVersion: "test").build().bytes)
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
