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

/// The starter release as a file, opened by the library and by Swift.
struct TestCatalog: @unchecked Sendable {
  let path: String
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
    if bytes.isEmpty { return nil }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rxkit-library-\(ProcessInfo.processInfo.processIdentifier).rxkit")
    try Data(bytes).write(to: file)
    // Both map it: the name is not needed any more.
    defer { try? FileManager.default.removeItem(at: file) }
    return TestCatalog(
      path: file.path, handle: try open(file.path),
      resolver: try MedicationResolver(catalog: try Catalog(contentsOf: file.path)))
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
