// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import TestSupport
import Testing

/// The matcher may know how people write, not what the test data ask.
@Suite("No tables of answers")
struct NoAnswersTests {
  @Test(
    "No line of the sources or data pairs a recorded text with its code",
    .enabled(if: !Effort.isFast))
  func noPairs() throws {
    guard let (_, catalog) = try Matchers.starter(skipping: "no tables of answers"),
      let pairs = try Matchers.rows("pairs.tsv", skipping: "no tables of answers"),
      let typos = try Matchers.rows("typos.tsv", skipping: "no tables of answers")
    else { return }
    var texts: [Substring: [String]] = [:]
    for row in pairs + typos {
      let text = (row["text"] ?? "").lowercased()
      for code in (row["rxcui"] ?? "").split(separator: "|") {
        // RxNorm's own names stand beside their codes wherever a code is named.
        let concept = RxCUI(code).flatMap { catalog.concept(for: $0) }
        let names = Set(concept?.names.map { $0.text.lowercased() } ?? [])
        if !text.isEmpty, !names.contains(text) { texts[code, default: []].append(text) }
      }
    }
    var findings: [String] = []
    for folder in ["Sources", "Data", "Tests/DrugMatchingTests"] {
      for url in Self.files(Repository.root.appendingPathComponent(folder)) {
        let content = String(decoding: try Data(contentsOf: url), as: UTF8.self).lowercased()
        for line in content.split(separator: "\n") {
          let numbers = line.split { !("0"..."9").contains($0) }
          for number in Set(numbers) where number.count > 2 {
            for text in texts[number] ?? [] where Self.names(line, text) {
              findings.append("\(url.lastPathComponent): \(text)")
            }
          }
        }
      }
    }
    #expect(findings.isEmpty)
  }

  /// Whether a line holds a text as whole words.
  private static func names(_ line: Substring, _ text: String) -> Bool {
    var rest = line[...]
    while let found = rest.range(of: text) {
      let before =
        found.lowerBound == line.startIndex ? " " : line[line.index(before: found.lowerBound)]
      let after = found.upperBound == line.endIndex ? " " : line[found.upperBound]
      if !before.isLetter, !after.isLetter { return true }
      rest = line[found.upperBound...]
    }
    return false
  }

  private static let made = ["side-effects.tsv", "labels.tsv", "missing-ingredients.tsv"]

  /// Text files below a folder; the release itself is in an archive.
  private static func files(_ folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let url = all?.nextObject() as? URL {
      // Made out of labels, whose words these are (Scripts/make-side-effects): no text is matched
      // by them.
      if made.contains(url.lastPathComponent) { continue }
      if ["swift", "tsv", "json", "md", "txt", "ndjson"].contains(url.pathExtension) {
        found.append(url)
      }
    }
    return found
  }
}
