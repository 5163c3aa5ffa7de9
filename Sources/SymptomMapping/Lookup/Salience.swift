// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What a person would ask about first, in five steps:
//
//   1  most common, or in a trial table with 5 % or more and 2 points or more
//      above the comparator
//   2  in a trial with 2 % or more and above the comparator, or in the most
//      common list of a patient leaflet
//   3  a boxed warning or warning about the symptom itself
//   4  listed, a sign to stop use, and every other statement
//   5  reported after approval only
//
// A row that is not above its comparator, about withdrawal or overdose, or of
// fit "related" goes one step down; boxed rows never do. A row about children
// gives an adult answer neither rank nor figure.
//
// A list of most common effects seldom prints figures. Where the same label
// subject has figures of the symptom elsewhere, they must reach step 1's too,
// else the statement goes down as well: metformin's list names headache, and
// its table says 6 % against 5 %. A row goes down one step, whatever the reasons.

/// A row with what decides its place.
struct RankedRow {
  let row: EvidenceRow
  let via: Evidence.Origin
  /// The substances of its label, if they are another salt or ester than the queried one.
  let otherForm: String?
  let step: Int
  /// Percentage points above the comparator; `nil` if nothing is compared.
  ///
  /// A most common effect without figures has those of the same subject's trials.
  let difference: ExactDecimal?
  let isSystemic: Bool
  /// Whether its figure is for two drugs together.
  let isWithOtherDrug: Bool

  /// Ranks a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - via: Whose label it comes from.
  ///   - otherForm: The substances of its label, if they are another salt or ester.
  ///   - figures: The best adult figures of the drug alone for the same subject, route, symptom
  ///     and direction, for rows that print none or those with another drug.
  init(_ row: EvidenceRow, via: Evidence.Origin, otherForm: String?, figures: TrialFigures?) {
    self.row = row
    self.via = via
    self.otherForm = otherForm
    let facts = row.facts
    let printed = facts.isPediatric ? nil : TrialFigures(row)
    isWithOtherDrug = printed != nil && row.isWithOtherDrug
    // What the drug alone does counts where a trial compared it.
    let alone = isWithOtherDrug && figures?.difference != nil ? figures : nil
    let own = alone ?? printed
    let isCommon = facts.evidenceClass == .mostCommon && !facts.isPediatric
    difference = own?.difference ?? (own == nil && isCommon ? figures?.difference : nil)
    isSystemic = row.routeNames.isSystemic
    guard facts.evidenceClass != .boxed else {
      step = 3
      return
    }
    guard !facts.isPediatric else {
      step = 5
      return
    }
    let base = Self.step(row, own)
    let isNotAbove = own?.isAbove == false
    let isContradicted = base == 1 && isCommon && (own ?? figures)?.contradictsMostCommon == true
    let goesDown =
      isNotAbove || isContradicted || facts.fit == .related || row.isAboutWithdrawalOrOverdose
    step = goesDown ? min(base + 1, 5) : base
  }

  private static func step(_ row: EvidenceRow, _ own: TrialFigures?) -> Int {
    switch row.evidenceClass {
    case .boxed: 3
    case .mostCommon: row.isFromPatientLeaflet ? 2 : 1
    case .trialTable:
      own.map { $0.isCommonAboveComparator ? 1 : $0.isAboveComparator ? 2 : 4 } ?? 4
    case .trialText: own?.isAboveComparator == true ? 2 : 4
    case .warning:
      row.sense == .sign ? 4 : 3
    case .stopUse, .listed: 4
    case .postmarketing: 5
    }
  }
}

/// The figures of a trial row.
struct TrialFigures {
  private static let two = ExactDecimal(2)
  private static let five = ExactDecimal(5)

  let drug: ExactDecimal
  /// Points above the comparator, counted so that they claim less; `nil` if nothing is compared.
  let difference: ExactDecimal?

  /// The figures of a row; `nil` if it prints none for the drug.
  init?(_ row: EvidenceRow) {
    guard let percent = row.percent(.drugPercent) else { return nil }
    drug = percent.least
    difference = row.percent(.comparatorPercent).flatMap { percent.least.subtracting($0.most) }
  }

  /// Step 1: 5 % or more, and 2 points or more above the comparator.
  var isCommonAboveComparator: Bool {
    drug >= Self.five && difference.map { $0 >= Self.two } ?? false
  }

  /// Whether it is above the comparator, or there is none.
  var isAbove: Bool { difference.map { $0 > .zero } ?? true }

  /// Step 2: 2 % or more and above the comparator, or without one.
  var isAboveComparator: Bool { drug >= Self.two && isAbove }

  /// Whether the figures are too low for a most common effect.
  var contradictsMostCommon: Bool {
    drug < Self.five || difference.map { $0 < Self.two } ?? false
  }

}

extension EvidenceRow {
  /// Patient package inserts and medication guides, which name effects in lay words.
  fileprivate var isFromPatientLeaflet: Bool {
    sectionLOINC.map(LabelSectionCodes.leaflets.contains) ?? false
  }

  fileprivate var isAboutWithdrawalOrOverdose: Bool {
    sense == .withdrawal || sense == .overdosage
  }
}
