// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport
import Testing

@testable import MedicationModel

/// Whose use words deny, and how: the texts of `Tests/Fixtures/use-in-words.txt`.
@Suite("What words say of a drug's use")
struct StatedUseTests {
  static let cases =
    CaseFile.cases(of: "Tests/Fixtures/use-in-words.txt")

  @Test("Each text says what its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) throws {
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      for (key, value) in row.expected {
        let use = Self.use(of: row.text, key)
        let found = key.hasPrefix("denied ") ? "\(use?.deniesUse ?? false)" : Self.name(of: use)
        #expect(found == value, "\(key): \(row.text)")
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 25)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 900)
  }

  /// Reads a text in the place that a key ends with: `in medication`, or `in dosage of` a name.
  private static func use(of text: String, _ key: String) -> StatedUse? {
    let words = key.split(separator: " ", maxSplits: key.hasPrefix("denied") ? 4 : 3)
    let place = key.contains("in dosage") ? StatedUse.Place.dosage : .medication
    let names = key.contains(" of ") ? [String(words.last ?? "")] : []
    return StatedUse.read(text, in: place, of: names)
  }

  private static func name(of use: StatedUse?) -> String { use.map { "\($0)" } ?? "nil" }

  @Test("Names decide only between a denial and a note")
  func onlyNotes() {
    for row in Self.cases.flatMap(\.rows) where row.expected[0].key.contains("in dosage") {
      let isSaid = StatedUse.read(row.text, in: .dosage) != nil
      for name in ["lisinopril 10 MG Oral Tablet", "warfarin", "metoprolol", "generic"] {
        let isSaidOfIt = StatedUse.read(row.text, in: .dosage, of: [name]) != nil
        #expect(isSaidOfIt == isSaid, "\(row.text)")
      }
    }
  }

  @Test("A condition and what is uncertain deny no use, everything else does")
  func denying() {
    for use in StatedUse.allCases {
      #expect(use.deniesUse == (use != .conditional && use != .uncertain))
      #expect(!use.words.isEmpty)
    }
  }

  @Test("S1 a long text is read to its end")
  func long() {
    let text = "metformin " + String(repeating: "x", count: 5000)
    #expect(StatedUse.read(text, in: .medication) == nil)
    #expect(StatedUse.read(text + " (not taking)", in: .medication) == .notTaken)
    let phrases = String(repeating: "take with food. ", count: 5000)
    #expect(StatedUse.read(phrases + "Not taking.", in: .dosage) == .notTaken)
  }

  @Test(
    "Phrases without a break are read in a time that grows as they do",
    arguments: ["on hold ", "stop metformin ", "not taking zzz ", "if stop ", "please hold, "])
  func manyPhrases(_ phrase: String) {
    func time(_ count: Int) -> Duration {
      let text = String(repeating: phrase, count: count)
      return ContinuousClock().measure { _ = StatedUse.read(text, in: .dosage) }
    }
    // By the square sixteen times as many take 256 times as long; a busy machine may double it.
    let few = min(time(500), time(500), time(500))
    #expect(time(8000) < few * 100)
  }

  @Test("S10 The quick look misses no text in which the reading finds something")
  func quickLook() {
    let frames = [
      "§", "§ zzz", "zzz § it", "§ it", "(§)", "zzz/§", "§; zzz", "zzz, §", "§.", "§-zzz", "§'s",
      "§’s", "§2", "not§", "§s it", "x§", "for §", "belongs to her §", "§ takes it", "§ is on",
    ]
    var passed = 0
    for word in UsePhrase.beginnings {
      for frame in frames {
        for form in [word, word.uppercased(), String(word.dropLast())] {
          let text = frame.replacing("§", with: form)
          if UsePhrase.mayBegin(in: text) { continue }
          passed += 1
          for place in [StatedUse.Place.medication, .dosage] {
            let reading = UseReading(text, place, [])
            let found = reading.clauses.words.indices.compactMap { reading.use(at: $0, over: nil) }
            #expect(found.isEmpty, "\(text)")
          }
        }
      }
    }
    #expect(passed > 500)
    for text in ["Take 2 tablets by mouth every 4 hours", "Take", "Stopper", "Discontinuum (x)"] {
      #expect(!UsePhrase.mayBegin(in: text), "\(text)")
    }
  }
}
