// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// The strongest evidence of each symptom in the labels of a subject and route.
struct StrongestEvidence {
  /// The unit of comparison: a symptom, its direction and a population.
  private struct Group: Hashable {
    let symptom: SymptomCategory
    let direction: EffectDirection
    let population: UInt32

    init(_ key: Contribution.Key) {
      symptom = key.symptom
      direction = key.direction
      population = key.population
    }
  }

  /// A table figure as printed.
  private struct Cell: Hashable {
    let symptom: SymptomCategory
    let arm: UInt32
    let figures: [UInt32]
  }

  private struct Strength {
    var figured = -1
    /// The strongest class, with or without a figure.
    var plain = -1
    /// Whether a section of a label, not only a leaflet, calls it most common.
    var isMostCommon = false
  }

  private let pool: TextPool
  private var strengths: [Group: Strength] = [:]
  /// Figures of tables with a caption, and whether all those captions are about children.
  private var captioned: [Cell: Bool] = [:]

  init(_ labels: [ReadLabel], _ pool: TextPool) {
    self.pool = pool
    for contribution in labels.lazy.flatMap(\.contributions) {
      let key = contribution.key
      guard let weight = Self.weight(key) else { continue }
      var own = strengths[Group(key)] ?? Strength()
      own.plain = max(own.plain, weight)
      if contribution.drugPercent != 0 { own.figured = max(own.figured, weight) }
      if key.evidenceClass == .mostCommon, !contribution.isOfLeaflet(pool) {
        own.isMostCommon = true
      }
      strengths[Group(key)] = own
      if key.evidenceClass == .trialTable, key.context != 0 {
        let isPediatric = pool[key.population] == "pediatric"
        captioned[Self.cell(contribution)] =
          isPediatric && captioned[Self.cell(contribution)] ?? true
      }
    }
  }

  /// The weight of the classes of which only the strongest counts.
  private static func weight(_ key: Contribution.Key) -> Int? {
    guard key.sense == .effect else { return nil }
    return switch key.evidenceClass {
    case .mostCommon, .trialTable: 3
    case .trialText: 2
    case .listed: 1
    case .postmarketing: 0
    case .boxed, .warning, .stopUse: nil
    }
  }

  private static func cell(_ one: Contribution) -> Cell {
    Cell(symptom: one.key.symptom, arm: one.key.arm, figures: one.figures)
  }

  /// Whether stronger statements exist about the same population: a stronger class, but for a
  /// figure only one with a figure; a section instead of a leaflet; the same table with a caption
  /// that names children instead of one without a caption.
  func outweighs(_ contribution: Contribution) -> Bool {
    let key = contribution.key
    guard let weight = Self.weight(key), let other = strengths[Group(key)] else { return false }
    if (contribution.drugPercent != 0 ? other.figured : other.plain) > weight { return true }
    if key.evidenceClass == .mostCommon, contribution.drugPercent == 0 {
      return other.isMostCommon && contribution.isOfLeaflet(pool)
    }
    guard key.evidenceClass == .trialTable, key.context == 0, key.population == 0, key.arm != 0
    else { return false }
    return captioned[Self.cell(contribution)] ?? false
  }
}
