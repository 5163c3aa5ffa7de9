// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import DrugLabels

@Suite("The label's words as they are quoted")
struct LabelWordsTests {
  @Test(
    "S27 A name of more than four words is not cut within what a joint begins",
    arguments: [
      ("Respiratory Depression and Sleep-Disordered Breathing", "respiratory depression"),
      ("Bone Metastasis from Solid Tumors", "bone metastasis"),
      ("Suicidal Thoughts and Behaviors", "suicidal thoughts and behaviors"),
      ("Cutaneous and systemic lupus erythematosus", "cutaneous and systemic lupus"),
      ("Type 1 or Type 2 Diabetes Mellitus", "type 1 or type"),
      (
        "Posterior  Reversible\nEncephalopathy Syndrome",
        "posterior reversible encephalopathy syndrome"
      ),
      (
        "Posterior Reversible Encephalopathy Syndrome (PRES)",
        "posterior reversible encephalopathy syndrome"
      ),
      ("", ""),
    ])
  func name(_ words: String, _ quoted: String) {
    let utf8 = Array(words.utf8)
    #expect(LabelWords.name(0..<utf8.count, utf8.span) == quoted)
  }
}
