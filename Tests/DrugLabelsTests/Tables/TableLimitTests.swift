// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import MedicationModel
import SymptomMapping
import Testing

// Where rules about tables end: shapes that look alike and mean another thing. Tables are made;
// expected values are written by hand.

@Suite("Where rules about tables end")
struct TableLimitTests {
  @Test("R20 Sizes of arms that no trial can have are no sizes")
  func hugeSizes() throws {
    let huge = "9223372036854775807"
    let report = try Tables.report(
      Tables.markup([
        "Reaction | Alphador 10 mg (N=\(huge)) % | Alphador 20 mg (N=\(huge)) % | "
          + "Alphador 40 mg (N=5) %", "Nausea | 3 | 9 | 4",
      ]), dosage: "Take 10 mg, 20 mg or 40 mg.")
    #expect(report.statements.map(\.drugPercent) == ["9"])
    #expect(report.arms.map(\.size) == [nil, nil, 5])
  }
}
