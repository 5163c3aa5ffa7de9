// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Checks every row of side-effects.tsv and reads what ranking needs.
struct EvidenceReader {
  private var reader: FieldReader
  private static let symptoms = ColumnWords(SymptomCategory.self)
  private static let kinds = ColumnWords(SubjectKind.self)
  private static let fits = ColumnWords(EvidenceFit.self)
  private static let directions = ColumnWords(EffectDirection.self)
  private static let classes = ColumnWords(EvidenceClass.self)
  private static let comparators = ColumnWords(EvidenceComparator.self)
  private static let sources = ColumnWords(EvidenceSource.self)
  private static let senses = ColumnWords(EvidenceSense.self)
  private static let trusts = ColumnWords(EvidenceTrust.self)

  /// Each route field that occurs, once.
  private(set) var routes: [RouteNames] = []
  /// A row that has the route field.
  private var routeRows: [Int] = []
  /// The rows that were read.
  private(set) var facts: [EvidenceFacts] = []

  init(_ table: TableText) throws(MappingError) {
    reader = FieldReader(table)
    facts.reserveCapacity(table.rowCount)
    for row in 0..<table.rowCount {
      reader.row = row
      let route = try readRoute()
      facts.append(try readRow(route))
    }
  }

  private func readRow(_ route: Int) throws(MappingError) -> EvidenceFacts {
    let (symptom, place) = try reader.symptom(EvidenceColumn.symptom.rawValue, Self.symptoms)
    let facts = EvidenceFacts(
      subject: EvidenceSubject(
        try word(.subjectKind, Self.kinds), try reader.code(EvidenceColumn.rxcui.rawValue)),
      symptom: symptom, symptomPlace: place, fit: try word(.fit, Self.fits),
      direction: try direction(of: symptom), evidenceClass: try word(.evidenceClass, Self.classes),
      comparator: try word(.comparator, Self.comparators),
      sense: try word(.sense, Self.senses), trust: try word(.trust, Self.trusts), route: route,
      isPediatric: isPediatric,
      labelsSeen: try reader.count(EvidenceColumn.labelsSeen.rawValue),
      labelsAgreeing: try reader.count(EvidenceColumn.labelsAgreeing.rawValue))
    try checkFigures(facts)
    try checkOrigin(facts)
    return facts
  }

  private func word<Value>(
    _ column: EvidenceColumn, _ words: ColumnWords<Value>
  ) throws(MappingError) -> Value {
    try reader.word(column.rawValue, words)
  }

  /// A table has few routes: each is taken apart once.
  private mutating func readRoute() throws(MappingError) -> Int {
    let column = EvidenceColumn.route.rawValue
    for (place, row) in routeRows.enumerated()
    where reader.table.compare(row, reader.row, column: column) == 0 {
      return place
    }
    routes.append(try reader.routes(column))
    routeRows.append(reader.row)
    return routes.count - 1
  }

  /// Only appetite, sleep and mood have a direction.
  private func direction(of symptom: SymptomCategory) throws(MappingError) -> EffectDirection {
    let direction = try word(.direction, Self.directions)
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
    let names = ["pediatric", "paediatric", "child", "adolescent", "infant", "neonat", "newborn"]
    return WordSearch.contains(field, anyWordBeginning: names)
      && !WordSearch.contains(field, anyWordBeginning: ["adult"])
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
    try reader.limitWords(EvidenceColumn.subsection.rawValue)
    try reader.limitWords(EvidenceColumn.labelTerm.rawValue)
    try reader.limitLength(EvidenceColumn.context.rawValue, 160)
    try reader.limitLength(EvidenceColumn.arm.rawValue, 80)
    try reader.limitLength(EvidenceColumn.comparatorArm.rawValue, 80)
  }

  /// Checks that the fields that make a row verifiable are not empty.
  private func checkOrigin(_ facts: EvidenceFacts) throws(MappingError) {
    try reader.require(EvidenceColumn.name.rawValue, "RxNorm's name of the subject")
    if reader.table.columnCount > EvidenceColumn.licence.rawValue {
      try reader.require(EvidenceColumn.licence.rawValue, "the terms of the source")
      _ = try word(.sourceKind, Self.sources)
      let hasDate = !reader.table.isEmpty(reader.row, EvidenceColumn.labelDate.rawValue)
      if facts.trust == .checkable || hasDate {
        _ = try reader.date(EvidenceColumn.labelDate.rawValue)
      }
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
