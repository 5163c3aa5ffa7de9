// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogBuilding
import ConceptCatalog
import RxNormRelease

/// Opens what is named as a release: a catalog, or a release from which one is built in memory.
enum ReleaseOpening {
  /// What a catalog file begins with.
  private static let magic = Array("RXKITCAT".utf8)

  /// Opens a catalog file, or reads a release from its zip or folder.
  static func open(
    _ path: String, options: RxNormRelease.Options, _ streams: inout Streams
  ) throws -> Catalog {
    if try isCatalog(path) {
      let catalog = try CatalogOpening.open(
        CatalogLocation(option: path, environment: streams.environment), &streams)
      try catalog.require(.contents)
      return catalog
    }
    let catalog = try make(path, options, streams.messages)
    if !catalog.release.isOfficial {
      CatalogOpening.sayNotOfficial(catalog.release.name, &streams)
    }
    return catalog
  }

  private static func isCatalog(_ path: String) throws -> Bool {
    if SystemCalls.isFolder(path) { return false }
    return try CommandFailure.reading(path) {
      let file = try SystemCalls.openForReading(path)
      var bytes: [UInt8] = []
      _ = try SystemCalls.readBytes(file.descriptor, upTo: magic.count, into: &bytes)
      return bytes == magic
    }
  }

  /// Builds a catalog in memory.
  private static func make(
    _ path: String, _ options: RxNormRelease.Options, _ messages: MessageWriter
  ) throws -> Catalog {
    let release = try release(path, options)
    let output = try build(
      CatalogBuilder(release: release, toolVersion: VersionReport.tool), messages)
    for (table, tally) in output.tallies where tally.skipped > 0 {
      messages.warn(
        "\(path): \(table.fileName): "
          + DisplayText.counted(tally.skipped, "bad row", "bad rows") + " skipped")
    }
    return try Catalog(bytes: output.bytes)
  }

  private static func release(
    _ path: String, _ options: RxNormRelease.Options
  ) throws -> RxNormRelease {
    do throws(ReleaseError) {
      return try RxNormRelease(path: path, options: options)
    } catch {
      guard error.code == .notZip else { throw error }
      throw CommandFailure(
        .input, error.code.rawValue, "\(path): is neither a catalog nor a release",
        try: "give a catalog that rxkit build made, NLM's zip, or its folder")
    }
  }

  /// Builds a catalog and shows how far it has come.
  static func build(
    _ builder: consuming CatalogBuilder, _ messages: MessageWriter
  ) throws -> CatalogBuilder.Output {
    let display = ProgressDisplay(messages)
    defer { display.finish() }
    return try builder.build { progress in
      display.update(
        progress.file.isEmpty ? "laying out the catalog" : progress.file,
        count: progress.bytesRead / 1_000_000, unit: "MB", done: progress.bytesRead,
        total: progress.byteCount)
    }
  }
}

extension BuildError: CommandError {
  var failure: CommandFailure {
    switch self {
    case .release(let error): error.failure
    case .catalog(let error): error.failure
    case .order(let error):
      CommandFailure(.input, error.code, error.message, try: error.remedy)
    }
  }
}
