// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The table turned round: the rows of a symptom.
//
//   starts   one number a symptom and one more    0 3 3 7 …
//   places   places of rows in the order of keys  4 9 11 | | 0 2 5 8 | …
//
// The rows of a subject stay together within a symptom, because they stand
// together in the order of keys.

/// Which rows of a table name which symptom.
struct SymptomRows: Sendable {
  private let starts: [Int]
  private let places: [UInt32]

  /// Turns a table round.
  ///
  /// - Parameters:
  ///   - symptoms: The place among the 39 of each row's symptom, in the order of keys.
  ///   - count: The number of symptoms.
  /// - Complexity: O(*r*) in the rows: they are counted, then laid down.
  init(_ symptoms: some Sequence<Int>, of count: Int) {
    var starts = [Int](repeating: 0, count: count + 1)
    var rowCount = 0
    for symptom in symptoms {
      starts[symptom + 1] += 1
      rowCount += 1
    }
    for symptom in 0..<count { starts[symptom + 1] += starts[symptom] }
    var next = starts
    var places = [UInt32](repeating: 0, count: rowCount)
    for (place, symptom) in symptoms.enumerated() {
      // A table has as many rows as bytes at most, and those are counted in 32 bits.
      places[next[symptom]] = UInt32(truncatingIfNeeded: place)
      next[symptom] += 1
    }
    self.starts = starts
    self.places = places
  }

  /// The places of the rows that name a symptom, in the order of keys.
  func places(of symptom: Int) -> ArraySlice<UInt32> {
    places[starts[symptom]..<starts[symptom + 1]]
  }

  /// Whether any row names a symptom.
  func names(_ symptom: Int) -> Bool {
    starts[symptom] < starts[symptom + 1]
  }
}
