// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import RxKit
import Testing

@Suite("The README's example")
struct ReadmeExampleTests {
  /// The example as it stands in the README, so that the compiler reads it.
  static func example() throws {
    let resolver = try MedicationResolver(catalog: Catalog(contentsOf: "catalog.rxkit"))
    let codings: Set = [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "860975")]
    let medication = MedicationConcept(
      identifier: .mint(displayText: "Metformin", codings: codings), displayText: "Metformin",
      generalForm: .tablet, relatedCodings: codings)
    let answer = try resolver.resolve(
      UserAnnotatedMedication(
        nickname: nil, isArchived: false, hasSchedule: true, medication: medication))
    print(answer.ingredients.map { "\($0.name ?? "–") \($0.strengthText ?? "")" })
    for finding in answer.sideEffects.symptoms where finding.step == 1 {
      print(finding.symptom.displayName, finding.evidence.map(\.row.setID))
    }
  }

  @Test("The library example of the README is the one that is compiled here")
  func sameText() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try lines(of: root.appendingPathComponent("README.md"))
    let block = readme.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let shown = block.filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    let source = try lines(of: here)
    let compiled = source.drop { !$0.hasPrefix("static func example()") }.dropFirst()
    #expect(!shown.isEmpty)
    #expect(shown.elementsEqual(compiled.prefix(shown.count)))
    for line in block where line.hasPrefix("import ") {
      #expect(source.contains(line), "\(line) is not among the imports of the test")
    }
  }

  /// The lines without the blanks around them.
  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
