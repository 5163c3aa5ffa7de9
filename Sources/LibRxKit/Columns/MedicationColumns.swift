// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import DrugMatching
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

extension AnswerColumns {
  /// What a code resolves to, without what only records of documents have.
  static let code = AnswerColumns(
    givenCode + concept + release,
    members: codeShape.outline.columns(
      without: ["codings", "candidates", "generalFormGiven", "release"]))

  /// The JSON of ``code``: the members of `medication.schema.json` that it needs.
  static let codeShape = Shape<ResolvedMedication> {
    Field("codings") { $0.codings }
    ResolvedMedication.derived.fields { $0 }
    Field("problems") { $0.problems }
    Field("release") { $0.release }
  }

  /// The side effects of what a code resolves to.
  static let sideEffects = AnswerColumns(
    givenCode + concept + release
      + SideEffectColumns.members.map { field in
        Fact(field.name, field.kind, in: "sideEffects") { $0[field.name] }
      },
    members: [.problems])

  /// All that a document says of a medication, and what follows from it but side effects.
  static let record = AnswerColumns(
    recordConcept + release, members: recordMembers.filter { $0.name != "sideEffects" })

  /// The same with side effects.
  static let recordWithSideEffects = AnswerColumns(recordConcept + release, members: recordMembers)

  /// What a text may name.
  ///
  /// Code and name are those of the first candidate, only where it was accepted: of any other
  /// verdict it must not be taken for what the text says.
  static let match = AnswerColumns(
    ["rxcui", "name", "tty", "status"].map { name in
      Fact(name, in: nil) { match in
        guard match["verdict"]?.isString("accepted") == true else { return nil }
        var candidates = match["candidates"]?.elements
        return candidates?.next()?[name]
      }
    } + release,
    members: PrintedMatch.shape.outline.columns(without: ["schema", "line", "release"]))

  /// The coding that was given, alone.
  static let givenCode = [
    Fact("code", in: "codings") { $0.only?["code"] },
    Fact("system", .category, in: "codings") { $0.only?["system"] },
    Fact("outcome", .category, in: "codings") { $0.only?["outcome"] },
  ]

  /// The concept, if there is one and no other: several are in `concepts`, and none is chosen.
  static let concept =
    ["rxcui", "name", "displayName"].map { concept($0, .text) }
    + ["tty", "level", "status", "match"].map { concept($0, .category) }

  /// The same next to a record, whose own status has the name `status`.
  private static let recordConcept = concept.map { fact in
    fact.field.name == "status"
      ? Fact("conceptStatus", .category, in: fact.member, fact.find) : fact
  }

  private static func concept(_ name: String, _ kind: ColumnKind) -> Fact {
    Fact(name, kind, in: "concepts") { $0.only?[name] }
  }

  /// The release that the answer was made from, in every row.
  static let release = [
    Fact("release", .category, in: "release") { $0["name"] },
    Fact("releaseDate", .category, in: "release") { $0["date"] },
    Fact("releaseOfficial", .flag, in: "release") { $0["official"] },
  ]

  /// The members of `medication.schema.json` in their order.
  ///
  /// All but `schema` and `release`. What is not described here is text with its JSON.
  private static let recordMembers: [ColumnField] = {
    var members = ColumnField.columns(
      """
      source entry:integer entryPath fhirVersion resourceType id subject subjectIdentifier status
      statusMeaning statusReason intent negated:flag flags:texts marks:texts via reference
      referenceDisplay
      """)
    members.append(ColumnField("codings", .list(ResolvedCoding.kind.columnKind)))
    members += ColumnField.columns(
      """
      text userAnnotated doseFormSource dosageTexts:texts dispenseQuantity supply dates dosages
      renderedDosage reasons statusReasons adherence notes category provenance links identifiers
      product
      """)
    members += ResolvedMedication.derived.outline.columns()
    members.append(ColumnField("sideEffects", .structure(SideEffectColumns.members)))
    return members + [.problems, .error]
  }()
}

extension ColumnField {
  static let problems = ColumnField("problems", .list(Problem.kind.columnKind))
}

/// The columns of `side-effects.schema.json`, which is written by hand as its JSON is.
enum SideEffectColumns {
  static let members: [ColumnField] = [
    ColumnField("boxedWarning", .structure([ColumnField("present", .text)] + label)),
    ColumnField("boxedWarnings", .list(.structure(label))),
    ColumnField("coverage", .category), ColumnField("reason", .text),
    ColumnField("symptoms", findings), ColumnField("warnings", findings),
    ColumnField("otherRoutes", findings), ColumnField("unmapped", .list(.text)),
    ColumnField("asOf", .category), ColumnField("scope", .category),
  ]

  private static let label = ColumnField.columns(
    "setId date title otherSalt routeStated:flag olderThanTwoYears:flag")

  private static let findings = ColumnKind.list(
    .structure(
      ColumnField.columns("symptom name direction step:integer")
        + [ColumnField("evidence", .list(.structure(evidence)))]))

  private static let evidence = ColumnField.columns(
    """
    subjectKind rxcui subject via otherSalt class fit threshold drugPercent comparatorPercent
    comparator population sense context arm comparatorArm routes:texts labelsSeen:integer
    labelsAgreeing:integer sourceKind setId labelVersion labelDate olderThanTwoYears:flag section
    subsection labelTerm source licence trust
    """)
}
