// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

// What one label contributes to the table, small enough that those of all labels of DailyMed
// stay in memory: texts are numbers of a pool, words are bytes.

/// One statement of a label, the best of its key.
struct Contribution: Hashable {
  /// What makes rows of one subject and route different.
  struct Key: Hashable {
    /// The place of the symptom among the 39.
    var symptom: UInt8
    var direction: UInt8
    var evidenceClass: UInt8
    var population: UInt32
    var condition: UInt32
  }

  var key: Key
  var fit: UInt8
  var comparator: UInt8
  var threshold: UInt32
  var drugPercent: UInt32
  var comparatorPercent: UInt32
  var section: UInt32
  var subsection: UInt32
  var term: UInt32
}

extension Contribution {
  static let symptoms = SymptomCategory.allCases
  static let directions = EffectDirection.allCases
  static let classes = EvidenceClass.allCases
  static let fits = EvidenceFit.allCases
  static let comparators = EvidenceComparator.allCases

  var direction: EffectDirection { Self.directions[Int(key.direction)] }
  var evidenceClass: EvidenceClass { Self.classes[Int(key.evidenceClass)] }
  var symptomCategory: SymptomCategory { Self.symptoms[Int(key.symptom)] }
  var isRelated: Bool { Self.fits[Int(fit)] == .related }

  /// Whether a leaflet for patients says it.
  private func isOfLeaflet(_ pool: TextPool) -> Bool {
    LabelSectionCodes.leaflets.contains(pool[section])
  }

  /// Whether it goes before another one of its key: what the label's sections say before a leaflet,
  /// an exact or narrower term before a related one, then the fuller figures.
  ///
  /// - Returns: `nil` if none of these tells them apart.
  func outranks(_ other: Contribution, _ pool: TextPool) -> Bool? {
    let (mine, its) = (isOfLeaflet(pool), other.isOfLeaflet(pool))
    if mine != its { return its }
    if isRelated != other.isRelated { return other.isRelated }
    return completeness == other.completeness ? nil : completeness > other.completeness
  }

  /// Its figures, as far as rows differ in them.
  var figures: [UInt32] {
    [drugPercent, comparatorPercent, threshold, UInt32(comparator)]
  }

  /// How much of the figures is there: the drug's, the comparator's, the label's own cut.
  var completeness: Int {
    (drugPercent == 0 ? 0 : 4) + (comparatorPercent == 0 ? 0 : 2) + (threshold == 0 ? 0 : 1)
  }

  /// The same with the numbers of another pool.
  func moved(from old: TextPool, to new: inout TextPool) -> Contribution {
    var copy = self
    copy.key.population = new.number(of: old[key.population])
    copy.key.condition = new.number(of: old[key.condition])
    copy.threshold = new.number(of: old[threshold])
    copy.drugPercent = new.number(of: old[drugPercent])
    copy.comparatorPercent = new.number(of: old[comparatorPercent])
    copy.section = new.number(of: old[section])
    copy.subsection = new.number(of: old[subsection])
    copy.term = new.number(of: old[term])
    return copy
  }
}

/// A place in a list of words that a column knows.
extension CaseIterable where Self: Equatable {
  /// The place of this word among all of its column.
  var wordPlace: UInt8 {
    var place: UInt8 = 0
    for other in Self.allCases {
      if other == self { return place }
      place &+= 1
    }
    return place
  }
}
