// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CatalogBuilding
internal import ConceptCatalog
internal import EmbeddedTables
internal import RxNormRelease
internal import SymptomMapping

/// Makes a catalog of a release, with the tables of side effects that ship.
enum CatalogMaking {
  /// Lends the file piece by piece.
  static func build(
    _ release: String, _ body: (RawSpan) throws(LibraryFailure) -> Void
  ) throws(LibraryFailure) {
    var builder: CatalogBuilder
    do throws(ReleaseError) {
      builder = CatalogBuilder(
        release: try RxNormRelease(path: release), toolVersion: "\(OpenCatalog.version)")
    } catch { throw LibraryFailure(.release(error)) }
    builder.keepLexicon()
    let tables = EmbeddedFolder.mappings
    for name in tables.names {
      if let bytes = tables.bytes(of: name) { builder.attach(name, bytes: bytes) }
    }
    do throws(MappingError) {
      let index = try MappingTables { tables.bytes(of: $0) }.indexFiles
      for (name, bytes) in index { builder.attach(name, bytes: bytes) }
    } catch { throw LibraryFailure(error) }
    let output: CatalogBuilder.Output
    do throws(BuildError) { output = try builder.build() } catch { throw LibraryFailure(error) }
    try output.forEachPiece(body)
  }
}

extension LibraryFailure {
  fileprivate init(_ error: BuildError) {
    let code =
      switch error {
      case .release(let error): error.code.rawValue
      case .catalog(let error): error.code
      case .order(let error): error.code
      }
    self.init(.input, code, error.description)
  }
}
