// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import TestSupport
import Testing

@testable import rxkit_golden

@Suite("Golden questions")
struct GoldenTests {
  @Test("Every golden question has the answer that an independent program found")
  func golden() throws {
    guard let text = try TestData.text(of: "golden/golden.tsv"),
      let bytes = try StarterRelease.bytes(for: "golden questions")
    else { return }
    let catalog = try Catalog(bytes: bytes)
    let questions = text.split(separator: "\n").compactMap { GoldenQuestion(line: $0) }
    #expect(questions.count == 407)
    for question in questions {
      let answer = question.answer(from: catalog)
      #expect(
        answer == question.expected, "\(question.id): \(question.kind) \(question.argument)")
    }
    #expect(catalog.damage == nil)
  }
}
