// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CRxKit
import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationResolver
import RxNormRelease
import SymptomMapping
import TestSupport

/// A release as a file, opened by the library and by Swift.
struct TestCatalog: @unchecked Sendable {
  /// As the library opened it; never closed.
  let handle: OpaquePointer
  let resolver: MedicationResolver

  /// The bytes of the file, built once for all tests; empty without a release.
  static let starterBytes = Result { () throws -> [UInt8] in
    guard let release = StarterRelease.path else { return [] }
    var builder = try CatalogBuilder(release: RxNormRelease(path: release), toolVersion: "0.0.0")
    let folder = Repository.root.appendingPathComponent("Data/Mappings")
    for name in MappingTables.fileNames {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      builder.attach(name, bytes: [UInt8](data))
    }
    return try builder.build().bytes
  }

  private static let starter = Result { () throws -> TestCatalog? in
    let bytes = try starterBytes.get()
    return bytes.isEmpty ? nil : try TestCatalog(bytes, name: "starter")
  }

  /// A made-up release of two products and their substances, for what needs no other: it is built in
  /// a moment where nothing is optimised.
  static func small() throws -> TestCatalog { try handMade.get() }

  private static let handMade = Result { () throws -> TestCatalog in
    var release = HandRelease()
    for (ingredient, product, name) in [(6809, 861007, "verdolin"), (29046, 314076, "zestoril")] {
      release.concept(ingredient, "IN", name)
      release.concept(product, "SCD", "\(name) 500 MG Oral Tablet")
      release.concept(ingredient + 1, "SCDC", "\(name) 500 MG")
      release.relation(ingredient + 1, "has_ingredient", ingredient)
      release.relation(product, "consists_of", ingredient + 1)
    }
    let bytes = try release.catalogBytes { builder in
      for name in ["general-forms.tsv", "routes.tsv", "labels.tsv", "side-effects.tsv"] {
        builder.attach(name, bytes: headings(of: name))
      }
    }
    return try TestCatalog(bytes, name: "small")
  }

  /// The first line of a mapping table: the table without rows.
  private static func headings(of name: String) -> [UInt8] {
    let file = Repository.root.appendingPathComponent("Data/Mappings").appendingPathComponent(name)
    guard let table = try? FileHandle(forReadingFrom: file) else { return [] }
    defer { try? table.close() }
    let bytes = (try? table.read(upToCount: 4096)) ?? Data()
    return bytes.prefix { $0 != 0x0A } + [0x0A]
  }

  private init(_ bytes: [UInt8], name: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rxkit-library-\(name)-\(ProcessInfo.processInfo.processIdentifier).rxkit")
    try Data(bytes).write(to: file)
    // Both map it: the name is not needed any more.
    defer { try? FileManager.default.removeItem(at: file) }
    handle = try Self.open(file.path)
    resolver = try MedicationResolver(catalog: try Catalog(contentsOf: file.path))
  }

  /// Opens a catalog through the library.
  static func open(_ path: String) throws -> OpaquePointer {
    var (handle, error) = (OpaquePointer?.none, rxkit_error())
    let number = rxkit_open(path, &handle, &error)
    guard let handle else { throw CallError(number, error) }
    return handle
  }

  /// The catalog, or nil and a line that says what is skipped.
  static func starter(skipping test: String) throws -> TestCatalog? {
    let catalog = try starter.get()
    if catalog == nil { print("skipped: \(test) (no starter release)") }
    return catalog
  }
}
