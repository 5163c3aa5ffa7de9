// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import RxNormRelease

@Suite("Identity of a release")
struct ReleaseIdentityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    var zip = "x.zip"
    var readme = ("notes.txt", "")
    /// VSAB, SON and SVER of the source RXNORM.
    var source: (String, String, String)?
    let name: String
    let date: String?
    let isOfficial: Bool
    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      id: "the zip's name comes first", zip: "dl/RxNorm_full_07062026.zip",
      readme: ("Readme_Full_06012026.txt", "05/04/2026"),
      source: ("RXNORM_20AA_200908F", "RxNorm", "20AA_200908F"),
      name: "RXNORM_20AA_200908F", date: "2026-07-06", isOfficial: true),
    Case(
      id: "then the readme's name", readme: ("Readme_Full_06012026.txt", "05/04/2026"),
      source: ("RXNORM_20AA_200908F", "RxNorm", "20AA_200908F"),
      name: "RXNORM_20AA_200908F", date: "2026-06-01", isOfficial: true),
    Case(
      id: "then the readme's first date",
      readme: ("README.txt", "consistent with 2020AA, of 05/04/2026 and 06/01/2026"),
      source: ("RXNORM_20AA_200908F", "RxNorm", "20AA_200908F"),
      name: "RXNORM_20AA_200908F", date: "2026-05-04", isOfficial: true),
    Case(
      id: "then RXNSAB", source: ("RXNORM_20AA_200908F", "RxNorm", "20AA_200908F"),
      name: "RXNORM_20AA_200908F", date: "2020-09-08", isOfficial: true),
    Case(
      id: "RXNSAB's VSAB if SVER is empty", source: ("RXNORM_20AA_200908F", "RxNorm", ""),
      name: "RXNORM_20AA_200908F", date: "2020-09-08", isOfficial: false),
    Case(id: "nothing tells", name: "unknown", date: nil, isOfficial: false),
    Case(
      id: "a stable name has no date", zip: "RxNorm_full_current.zip",
      name: "RxNorm_full_current", date: nil, isOfficial: true),
    Case(
      id: "a prescribable zip", zip: "RxNorm_full_prescribe_10062025.zip",
      name: "RxNorm_full_prescribe_10062025", date: "2025-10-06", isOfficial: true),
    Case(
      id: "a weekly zip, downloaded twice", zip: "RxNorm_weekly_07082026 (1).zip",
      name: "RxNorm_weekly_07082026 (1)", date: "2026-07-08", isOfficial: true),
    Case(
      id: "the readme's name", readme: ("Readme_Full_Prescribe_10062025.txt", ""),
      name: "RxNorm_Full_Prescribe_10062025", date: "2025-10-06", isOfficial: true),
    Case(
      id: "a reconstruction by its zip's name", zip: "RxNorm_full_reconstructed_07232026.zip",
      name: "RxNorm_full_reconstructed_07232026", date: "2026-07-23", isOfficial: false),
    Case(
      id: "a reconstruction under an official name", zip: "RxNorm_full_07232026.zip",
      source: ("RXNORM_RECONSTRUCTED_20260723", "RxNorm", "RECONSTRUCTED_20260723"),
      name: "RXNORM_RECONSTRUCTED_20260723", date: "2026-07-23", isOfficial: false),
    Case(
      id: "a reconstruction by its readme alone", zip: "RxNorm_full_07232026.zip",
      readme: ("Readme.txt", "RECONSTRUCTED"),
      name: "RxNorm_full_07232026", date: "2026-07-23", isOfficial: false),
    Case(
      id: "a reconstruction's date by RXNSAB",
      source: ("RXNORM_RECONSTRUCTED_20260723", "RxNorm", "RECONSTRUCTED_20260723"),
      name: "RXNORM_RECONSTRUCTED_20260723", date: "2026-07-23", isOfficial: false),
    Case(
      id: "no calendar has the 31st of February", zip: "RxNorm_full_02312026.zip",
      readme: ("Readme.txt", "on 02/30/2026, no, on March 1, 2026"),
      name: "RxNorm_full_02312026", date: "2026-03-01", isOfficial: false),
    Case(
      id: "a leap day", zip: "RxNorm_full_02292028.zip", name: "RxNorm_full_02292028",
      date: "2028-02-29", isOfficial: true),
    Case(
      id: "nine digits are no date", zip: "RxNorm_full_070620261.zip",
      readme: ("Readme.txt", "12026-07-06 or 2026-07-05"), name: "RxNorm_full_070620261",
      date: "2026-07-05", isOfficial: false),
    Case(
      id: "a private extract", zip: "mine_01022026.zip", name: "unknown", date: "2026-01-02",
      isOfficial: false),
  ]

  @Test("S23 Name, date and origin follow the documented order", arguments: cases)
  func identity(_ case: Case) throws {
    var files = [
      ("rrf/RXNCONSO.RRF", Rows.concepts(Rows.mesna)),
      (`case`.readme.0, Array(`case`.readme.1.utf8)),
    ]
    if let (name, title, version) = `case`.source {
      let row = { (vsab: String, rsab: String) in
        "|C1|\(vsab)|\(rsab)|\(title)|RXNORM|\(version)" + String(repeating: "|", count: 19)
      }
      files.append(
        ("rrf/RXNSAB.RRF", Rows.concepts(row("ATC_2026_01_28", "ATC"), row(name, "RXNORM"))))
    }
    let release = try RxNormRelease(zip: ZipBuilder(files).build(), name: `case`.zip)
    #expect(release.name == `case`.name)
    #expect(release.date == `case`.date)
    #expect(release.isOfficial == `case`.isOfficial)
  }
}
