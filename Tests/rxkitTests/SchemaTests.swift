// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import DrugMatching
import Foundation
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

@testable import rxkit_tool

/// `Data/Schemas` and the page of members, which `Scripts/update-golden` writes anew from the shapes.
@Suite("Schemas")
struct SchemaTests {
  /// What a line of the output is, by the name of its schema.
  private static let roots: [String: [ShapeOutline]] = [
    "concept": [Concept.shape.outline],
    "lookup": [LookupAnswer.shape.outline],
    "search": [SearchAnswer.shape.outline],
    "history": [HistoryAnswer.shape.outline],
    "related": [RelatedAnswer.shape.outline],
    "diff": [
      DiffReport.shape.outline, ReleaseComparison.Change.shape.outline, NDCChange.shape.outline,
      DiffReport.Absent.shape.outline,
    ],
    "audit": [AuditReport.shape.outline, AuditFinding.shape.outline],
    "medication-list": [PatientMedicationList.shape.outline],
    "symptoms": [PrintedCategory.shape.outline, SymptomPage.shape.outline],
    "explain": [ExplanationPage.shape.outline],
    "match": [PrintedMatch.shape.outline],
    "evaluate": [EvaluationReport.shape.outline],
    "loaded": [TerminologyReport.shape.outline],
    "value-set": [.row(of: ValueSetCommand.member), .row(of: ValueSetCommand.answer)],
    "verify": [.row(of: VerifyCommand.finding)],
    "info": [.row(of: InfoCommand.fact, withRelease: false)],
    "terminology": [
      .row(of: TerminologyTables.system, withRelease: false),
      .row(of: TerminologyTables.entry, withRelease: false),
    ],
  ]

  /// Definitions that no root leads to.
  private static let extra: [String: [(name: String, kind: FieldKind)]] = [
    "common": [
      ("text", .nullable(.text)), ("rxcuiOrNull", .nullable(RxCUI.kind)),
      ("generalForm", .word(MedicationGeneralForm.all.map(\.rawValue))),
      ("referenceOrNull", .nullable(.object(Concept.reference.outline))),
      ("references", .list(.object(Concept.reference.outline))),
    ],
    "resolved": [("derived", .object(ResolvedMedication.derived.outline))],
  ]

  static let files = FixtureRows.cells("schemas").map { row in
    SchemaFile(
      name: row[0], title: row[1], meaning: row[2], roots: roots[row[0]] ?? [],
      isSequence: row[3] == "sequence", extra: extra[row[0]] ?? [])
  }

  @Test("A schema says what its shape does", arguments: files.map(\.name))
  func schema(_ name: String) throws {
    let file = try #require(Self.files.first { $0.name == name })
    try Golden.check(
      file.text(with: Self.files), "\(name).schema.json", in: Self.folder("Data/Schemas"))
  }

  @Test("The documentation lists the members of every shape")
  func page() throws {
    let heading = """
      # JSON members

      Every member of the JSON that rxkit prints, made from the same descriptions as the schemas.

      ## Overview

      <doc:JSONShapes> says what the shapes have in common. A value in words such as *reference* is an object that is
      listed under its name, here or at another command; `release`, `reference` and other objects of several commands are
      listed first. A member with a point, such as `names.text`, belongs to an object within. The shapes of resolved
      medications and side effects are in `medication.schema.json`, `record.schema.json` and `side-effects.schema.json`.


      """
    let text = heading + Self.files.map { $0.page(with: Self.files) }.joined(separator: "\n")
    try Golden.check(text, "JSONMembers.md", in: Self.folder("Documentation/rxkit.docc"))
  }

  private static func folder(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }
}
