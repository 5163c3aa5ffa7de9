// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// A subject's rows and labels.
struct ReadSubject {
  let via: Evidence.Origin
  let rows: [EvidenceRow]
  let labels: [LabelRecord]
}

extension EvidenceCollector {
  /// The rows and labels of subjects; what nothing is about is left out.
  func read(_ subjects: [PortionSubject]) -> [ReadSubject] {
    subjects.compactMap { known in
      guard let subject = known.subject else { return nil }
      let read = ReadSubject(
        via: known.via, rows: evidence.rows(about: subject), labels: labels.labels(about: subject))
      return read.rows.isEmpty && read.labels.isEmpty ? nil : read
    }
  }

  mutating func take(_ portion: Portion) {
    let own = read(portion.subjects)
    let parts = portion.ingredients.map { (concept: $0.concept, subjects: read($0.subjects)) }
    takeRows(own, portion.fit)
    for part in parts { takeRows(part.subjects, portion.fit) }
    let isOwnRead = state(own, portion.fit) == nil
    if isOwnRead { coveredCount += 1 }
    if !isRead(own, portion.fit) {
      for part in parts where !isRead(part.subjects, portion.fit) { isReadThroughout = false }
      if !portion.missing.isEmpty || portion.ingredients.isEmpty { isReadThroughout = false }
    }
    guard !isOwnRead else { return }
    if portion.ingredients.isEmpty, let reason = portion.concept.reasonWithoutLabel {
      return lack(reason, portion.concept)
    }
    lazy var ownReason = portion.concept.reasonWithoutLabel
    for part in parts {
      guard var reason = state(part.subjects, portion.fit) else {
        coveredCount += 1
        continue
      }
      if reason == .noLabel { reason = ownReason ?? part.concept.reasonWithoutLabel ?? .noLabel }
      lack(reason, part.concept)
    }
    for name in portion.missing { lacks.append(Lack(reason: .noLabel, code: nil, name: name)) }
    if portion.ingredients.isEmpty, portion.missing.isEmpty { lack(.noLabel, portion.concept) }
  }

  mutating func lack(_ reason: LackReason, _ concept: Concept) {
    lacks.append(Lack(reason: reason, code: concept.code, name: concept.name))
  }

  mutating func takeRows(_ subjects: [ReadSubject], _ fit: RouteFit) {
    for subject in subjects {
      for row in subject.rows {
        rows.append(TakenRow(row: row, via: subject.via, fits: fit.fits(row.routeNames)))
      }
      for label in subject.labels where fit.fits(label.routeNames) {
        labelsRead.append(TakenLabel(label: label, via: subject.via))
      }
    }
  }

  // MARK: Coverage

  /// Whether a label of a fitting route was read.
  func isRead(_ subjects: [ReadSubject], _ fit: RouteFit) -> Bool {
    subjects.contains { subject in
      subject.labels.contains { fit.fits($0.routeNames) }
        || subject.rows.contains { fit.fits($0.routeNames) }
    }
  }

  /// Why no label of these subjects covers; `nil` if one does.
  ///
  /// A row of evidence proves that a label was read, also where the table of
  /// labels does not name it.
  private func state(_ subjects: [ReadSubject], _ fit: RouteFit) -> LackReason? {
    var reason = LackReason.noLabel
    for subject in subjects {
      if subject.rows.contains(where: { fit.fits($0.routeNames) }) { return nil }
      if !subject.rows.isEmpty, reason == .noLabel { reason = .noRouteMatch }
      for label in subject.labels {
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
