// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping
import Testing
import TestSupport

@testable import CatalogExport

@Suite("The Swift file compiles alone and answers as the tables do")
struct SwiftSourceTests {
  /// Codes of an ingredient, products, a code of the talk's sample that is not
  /// in the starter, and what has no label.
  static let codes = ["860975", "198439", "1665229", "6809", "1012918", "617310"]

  @Test(
    "S24 Compiled and run, it names the symptoms and evidence of the lookup",
    .enabled(if: !Effort.isFast))
  func runs() throws {
    guard let swiftc = Program.path("swiftc", for: "the exported Swift file") else { return }
    let content = try Exporting.starterContent()
    let folder = try TemporaryFolder()
    let export = SwiftSourceExport(content, codes: Self.codes)
    #expect(export.unknownCodes == ["1012918"] && export.codeCount == 6)
    try folder.write(export.text, to: "Symptoms.swift")
    try folder.write(Self.program, to: "main.swift")
    let build = try Program.run(
      swiftc,
      [
        "-swift-version", "6", "-warnings-as-errors", folder["Symptoms.swift"].path,
        folder["main.swift"].path, "-o", folder["symptoms"].path,
      ])
    #expect(build.status == 0, "\(build.output.prefix(2000))")
    let run = try Program.run(folder["symptoms"].path, [])
    #expect(run.status == 0)

    // What the lookup itself says.
    let lookup = SideEffects(catalog: content.catalog, tables: content.tables)
    var expected: [String] = []
    for code in Self.codes.sorted(by: { Int($0) ?? 0 < Int($1) ?? 0 }) {
      let symptoms = lookup.symptoms(forRxNormCode: code).map(\.categoryID.rawValue)
      expected.append("\(code) \(symptoms.joined(separator: ","))")
    }
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(Array(lines.prefix(expected.count)) == expected)
    let all = Set(
      expected.flatMap { $0.split(separator: " ").dropFirst() }.flatMap { $0.split(separator: ",") }
    )
    #expect(lines[expected.count] == "authorization " + all.sorted().joined(separator: ","))
    #expect(lines.last == "findings with evidence true, official false")
  }

  private static let program = """
    for entry in MedicationSymptoms.entries {
      let symptoms = MedicationSymptoms.symptoms(forRxNormCode: entry.code).map(\\.rawValue)
      print(entry.code, symptoms.joined(separator: ","))
    }
    print("authorization", MedicationSymptoms.authorizationSymptoms.map(\\.rawValue).joined(separator: ","))
    let findings = MedicationSymptoms.entries.flatMap(\\.findings)
    let isBacked = !findings.isEmpty && findings.allSatisfy { finding in
      let rows = MedicationSymptoms.evidence(for: finding)
      return !rows.isEmpty && rows.count == finding.evidence.count && rows.allSatisfy {
        $0.label != nil && $0.labelDate != nil && $0.id.contains("/\\(finding.symptom)/")
      }
    }
    print("findings with evidence \\(isBacked), official \\(MedicationSymptoms.isOfficialRelease)")
    """

  @Test("Text that would end a literal does not")
  func fences() throws {
    var release = HandRelease()
    release.concept(1, "IN", "a\"\"\"#b \\##(x) ### end")
    let content = try Exporting.content(of: release)
    let text = SwiftSourceExport(content, codes: ["1"]).text
    #expect(text.contains("entryTable = ####\"\"\""))
    guard let swiftc = Program.path("swiftc", for: "fences of literals") else { return }
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.swift")
    let run = try Program.run(swiftc, ["-parse-as-library", "-typecheck", folder["a.swift"].path])
    #expect(run.status == 0, "\(run.output.prefix(1000))")
  }

  @Test("S29 S31 An entry says what was read: coverage, boxed warning, codes that were followed")
  func entries() throws {
    let entries = try Exporting.starterContent().symptomEntries(of: Self.codes + ["6809"])
    #expect(entries.map(\.code) == ["6809", "198439", "617310", "860975", "1012918", "1665229"])
    #expect(entries[0].answer.boxedWarning.present == .yes, "metformin: lactic acidosis")
    #expect(entries[4].name == nil && entries[4].answer.coverage == .unknown)
  }
}
