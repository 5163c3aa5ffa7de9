// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import RxNormRelease

/// What the starter release holds.
enum Starter {
  /// Rows and bytes of each file, from the table "Counts" in the starter's readme.
  static let counts: [(file: String, rows: Int, bytes: Int)] = [
    ("prescribe/rrf/RXNCONSO", 39530, 4_426_767),
    ("prescribe/rrf/RXNREL", 182880, 12_334_734),
    ("prescribe/rrf/RXNSAT", 39723, 2_794_699),
    ("rrf/RXNATOMARCHIVE", 2002, 367107),
    ("rrf/RXNCONSO", 64141, 7_027_347),
    ("rrf/RXNCUI", 91, 3092),
    ("rrf/RXNCUICHANGES", 89, 7919),
    ("rrf/RXNDOC", 93, 4554),
    ("rrf/RXNREL", 335596, 21_984_346),
    ("rrf/RXNSAB", 2, 1806),
    ("rrf/RXNSAT", 50525, 3_567_205),
    ("rrf/RXNSTY", 56454, 2_901_968),
  ]
}

@Suite("The starter release")
struct StarterReleaseTests {
  @Test(
    "Every file has the rows and bytes that the starter's readme states", arguments: [false, true])
  func counts(prescribable: Bool) throws {
    guard let path = StarterRelease.path(skipping: "row counts of the starter") else { return }
    let options = RxNormRelease.Options(prescribable: prescribable)
    let release = try RxNormRelease(path: path, options: options)
    let folder = prescribable ? "prescribe/rrf/" : "rrf/"
    let expected = Starter.counts.filter { $0.file.hasPrefix(folder) }
    #expect(release.present.count == expected.count)
    for (file, rows, bytes) in expected {
      let table = try #require(RRFTable(rawValue: String(file.dropFirst(folder.count))))
      #expect(release.byteCount(of: table) == bytes)
      var counted = 0
      var told = 0
      let tally = try release.forEachRow(of: table, progress: { told = $0 }) { _ in counted += 1 }
      #expect(tally.rows == rows, "\(file)")
      #expect(counted == rows)
      #expect(told == bytes)
      #expect(tally.skipped == 0)
    }
  }

  @Test("S23 It is dated, named by RXNSAB, and not official")
  func identity() throws {
    guard let path = StarterRelease.path(skipping: "identity of the starter") else { return }
    let release = try RxNormRelease(path: path)
    #expect(release.name == "RXNORM_RECONSTRUCTED_20260723")
    #expect(release.date == "2026-07-23")
    #expect(!release.isOfficial)
    #expect(!release.isPrescribable)
    let part = try RxNormRelease(path: path, options: .init(prescribable: true))
    #expect(part.name == "RxNorm_full_reconstructed_07232026")
    #expect(part.date == "2026-07-23")
    #expect(!part.isOfficial)
    #expect(part.isPrescribable)
  }
}
