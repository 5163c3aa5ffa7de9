// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

extension ExportTable {
  /// What the table is; a computed value, which is made a few times an export.
  var description: TableDescription {
    switch self {
    case .release: Self.releaseTable
    case .source: Self.sourceTable
    case .concept: Self.conceptTable
    case .name: Self.nameTable
    case .relation: Self.relationTable
    case .attribute: Self.attributeTable
    case .semanticType: Self.semanticTypeTable
    case .conceptSemanticType: Self.conceptSemanticTypeTable
    case .ndc: Self.ndcTable
    case .ingredient: Self.ingredientTable
    case .formerCode: Self.formerCodeTable
    case .replacement: Self.replacementTable
    case .symptom: Self.symptomTable
    case .evidence: Self.evidenceTable
    case .documentation: Self.documentationTable
    }
  }

  // MARK: The release

  private typealias Fact = (key: String, value: String)

  private static var releaseTable: TableDescription {
    let columns: [ValueColumn<Fact>] = [
      .text("key", "What is stated") { $0.key }.key, .text("value", "The statement") { $0.value },
    ]
    return TableDescription("What was exported, from which release, under which terms", columns) {
      $0.content.statement
    }
  }

  private typealias SourceRow = (id: Int, source: Source, isExported: Bool)

  private static var sourceTable: TableDescription {
    let columns: [ValueColumn<SourceRow>] = [
      .integer("id", "Number of the source in this export") { $0.id }.key,
      .text("abbreviation", "SAB, such as RXNORM") { $0.source.abbreviation },
      .text("version", "Versioned abbreviation (VSAB)") { $0.source.version }.optional,
      .text("name", "Name") { $0.source.name }.optional,
      .text("source_version", "The source's own version (SVER)") { $0.source.release }.optional,
      .integer(
        "restriction_level", "SRL: 0 is free, 9 where RXNSAB does not list the source"
      ) { Int($0.source.restrictionLevel) },
      .flag("is_exported", "Whether its content is in this export") { $0.isExported },
      .integer("name_rows", "Rows of RXNCONSO in the release") { Int($0.source.nameCount) },
      .integer("relation_rows", "Rows of RXNREL in the release") { Int($0.source.relationCount) },
      .integer("attribute_rows", "Rows of RXNSAT in the release") {
        Int($0.source.attributeCount)
      },
    ]
    return TableDescription(
      "The sources of the release (RXNSAB), and whether they are exported", columns
    ) { walk in
      walk.content.catalog.sources.enumerated().lazy.map { index, source in
        (id: index + 1, source: source, isExported: walk.content.permits(source.abbreviation))
      }
    }
  }

  private static var documentationTable: TableDescription {
    let columns: [ValueColumn<DocumentationEntry>] = [
      .text("key", "What is explained, such as TTY") { $0.key },
      .text("value", "The abbreviation") { $0.value }.optional,
      .text("type", "Kind of explanation") { $0.type },
      .text("explanation", "The explanation") { $0.explanation }.optional,
    ]
    return TableDescription("What the release explains of its abbreviations (RXNDOC)", columns) {
      $0.content.catalog.documentation
    }
  }

  // MARK: Concepts

  private static var conceptTable: TableDescription {
    let columns: [ValueColumn<ExportedConcept>] = [
      .integer("id", "Number of the concept in this export; no code, and not stable") { $0.id }.key,
      .rxcui("rxcui", "RxNorm's code; empty where none is known") { $0.code }.optional,
      .text("tty", "Term type of the main name") { $0.termType.rawValue },
      .text("name", "Main name") { $0.name },
      .text("display_name", "Best name for people") { $0.displayName },
      .text("status", "Active, Obsolete, Remapped, Quantified or NotCurrent") {
        $0.concept.status.rawValue
      },
      .flag("is_prescribable", "Whether it is in the prescribable subset") {
        $0.concept.isPrescribable
      },
      .source { $0.source },
    ]
    return TableDescription("The concepts, each once", columns, indexes: [["name"], ["tty"]]) {
      $0.concepts(for: .concept).compactMap($0.content.exported)
    }
  }

  private static var nameTable: TableDescription {
    let columns: [ValueColumn<(concept: Concept, name: Name)>] = [
      .concept("concept_id", "Concept") { $0.concept }, .source { $0.name.source },
      .text("tty", "Term type (TTY)") { $0.name.termType.rawValue },
      .text("text", "The name (STR)") { $0.name.text },
      .shown("code", "Code in its source (CODE)", code: { $0.name.code }).optional,
      .shown("rxaui", "Atom identifier (RXAUI)", number: { $0.name.rxaui }).optional,
      .text("language", "LAT") { $0.name.language }.optional,
      .text("suppress", "SUPPRESS: N, O, E or Y") { String($0.name.suppress) },
      .flag("is_prescribable", "Whether the prescribable subset holds the row") {
        $0.name.isPrescribable
      },
    ]
    return TableDescription(
      "The names of concepts (RXNCONSO)", columns,
      indexes: [["concept_id"], ["text"], ["code", "source_id"]]
    ) { walk in
      walk.concepts(for: .name).flatMap { concept in
        walk.content.names(of: concept).lazy.map { (concept: concept, name: $0) }
      }
    }
  }

  private typealias RelationRow = (concept: Concept, relation: Concept.Relation, otherCode: Int?)

  private static var relationTable: TableDescription {
    let columns: [ValueColumn<RelationRow>] = [
      .concept("subject_id", "Concept that has the relationship") { $0.concept },
      .text("relationship", "RELA, or REL where a row has none") {
        $0.relation.relationship.rawValue
      },
      .concept("object_id", "Other concept; empty if the release does not hold it") {
        $0.relation.target
      }.optional,
      .integer("object_rxcui", "Code of a concept that the release does not hold") {
        $0.otherCode
      }.optional,
      .source { $0.relation.source },
      .flag("is_between_atoms", "Whether the release states it between atoms") {
        $0.relation.isBetweenAtoms
      },
      .flag("is_derived", "Whether no row states this direction") { $0.relation.isDerived },
      .flag("is_reversed", "Whether it reads object relationship subject") {
        $0.relation.isReversed
      },
    ]
    return TableDescription(
      "The relations between concepts (RXNREL), read subject relationship object", columns,
      indexes: [["subject_id", "relationship", "object_id"], ["object_id"]]
    ) { walk in
      let content = walk.content
      return walk.concepts(for: .relation).flatMap { concept in
        content.relations(of: concept).lazy.map { relation in
          let code = relation.target == nil ? content.shown(relation.targetCode.rawValue) : nil
          return (concept: concept, relation: relation, otherCode: code)
        }
      }
    }
  }

  private static var attributeTable: TableDescription {
    let columns: [ValueColumn<(concept: Concept, attribute: ConceptAttribute)>] = [
      .concept("concept_id", "Concept") { $0.concept }, .source { $0.attribute.source },
      .text("name", "ATN") { $0.attribute.name },
      .shown("value", "ATV", code: { $0.attribute.value }).optional,
      .shown(
        "rxaui", "Atom that it belongs to; empty for the concept", number: { $0.attribute.rxaui }
      ).optional,
      .shown("code", "Code in its source (CODE)", code: { $0.attribute.code }).optional,
      .text("suppress", "SUPPRESS: N, O, E or Y") { String($0.attribute.suppress) },
    ]
    return TableDescription(
      "The attributes of concepts (RXNSAT), as they are written", columns,
      indexes: [["concept_id", "name"], ["name", "value"]]
    ) { walk in
      walk.concepts(for: .attribute).filter { $0.attributeCount > 0 }.flatMap { concept in
        concept.attributes.lazy.filter { walk.content.permits($0.source) }
          .map { (concept: concept, attribute: $0) }
      }
    }
  }

  /// The distinct types, sorted by identifier; there are 127 in all of UMLS.
  private static var semanticTypeTable: TableDescription {
    let columns: [ValueColumn<SemanticType>] = [
      .text("tui", "Identifier, such as T200") { $0.identifier }.key,
      .text("name", "Name") { $0.name },
      .text("tree_number", "Place in the tree of types") { $0.treeNumber }.optional,
    ]
    return TableDescription("The semantic types that occur (RXNSTY)", columns) { walk in
      var types: [String: SemanticType] = [:]
      for concept in walk.concepts(for: .semanticType) {
        for type in concept.semanticTypes { types[type.identifier] = type }
      }
      return types.values.sorted { $0.identifier.precedesInBytes($1.identifier) }
    }
  }

  private static var conceptSemanticTypeTable: TableDescription {
    let columns: [ValueColumn<(concept: Concept, type: SemanticType)>] = [
      .concept("concept_id", "Concept") { $0.concept },
      .text("tui", "Semantic type") { $0.type.identifier }.refers(to: .semanticType, "tui"),
    ]
    return TableDescription(
      "Which concept has which semantic type (RXNSTY)", columns,
      indexes: [["concept_id"], ["tui"]]
    ) {
      $0.concepts(for: .conceptSemanticType).flatMap { concept in
        concept.semanticTypes.lazy.map { (concept: concept, type: $0) }
      }
    }
  }

  private static var ndcTable: TableDescription {
    let columns: [ValueColumn<NDCMatches.Match>] = [
      .text("ndc", "Eleven digits, no dashes") { $0.ndc.digits },
      .concept("concept_id", "Product") { $0.concept }, .source { $0.source },
      .flag("is_suppressed", "Whether the row is suppressed") { $0.isSuppressed },
    ]
    return TableDescription(
      "The NDCs of products (RXNSAT), all as eleven digits", columns,
      indexes: [["ndc"], ["concept_id"]]
    ) { walk in
      walk.content.catalog.ndcRows.filter {
        walk.content.permits($0.source) && walk.content.permits($0.concept)
      }
    }
  }

  private typealias IngredientRow = (concept: Concept, ingredient: Concept, isComplete: Bool)

  private static var ingredientTable: TableDescription {
    let columns: [ValueColumn<IngredientRow>] = [
      .concept("concept_id", "Concept") { $0.concept },
      .concept("ingredient_id", "Base ingredient (IN)") { $0.ingredient },
      .flag("is_complete", "Whether every part of the concept gave its ingredient") {
        $0.isComplete
      },
    ]
    return TableDescription(
      "The base ingredients (IN) of concepts, as rxkit derives them from relations", columns,
      indexes: [["concept_id"], ["ingredient_id"]]
    ) { walk in
      walk.concepts(for: .ingredient).filter { $0.relationCount > 0 && !$0.isForm }
        .flatMap { concept in
          let list = concept.ingredientList
          return list.ingredients.filter(walk.content.permits)
            .map { (concept: concept, ingredient: $0, isComplete: list.isComplete) }
        }
    }
  }

  // MARK: Codes that are gone

  private static var formerCodeTable: TableDescription {
    let columns: [ValueColumn<FormerCode>] = [
      .rxcui("rxcui", "The code") { $0.code }.key,
      .text("status", "Remapped or NotCurrent") { $0.history.status.rawValue },
      .text("name", "Last name in the archive") { $0.name?.text }.optional,
      .text("tty", "Term type of that name") { $0.name?.termType.rawValue }.optional,
      .text("last_released", "Last release that held it, as the archive writes it") {
        $0.name?.lastReleased
      }.optional,
    ]
    return TableDescription("The codes that the release names as gone", columns) {
      $0.content.formerCodes
    }
  }

  private static var replacementTable: TableDescription {
    let columns: [ValueColumn<(code: RxCUI, successor: Concept)>] = [
      .rxcui("rxcui", "The code that is gone") { $0.code }.refers(to: .formerCode, "rxcui"),
      .concept("concept_id", "A live concept that took its place") { $0.successor },
    ]
    return TableDescription(
      "The live concepts that took the place of former codes; several are several", columns,
      indexes: [["rxcui"], ["concept_id"]]
    ) { walk in
      walk.content.formerCodes.lazy.flatMap { former in
        former.history.successors.filter(walk.content.permits)
          .map { (code: former.code, successor: $0) }
      }
    }
  }
}

extension ExportContent {
  /// The relations of a concept that may be shown.
  func relations(of concept: Concept) -> some Sequence<Concept.Relation> {
    concept.relations.lazy.filter { permits($0.source) && ($0.target.map(permits) ?? true) }
  }
}

extension Concept {
  /// Whether it is a dose form or a group of them, which no drug is in.
  var isForm: Bool { termType == .doseForm || termType == .doseFormGroup }
}
