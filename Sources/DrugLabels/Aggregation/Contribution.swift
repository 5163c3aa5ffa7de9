// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

// What one label contributes to the table, small enough that the contributions of all labels of
// DailyMed fit in memory: texts are numbers of a pool, words are bytes.

/// One statement of a label, the best of its key.
struct Contribution: Hashable {
  /// What makes rows of one subject and route different.
  struct Key: Hashable {
    var symptom: SymptomCategory
    var direction: EffectDirection
    var evidenceClass: EvidenceClass
    var sense: EvidenceSense
    var population: UInt32
    var context: UInt32
    var arm: UInt32
  }

  var key: Key
  var fit: EvidenceFit
  var comparator: EvidenceComparator
  var threshold: UInt32
  var drugPercent: UInt32
  var comparatorPercent: UInt32
  var comparatorArm: UInt32
  var section: UInt32
  var subsection: UInt32
  var term: UInt32

  func moved(from old: TextPool, to new: inout TextPool) -> Contribution {
    var copy = self
    let texts: [WritableKeyPath<Contribution, UInt32>] = [
      \.key.population, \.key.context, \.key.arm, \.threshold, \.drugPercent, \.comparatorPercent,
      \.comparatorArm, \.section, \.subsection, \.term,
    ]
    for text in texts { copy[keyPath: text] = new.number(of: old[self[keyPath: text]]) }
    return copy
  }

  /// Whether it is preferred to another one with the same key: a section of the label to a leaflet,
  /// an exact or narrower term to a related one, then more figures.
  func outranks(_ other: Contribution, _ pool: TextPool) -> Bool? {
    let (mine, its) = (isOfLeaflet(pool), other.isOfLeaflet(pool))
    if mine != its { return its }
    if fit != other.fit { return fit.wordPlace < other.fit.wordPlace }
    return completeness == other.completeness ? nil : completeness > other.completeness
  }

  func isOfLeaflet(_ pool: TextPool) -> Bool {
    LabelSectionCodes.leaflets.contains(pool[section])
  }

  var figures: [UInt32] { [drugPercent, comparatorPercent, threshold] }

  private var completeness: Int {
    (drugPercent == 0 ? 0 : 4) + (comparatorPercent == 0 ? 0 : 2) + (threshold == 0 ? 0 : 1)
  }
}

extension CaseIterable where Self: Equatable {
  var wordPlace: Int {
    var place = 0
    for other in Self.allCases {
      if other == self { return place }
      place += 1
    }
    return place
  }
}

/// Texts that occur often, each stored once and identified by a number.
struct TextPool {
  private var numbers: [String: UInt32] = ["": 0]
  private(set) var texts = [""]

  /// The number of a text; 0 for the empty one.
  mutating func number(of text: String) -> UInt32 {
    if let number = numbers[text] { return number }
    let number = UInt32(truncatingIfNeeded: texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  subscript(number: UInt32) -> String { texts[Int(number)] }

  /// Maps each text to the number of the least text, by bytes, that has the same fold.
  func folded(_ fold: (String) -> [UInt8]) -> [UInt32] {
    let folds = texts.map(fold)
    var least: [[UInt8]: Int] = [:]
    for (number, fold) in folds.enumerated() {
      if let known = least[fold], !texts[number].precedesInBytes(texts[known]) { continue }
      least[fold] = number
    }
    return folds.map { UInt32(truncatingIfNeeded: least[$0] ?? 0) }
  }
}
