// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@Suite("RxCUI")
struct RxCUITests {
  @Test(
    "M3 Only digits without a leading zero are a code",
    arguments: ["0308192", "308192 ", "308192.0", "", "0", "123456789", "\u{FF11}"])
  func refused(_ text: String) {
    #expect(RxCUI(text) == nil)
  }

  @Test("A code reads and writes as RxNorm writes it")
  func roundTrip() {
    #expect(RxCUI("308192")?.description == "308192")
  }
}
