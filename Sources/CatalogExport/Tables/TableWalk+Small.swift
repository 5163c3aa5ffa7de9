// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// The tables that do not grow with the concepts.

extension TableWalk {
  func releaseRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for (key, value) in content.statement {
      row.removeAll()
      row.text(key)
      row.text(value)
      try body(row)
    }
  }

  func sourceRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for (index, source) in content.catalog.sources.enumerated() {
      row.removeAll()
      row.integer(index + 1)
      for text in [source.abbreviation, source.version, source.name, source.release] {
        row.text(text)
      }
      row.integer(source.restrictionLevel)
      row.flag(content.permits(source.abbreviation))
      for count in [source.nameCount, source.relationCount, source.attributeCount] {
        row.integer(count)
      }
      try body(row)
    }
  }

  func documentationRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for entry in content.catalog.documentation {
      row.removeAll()
      for text in [entry.key, entry.value, entry.type, entry.explanation] { row.text(text) }
      try body(row)
    }
  }

  /// The distinct types, sorted by identifier; there are 127 in all of UMLS.
  func semanticTypeRows(_ body: RowTaker) throws(ExportError) {
    var types: [String: SemanticType] = [:]
    try forEachConcept(.semanticType) { (concept) throws(ExportError) in
      for type in concept.semanticTypes { types[type.identifier] = type }
    }
    var row = TableRow()
    for type in types.values.sorted(by: { $0.identifier.precedesInBytes($1.identifier) }) {
      row.removeAll()
      for text in [type.identifier, type.name, type.treeNumber] { row.text(text) }
      try body(row)
    }
  }

  func formerCodeRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for former in content.formerCodes {
      row.removeAll()
      row.code(former.code)
      row.text(former.history.status.rawValue)
      row.text(former.name?.text)
      row.text(former.name?.termType.rawValue)
      row.text(former.name?.lastReleased)
      try body(row)
    }
  }

  func replacementRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for former in content.formerCodes {
      for successor in former.history.successors where content.permits(successor) {
        row.removeAll()
        row.code(former.code)
        row.id(of: successor)
        try body(row)
      }
    }
  }

  func symptomRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for symptom in SymptomCategory.allCases {
      row.removeAll()
      row.text(symptom.rawValue)
      row.text(symptom.displayName)
      row.text(symptom.group.rawValue)
      row.text(symptom.valueKind.rawValue)
      try body(row)
    }
  }

  func evidenceRows(_ body: RowTaker) throws(ExportError) {
    var row = TableRow()
    for evidence in content.tables.sideEffects.rows {
      row.removeAll()
      add(evidence, to: &row)
      try body(row)
    }
  }

  private func add(_ evidence: EvidenceRow, to row: inout TableRow) {
    let concept = content.catalog.concept(for: evidence.subject.rxcui)
    row.text(evidence.identifier)
    row.text(evidence.subject.kind.rawValue)
    row.code(evidence.subject.rxcui)
    row.integer(
      concept.flatMap { content.permits($0) ? ExportedConcept.id(of: $0) : nil })
    row.text(evidence.subjectName)
    row.text(evidence.symptom.rawValue)
    row.text(evidence.fit.rawValue)
    row.text(evidence.direction.rawValue)
    row.text(evidence.evidenceClass.rawValue)
    row.text(evidence.threshold)
    row.text(evidence.drugPercent)
    row.text(evidence.comparatorPercent)
    row.text(evidence.comparator.rawValue)
    row.text(evidence.population)
    row.text(evidence.condition)
    row.text(evidence.routes.joined(separator: "|"))
    row.integer(evidence.labelsSeen)
    row.integer(evidence.labelsAgreeing)
    row.text(evidence.sourceKind.rawValue)
    row.text(evidence.setID)
    row.text(evidence.labelVersion)
    row.text(evidence.labelDate?.description)
    row.text(evidence.sectionLOINC)
    row.text(evidence.subsection)
    row.text(evidence.labelTerm)
    row.text(evidence.sourceAddress)
    row.text(evidence.licence)
    row.text(evidence.trust.rawValue)
  }
}
