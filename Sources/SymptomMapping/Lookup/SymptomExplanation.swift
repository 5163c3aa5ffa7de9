// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What the labels of several medications say of one symptom.
///
/// It contains every medication once, also those whose labels do not name the
/// symptom and those without a label. It states what labels say: no cause and
/// no advice, and a label that does not name the symptom does not rule the
/// medication out.
public struct SymptomExplanation: Sendable, Hashable {
  /// What a medication's labels say about the symptom.
  public enum Standing: String, Sendable, Hashable, CaseIterable {
    /// A label of a fitting route names it.
    case named
    /// Labels name it in the other direction only.
    case otherDirection = "other-direction"
    /// Only labels of other routes name it.
    case otherRoute = "other-route"
    /// A label was read for every ingredient, and none names it.
    case notNamed = "not-named"
    /// Labels of some ingredients were read, and none names it.
    case partlyRead = "partly-read"
    /// No label was read.
    case noLabel = "no-label"
    /// The medication could not be resolved to one drug.
    case unknown
  }

  /// One medication.
  public struct Medication: Sendable, Hashable {
    /// Its place among those that were given, from zero.
    public let place: Int
    /// What its labels say about the symptom.
    public let standing: Standing
    /// What labels of fitting routes say, the direction that ranks it first; then those of the
    /// other direction, if one was requested.
    public let findings: [SymptomFinding]
    /// What labels of other routes say.
    public let otherRoutes: [SymptomFinding]

    /// The step of the finding that ranks it; `nil` without one.
    public var step: Int? { standing == .named ? findings.first?.step : nil }

    /// Whether a boxed warning names the symptom.
    public var isBoxed: Bool {
      findings.contains { finding in
        finding.evidence.contains { $0.row.isInBoxedWarning }
      }
    }
  }

  /// The symptom.
  public let symptom: SymptomCategory
  /// The requested direction; `nil` for every direction.
  public let direction: EffectDirection?
  /// All medications: those that name it by step, class and difference; then
  /// the others by standing, in the order in which they were given.
  public let medications: [Medication]

  /// Ranks medications by what their labels say of a symptom.
  ///
  /// - Parameters:
  ///   - symptom: The symptom.
  ///   - direction: The direction that a person feels; a label that does not say which way
  ///     fits every one. `nil` for every direction.
  ///   - answers: What the labels of each medication name.
  /// - Complexity: O(*m* log *m*) in the medications, and their rows of the symptom.
  public init(
    _ symptom: SymptomCategory, direction: EffectDirection? = nil, in answers: [SideEffectAnswer]
  ) {
    var ranked: [(medication: Medication, leader: RankedRow?)] = []
    for (place, answer) in answers.enumerated() {
      let all = answer.symptoms.filter { $0.symptom == symptom }
      let findings =
        all.filter { $0.direction.fits(direction) } + all.filter { !$0.direction.fits(direction) }
      let others = answer.otherRoutes.filter { $0.symptom == symptom }
      let leader = findings.first.flatMap { $0.direction.fits(direction) ? $0.leader : nil }
      let standing: Standing =
        if leader != nil {
          .named
        } else if !findings.isEmpty {
          .otherDirection
        } else if !others.isEmpty {
          .otherRoute
        } else {
          switch answer.coverage {
          case .full: .notNamed
          case .partial: .partlyRead
          case .none: .noLabel
          case .unknown: .unknown
          }
        }
      ranked.append(
        (
          Medication(place: place, standing: standing, findings: findings, otherRoutes: others),
          leader
        ))
    }
    self.symptom = symptom
    self.direction = direction
    medications = ranked.sorted { left, right in
      if let a = left.leader, let b = right.leader {
        return FindingOrder.compareLeaders(a, b) ?? (left.medication.place < right.medication.place)
      }
      let (a, b) = (left.medication, right.medication)
      return a.standing == b.standing
        ? a.place < b.place : a.standing.casePlace < b.standing.casePlace
    }.map(\.medication)
  }
}

extension SymptomFinding {
  /// The same without rows about an overdose or stopping, if there are others.
  package var ofUse: SymptomFinding {
    let rows = evidence.filter { ![.overdosage, .withdrawal].contains($0.row.sense) }
    return rows.isEmpty || rows.count == evidence.count
      ? self
      : SymptomFinding(symptom: symptom, direction: direction, step: step, evidence: rows)
  }

  /// The row that decides its place.
  var leader: RankedRow? {
    FindingBuilder.ranked(evidence.map { ($0.row, $0.via, $0.otherForm) }).min(
      by: FindingOrder.leads)
  }

  /// The row that decides the step of the finding and its place among others.
  public var leadingEvidence: Evidence? {
    guard let row = leader?.row else { return evidence.first }
    return evidence.first { $0.row == row }
  }

  /// The row whose figure is shown: of the leading row's drug, salt and route.
  ///
  /// A figure with another drug is shown only if there is no other, one of children only if the
  /// leading row is about them.
  public var toldEvidence: Evidence? {
    guard let leading = leadingEvidence else { return nil }
    let same = evidence.filter {
      $0.row.subject == leading.row.subject && $0.row.routes == leading.row.routes
        && $0.otherForm == leading.otherForm
    }
    guard let best = FindingBuilder.figures(same.map(\.row)).first else { return leading }
    return same.first { $0.row == best.row } ?? leading
  }

  /// How many percentage points the leading row's figure lies above its comparator, counted so
  /// that it claims less; `nil` if nothing is compared, or the row is about children.
  public var difference: ExactDecimal? { leader?.difference }
}
