// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Checks every row of side-effects.tsv and reads what ranking needs.
struct EvidenceReader {
  private var reader: FieldReader
  private let symptoms = SymptomIndex()

  init(_ table: TableText) {
    reader = FieldReader(table)
  }

  func facts() throws(MappingError) -> [EvidenceFacts] {
    var reader = self
    var facts: [EvidenceFacts] = []
    facts.reserveCapacity(self.reader.table.rowCount)
    for row in 0..<self.reader.table.rowCount {
      reader.reader.row = row
      facts.append(try reader.readRow())
    }
    return facts
  }

  private func readRow() throws(MappingError) -> EvidenceFacts {
    let symptom = try reader.symptom(EvidenceColumn.symptom.rawValue, symptoms)
    let facts = EvidenceFacts(
      subject: EvidenceSubject(
        try word(.subjectKind, SubjectKind.self),
        try reader.code(EvidenceColumn.rxcui.rawValue)),
      symptom: symptom, fit: try word(.fit, EvidenceFit.self),
      direction: try direction(of: symptom),
      evidenceClass: try word(.evidenceClass, EvidenceClass.self),
      comparator: try word(.comparator, EvidenceComparator.self),
      sourceKind: try word(.sourceKind, EvidenceSource.self),
      trust: try word(.trust, EvidenceTrust.self), isPediatric: isPediatric,
      labelsSeen: try reader.count(EvidenceColumn.labelsSeen.rawValue),
      labelsAgreeing: try reader.count(EvidenceColumn.labelsAgreeing.rawValue))
    try checkFigures(facts)
    try checkOrigin(facts)
    return facts
  }

  private func word<Value: RawRepresentable & CaseIterable>(
    _ column: EvidenceColumn, _ type: Value.Type
  ) throws(MappingError) -> Value where Value.RawValue == String {
    try reader.word(column.rawValue, type)
  }

  /// Only appetite, sleep and mood go up and down (S30).
  private func direction(of symptom: SymptomCategory) throws(MappingError) -> EffectDirection {
    let direction = try word(.direction, EffectDirection.self)
    let goesBothWays =
      symptom == .appetiteChanges || symptom == .sleepChanges || symptom == .moodChanges
    guard (direction == .present) == goesBothWays else { return direction }
    throw reader.table.error(
      .contradiction, row: reader.row, column: EvidenceColumn.direction.rawValue,
      expected: goesBothWays ? "decreased, increased, unspecified" : "present",
      remedy: "appetite, sleep and mood have a direction; other symptoms are present")
  }

  /// Words of a population that mean children only.
  private var isPediatric: Bool {
    let field = reader.table.slice(reader.row, EvidenceColumn.population.rawValue)
    if field.isEmpty { return false }
    func has(_ word: String) -> Bool { WordSearch.contains(field, wordBeginning: word) }
    let names = ["pediatric", "paediatric", "child", "adolescent", "infant", "neonat", "newborn"]
    return names.contains(where: has) && !has("adult")
  }

  private func checkFigures(_ facts: EvidenceFacts) throws(MappingError) {
    try reader.percent(EvidenceColumn.threshold.rawValue)
    try reader.percent(EvidenceColumn.drugPercent.rawValue)
    try reader.percent(EvidenceColumn.comparatorPercent.rawValue)
    if facts.comparator == .none,
      !reader.table.isEmpty(reader.row, EvidenceColumn.comparatorPercent.rawValue)
    {
      throw contradiction(.comparatorPercent, expected: "nothing, because nothing is compared")
    }
    if facts.labelsAgreeing > facts.labelsSeen {
      throw contradiction(.labelsAgreeing, expected: "at most labels_seen")
    }
    try reader.limitWords(EvidenceColumn.population.rawValue)
    try reader.limitWords(EvidenceColumn.condition.rawValue)
    try reader.limitWords(EvidenceColumn.subsection.rawValue)
    try reader.limitWords(EvidenceColumn.labelTerm.rawValue)
    try reader.routes(EvidenceColumn.route.rawValue)
  }

  /// What makes a row checkable must be there (S24).
  private func checkOrigin(_ facts: EvidenceFacts) throws(MappingError) {
    try reader.require(EvidenceColumn.name.rawValue, "RxNorm's name of the subject")
    try reader.require(EvidenceColumn.licence.rawValue, "the terms of the source")
    let hasDate = !reader.table.isEmpty(reader.row, EvidenceColumn.labelDate.rawValue)
    if facts.trust == .checkable || hasDate {
      _ = try reader.date(EvidenceColumn.labelDate.rawValue)
    }
    guard facts.trust == .checkable else { return }
    try reader.require(EvidenceColumn.setID.rawValue, "a set id, because trust is A")
    try reader.require(EvidenceColumn.sectionLOINC.rawValue, "a section, because trust is A")
    try reader.require(EvidenceColumn.labelTerm.rawValue, "the label's words, because trust is A")
  }

  private func contradiction(_ column: EvidenceColumn, expected: String) -> MappingError {
    reader.table.error(
      .contradiction, row: reader.row, column: column.rawValue, expected: expected,
      remedy: "compare the row with the label that it quotes")
  }
}
