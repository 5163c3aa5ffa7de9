// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// `lookup-hit` and `lookup-miss`: a million random codes, every field of their concepts read.
enum LookupCodes {
  private static let count = 1_000_000
  /// Codes of RxNorm lie below.
  private static let codeLimit: UInt32 = 3_000_000
  private static let seed: UInt64 = 7

  static func measureHits(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let known = catalog.concepts.map(\.rxcui.rawValue)
    var generator = SeededGenerator(seed: seed)
    let codes = (0..<count).compactMap { _ in known.randomElement(using: &generator) }
    return try measure("lookup-hit", codes, in: catalog, finding: codes.count, workshop)
  }

  static func measureMisses(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try Catalog(contentsOf: workshop.catalogPath.get())
    let known = Set(catalog.concepts.map(\.rxcui.rawValue))
    var generator = SeededGenerator(seed: seed)
    var codes: [UInt32] = []
    while codes.count < count {
      let code = UInt32.random(in: 1..<codeLimit, using: &generator)
      if !known.contains(code) { codes.append(code) }
    }
    return try measure("lookup-miss", codes, in: catalog, finding: 0, workshop)
  }

  private static func measure(
    _ name: String, _ codes: [UInt32], in catalog: Catalog, finding expected: Int,
    _ workshop: Workshop
  ) throws -> [BenchmarkRow] {
    let rows = try LookupContest.hold(
      name, keys: codes, input: "codes", finding: expected, workshop,
      ours: { answer(to: $0, from: catalog) },
      theirs: { database in { try database.answer(to: $0) } })
    try catalog.throwIfDamaged()
    return rows
  }

  private static func answer(to codes: ArraySlice<UInt32>, from catalog: Catalog)
    -> Contestant.Answer
  {
    var found = 0
    var sum: UInt64 = 0
    for code in codes {
      guard let concept = catalog.view(of: RxCUI(rawValue: code)) else { continue }
      found += 1
      sum &+= everything(of: concept)
    }
    return Contestant.Answer(count: found, checksum: sum)
  }

  /// Reads every field of a concept, of abbreviations the first byte, of names
  /// the first and the last.
  static func everything(of concept: ConceptView) -> UInt64 {
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
