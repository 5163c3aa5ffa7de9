// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

extension EvidenceCollector {
  mutating func take(_ portion: Portion) {
    takeRows(portion.subjects, portion.fit)
    for ingredient in portion.ingredients { takeRows(ingredient.subjects, portion.fit) }
    let isOwnRead = state(portion.subjects, portion.fit) == nil
    if isOwnRead { coveredCount += 1 }
    if !isRead(portion.subjects, portion.fit) {
      for ingredient in portion.ingredients where !isRead(ingredient.subjects, portion.fit) {
        isReadThroughout = false
      }
      if !portion.missing.isEmpty || portion.ingredients.isEmpty { isReadThroughout = false }
    }
    guard !isOwnRead else { return }
    if portion.ingredients.isEmpty, let reason = portion.concept.reasonWithoutLabel {
      return lack(reason, portion.concept)
    }
    lazy var ownReason = portion.concept.reasonWithoutLabel
    for ingredient in portion.ingredients {
      guard var reason = state(ingredient.subjects, portion.fit) else {
        coveredCount += 1
        continue
      }
      if reason == .noLabel {
        reason =
          ownReason ?? ingredient.concept.reasonWithoutLabel ?? .noLabel
      }
      lack(reason, ingredient.concept)
    }
    for name in portion.missing { lacks.append(Lack(reason: .noLabel, code: nil, name: name)) }
    if portion.ingredients.isEmpty, portion.missing.isEmpty { lack(.noLabel, portion.concept) }
  }

  mutating func lack(_ reason: LackReason, _ concept: Concept) {
    lacks.append(Lack(reason: reason, code: concept.code, name: concept.name))
  }

  mutating func takeRows(_ subjects: [PortionSubject], _ fit: RouteFit) {
    for known in subjects {
      guard let subject = known.subject else { continue }
      for row in evidence.rows(about: subject) {
        rows.append(TakenRow(row: row, via: known.via, fits: fit.fits(row.routeNames)))
      }
      for label in labels.labels(about: subject) where fit.fits(label.routeNames) {
        labelsRead.append(TakenLabel(label: label, via: known.via))
      }
    }
  }

  // MARK: Coverage

  /// Whether a label of a fitting route was read.
  func isRead(
    _ subjects: [PortionSubject], _ fit: RouteFit
  ) -> Bool {
    subjects.contains { known in
      guard let subject = known.subject else { return false }
      return labels.labels(about: subject).contains { fit.fits($0.routeNames) }
        || evidence.rows(about: subject).contains { fit.fits($0.routeNames) }
    }
  }

  /// Why no label of these subjects covers; `nil` if one does.
  ///
  /// A row of evidence proves that a label was read, also where the table of
  /// labels does not name it.
  private func state(
    _ subjects: [PortionSubject], _ fit: RouteFit
  ) -> LackReason? {
    var reason = LackReason.noLabel
    for subject in subjects.compactMap(\.subject) {
      let rows = evidence.rows(about: subject)
      if rows.contains(where: { fit.fits($0.routeNames) }) { return nil }
      if !rows.isEmpty, reason == .noLabel { reason = .noRouteMatch }
      for label in labels.labels(about: subject) {
        if fit.fits(label.routeNames) {
          if label.hasEffectSection { return nil }
          reason = .noEffectSection
        } else if reason == .noLabel {
          reason = .noRouteMatch
        }
      }
    }
    return reason
  }
}
