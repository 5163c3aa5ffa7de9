// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import JSONText

/// Documents that `rxkit convert` is measured on, and what it must find in them.
struct ConversionInput {
  /// The file or folder.
  let path: String
  /// Bundles or lines, as rivals are told.
  let form: String
  let byteCount: Int
  let tally: GrownDocument.Tally
  /// What it is, for people.
  let text: String

  /// How large each input is made.
  private static let size = 100_000_000

  /// Bundles as Synthea writes them.
  static func bundles(_ workshop: Workshop) throws -> ConversionInput {
    let (templates, _) = try templates(workshop)
    let folder = try workshop.makeFolder("grown-bundles")
    var (byteCount, count, tally) = (0, 0, GrownDocument.Tally())
    while byteCount < size {
      for template in templates {
        let bundle = template.bundle(count)
        try System.save(bundle.bytes, to: "\(folder)/bundle-\(count).json")
        byteCount += bundle.bytes.count
        count += 1
        tally += bundle.tally
      }
    }
    return ConversionInput(
      path: folder, form: "bundles", byteCount: byteCount, tally: tally,
      text: "\(Quantity.memory(byteCount)), \(Quantity.grouped(count)) bundles, unrepeated")
  }

  /// The resources of such bundles as lines: one in fifty is a medication.
  static func mixed(_ workshop: Workshop) throws -> ConversionInput {
    let (templates, _) = try templates(workshop)
    var (bytes, count, tally) = ([UInt8](), 0, GrownDocument.Tally())
    bytes.reserveCapacity(size + size / 10)
    while bytes.count < size {
      for template in templates {
        tally += template.lines(100_000 + count, to: &bytes)
        count += 1
      }
    }
    let path = workshop.path("grown-mixed.ndjson")
    try System.save(bytes, to: path)
    return ConversionInput(
      path: path, form: "lines", byteCount: bytes.count, tally: tally,
      text: "\(Quantity.memory(bytes.count)) of mixed lines, unrepeated")
  }

  /// Requests with the Medication that each contains.
  static func dense(_ workshop: Workshop) throws -> ConversionInput {
    let drugs = try DrawnDrugs(Catalog(contentsOf: workshop.catalogPath.get()))
    let count = size / 1700
    let (bytes, codings) = DenseLines.write(count, drugs)
    let path = workshop.path("grown-dense.ndjson")
    try System.save(bytes, to: path)
    return ConversionInput(
      path: path, form: "lines", byteCount: bytes.count,
      tally: GrownDocument.Tally(records: count, codings: codings),
      text: "\(Quantity.memory(bytes.count)) of requests, unrepeated")
  }

  /// The real bundles that all of these are grown from.
  static func templates(
    _ workshop: Workshop
  ) throws -> (templates: [GrownDocument], drugs: DrawnDrugs) {
    guard let source = workshop.options.bundles else {
      throw BenchmarkFailure("no bundles; set RXKIT_TEST_DATA, or give --bundles")
    }
    let drugs = try DrawnDrugs(Catalog(contentsOf: workshop.catalogPath.get()))
    let folder = try BundleFolder(
      copying: source, to: workshop.makeFolder("templates"), size: 1)
    let templates = try folder.files.map { file in
      try GrownDocument([UInt8](Data(contentsOf: URL(filePath: file))), drugs: drugs)
    }
    return (templates, drugs)
  }

  /// Counts what the tool wrote.
  ///
  /// A record that names its medication by a reference to a resource of its own
  /// has that one's codings, which count there.
  static func tally(recordsAt path: String) throws -> GrownDocument.Tally {
    var tally = GrownDocument.Tally()
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path), options: .alwaysMapped))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let record = try JSONDocument(Array(line)).root
      tally.records += 1
      if record["via"]?.string != "reference" { tally.codings += record["codings"]?.count ?? 0 }
    }
    return tally
  }
}
