// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import RxNormRelease

/// `rxkit-benchmark make-full-size`: writes a release of full size; for the options see
/// Scripts/make-full-size.
enum MakeFullSize {
  /// Runs the command; its exit status.
  static func run(_ arguments: [String]) throws -> Int32 {
    var output: String?
    var starter: String?
    var scale = 1.0
    var isZipped = false
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "-o", "--output": output = words.popFirst()
      case "--starter": starter = words.popFirst()
      case "--zip": isZipped = true
      case "--scale":
        guard let factor = words.popFirst().flatMap(Double.init), factor > 0, factor <= 1 else {
          throw BenchmarkFailure("--scale needs a factor above 0 and up to 1")
        }
        scale = factor
      default: throw BenchmarkFailure("unknown option '\(word)'; see Scripts/make-full-size")
      }
    }
    guard let output, let starter else {
      throw BenchmarkFailure("--output and --starter are needed; use Scripts/make-full-size")
    }
    let folder = URL(filePath: output)
    let release = try FullSizeRelease(
      starter: URL(filePath: starter), folder: folder, scale: scale)
    let sizes = try release.write()
    for size in sizes {
      print(
        "\(size.file) \(Quantity.grouped(size.rows)) rows \(Quantity.grouped(size.bytes)) bytes")
    }
    if isZipped {
      let python = try System.path(of: "python3")
      _ = try ChildProcess.check([python, "-m", "zipfile", "-c", output + ".zip", output + "/rrf"])
    }
    return 0
  }
}

// A release of full size is the starter release with its rows unchanged, and
// after them in each file the rows of what was grown:
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

/// A file of rows that is written piece by piece.
struct RowFile {
  private static let pieceSize = 1 << 20

  private let file: FileHandle
  private var buffer: [UInt8] = []
  private(set) var rowCount = 0
  private(set) var byteCount = 0

  init(_ path: String) throws {
    try Data().write(to: URL(filePath: path))
    file = try FileHandle(forWritingTo: URL(filePath: path))
    buffer.reserveCapacity(Self.pieceSize + (1 << 16))
  }

  /// Writes the rows of another file's bytes as they are.
  mutating func copy(_ bytes: [UInt8]) throws {
    buffer += bytes
    rowCount += bytes.count { $0 == 0x0A }
    try flush()
  }

  /// Writes a row; a bar ends each field.
  mutating func row(_ fields: String) throws {
    buffer.append(contentsOf: fields.utf8)
    buffer.append(0x0A)
    rowCount += 1
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Ends the file.
  mutating func close() throws {
    try flush()
    try file.close()
  }

  private mutating func flush() throws {
    try file.write(contentsOf: Data(buffer))
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
