// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog

/// Opens the catalog that a command asks, and says so if it is no release of NLM.
package enum CatalogOpening {
  /// Opens the catalog of an invocation.
  ///
  /// - Parameter parts: What the answers need, whatever is asked.
  /// - Throws: A failure with ``ExitCode/catalog``: there is none, or it cannot be used.
  package static func open(
    _ invocation: Invocation, with parts: CatalogParts = [], _ streams: inout Streams
  ) throws(CommandFailure) -> Catalog {
    let location = try CatalogLocation(
      option: invocation.value(of: CommonOptions.catalog), environment: streams.environment)
    let catalog = try open(location, &streams)
    try catalog.need(parts)
    return catalog
  }

  /// Opens the catalog of a place, and says if it is no release of NLM.
  package static func open(
    _ location: CatalogLocation, _ streams: inout Streams
  ) throws(CommandFailure) -> Catalog {
    let catalog = try unwatched(location)
    streams.sources.add(catalog)
    streams.release = catalog.release
    if !catalog.release.isOfficial { sayNotOfficial(catalog.release.name, &streams) }
    if let reason = catalog.reasonNotFound(.all), !streams.isQuiet {
      streams.messages.warn("note: \(reason); what is not found may exist")
    }
    return catalog
  }

  /// Says that a release is not NLM's own: once a run, on standard error (S23), unless `--quiet`.
  package static func sayNotOfficial(_ name: String, _ streams: inout Streams) {
    if streams.isQuiet { return }
    streams.messages.warn("note: \(name) is \(notOfficial); do not rely on it")
  }

  /// What is said of a release that is not NLM's own.
  package static let notOfficial = "not a release of the U.S. National Library of Medicine"

  /// Opens the catalog of a place, whose damage stops no output: for whoever says what is damaged.
  package static func unwatched(_ location: CatalogLocation) throws(CommandFailure) -> Catalog {
    guard SystemCalls.exists(location.path) else { throw location.missing }
    do throws(CatalogError) {
      return try Catalog(contentsOf: location.path, checking: .onReading)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension Catalog {
  /// Fails if the catalog was built without parts that a question needs.
  package func need(_ parts: CatalogParts) throws(CommandFailure) {
    do throws(CatalogError) {
      try require(parts)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A catalog that cannot be used.
  package init(_ error: CatalogError) {
    let place = error.offset.map { "\(error.file): byte \($0)" } ?? error.file
    self.init(.catalog, error.code, "\(place): \(error.reason)", try: error.remedy)
  }
}
