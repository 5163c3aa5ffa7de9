// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel

extension LookupAnswer {
  /// What codes near an unknown one mean: lines for a person, none of them an answer.
  ///
  /// A slip of the fingers changes one digit, leaves one out, doubles one or
  /// swaps two. More than three such codes say nothing about what was meant.
  func nearest(in catalog: Catalog) -> [String] {
    guard system == CodeSystem.rxNorm, problem == nil else { return [] }
    let found = Self.slips(of: Array(code.utf8)).compactMap { digits -> Concept? in
      let concept = RxCUI(String(decoding: digits, as: UTF8.self))
        .flatMap { catalog.concept(for: $0) }
      return concept?.code == nil ? nil : concept
    }
    let distinct = Set(found).sorted()
    guard !distinct.isEmpty else { return [] }
    guard distinct.count <= 3 else {
      return ["\(distinct.count) codes differ from it in one digit; nothing was guessed"]
    }
    return distinct.map { "differs in one digit: \($0.rxcui) \($0.name) (\($0.termType.rawValue))" }
  }

  /// Every text of digits that one slip makes of a code.
  private static func slips(of digits: [UInt8]) -> [[UInt8]] {
    var slips: [[UInt8]] = []
    for place in digits.indices {
      for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != digits[place] {
        var changed = digits
        changed[place] = digit
        slips.append(changed)
      }
      var shorter = digits
      shorter.remove(at: place)
      slips.append(shorter)
      var doubled = digits
      doubled.insert(digits[place], at: place)
      slips.append(doubled)
      if place > 0 {
        var swapped = digits
        swapped.swapAt(place - 1, place)
        slips.append(swapped)
      }
    }
    return slips
  }
}
