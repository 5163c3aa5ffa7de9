// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// Data types of one text that were read before, by their bytes.
///
/// The same category, route and unit stand in thousands of lines: they are read once and shared.
/// What was odd about an element is told with its place, so such elements are read each time.
final class RepeatedElements {
  var concepts = Repeated<FHIRConcept>()
  var quantities = Repeated<FHIRQuantity>()
  var timings = Repeated<FHIRTiming>()
  var dosages = Repeated<FHIRDosage>()

  /// Values of one type.
  struct Repeated<Value> {
    private var numbers = JSONRepeats()
    private var values: [Value?] = []

    /// Returns the number of an element and what it was read as before.
    mutating func find(_ node: JSONNode) -> (number: Int, value: Value?)? {
      guard let number = numbers.number(of: node) else { return nil }
      if number == values.count { values.append(nil) }
      return (number, values[number])
    }

    /// Keeps what an element was read as.
    mutating func keep(_ value: Value, _ number: Int) { values[number] = value }
  }
}
