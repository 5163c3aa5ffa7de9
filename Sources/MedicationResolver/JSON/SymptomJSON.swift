// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
package import JSONText
package import MedicationModel
package import SymptomMapping

extension SymptomCategory: FieldValue {
  package static var kind: FieldKind { .elsewhere("symptom", in: "side-effects") }
}

extension EffectDirection: FieldValue {
  package static var kind: FieldKind { .elsewhere("direction", in: "side-effects") }
}

extension EvidenceFit: FieldValue {}
extension Coverage: FieldValue {}
extension SymptomMatch.Kind: FieldValue {}
extension SymptomExplanation.Standing: FieldValue {}
extension SubjectKind: FieldValue {}

extension Evidence: FieldValue {
  package static var kind: FieldKind { .elsewhere("evidence", in: "side-effects") }
  package var cell: String? { nil }
}

extension LabelDate: FieldValue {
  package static var kind: FieldKind { .elsewhere("date", in: "side-effects") }
  package func write(to json: inout JSONWriter) { json.string(description) }
  package var cell: String? { description }
}

extension BoxedWarning: FieldValue {
  package static var kind: FieldKind { .elsewhere("boxedWarning", in: "side-effects") }
  package var cell: String? { nil }
}

extension SymptomMatch: Shaped {
  /// What words mean.
  package static let shape = Shape<Self>("match") {
    Field("symptom") { $0.symptom }
    Field("name", "", .name) { $0.symptom.displayName }
    Field("direction", "The way that the words say; null if they say none.") { $0.direction }
    Field("fit", "How well the words fit the category.") { $0.fit }
    Field(
      "by",
      "Its own name or identifier, a synonym, a phrase of labels, or one of these among other "
        + "words."
    ) { $0.kind }
    Field("words", "The words that were found, in lower case.", .name) { $0.words }
  }
}

extension SymptomFinding {
  /// Direction, step, difference and rows, within an object that says the symptom.
  fileprivate static let shape = Shape<Self>("finding", in: "explain") {
    Field("direction") { $0.direction }
    Field("step", "", .elsewhere("step", in: "side-effects")) { $0.step }
    Field(
      "difference",
      "Percentage points of the ranking row above its comparator, as a decimal; null if nothing is "
        + "compared.", .nullable(.pattern("^-?[0-9]+(\\.[0-9]+)?$"))
    ) { $0.difference?.description }
    Field("evidence", "", .list(Evidence.kind, atLeast: 1)) { $0.evidence }
  }
}

/// The subjects that name a symptom, with the most ranked ones that are printed.
package struct PrintedSymptomAnswer: Shaped {
  let answer: SymptomAnswer
  let limit: Int?

  /// Prints at most `limit` ranked subjects; boxed warnings are never cut.
  package init(_ answer: SymptomAnswer, limit: Int?) {
    (self.answer, self.limit) = (answer, limit)
  }

  private static let subject = Shape<SymptomSubject>("subject", "One subject in one direction.") {
    Field("subjectKind") { $0.subject.kind }
    Field("rxcui") { $0.subject.rxcui }
    Field("subject", "", .name) { $0.name }
    SymptomFinding.shape.fields { $0.finding }
  }

  package static let shape = Shape<Self>("subjects") {
    Field("symptom") { $0.answer.symptom }
    Field("name", "", .name) { $0.answer.symptom.displayName }
    Field("direction", "The requested direction; null for every one.") { $0.answer.direction }
    Field(
      "subjectsRead", "Of how many subjects a label was read: only of these is anything known."
    ) { $0.answer.readSubjectCount }
    Field("total", "How many subjects and directions name it, before filters.") {
      $0.answer.unfilteredCount
    }
    Field("fitting", "How many of them fit the filters, before --top.") {
      $0.answer.subjects.count
    }
    Field(
      "boxed", "Subjects whose boxed warning names it, with these rows, whatever the filters.",
      each: subject
    ) { $0.answer.boxed }
    Field("subjects", "By step, difference, class, agreement, code.", each: subject) {
      Array($0.answer.subjects.prefix($0.limit ?? .max))
    }
  }
}

extension SymptomExplanation {
  /// What the labels of each medication say of the symptom.
  package static let shape = Shape<Self> {
    Field("symptom") { $0.symptom }
    Field("name", "", .name) { $0.symptom.displayName }
    Field("direction") { $0.direction }
    Field(
      "medications",
      "All of them: those whose labels name it by step, class and difference, then the others by "
        + "standing.",
      each: Shape("statement") {
        Field("medication", "The number of the medication.") { $0.place }
        Field(
          "standing",
          "named: by a label of a fitting route. not-named: labels were read and do not name it. "
            + "partly-read: of some ingredients only. no-label: none was read. unknown: could not "
            + "be resolved."
        ) { $0.standing }
        Field("step", "", .nullable(.elsewhere("step", in: "side-effects"))) { $0.step }
        Field("boxed", "Whether a boxed warning names the symptom.") { $0.isBoxed }
        Field("findings", each: SymptomFinding.shape) { $0.findings }
        Field("otherRoutes", each: SymptomFinding.shape) { $0.otherRoutes }
      }
    ) { $0.medications }
  }
}

extension ResolvedMedication {
  /// Which medication it is and how far its labels were read, as members of an object.
  package static let coverage = Shape<Self> {
    Field(
      "concepts", "Several: none is chosen, and no labels are read.",
      each: Shape {
        Field("rxcui") { $0.code }
        Field("name") { $0.name }
        Field("match") { $0.match }
      }
    ) { $0.concepts }
    Field("coverage") { $0.sideEffects.coverage }
    Field("reason", "", .nullable(.name)) {
      $0.sideEffectReasons.isEmpty ? nil : $0.sideEffectReasons.joined(separator: " ")
    }
    Field("boxedWarning") { $0.sideEffects.boxedWarning }
    Field("boxedWarnings", "", .elsewhere("boxedWarnings", in: "side-effects")) {
      $0.sideEffects.boxedWarning.labels
    }
  }
}
