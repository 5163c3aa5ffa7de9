// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import SymptomMapping
import Testing

@Suite("The model of a label")
struct LabelModelTests {
  @Test("A string without structure is one paragraph, byte by byte")
  func stringIsOneParagraph() {
    let text = LabelText("Nausea\u{A0}(5 %)\n\nvomiting")
    #expect(text.utf8 == Array("Nausea\u{A0}(5 %)\n\nvomiting".utf8))
    #expect(text.blocks == [LabelText.Block(.paragraph, 0..<text.utf8.count)])
    #expect(LabelText("").blocks.isEmpty)
  }

  @Test(
    "The date is the first eight digits of the effective time",
    arguments: [
      ("20260716", LabelDate(year: 2026, month: 7, day: 16)),
      ("20260716120000+0000", LabelDate(year: 2026, month: 7, day: 16)), ("2026", nil), ("", nil),
    ])
  func dateOfEffectiveTime(time: String, date: LabelDate?) {
    var label = DrugLabel(source: .spl, file: "a.xml", kind: .prescription)
    label.effectiveTime = time
    #expect(label.date == date)
  }
}
