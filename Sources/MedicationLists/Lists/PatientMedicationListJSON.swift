// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import FHIRResources
public import JSONText
internal import MedicationModel
internal import MedicationResolver

// What is taken and what is not have different names, so that a reader who knows one
// member cannot mistake one for the other. Lines and allergies are numbered
// from 1; facts refer to them by these numbers.

extension DateMeaning: FieldValue {}
extension StatusMeaning: FieldValue {}
extension RecordFlag: FieldValue {}
extension AbsenceStatement: FieldValue {}
extension ListedAllergy.Comparison: FieldValue {}
extension ListedPatient.Kind: FieldValue {}
extension IngredientFacts.Statement: FieldValue {}

extension PatientMedicationList: Shaped {
  /// The version of the shape; a change of meaning raises it.
  public static let schemaVersion = 1

  /// Writes the list as one JSON object.
  public func write(to json: inout JSONWriter) { Self.shape.write(self, to: &json) }

  private static func block(
    _ name: StaticString, _ block: ListBlock, _ meaning: String
  ) -> Field<PatientMedicationList> {
    Field(name, meaning, each: ListLine.shape) { list in
      list.lines.enumerated().filter { $1.block == block }.map { (number: $0 + 1, line: $1) }
    }
  }

  private static let blocks = Shape<Self> {
    block("current", .current, "Requested or stated as in use.")
    block("on-hold", .onHold, "Halted for a time.")
    block(
      "status-unknown", .statusUnknown,
      "On the list, with a status that is not said or not understood.")
    block("planned", .planned, "Meant to be used later.")
    block("archived", .archived, "Stopped or completed.")
    block("not-taken", .notTaken, "Not used, not given, or not to be used.")
    block(
      "events-only", .eventsOnly,
      "Dispensed or given; no request or statement says that it is used.")
    block(
      "removed", .removed,
      "Taken off a List of the document, deleted at the source, or replaced by a later version in "
        + "the document.")
    block(
      "not-interpreted", .notInterpreted,
      "A modifier was not understood, or the Medication was entered in error: not counted as taken."
    )
    block("absence", .absence, "Statements that nothing is taken, or that nothing is known.")
  }

  package static let shape = Shape<Self>("list") {
    Field.version(schemaVersion)
    Field("patient") { $0.patient }
    Field(
      "asOf", "The day that periodEnded counts to.",
      .nullable(.pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))
    ) {
      $0.asOf?.text
    }
    Field(
      "counts", "",
      Shape {
        Field(
          "records",
          "Medication resources that the list was made of, those entered in error among them."
        ) { $0.recordCount }
        Field("lines") { $0.lines.count }
        Field("enteredInError") { $0.enteredInError.count }
        Field("allergies") { $0.allergies.count }
      }
    ) { $0 }
    Field("blocks", "Every line is in exactly one block.", blocks) { $0 }
    Field("enteredInError", "Records that never count for anything.") {
      $0.enteredInError.map(\.source)
    }
    Field(
      "emptyStatements", "Empty Lists or sections of medications that say why they are empty.",
      each: Shape {
        Field("absence") { $0.absence }
        Field("source") { $0.source }
      }
    ) { $0.emptyStatements }
    Field("allergies", "With the list, never in it.", each: ListedAllergy.shape) {
      $0.allergies.enumerated().map { (number: $0 + 1, allergy: $1) }
    }
    Field("facts") { $0.facts }
    Field("problems", "What concerns the list as a whole.") { $0.problems }
    Field("release") { $0.release }
  }
}

extension ListedPatient: Shaped {
  package static let shape = Shape<Self>(
    "patient", "Whose list it is; no name and no date of birth is read."
  ) {
    Field(
      "kind",
      "resource: a Patient of the documents; reference: one that is in none of them; none: the "
        + "records name no patient, and may be about several."
    ) { $0.kind }
    Field("references", "Full addresses and local references.") { $0.references }
    Field("ids") { $0.ids }
    Field(
      "identifiers",
      each: Shape {
        Field("system", "", .text) { $0.system }
        Field("value", "", .text) { $0.value }
      }
    ) { $0.identifiers }
    Field("documents", "What the list was made of.") { $0.documents }
  }
}

extension ListSource: Shaped {
  package static let shape = Shape<Self>("source") {
    Field("document") { $0.document }
    Field("entryPath", "", .nullable(.pattern("^[0-9]+(\\.[0-9]+)*$"))) {
      $0.entryPath.isEmpty ? nil : $0.entryPath
    }
    Field("resourceType", "", .name) { $0.resourceType }
    Field("id") { $0.id }
  }
}

extension ListLine {
  fileprivate static let shape = Shape<(number: Int, line: ListLine)>(
    "line",
    "One drug in one meaning of status. Merged are only records whose drug is the same in every "
      + "respect."
  ) {
    Field("line", "Its number in the list, from 1; facts refer to it.", .integer(from: 1)) {
      $0.number
    }
    Field("name", "The name of the one concept, else the document's words.") { $0.line.name }
    Field("texts", "The documents' words, each once.") { $0.line.texts }
    Field(
      "concepts", "One, or several that no rule chooses between; none if the drug is not known."
    ) { $0.line.concepts }
    Field("codings", "Every coding of records and events, each once, as given.") {
      $0.line.codings
    }
    Field("generalForm") { $0.line.generalForm }
    Field("brand", "", Concept.reference) { $0.line.brand }
    Field("ingredients") { $0.line.ingredients }
    Field("packContents") { $0.line.first.packContents }
    Field("statusMeaning") { $0.line.statusMeaning }
    Field("latestStatus", "The status of the latest record, as written.") {
      $0.line.first.record.status
    }
    Field("latestStatusDate", "As written, as exact as it is.") { $0.line.first.statusDate?.text }
    Field("statusReasons") { $0.line.statusReasons }
    Field("prohibited", "doNotPerform: not to be given.") {
      $0.line.first.record.flags.contains(.prohibited)
    }
    Field(
      "periodEnded", "Active, and every stated period is past on the day asOf; the status stays."
    ) { $0.line.isPeriodEnded }
    Field(
      "notYetStarted",
      "Active, and every stated period begins after the day asOf; the status stays."
    ) { $0.line.isNotYetStarted }
    Field("firstDate") { $0.line.dates?.first }
    Field("lastDate") { $0.line.dates?.last }
    Field(
      "periods",
      each: Shape {
        Field("start") { $0.start }
        Field("end") { $0.end }
      }
    ) { $0.line.periods }
    Field("dosageTexts", "", .list(.name)) { $0.line.dosageTexts }
    Field("withheldDosages", "Dosages kept back by a modifier that was not understood.") {
      $0.line.records.reduce(0) { $0 + $1.withheldDosageCount }
    }
    Field("records", "How many requests and statements say so.", .integer(from: 1)) {
      $0.line.records.count
    }
    Field("sources", "The latest first.") { $0.line.records }
    Field("events", "Dispenses and administrations of the drug; they change nothing in the line.") {
      $0.line.events
    }
    Field("problems", "What concerns the line as a whole.") { $0.line.problems }
  }
}

extension ListedRecord: Shaped {
  package static let shape = Shape<Self>("record") {
    ListSource.shape.fields { $0.source }
    Field("status") { $0.record.status }
    Field("statusMeaning") { $0.record.statusMeaning }
    Field("statusDate") { $0.statusDate?.text }
    Field("statusDateOf", "The element that statusDate comes from.") { $0.statusDate?.meaning }
    Field("intent") { $0.record.intent }
    Field("negated") { $0.record.negated }
    Field("flags") { $0.record.flags }
    Field("periodEnded") { $0.isPeriodEnded }
    Field("notYetStarted") { $0.isNotYetStarted }
    Field("reported") { $0.record.isReported }
    Field("subject") { $0.record.subject }
    Field("text") { $0.record.text ?? $0.record.referenceDisplay }
    Field("match") { $0.concepts.first?.match }
    Field("dosageTexts", "", .list(.name)) { $0.record.dosageTexts }
    Field("notes", "", .list(.name)) { $0.record.notes }
    Field("problems") { $0.problems }
  }
}

extension ListedAllergy {
  fileprivate static let shape = Shape<(number: Int, allergy: ListedAllergy)>("allergy") {
    Field("allergy", "Its number, from 1; facts refer to it.", .integer(from: 1)) { $0.number }
    ListSource.shape.fields { $0.allergy.source }
    Field("text") { $0.allergy.record.text }
    Field("codings") { $0.allergy.codings }
    Field("clinicalStatus") { $0.allergy.record.clinicalStatus }
    Field("verificationStatus") { $0.allergy.record.verificationStatus }
    Field("type") { $0.allergy.record.type }
    Field("category") { $0.allergy.record.category }
    Field("recorded") { $0.allergy.record.recorded }
    Field("comparison", "Whether it was compared with the medications, and if not, why.") {
      $0.allergy.comparison
    }
    Field(
      "ingredients", "The ingredients that its codes lead to.", each: Concept.reference
    ) { $0.allergy.ingredients }
    Field("problems") { $0.allergy.problems }
  }
}

extension IngredientFacts: Shaped {
  private static let numbers = FieldKind.list(.integer(from: 1))

  package static let shape = Shape<Self>(
    "facts", "Equal ingredients, and nothing but that: no severity, no interaction, no class."
  ) {
    Field(
      "sharedIngredients", "Ingredients that are in several lines.",
      each: Shape {
        Field("ingredient", "", Concept.reference) { $0.ingredient }
        Field("lines", "", numbers) { $0.lines.map { $0 + 1 } }
      }
    ) { $0.shared }
    Field(
      "onAllergyList", "Ingredients that an allergy names and that are in a line.",
      each: Shape {
        Field("ingredient", "", Concept.reference) { $0.ingredient }
        Field("allergies", "", numbers) { $0.allergies.map { $0 + 1 } }
        Field("lines", "", numbers) { $0.lines.map { $0 + 1 } }
      }
    ) { $0.allergyMatches }
    Field(
      "notComparedLines",
      "Lines that may be taken, and of which not every ingredient is known.", numbers
    ) { $0.notComparedLines.map { $0 + 1 } }
    Field("statement") { $0.statement }
  }
}
