// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import RxNormRelease

// A release of full size is the starter release with its rows unchanged, and
// behind them in each file the rows of what was grown:
//
//   RXNORM     four copies of every family, with words made of real names' parts
//   others     twelve sources: names, attributes, relations between atoms
//
// Counts and lengths of rows are those of a full release (1.2 M, 7.5 M and
// 7.8 M rows); the content is made up.

/// Writes a release of full size.
struct FullSizeRelease {
  /// How many rows and bytes a file has.
  typealias Size = (file: String, rows: Int, bytes: Int)

  let starter: StarterTables
  let grown: GrownConcepts
  let atoms: GrownAtoms
  let labels: LabelFacts
  private let original: URL
  private let folder: URL

  /// Prepares what is to be written from the `.RRF` files of the starter in a folder.
  ///
  /// The files go into a folder `rrf`; a scale of 1 is a full release.
  init(starter original: URL, folder: URL, scale: Double) throws {
    self.original = original
    self.folder = folder.appending(path: "rrf")
    starter = try StarterTables(RxNormRelease(path: original.path))
    labels = LabelFacts(starter)
    var grown = GrownConcepts(starter, scale: scale)
    atoms = GrownAtoms(starter, &grown, scale: scale)
    self.grown = grown
  }

  /// Writes all files.
  func write() throws -> [Size] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files: [(RRFTable, (inout RowFile) throws -> Void)] = [
      (.concepts, writeNames), (.relations, writeRelations), (.attributes, writeAttributes),
      (.semanticTypes, writeSemanticTypes), (.sources, writeSources), (.documentation, { _ in }),
      (.retiredConcepts, writeRetirements), (.conceptChanges, { _ in }),
      (.atomArchive, writeArchive),
    ]
    var sizes: [Size] = []
    for (table, body) in files {
      let name = table.fileName
      var file = try RowFile(folder.appending(path: name).path)
      try file.copy(Array(Data(contentsOf: original.appending(path: name))))
      try body(&file)
      try file.close()
      sizes.append((name, file.rowCount, file.byteCount))
    }
    return sizes
  }
}
