// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease

/// A release of a few concepts, written in a test and built like any other.
///
/// It bears no mark of an official release, so codes from 90000000 on are
/// placeholders in it.
struct SmallRelease {
  private var concepts: [String] = []
  private var relations: [String] = []
  private var retired: [String] = []

  /// Adds a concept of RXNORM.
  mutating func add(_ code: UInt32, _ termType: String, _ name: String, source: String = "RXNORM") {
    concepts.append(
      "\(code)|ENG||||||\(code)|\(code)|\(code)||\(source)|\(termType)|\(code)|\(name)||N||")
  }

  /// Adds "subject relationship object" and its inverse.
  mutating func relate(
    _ subject: UInt32, _ relationship: String, _ object: UInt32, inverse: String
  ) {
    relations.append("\(object)||CUI|RO|\(subject)||CUI|\(relationship)|||RXNORM||||||")
    relations.append("\(subject)||CUI|RO|\(object)||CUI|\(inverse)|||RXNORM||||||")
  }

  /// Adds a clinical drug with components, each given by its code and its ingredient's.
  mutating func addDrug(
    _ code: UInt32, _ name: String, form: UInt32?, components: [(UInt32, UInt32)]
  ) {
    add(code, "SCD", name)
    if let form { relate(code, "has_dose_form", form, inverse: "dose_form_of") }
    for (component, ingredient) in components {
      add(component, "SCDC", "component \(component)")
      relate(code, "consists_of", component, inverse: "constitutes")
      relate(component, "has_ingredient", ingredient, inverse: "ingredient_of")
    }
  }

  /// Notes that a code went into another.
  mutating func retire(_ code: UInt32, into successor: UInt32) {
    retired.append("\(code)|20AA_200101F|20AA_200706F|1|\(successor)|")
  }

  /// Builds the catalog.
  ///
  /// - Parameter change: Called before it is built, for example to attach files.
  /// - Returns: The catalog.
  /// - Throws: Why it cannot be built.
  func catalog(_ change: (inout CatalogBuilder) throws -> Void = { _ in }) throws -> Catalog {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let tables = folder.appending(path: "rrf")
    try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ rows: [String], _ name: String) throws {
      try Data((rows.joined(separator: "\n") + "\n").utf8)
        .write(to: tables.appending(path: name))
    }
    try write(concepts, "RXNCONSO.RRF")
    if !relations.isEmpty { try write(relations, "RXNREL.RRF") }
    if !retired.isEmpty { try write(retired, "RXNCUI.RRF") }
    let release = try RxNormRelease(path: folder.path)
    var builder = CatalogBuilder(release: release, toolVersion: "test")
    try change(&builder)
    return try Catalog(bytes: builder.build().bytes)
  }
}
