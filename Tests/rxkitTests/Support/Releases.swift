// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

/// A catalog that the built tool made of the starter release, once for all tests.
///
/// The folder of the catalog is removed when the process ends.
enum StarterCatalog {
  private static let built = Result { try Built() }

  /// The path of the catalog.
  static func path() throws -> String { try built.get().path }

  /// What `rxkit build` printed while it made the catalog.
  static func buildRun() throws -> ToolProcess { try built.get().run }

  /// The zip of the starter release.
  static func release() throws -> String {
    try #require(StarterRelease.path, "there is no zip in Data/RxNorm")
  }

  private struct Built {
    let folder: TemporaryFolder
    let run: ToolProcess
    var path: String { folder["catalog.rxkit"].path }

    init() throws {
      folder = try TemporaryFolder()
      run = try ToolProcess.run(
        ["build", try StarterCatalog.release(), "-o", folder["catalog.rxkit"].path])
    }
  }
}

extension ToolProcess {
  /// Runs the tool with the starter catalog.
  static func asking(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:],
    in folder: URL? = nil, closesOutput: Bool = false
  ) throws -> ToolProcess {
    try asking(
      arguments, input: input, environment: environment, in: folder, closesOutput: closesOutput)
  }

  /// Runs the tool with the starter catalog.
  static func asking(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
    in folder: URL? = nil, closesOutput: Bool = false
  ) throws -> ToolProcess {
    try run(
      arguments, input: input,
      environment: ["RXKIT_CATALOG": try StarterCatalog.path()]
        .merging(environment) { _, given in given },
      in: folder, closesOutput: closesOutput)
  }
}

/// A release of a few rows, written out so that builds of it are quick.
///
/// SAB=RXNORM, which has no restrictions (U.S. National Library of Medicine).
enum SmallRelease {
  static let concepts = [
    "723|ENG||||||12253202|12253202|723||RXNORM|IN|723|amoxicillin||N|4096|",
    "308192|ENG||||||12465002|12465002|308192||RXNORM|SCD|308192|amoxicillin 500 MG Oral Tablet||N|4096|",
  ]

  /// Writes `rrf/RXNCONSO.RRF` below a folder; returns the path of the release.
  static func write(_ rows: [String] = concepts, in folder: TemporaryFolder) throws -> String {
    try folder.write(rows.map { $0 + "\n" }.joined(), to: "release/rrf/RXNCONSO.RRF")
    return folder["release"].path
  }
}
