// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The tables of an export: the same in SQLite and as delimited files.
public enum ExportTable: String, Sendable, Hashable, CaseIterable {
  /// What was exported, from which release, under which terms.
  case release
  /// The sources of the release (RXNSAB).
  case source
  /// The concepts.
  case concept
  /// The names of concepts (RXNCONSO).
  case name
  /// The relations between concepts (RXNREL).
  case relation
  /// The attributes of concepts (RXNSAT), as they are written.
  case attribute
  /// The semantic types that occur (RXNSTY).
  case semanticType = "semantic_type"
  /// Which concept has which semantic type (RXNSTY).
  case conceptSemanticType = "concept_semantic_type"
  /// The NDCs of products (RXNSAT).
  case ndc
  /// The base ingredients of concepts, as rxkit derives them.
  case ingredient
  /// The codes that are gone.
  case formerCode = "former_code"
  /// What took their place.
  case replacement
  /// The 39 symptoms of HealthKit.
  case symptom
  /// The statements of labels about symptoms.
  case evidence
  /// What the release explains of its abbreviations (RXNDOC).
  case documentation

  /// What the table holds: one sentence without a full stop.
  public var meaning: String {
    switch self {
    case .release: "What was exported, from which release, under which terms"
    case .source: "The sources of the release (RXNSAB), and whether they are exported"
    case .concept: "The concepts, each once"
    case .name: "The names of concepts (RXNCONSO)"
    case .relation: "The relations between concepts (RXNREL), read subject relationship object"
    case .attribute: "The attributes of concepts (RXNSAT), as they are written"
    case .semanticType: "The semantic types that occur (RXNSTY)"
    case .conceptSemanticType: "Which concept has which semantic type (RXNSTY)"
    case .ndc: "The NDCs of products (RXNSAT), all as eleven digits"
    case .ingredient: "The base ingredients (IN) of concepts, as rxkit derives them from relations"
    case .formerCode: "The codes that the release names as gone"
    case .replacement: "The live concepts that took the place of former codes; several are several"
    case .symptom: "The 39 symptom categories of HealthKit"
    case .evidence: "What labels state about symptoms, one row a statement"
    case .documentation: "What the release explains of its abbreviations (RXNDOC)"
    }
  }

  var columns: [TableColumn] {
    switch self {
    case .release:
      [.text("key", "What is stated").key, .text("value", "The statement")]
    case .source: Self.sourceColumns
    case .concept: Self.conceptColumns
    case .name: Self.nameColumns
    case .relation: Self.relationColumns
    case .attribute: Self.attributeColumns
    case .semanticType:
      [
        .text("tui", "Identifier, such as T200").key, .text("name", "Name"),
        .text("tree_number", "Place in the tree of types").optional,
      ]
    case .conceptSemanticType:
      [
        .concept("concept_id", "Concept"),
        .text("tui", "Semantic type").refers(to: .semanticType, "tui"),
      ]
    case .ndc:
      [
        .text("ndc", "Eleven digits, no dashes"), .concept("concept_id", "Product"), .source,
        .flag("is_suppressed", "Whether the row is suppressed"),
      ]
    case .ingredient:
      [
        .concept("concept_id", "Concept"), .concept("ingredient_id", "Base ingredient (IN)"),
        .flag("is_complete", "Whether every part of the concept gave its ingredient"),
      ]
    case .formerCode: Self.formerCodeColumns
    case .replacement:
      [
        .integer("rxcui", "The code that is gone").refers(to: .formerCode, "rxcui"),
        .concept("concept_id", "A live concept that took its place"),
      ]
    case .symptom:
      [
        .text("identifier", "HealthKit's identifier").key, .text("name", "Name for people"),
        .text("category_group", "Group in HealthKit's documentation"),
        .text("value_kind", "Enumeration of the values of a sample"),
      ]
    case .evidence: Self.evidenceColumns
    case .documentation:
      [
        .text("key", "What is explained, such as TTY"),
        .text("value", "The abbreviation").optional,
        .text("type", "Kind of explanation"), .text("explanation", "The explanation").optional,
      ]
    }
  }

  /// The columns that readers search by: an index each.
  var indexes: [[String]] {
    switch self {
    case .release, .source, .semanticType, .formerCode, .symptom, .documentation: []
    case .concept: [["name"], ["tty"]]
    case .name: [["concept_id"], ["text"], ["code", "source_id"]]
    case .relation:
      [["subject_id", "relationship", "object_id"], ["object_id"]]
    case .attribute: [["concept_id", "name"], ["name", "value"]]
    case .conceptSemanticType: [["concept_id"], ["tui"]]
    case .ndc: [["ndc"], ["concept_id"]]
    case .ingredient: [["concept_id"], ["ingredient_id"]]
    case .replacement: [["rxcui"], ["concept_id"]]
    case .evidence: [["rxcui", "symptom"], ["symptom"], ["concept_id"]]
    }
  }
}
