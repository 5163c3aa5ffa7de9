// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import RxNormRelease

@Suite("Identity of a release")
struct ReleaseIdentityTests {
  static let rows = CaseFile.cases(of: "Tests/Fixtures/release-identity.txt").flatMap(\.rows)

  @Test("The rows are all there")
  func count() {
    #expect(Self.rows.count == 18)
  }

  @Test("S23 Name, date and origin follow the documented order", arguments: rows)
  func identity(_ row: CaseFile.Row) throws {
    var members: [String: String] = [:]
    for part in row.text.components(separatedBy: " | ") {
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      members[words[0]] = words.last
    }
    let readme = (members["readme"] ?? "notes.txt: ").components(separatedBy: ": ")
    var files = [
      ("rrf/RXNCONSO.RRF", Rows.concepts(Rows.mesna)), (readme[0], Array(readme[1].utf8)),
    ]
    if let source = members["source"]?.components(separatedBy: "~") {
      let row = { (vsab: String, rsab: String) in
        "|C1|\(vsab)|\(rsab)|\(source[1])|RXNORM|\(source[2])" + String(repeating: "|", count: 19)
      }
      files.append(
        ("rrf/RXNSAB.RRF", Rows.concepts(row("ATC_2026_01_28", "ATC"), row(source[0], "RXNORM"))))
    }
    let release = try RxNormRelease(
      zip: ZipBuilder(files).build(), name: members["zip"] ?? "x.zip")
    #expect(
      row.expected.map(\.value) == [
        release.name, release.date ?? "none", "\(release.isOfficial)",
      ])
  }
}
