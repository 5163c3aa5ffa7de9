// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@testable import DrugMatching

@Suite("Strengths as figures")
struct FigureTests {
  static let texts = [
    "500 MG", "0.5 G", "250 MG/5 ML", "50 MG/ML", "14 MG/24 HR", "0.583 MG/HR", "100 UNT/ML",
    "1 MEQ/ML", "25 MCG/HR", "0.025 MG/HR", "5 %", "0.09 MG/ACTUAT", "90 MCG/ACTUAT", "1 UNT",
    "2 MG/3 ML", "0.667 MG/ML",
  ]

  @Test("Equal figures are those that the exact comparison of strengths finds equal")
  func equality() throws {
    for left in Self.texts {
      for right in Self.texts {
        let one = try #require(Strength(left))
        let other = try #require(Strength(right))
        #expect(
          (Figure(one) == Figure(other)) == (one.agreement(with: other) == .equal),
          "\(left) and \(right)")
      }
    }
  }

  @Test(
    "Amounts are read as people write them",
    arguments: [
      ("500mg", ["500 MG"]), ("0.5 g", ["0.5 G"]), ("5/500 mg", ["5 MG", "500 MG"]),
      ("250MG/5ML", ["250 MG/5 ML"]), ("2 %", ["2 %"]), ("1 080 mg", ["1080 MG"]),
      ("4 000 IU", ["4000 UNT"]), ("30 million units", ["30000000 UNT"]),
      ("13.3 mg/ 24 hours", ["13.3 MG/24 HR"]), ("50 mcg per actuation", ["50 MCG/ACTUAT"]),
      ("100 units/mL", ["100 UNT/ML"]), ("160 mg/25 mg", ["160 MG", "25 MG"]),
      ("97 mg/103 mg", ["97 MG", "103 MG"]), ("20 mg 3 times", ["20 MG"]),
    ])
  func amounts(_ text: String, _ expected: [String]) {
    let vocabulary = Vocabulary()
    var buffer = TokenBuffer()
    buffer.read(text)
    vocabulary.lookUp(&buffer)
    let reader = AmountReader(
      vocabulary, buffer, isTaken: buffer.tokens.map { _ in false })
    let found = reader.amounts.filter { $0.role == .drug }.compactMap(\.strength?.rxNormText)
    #expect(found == expected)
  }
}
