// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// Other keys of concepts than their code; the raw value is the name of the database's table.
enum KeyKind: String {
  case sourceCode = "source_code"
  case unii, ndc, name
}

/// The key of a look-up: a number, or one or two texts.
///
/// Texts lie in memory that is never freed; those of copies that are made one
/// after the other lie in this order, so that neither rxkit nor SQLite waits for
/// the text of its question, or counts references to it.
struct LookupKey {
  typealias Text = UnsafeBufferPointer<UInt8>

  var number: UInt64 = 0
  var first: Text?
  var second: Text?

  /// A text in memory of its own.
  static func text(_ bytes: some Collection<UInt8>) -> Text {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    return Text(rebasing: UnsafeBufferPointer(memory)[..<memory.initialize(fromContentsOf: bytes)])
  }

  /// The same question, its texts in new memory.
  var copy: LookupKey {
    LookupKey(number: number, first: first.map(Self.text), second: second.map(Self.text))
  }
}

/// `lookup-…`: random keys, every field of all their concepts read; rxkit, SQLite at its best, and
/// SQLite with its default settings.
enum LookUps {
  private static let seed: UInt64 = 7
  private static let codeCount = 1_000_000
  private static let keyCount = 250_000
  /// The number of keys looked up in SQLite in autocommit mode, which takes five times as long.
  private static let autocommitCount = 100_000
  /// Codes of RxNorm lie below.
  private static let codeLimit: UInt32 = 3_000_000

  // MARK: By code

  static func hits(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let known = try workshop.catalog().concepts.map(\.rxcui.rawValue)
    return try measure(name, finding: codeCount, workshop) { known.randomElement(using: &$0) }
  }

  static func misses(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let known = Set(try workshop.catalog().concepts.map(\.rxcui.rawValue))
    return try measure(name, finding: 0, workshop) {
      let code = UInt32.random(in: 1..<codeLimit, using: &$0)
      return known.contains(code) ? nil : code
    }
  }

  private static func measure(
    _ name: String, finding expected: Int, _ workshop: Workshop,
    draw: (inout SeededGenerator) -> UInt32?
  ) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    var generator = SeededGenerator(seed: seed)
    var codes: [UInt32] = []
    while codes.count < codeCount { if let code = draw(&generator) { codes.append(code) } }
    let rows = try measure(
      name, keys: codes, input: "codes", finding: expected, workshop,
      ours: { codes in
        var answer = Answer()
        for code in codes {
          guard let concept = catalog.view(of: RxCUI(rawValue: code)) else { continue }
          answer.add(everything(of: concept))
        }
        return answer
      }, theirs: { try $0.lookUpByCode() })
    try catalog.throwIfDamaged()
    return rows
  }

  // MARK: By other keys

  static func sourceCodes(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let known = texts(of: catalog) { name in
      name.source != "RXNORM" && !name.code.isEmpty ? [name.source, name.code] : nil
    }
    return try measure(name, known, input: "codes", .sourceCode, workshop) { key, body in
      guard let source = key.first, let code = key.second else { return }
      catalog.forEachConcept(source: source.span, code: code.span, body)
    }
  }

  static func uniis(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let known = texts(of: catalog) {
      $0.source == "MTHSPL" && $0.termType.rawValue == "SU" ? [$0.code] : nil
    }
    return try measure(name, known, input: "codes", .unii, workshop) { key, body in
      if let code = key.first { catalog.forEachConcept(unii: code.span, body) }
    }
  }

  static func names(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let known = texts(of: catalog) { $0.source == "RXNORM" ? [$0.text] : nil }
    let source = LookupKey.text("RXNORM".utf8)
    return try measure(name, known, input: "names", .name, workshop) { key, body in
      guard let name = key.first else { return }
      catalog.forEachConcept(named: name.span, comparing: .exact, source: source.span, body)
    }
  }

  static func ndcs(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    var found: [UInt64: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for ndc in concept.ndcs { found[ndc.number, default: []].insert(concept.rxcui.rawValue) }
    }
    let known = found.sorted { $0.key < $1.key }
      .map { (key: LookupKey(number: $0.key), codes: $0.value) }
    return try measure(name, known, input: "NDCs", .ndc, workshop) { key, body in
      guard let ndc = NationalDrugCode(number: key.number) else { return }
      catalog.forEachConcept(ndc: ndc, body)
    }
  }

  /// The query, and the codes of the concepts that must be found.
  typealias Known = (key: LookupKey, codes: Set<UInt32>)

  /// Texts of names, sorted, with the concepts that have them.
  private static func texts(of catalog: Catalog, _ texts: (Name) -> [String]?) -> [Known] {
    var found: [[String]: Set<UInt32>] = [:]
    for concept in catalog.concepts {
      for name in concept.names {
        if let texts = texts(name) { found[texts, default: []].insert(concept.rxcui.rawValue) }
      }
    }
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { texts, codes in
      let texts = texts.map { LookupKey.text($0.utf8) }
      return (LookupKey(first: texts.first, second: texts.dropFirst().first), codes)
    }
  }

  private static func measure(
    _ name: String, _ known: [Known], input: String, _ kind: KeyKind, _ workshop: Workshop,
    lookUp: @escaping (LookupKey, (ConceptView) -> Void) -> Void
  ) throws -> [BenchmarkRow] {
    try ConceptDatabase.add(kind, known, at: workshop.databasePath.get())
    var generator = SeededGenerator(seed: seed)
    let places = (0..<keyCount).map { _ in Int.random(in: known.indices, using: &generator) }
    return try measure(
      name, keys: places.map { known[$0].key.copy }, input: input,
      finding: places.reduce(0) { $0 + known[$1].codes.count }, workshop,
      ours: { keys in
        var answer = Answer()
        for key in keys { lookUp(key) { answer.add(everything(of: $0)) } }
        return answer
      }, theirs: { try $0.lookUp(by: kind) })
  }

  // MARK: Contest

  /// Measures, and checks the answers against each other and a count that is known beforehand.
  private static func measure<Key>(
    _ name: String, keys: [Key], input: String, finding count: Int, _ workshop: Workshop,
    ours: @escaping (ArraySlice<Key>) throws -> Answer,
    theirs: (ConceptDatabase) throws -> (ArraySlice<Key>) throws -> Answer
  ) throws -> [BenchmarkRow] {
    func contest(_ keys: ArraySlice<Key>, _ expected: Answer) -> Contest {
      Contest(
        name: name, input: "\(Quantity.grouped(keys.count)) \(input)", operations: keys.count,
        unit: input, runs: workshop.runs(10), expected: expected)
    }
    let path = try workshop.databasePath.get()
    let tuned = try ConceptDatabase(path: path)
    let answering = try theirs(tuned)
    try tuned.execute("BEGIN")
    let checksum = try ours(keys[...]).checksum
    let rows = try contest(keys[...], Answer(count: count, checksum: checksum)).rows([
      Contestant { try ours(keys[...]) }, Contestant("sqlite") { try answering(keys[...]) },
    ])
    try tuned.execute("COMMIT")
    // Opened as usual, each look-up a transaction of its own.
    let part = keys.prefix(autocommitCount)
    let usual = try theirs(ConceptDatabase(path: path, isTuned: false))
    return try rows
      + contest(part, ours(part)).rows([Contestant("sqlite-autocommit") { try usual(part) }])
  }

  /// Reads every field of a concept, of abbreviations the first byte, of names
  /// the first and the last.
  private static func everything(of concept: ConceptView) -> UInt64 {
    var sum = UInt64(concept.rxcui.rawValue)
    sum &+= start(of: concept.termTypeUTF8)
    sum &+= start(of: concept.sourceUTF8)
    sum &+= UInt64(number(of: concept.status))
    sum &+= concept.isPrescribable ? 1 : 0
    sum &+= ends(of: concept.nameUTF8)
    sum &+= ends(of: concept.displayNameUTF8)
    sum &+= UInt64(concept.nameCount &+ concept.relationCount &+ concept.attributeCount)
    sum &+= UInt64(concept.semanticTypeCount &+ concept.ndcRowCount)
    return sum
  }

  private static func ends(of bytes: Span<UInt8>) -> UInt64 {
    guard bytes.count > 0 else { return 0 }
    return UInt64(bytes[0]) &+ UInt64(bytes[bytes.count - 1]) &+ UInt64(bytes.count)
  }

  private static func start(of bytes: Span<UInt8>) -> UInt64 {
    guard bytes.count > 0 else { return 0 }
    return UInt64(bytes[0]) &+ UInt64(bytes.count)
  }

  /// A number for each status, so that the database can hold it in its smallest form.
  static func number(of status: ConceptStatus) -> Int {
    switch status {
    case .active: 1
    case .obsolete: 2
    case .remapped: 3
    case .quantified: 4
    case .notCurrent: 5
    case .unknown: 6
    }
  }
}
