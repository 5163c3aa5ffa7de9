// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What several threads have read becomes one. Each thread numbers strings and
// abbreviations for itself; those of the second are looked up among those of the
// first, and its rows take over the new numbers. Which thread has read what
// leaves no trace in the file: everything is sorted by values afterwards.

extension BuildRows {
  /// Adds the rows of another thread.
  mutating func join(_ other: consuming BuildRows) {
    let strings = self.strings.absorb(other.strings)
    guard let symbols = self.symbols.absorb(other.symbols) else {
      hasTooManySymbols = true
      return
    }
    hasTooManySymbols = hasTooManySymbols || other.hasTooManySymbols
    let map = NumberMap(strings: strings, symbols: symbols)
    // Each list is let go of as soon as it is copied.
    Self.move(&other.names, to: &names, map.moved)
    Self.move(&other.relations, to: &relations, map.moved)
    Self.move(&other.attributes, to: &attributes, map.moved)
    Self.move(&other.semanticTypes, to: &semanticTypes, map.moved)
    Self.move(&other.ndcs, to: &ndcs, map.moved)
    Self.move(&other.sources, to: &sources, map.moved)
    Self.move(&other.archive, to: &archive, map.moved)
    Self.move(&other.retirements, to: &retirements, map.moved)
    documentation += other.documentation.map { $0.map { strings[Int($0)] } }
    statedInverses += other.statedInverses.map { (symbols[Int($0.0)], symbols[Int($0.1)]) }
    for (place, symbol) in symbols.enumerated() {
      nameCounts.add(symbol, other.nameCounts.count(of: place))
      relationCounts.add(symbol, other.relationCounts.count(of: place))
      attributeCounts.add(symbol, other.attributeCounts.count(of: place))
    }
    leftOutRelations += other.leftOutRelations
    leftOutAttributes += other.leftOutAttributes
    passedOver.merge(other.passedOver) { $0 + $1 }
  }

  @inline(__always)
  private static func move<Row>(
    _ rows: inout [Row], to target: inout [Row], _ moved: (Row) -> Row
  ) {
    guard !rows.isEmpty else { return }
    target.reserveCapacity(target.count + rows.count)
    for row in rows { target.append(moved(row)) }
    rows = []
  }
}

/// New numbers of strings and symbols.
private struct NumberMap {
  let strings: [UInt32]
  let symbols: [UInt16]

  func moved(_ row: NameRow) -> NameRow {
    var row = row
    row.text = strings[Int(row.text)]
    row.code = strings[Int(row.code)]
    row.source = symbols[Int(row.source)]
    row.termType = symbols[Int(row.termType)]
    row.language = symbols[Int(row.language)]
    return row
  }

  func moved(_ row: RelationRow) -> RelationRow {
    var row = row
    row.relationship = symbols[Int(row.relationship)]
    row.source = symbols[Int(row.source)]
    return row
  }

  func moved(_ row: AttributeRow) -> AttributeRow {
    var row = row
    row.name = symbols[Int(row.name)]
    row.source = symbols[Int(row.source)]
    row.value = strings[Int(row.value)]
    row.code = strings[Int(row.code)]
    return row
  }

  func moved(_ row: SemanticTypeRow) -> SemanticTypeRow {
    SemanticTypeRow(
      rxcui: row.rxcui,
      kind: SemanticKind(
        strings[Int(row.kind.identifier)], strings[Int(row.kind.treeNumber)],
        strings[Int(row.kind.name)]))
  }

  func moved(_ row: NDCRow) -> NDCRow {
    var row = row
    row.source = symbols[Int(row.source)]
    return row
  }

  func moved(_ row: SourceRow) -> SourceRow {
    var row = row
    row.abbreviation = symbols[Int(row.abbreviation)]
    row.version = strings[Int(row.version)]
    row.name = strings[Int(row.name)]
    row.release = strings[Int(row.release)]
    return row
  }

  func moved(_ row: ArchiveRow) -> ArchiveRow {
    var row = row
    row.text = strings[Int(row.text)]
    row.source = symbols[Int(row.source)]
    row.termType = symbols[Int(row.termType)]
    row.lastReleased = strings[Int(row.lastReleased)]
    row.code = strings[Int(row.code)]
    row.archived = strings[Int(row.archived)]
    return row
  }

  func moved(_ row: RetirementRow) -> RetirementRow {
    var row = row
    row.versionStart = strings[Int(row.versionStart)]
    row.versionEnd = strings[Int(row.versionEnd)]
    return row
  }
}
