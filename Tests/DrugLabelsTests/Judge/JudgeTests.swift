// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

@testable import DrugLabels
import Foundation
import MedicationModel
import Testing

@Suite("The judge and the words of labels")
struct JudgeTests {
  @Test("Without weights every mention is an effect; the shipped weights are there")
  func weights() {
    #expect(!Judge([]).isTrained)
    #expect(Judge.shared.isTrained)
  }

  @Test("A weight moves the decision, once for each feature")
  func decision() {
    let text = "symptoms of infection such as fever"
    let utf8 = Array(text.utf8)
    func isEffect(_ weights: String) -> Bool {
      let judge = Judge(Array(weights.utf8))
      let words = judge.words(utf8.span, 0..<utf8.count)
      return judge.isEffect(
        Judge.Place(
          sentence: words, range: 30..<35, earlier: [], heading: [], role: .warning,
          phrase: "fever", symptom: .fever, isNegated: false, isInHeading: false))
    }
    #expect(isEffect("before:symptom\t0.5\nthreshold:warning\t0.4"))
    #expect(!isEffect("before:symptom\t0.5\nthreshold:warning\t0.6"))
    #expect(!isEffect("pair:symptom of\t-0.5\nthreshold:warning\t-0.4"))
    #expect(isEffect("near0:as\t1\nphrase:fever\t-0.5\nintercept\t-0.4"))
  }

  @Test("Every kind of words has an example in which it occurs, and one in which it does not")
  func vocabulary() {
    let vocabulary = LabelVocabulary.shared
    #expect(vocabulary.kinds.count > 60)
    for kind in vocabulary.kinds {
      // Words are compared as in sentences: `patients` is `patient`.
      func isIn(_ text: String) -> Bool {
        let tokens = CellTokens(text)
        let keys = Set(tokens.tokens.map { WordKey($0.text) })
        return kind.entries.contains { entry in
          guard entry.contains(" ") || entry.contains("-") else {
            return keys.contains(WordKey(entry))
          }
          return tokens.has(entry) || text.lowercased().contains(entry)
        }
      }
      #expect(isIn(kind.example), "\(kind.name): \(kind.example)")
      #expect(!isIn(kind.counterexample), "\(kind.name): \(kind.counterexample)")
    }
    for kind in Cue.Kind.allCases.dropLast() { #expect(!vocabulary["\(kind)"].isEmpty, "\(kind)") }
  }

  static let quotations = [
    (
      "Table 2: Reactions* in ≥5% of ALPHADOR-Treated Adults [see Studies (14)]",
      "Reactions in ≥5% of [drug]-Treated Adults"
    ),
    ("5.1 Lactic Acidosis", "Lactic Acidosis"),
    ("Trials of Alphadrug (6.1)", "Trials of [drug]"),
    ("12 Months of Treatment", "12 Months of Treatment"),
    ("Placebo-Controlled Trialsa", "Placebo-Controlled Trials"),
    ("Years of Agea, b, c", "Years of Age"),
    ("Placebo (N=12)b", "Placebo (N=12)"),
    ("All Placebo a", "All Placebo"),
    ("Complex Partial Seizures1", "Complex Partial Seizures"),
    ("Studies 1", "Studies 1"),
    ("Long-Term Study1", "Long-Term Study1"),
    ("Chronic Hepatitis b", "Chronic Hepatitis b"),
  ]

  @Test("Captions and headings are quoted as §3 says", arguments: quotations)
  func quotation(text: String, quoted: String) {
    let label = Tables.label(TableGrid())
    #expect(QuotedContext(label).quoted(text) == quoted)
  }

  @Test("What says nothing but that there are adverse reactions is no context")
  func plain() {
    let label = Tables.label(TableGrid())
    let quoted = QuotedContext(label)
    #expect(quoted.context(["6.1 Clinical Trials Experience"]) == "")
    #expect(
      quoted.context(["Adverse Reactions", "In Adults with Epilepsy:"]) == "In Adults with Epilepsy"
    )
    let long = quoted.context([String(repeating: "lengthy ", count: 40)])
    #expect(long.count <= 160 && long.hasSuffix("lengthy"))
  }
}
