// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog

/// `search-typeahead`: what a person has typed so far, and the ten likeliest concepts.
enum SearchTypeAhead {
  private static let count = 4000
  private static let seed: UInt64 = 7
  private static let shown = 10

  static func measure(_ workshop: Workshop, _ name: String) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalog()
    let queries = queries(of: catalog)
    // Once without measuring: every block of the file is checked when it is first read.
    let found = queries.count { !catalog.search($0, limit: shown).hits.isEmpty }
    var best = [Double](repeating: .infinity, count: queries.count)
    for _ in 0..<workshop.runs(5) {
      for (place, query) in queries.enumerated() {
        let begin = System.threadTime
        let results = catalog.search(query, limit: shown)
        let names = results.hits.reduce(0) { $0 + $1.matchedName.utf8.count }
        let time = System.threadTime - begin
        guard names > 0 else { throw BenchmarkFailure("\(query): nothing found") }
        // Other load on the machine can only add to a query's time.
        best[place] = min(best[place], time)
      }
    }
    try catalog.throwIfDamaged()
    let percentile99 = best.percentile(99)
    var row = BenchmarkRow(
      name: name, input: "\(Quantity.grouped(queries.count)) beginnings of names",
      answers: "\(Quantity.grouped(found)), p99 \(Quantity.time(percentile99))",
      isRight: found == queries.count)
    row.set(best)
    row.percentile99 = percentile99
    row.peakMemory = System.peakMemory
    return [row]
  }

  /// One to three words of random names, in any order, some cut to a beginning.
  ///
  /// The last is always cut, down to one letter: so much is typed when a list first appears.
  private static func queries(of catalog: Catalog) -> [String] {
    var generator = SeededGenerator(seed: seed)
    let concepts = Array(catalog.concepts)
    var queries: [String] = []
    while queries.count < count {
      guard let concept = concepts.randomElement(using: &generator), concept.source == "RXNORM"
      else { continue }
      var words = concept.name.split { !($0.isLetter && $0.isASCII) && !$0.isWholeNumber }
        .filter { $0.allSatisfy(\.isLetter) || $0.allSatisfy(\.isWholeNumber) }
      words.shuffle(using: &generator)
      let taken = words.prefix(Int.random(in: 1...3, using: &generator))
      guard let last = taken.last else { continue }
      let beginnings = taken.dropLast().map { word in
        word.allSatisfy(\.isWholeNumber) || Bool.random(using: &generator)
          ? String(word) : String(word.prefix(Int.random(in: 2...6, using: &generator)))
      }
      let end = String(last.prefix(Int.random(in: 1...max(1, last.count), using: &generator)))
      let query = (beginnings + [end]).joined(separator: " ")
      // A number that is part of a decimal is no number of the name.
      if !catalog.search(query, limit: 1).hits.isEmpty { queries.append(query) }
    }
    return queries
  }
}
