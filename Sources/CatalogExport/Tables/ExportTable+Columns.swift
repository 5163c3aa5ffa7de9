// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension ExportTable {
  static let sourceColumns: [TableColumn] = [
    .integer("id", "Number of the source in this export").key,
    .text("abbreviation", "SAB, such as RXNORM"),
    .text("version", "Versioned abbreviation (VSAB)").optional, .text("name", "Name").optional,
    .text("source_version", "The source's own version (SVER)").optional,
    .integer("restriction_level", "SRL: 0 is free, 9 where RXNSAB does not list the source"),
    .flag("is_exported", "Whether its content is in this export"),
    .integer("name_rows", "Rows of RXNCONSO in the release"),
    .integer("relation_rows", "Rows of RXNREL in the release"),
    .integer("attribute_rows", "Rows of RXNSAT in the release"),
  ]

  static let conceptColumns: [TableColumn] = [
    .integer("id", "Number of the concept in this export; no code, and not stable").key,
    .integer("rxcui", "RxNorm's code; empty where none is known").optional,
    .text("tty", "Term type of the main name"), .text("name", "Main name"),
    .text("display_name", "Best name for people"),
    .text("status", "Active, Obsolete, Remapped, Quantified or NotCurrent"),
    .flag("is_prescribable", "Whether it is in the prescribable subset"), .source,
  ]

  static let nameColumns: [TableColumn] = [
    .concept("concept_id", "Concept"), .source, .text("tty", "Term type (TTY)"),
    .text("text", "The name (STR)"), .text("code", "Code in its source (CODE)").optional,
    .integer("rxaui", "Atom identifier (RXAUI)").optional, .text("language", "LAT").optional,
    .text("suppress", "SUPPRESS: N, O, E or Y"),
    .flag("is_prescribable", "Whether the prescribable subset holds the row"),
  ]

  static let relationColumns: [TableColumn] = [
    .concept("subject_id", "Concept that has the relationship"),
    .text("relationship", "RELA, or REL where a row has none"),
    .concept("object_id", "Other concept; empty if the release does not hold it").optional,
    .integer("object_rxcui", "Code of a concept that the release does not hold").optional, .source,
    .flag("is_between_atoms", "Whether the release states it between atoms"),
    .flag("is_derived", "Whether no row states this direction"),
    .flag("is_reversed", "Whether it reads object relationship subject"),
  ]

  static let attributeColumns: [TableColumn] = [
    .concept("concept_id", "Concept"), .source, .text("name", "ATN"),
    .text("value", "ATV").optional,
    .integer("rxaui", "Atom that it belongs to; empty for the concept").optional,
    .text("code", "Code in its source (CODE)").optional,
    .text("suppress", "SUPPRESS: N, O, E or Y"),
  ]

  static let formerCodeColumns: [TableColumn] = [
    .integer("rxcui", "The code").key, .text("status", "Remapped or NotCurrent"),
    .text("name", "Last name in the archive").optional,
    .text("tty", "Term type of that name").optional,
    .text("last_released", "Last release that held it, as the archive writes it").optional,
  ]

  static let evidenceColumns: [TableColumn] = [
    .text("id", "The key of the row, its parts joined by /").key,
    .text("subject_kind", "ingredient, combination or product"),
    .integer("rxcui", "Code of the subject"),
    .concept("concept_id", "Subject; empty if the release does not hold it").optional,
    .text("subject_name", "Name of the subject"),
    .text("symptom", "HealthKit's identifier").refers(to: .symptom, "identifier"),
    .text("fit", "exact, narrower or related"),
    .text("direction", "present, decreased, increased or unspecified"),
    .text("evidence_class", "Where the label says it, such as boxed or trial_table"),
    .text("threshold", "The label's own cut of a list, in percent").optional,
    .text("drug_percent", "Percentage with the drug, as printed").optional,
    .text("comparator_percent", "Percentage with the comparator, as printed").optional,
    .text("comparator", "placebo, active or none"),
    .text("population", "Whom it is about; empty for adults or not said").optional,
    .text("condition", "Condition that was studied").optional,
    .text("routes", "Routes of the label, joined by |").optional,
    .integer("labels_seen", "Labels of subject and route that were read"),
    .integer("labels_agreeing", "Of them, those that name the symptom"),
    .text("source_kind", "Where the row comes from"),
    .text("set_id", "Set id of the label that is quoted").optional,
    .text("label_version", "Its version").optional,
    .text("label_date", "Its date, YYYY-MM-DD").optional,
    .text("section_loinc", "LOINC code of the section").optional,
    .text("subsection", "Number or first words of the subsection").optional,
    .text("label_term", "The label's words, at most four").optional,
    .text("source_address", "Where the label can be read").optional,
    .text("licence", "Terms of the source"),
    .text("trust", "A: can be looked up; B: derived by others"),
  ]
}
