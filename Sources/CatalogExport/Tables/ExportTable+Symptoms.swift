// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// The tables of symptoms and of what labels say about them.

extension ExportTable {
  static var symptomTable: TableDescription {
    let columns: [ValueColumn<SymptomCategory>] = [
      .text("identifier", "HealthKit's identifier") { $0.rawValue }.key,
      .text("name", "Name for people") { $0.displayName },
      .text("category_group", "Group in HealthKit's documentation") { $0.group.rawValue },
      .text("value_kind", "Enumeration of the values of a sample") { $0.valueKind.rawValue },
    ]
    return TableDescription("The 39 symptom categories of HealthKit", columns) { _ in
      SymptomCategory.allCases
    }
  }

  private typealias Evidence = (row: EvidenceRow, concept: Concept?)

  static var evidenceTable: TableDescription {
    let columns: [ValueColumn<Evidence>] = [
      .text("id", "The key of the row, its parts joined by /") { $0.row.identifier }.key,
      .text("subject_kind", "ingredient, combination or product") { $0.row.subject.kind.rawValue },
      .rxcui("rxcui", "Code of the subject") { $0.row.subject.rxcui },
      .concept("concept_id", "Subject; empty if the release does not hold it") {
        $0.concept
      }.optional,
      .text("subject_name", "Name of the subject") { $0.row.subjectName },
      .text("symptom", "HealthKit's identifier") { $0.row.symptom.rawValue }
        .refers(to: .symptom, "identifier"),
      .text("fit", "exact, narrower or related") { $0.row.fit.rawValue },
      .text("direction", "present, decreased, increased or unspecified") {
        $0.row.direction.rawValue
      },
      .text("evidence_class", "Where the label says it, such as boxed or trial_table") {
        $0.row.evidenceClass.rawValue
      },
      .text("threshold", "The label's own cut of a list, in percent") { $0.row.threshold }.optional,
      .text("drug_percent", "Percentage with the drug, as printed") {
        $0.row.drugPercent
      }.optional,
      .text("comparator_percent", "Percentage with the comparator, as printed") {
        $0.row.comparatorPercent
      }.optional,
      .text("comparator", "placebo, active or none") { $0.row.comparator.rawValue },
      .text("population", "Whom it is about; empty for adults or not said") {
        $0.row.population
      }.optional,
      .text("sense", "effect, sign, withdrawal or overdosage") { $0.row.sense.rawValue },
      .text("context", "Caption, or heading and lead-in, in the label's words") {
        $0.row.context
      }.optional,
      .text("arm", "Header of the drug's column") { $0.row.arm }.optional,
      .text("comparator_arm", "Header of the comparator's column") {
        $0.row.comparatorArm
      }.optional,
      .text("routes", "Routes of the label, joined by |") {
        $0.row.routes.joined(separator: "|")
      }.optional,
      .integer("labels_seen", "Labels of subject and route that were read") { $0.row.labelsSeen },
      .integer("labels_agreeing", "Of them, those that name the symptom") {
        $0.row.labelsAgreeing
      },
      .text("source_kind", "Where the row comes from") { $0.row.sourceKind.rawValue },
      .text("set_id", "Set id of the label that is quoted") { $0.row.setID }.optional,
      .text("label_version", "Its version") { $0.row.labelVersion }.optional,
      .text("label_date", "Its date, YYYY-MM-DD") { $0.row.labelDate?.description }.optional,
      .text("section_loinc", "LOINC code of the section") { $0.row.sectionLOINC }.optional,
      .text("subsection", "Number or first words of the subsection") { $0.row.subsection }.optional,
      .text("label_term", "The label's words, at most four") { $0.row.labelTerm }.optional,
      .text("source_address", "Where the label can be read") { $0.row.sourceAddress }.optional,
      .text("licence", "Terms of the source") { $0.row.licence },
      .text("trust", "A: can be looked up; B: derived by others") { $0.row.trust.rawValue },
    ]
    return TableDescription(
      "What labels state about symptoms, one row a statement", columns,
      indexes: [["rxcui", "symptom"], ["symptom"], ["concept_id"]]
    ) { walk in
      walk.content.tables.sideEffects.rows.lazy.map { row in
        let concept = walk.content.catalog.concept(for: row.subject.rxcui)
        return (row: row, concept: concept.flatMap { walk.content.permits($0) ? $0 : nil })
      }
    }
  }
}
