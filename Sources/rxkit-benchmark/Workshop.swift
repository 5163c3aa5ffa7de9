// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease

/// What the benchmarks share: the tool, and files in a folder that is removed at the end.
///
/// The catalog and the database are made when a benchmark first needs them.
final class Workshop {
  private let options: BenchmarkOptions
  private let folder: URL

  init(_ options: BenchmarkOptions) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory
      .appending(path: "rxkit-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  func close() {
    // Nothing depends on it any more; what remains is in the temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The repeats of a benchmark.
  func runs(_ standard: Int) -> Int { options.runs ?? standard }

  /// The value of an option that is needed.
  func option(_ name: String) throws -> String {
    guard let value = options.texts[name] else {
      throw BenchmarkFailure("\(name) is not set; use Scripts/benchmark")
    }
    return value
  }

  /// The arguments that run our program for a rival; `nil` if rivals were not requested.
  func rival(_ program: String) -> [String]? {
    guard let python = options.texts["--python"], let folder = options.texts["--scripts"] else {
      return nil
    }
    return [python, "\(folder)/\(program)"]
  }

  /// The arguments that build a catalog into a file.
  func buildArguments(of release: String, into path: String) throws -> [String] {
    [try option("--tool"), "build", release, "--output", path, "--force"]
  }

  /// The catalog, built by the tool.
  lazy var catalogPath = Result { try built("catalog.rxkit", of: option("--release")) }

  /// The catalog of the release that recorded texts are about.
  lazy var realCatalogPath = Result {
    guard let release = options.texts["--real-release"] else { return try catalogPath.get() }
    return try built("real.rxkit", of: release)
  }

  private func built(_ name: String, of release: String) throws -> String {
    let path = path(name)
    _ = try ChildProcess.check(buildArguments(of: release, into: path))
    return path
  }

  /// The catalog, opened.
  func catalog() throws -> Catalog { try Catalog(contentsOf: catalogPath.get()) }

  /// The same concepts in a database, for the rivals.
  lazy var databasePath = Result {
    let path = path("concepts.sqlite")
    try ConceptDatabase.make(of: catalog(), at: path)
    return path
  }

  /// Codes and names of its drugs in a mixed order, for documents.
  lazy var drugsPath = Result {
    var generator = SeededGenerator(seed: 11)
    let path = path("drugs.tsv")
    let lines = try catalog().products.shuffled(using: &generator).map {
      "\($0.rxcui)\t\($0.name)\n"
    }
    try System.save(lines.joined().utf8, to: path)
    return path
  }

  /// A report without rows, which says where and of what the figures are.
  func emptyReport() throws -> BenchmarkReport {
    let version = try options.texts["--tool"].map { try ChildProcess.run([$0, "--version"]).text }
    let release = try options.texts["--release"].map { try RxNormRelease(path: $0).name }
    return BenchmarkReport(
      tool: version?.split(separator: "\n").first.map(String.init) ?? "rxkit",
      release: release ?? "no release",
      machine: "\(ProcessInfo.processInfo.processorCount) cores \(System.processorName)",
      compiler: "\(options.texts["--compiler"] ?? "Swift of unknown version") -c release",
      date: Date.now.formatted(.iso8601.year().month().day()))
  }
}

extension Catalog {
  /// Clinical and branded drugs of SAB RXNORM.
  var products: [Concept] {
    concepts.filter {
      $0.code != nil && ($0.termType == .clinicalDrug || $0.termType == .brandedDrug)
    }
  }
}
