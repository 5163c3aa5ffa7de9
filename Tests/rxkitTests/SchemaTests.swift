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
import Testing

@testable import rxkit_tool

/// `Data/Schemas` and the page of members, which `Scripts/update-golden` writes anew from the shapes.
@Suite("Schemas")
struct SchemaTests {
  private static let lines =
    "one object a line with --format ndjson, an array of them with --format json."

  static let files: [SchemaFile] = [
    SchemaFile(
      name: "common", title: "Values that occur in several shapes", meaning: "", isSequence: false,
      extra: [
        ("text", .nullable(.text)), ("rxcuiOrNull", .nullable(RxCUI.kind)),
        ("generalForm", .word(MedicationGeneralForm.all.map(\.rawValue))),
        ("referenceOrNull", .nullable(.object(Concept.reference.outline))),
        ("references", .list(.object(Concept.reference.outline))),
      ]),
    SchemaFile(
      name: "concept", title: "A concept", meaning: "A member of concepts of a look-up.",
      roots: [Concept.shape.outline], isSequence: false),
    SchemaFile(
      name: "lookup", title: "What a code leads to", meaning: "What rxkit lookup prints: " + lines,
      roots: [LookupAnswer.shape.outline]),
    SchemaFile(
      name: "search", title: "What a search found",
      meaning: "What rxkit search prints: one object a query; " + lines,
      roots: [SearchAnswer.shape.outline]),
    SchemaFile(
      name: "history", title: "What became of a code",
      meaning: "What rxkit history prints: " + lines,
      roots: [HistoryAnswer.shape.outline]),
    SchemaFile(
      name: "related", title: "What concepts are related to",
      meaning:
        "What rxkit related prints: one object per concept that was given, one for all "
        + "of them with --brands; " + lines,
      roots: [RelatedAnswer.shape.outline]),
    SchemaFile(
      name: "diff", title: "What changed from one release to another",
      meaning: "What rxkit diff prints: a summary, then each change; " + lines,
      roots: [
        DiffReport.shape.outline, ReleaseComparison.Change.shape.outline, NDCChange.shape.outline,
        DiffReport.Absent.shape.outline,
      ]),
    SchemaFile(
      name: "audit", title: "What is wrong with codes",
      meaning: "What rxkit audit prints: a summary, then each finding, the most frequent first; "
        + lines,
      roots: [AuditReport.shape.outline, AuditFinding.shape.outline]),
    SchemaFile(
      name: "resolved", title: "What a medication was resolved to",
      meaning: "The members concepts to packContents of medication.schema.json.",
      isSequence: false, extra: [("derived", .object(ResolvedMedication.derived.outline))]),
    SchemaFile(
      name: "medication-list", title: "A medication list",
      meaning: "What rxkit convert --to medication-list prints: one object per patient; " + lines
        + " A statement about a time, of what documents say; facts, no advice.",
      roots: [PatientMedicationList.shape.outline]),
    SchemaFile(
      name: "symptoms", title: "Symptom categories, and whose labels name one",
      meaning:
        "What rxkit symptoms prints: without a symptom one object a category, else one object "
        + "a question; " + lines
        + " It ranks statements of labels, not drugs; absence from it does "
        + "not rule a subject out.",
      roots: [PrintedCategory.shape.outline, SymptomPage.shape.outline]),
    SchemaFile(
      name: "explain", title: "Which medications have labels that name a symptom",
      meaning: "What rxkit explain prints: one object. Every medication is listed under every "
        + "symptom, also one without a label. No cause and no advice: a medication whose labels do "
        + "not name a symptom is not ruled out.",
      roots: [ExplanationPage.shape.outline]),
    SchemaFile(
      name: "match", title: "What a text says", meaning: "What rxkit match prints: " + lines,
      roots: [PrintedMatch.shape.outline]),
    SchemaFile(
      name: "evaluate", title: "How well texts were matched",
      meaning: "What rxkit evaluate prints: one object.", roots: [EvaluationReport.shape.outline]),
    SchemaFile(
      name: "loaded", title: "What rxkit build --with loaded",
      meaning: "What rxkit build --report writes.", roots: [TerminologyReport.shape.outline],
      isSequence: false),
    SchemaFile(
      name: "value-set", title: "The codes of a value set, or whether codes are in it",
      meaning: "What rxkit value-set prints: " + lines,
      roots: [.row(of: ValueSetCommand.member), .row(of: ValueSetCommand.answer)]),
    SchemaFile(
      name: "verify", title: "What is wrong with a catalog",
      meaning: "What rxkit verify prints: a row per fault, none for a sound catalog.",
      roots: [.row(of: VerifyCommand.finding)]),
    SchemaFile(
      name: "info", title: "What a catalog holds",
      meaning:
        "What rxkit info prints: rows of fact and value. The fact \"built without\" is there "
        + "only if parts were left out.",
      roots: [.row(of: InfoCommand.fact, withRelease: false)]),
    SchemaFile(
      name: "terminology", title: "Terminology loaded from FHIR",
      meaning: "What rxkit info --terminology prints, and with --concepts.",
      roots: [
        .row(of: TerminologyTables.system, withRelease: false),
        .row(of: TerminologyTables.entry, withRelease: false),
      ]),
  ]

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
