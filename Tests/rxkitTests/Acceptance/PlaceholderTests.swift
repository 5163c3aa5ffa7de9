// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import TestSupport
import Testing

/// No code from 90000000 on is printed as a code, a coding or a result.
///
/// They tie the graph of the starter release together; no release of NLM has them.
@Suite("Placeholder codes")
struct PlaceholderTests {
  /// Codes with a placeholder among their relatives, at most so many, evenly drawn.
  private static func relatives(of placeholders: [Concept], upTo count: Int) -> [String] {
    var codes: Set<RxCUI> = []
    for concept in placeholders {
      for relation in concept.relations {
        if let code = relation.target?.code { codes.insert(code) }
      }
    }
    let sorted = codes.sorted()
    let step = max(1, sorted.count / count)
    return stride(from: 0, to: sorted.count, by: step).map { sorted[$0].description }
  }

  @Test(
    "No command prints a placeholder, whatever the relatives of a code are",
    .enabled(if: Effort.isFull))
  func neverPrinted() throws {
    let catalog = try Catalog(contentsOf: try StarterCatalog.path())
    let placeholders = catalog.concepts.filter { $0.code == nil }
    let codes = Self.relatives(of: placeholders, upTo: 400)
    let numbers = Set(placeholders.map(\.rxcui.description))
    print("placeholders: \(placeholders.count) in the release, \(codes.count) relatives asked")
    #expect(codes.count >= 300)
    for command in [
      ["lookup"], ["resolve"], ["side-effects"], ["related", "--tty", "SCDC,SCDF,BN", "--explain"],
    ] {
      for format in ["json", "tsv", "table"] {
        let run = try ToolProcess.asking(
          command + ["-", "--format", format], input: codes.joined(separator: "\n"))
        #expect(run.exitCode == 0 || run.exitCode == 1)
        #expect(!run.output.isEmpty)
        // Set ids of labels hold groups of eight digits too.
        let found = run.output.matches(of: /\b9[0-9]{7}\b/).map { String($0.output) }
          .filter(numbers.contains)
        #expect(found.isEmpty, "\(command) \(format): \(found.prefix(5))")
      }
    }
  }

  @Test("A placeholder that is asked for is not found")
  func askedFor() throws {
    let catalog = try Catalog(contentsOf: try StarterCatalog.path())
    let codes = catalog.concepts.filter { $0.code == nil }.prefix(20).map(\.rxcui.description)
    for command in ["lookup", "resolve", "side-effects"] {
      for code in codes.prefix(3) {
        try ToolProcess.asking(command, code, "--format", "json").expect(
          1, prints: "\"concepts\": []")
      }
    }
  }
}
