// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import RxNormRelease

/// What the benchmarks share: the tool, and files in a folder that goes at the end.
///
/// The catalog and the database are made when a benchmark first asks for them.
final class Workshop {
  let options: BenchmarkOptions
  private let folder: URL

  init(_ options: BenchmarkOptions) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory
      .appending(path: "rxkit-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Takes the folder away.
  func close() {
    // Nothing depends on it any more; what stays behind stays in the temporary folder.
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// A folder in the folder, made if it is not there.
  func makeFolder(_ name: String) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// The repeats of a benchmark.
  func runs(_ standard: Int) -> Int { options.runs ?? standard }

  // MARK: Inputs

  /// The tool.
  func tool() throws -> String {
    guard let tool = options.tool else {
      throw BenchmarkFailure("no tool to run; use Scripts/benchmark, or give --tool")
    }
    return tool
  }

  /// The release that the catalog is built of.
  func release() throws -> String {
    guard let release = options.release else {
      throw BenchmarkFailure("no release; use Scripts/benchmark, or give --release")
    }
    return release
  }

  /// The arguments that build a catalog into a file.
  func buildArguments(of release: String, into path: String) throws -> [String] {
    [try tool(), "build", release, "--output", path, "--force"]
  }

  /// The catalog, built by the tool.
  lazy var catalogPath = Result { try built("catalog.rxkit", of: release()) }

  /// The catalog of the release that recorded texts are about.
  lazy var realCatalogPath = Result {
    guard let release = options.realRelease else { return try catalogPath.get() }
    return try built("real.rxkit", of: release)
  }

  private func built(_ name: String, of release: String) throws -> String {
    let path = path(name)
    let arguments = try buildArguments(of: release, into: path)
    let build = try ChildProcess.run(arguments)
    guard build.exitStatus == 0 else {
      throw BenchmarkFailure("\(arguments.joined(separator: " ")): exit status \(build.exitStatus)")
    }
    return path
  }

  /// The same concepts in a database, for the rivals.
  lazy var databasePath = Result {
    let path = path("concepts.sqlite")
    try ConceptDatabase.make(of: Catalog(contentsOf: catalogPath.get()), at: path)
    return path
  }

  // MARK: Report

  /// A report without rows, which says where and of what the figures are.
  func emptyReport() throws -> BenchmarkReport {
    let version = try options.tool.map { try ChildProcess.run([$0, "--version"]).text }
    let release = try options.release.map { try RxNormRelease(path: $0).name }
    let day = Date.now.formatted(.iso8601.year().month().day())
    return BenchmarkReport(
      tool: version?.split(separator: "\n").first.map(String.init) ?? "rxkit",
      release: release ?? "no release",
      machine: "\(ProcessInfo.processInfo.processorCount) cores \(System.processorName)",
      compiler: "\(options.compiler) -c release", date: day)
  }
}
