// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import RxNormRelease

/// `build-catalog`: a release becomes a catalog, as a whole process.
enum BuildCatalog {
  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let release = try RxNormRelease(path: workshop.release())
    let path = workshop.path("built.rxkit")
    let arguments = try workshop.buildArguments(into: path)
    var times = Samples()
    var peakMemory: Int?
    for _ in 0..<workshop.runs(10) {
      let build = try ChildProcess.run(arguments)
      guard build.exitStatus == 0 else {
        throw BenchmarkFailure("rxkit build: exit status \(build.exitStatus)")
      }
      times.append(build.wallTime)
      peakMemory = build.peakMemory ?? peakMemory
    }
    let count = try Catalog(contentsOf: path).conceptCount
    let expected = try distinctCodes(in: release)
    let bytes = release.present.reduce(0) { $0 + release.byteCount(of: $1) }
    return [
      BenchmarkRow(
        name: "build-catalog",
        input: "\(Quantity.memory(bytes)), \(release.present.count) files",
        answers: Quantity.grouped(count), isRight: count == expected, clock: .wall, times: times,
        peakMemory: peakMemory
      ).moving(bytes: bytes)
    ]
  }

  /// The concepts that there must be, counted without the builder.
  private static func distinctCodes(in release: RxNormRelease) throws -> Int {
    var codes: Set<UInt32> = []
    _ = try release.forEachRow(of: .concepts) { row throws(ReleaseError) in
      if let code = try row.rxcui(0) { codes.insert(code) }
    }
    return codes.count
  }
}
