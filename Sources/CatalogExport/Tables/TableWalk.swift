// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

/// Makes the rows of a table, one after another, in an order that the release gives.
struct TableWalk {
  let content: ExportContent
  let progress: ProgressTeller
  /// The number of each source, by abbreviation.
  let sourceNumbers: [String: Int]

  init(_ content: ExportContent, _ progress: ProgressTeller) {
    self.content = content
    self.progress = progress
    var numbers: [String: Int] = [:]
    for (index, source) in content.catalog.sources.enumerated() {
      numbers[source.abbreviation] = index + 1
    }
    sourceNumbers = numbers
  }

  /// Calls `body` with each row; the row is valid for the call only.
  func forEachRow(
    of table: ExportTable, _ body: (borrowing TableRow) throws(ExportError) -> Void
  ) throws(ExportError) {
    switch table {
    case .release: try releaseRows(body)
    case .source: try sourceRows(body)
    case .concept: try conceptRows(body)
    case .name: try nameRows(body)
    case .relation: try relationRows(body)
    case .attribute: try attributeRows(body)
    case .semanticType: try semanticTypeRows(body)
    case .conceptSemanticType: try conceptSemanticTypeRows(body)
    case .ndc: try ndcRows(body)
    case .ingredient: try ingredientRows(body)
    case .formerCode: try formerCodeRows(body)
    case .replacement: try replacementRows(body)
    case .symptom: try symptomRows(body)
    case .evidence: try evidenceRows(body)
    case .documentation: try documentationRows(body)
    }
  }

  /// Calls `body` with each concept that is exported.
  func forEachConcept(
    _ table: ExportTable, _ body: (Concept) throws(ExportError) -> Void
  ) throws(ExportError) {
    let total = content.catalog.conceptCount
    for concept in content.catalog.concepts {
      progress.tell(table.rawValue, Int(concept.position), of: total)
      if content.permits(concept) { try body(concept) }
    }
  }

  func number(of source: String) -> Int? { sourceNumbers[source] }
}

/// Takes a row; it is valid for the call only.
typealias RowTaker = (borrowing TableRow) throws(ExportError) -> Void

extension TableWalk {
  // MARK: Concepts and what belongs to them

  private func conceptRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.concept) { (concept) throws(ExportError) in
      guard let exported = content.exported(concept) else { return }
      row.removeAll()
      row.integer(exported.id)
      row.code(exported.code)
      row.text(exported.termType.rawValue)
      row.text(exported.name)
      row.text(exported.displayName)
      row.text(concept.status.rawValue)
      row.flag(concept.isPrescribable)
      row.integer(number(of: exported.source))
      try body(row)
    }
  }

  private func nameRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.name) { (concept) throws(ExportError) in
      for name in content.names(of: concept) {
        row.removeAll()
        row.id(of: concept)
        row.integer(number(of: name.source))
        row.text(name.termType.rawValue)
        row.text(name.text)
        row.text(content.shown(name.code))
        row.integer(content.shown(name.rxaui))
        row.text(name.language)
        row.text(String(name.suppress))
        row.flag(name.isPrescribable)
        try body(row)
      }
    }
  }

  private func relationRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.relation) { (concept) throws(ExportError) in
      for relation in concept.relations where content.permits(relation.source) {
        if let target = relation.target, !content.permits(target) { continue }
        row.removeAll()
        row.id(of: concept)
        row.text(relation.relationship.rawValue)
        row.integer(relation.target.map { ExportedConcept.id(of: $0) })
        row.integer(
          relation.target == nil ? content.shown(relation.targetCode.rawValue) : nil)
        row.integer(number(of: relation.source))
        row.flag(relation.isBetweenAtoms)
        row.flag(relation.isDerived)
        row.flag(relation.isReversed)
        try body(row)
      }
    }
  }

  private func attributeRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.attribute) { (concept) throws(ExportError) in
      guard concept.attributeCount > 0 else { return }
      for attribute in concept.attributes where content.permits(attribute.source) {
        row.removeAll()
        row.id(of: concept)
        row.integer(number(of: attribute.source))
        row.text(attribute.name)
        row.text(content.shown(attribute.value))
        row.integer(content.shown(attribute.rxaui))
        row.text(content.shown(attribute.code))
        row.text(String(attribute.suppress))
        try body(row)
      }
    }
  }

  private func conceptSemanticTypeRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.conceptSemanticType) { (concept) throws(ExportError) in
      for type in concept.semanticTypes {
        row.removeAll()
        row.id(of: concept)
        row.text(type.identifier)
        try body(row)
      }
    }
  }

  private func ingredientRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try forEachConcept(.ingredient) { (concept) throws(ExportError) in
      guard concept.relationCount > 0, !concept.isForm else { return }
      let list = concept.ingredientList
      for ingredient in list.ingredients where content.permits(ingredient) {
        row.removeAll()
        row.id(of: concept)
        row.id(of: ingredient)
        row.flag(list.isComplete)
        try body(row)
      }
    }
  }

  private func ndcRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    try content.catalog.forEachNDC { (match) throws(ExportError) in
      guard content.permits(match.source), content.permits(match.concept) else { return }
      row.removeAll()
      row.text(match.ndc.digits)
      row.id(of: match.concept)
      row.integer(number(of: match.source))
      row.flag(match.isSuppressed)
      try body(row)
    }
  }
}

extension Concept {
  /// Whether it is a dose form or a group of them, which no drug is in.
  var isForm: Bool { termType == .doseForm || termType == .doseFormGroup }
}
