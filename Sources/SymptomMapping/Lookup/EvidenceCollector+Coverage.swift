// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// A subject's rows and labels.
struct ReadSubject {
  let via: Evidence.Origin
  let rows: [EvidenceRow]
  let labels: [LabelRecord]
  /// Those of its labels that are of another salt or ester than the queried one.
  let others: [LabelRecord]

  init(_ rows: [EvidenceRow], _ labels: [LabelRecord], via: Evidence.Origin, _ forms: AskedForms) {
    (self.via, self.rows, self.labels) = (via, rows, labels)
    others = labels.filter { forms.differ(from: $0.substances) }
  }

  /// The substances of a label of another salt; `nil` for a label of the same.
  func otherForm(_ label: LabelRecord) -> String? {
    others.contains(label) ? label.substances.joined(separator: " / ") : nil
  }

  /// The substances of the label that a row quotes, if they are another salt.
  func otherForm(_ row: EvidenceRow) -> String? {
    others.first { $0.setIDUTF8 == row.utf8(.setID) }?.substances.joined(separator: " / ")
  }
}

extension EvidenceCollector {
  /// The rows and labels of subjects; subjects without any are left out.
  func read(_ subjects: [PortionSubject], _ forms: AskedForms) -> [ReadSubject] {
    subjects.compactMap { known in
      guard let subject = known.subject else { return nil }
      let read = ReadSubject(
        evidence.rows(about: subject), labels.labels(about: subject), via: known.via, forms)
      return read.rows.isEmpty && read.labels.isEmpty ? nil : read
    }
  }

  mutating func take(_ portion: Portion) {
    let own = read(portion.subjects, portion.forms)
    let parts = portion.ingredients.map {
      (concept: $0.concept, subjects: read($0.subjects, portion.forms))
    }
    takeRows(own, portion.fit)
    for part in parts { takeRows(part.subjects, portion.fit) }
    let ownState = state(own, portion.fit)
    let isOwnRead = ownState == nil
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
    let lacksBefore = lacks.count
    for part in parts {
      guard var reason = state(part.subjects, portion.fit) else {
        coveredCount += 1
        continue
      }
      if reason == .noLabel { reason = ownReason ?? part.concept.reasonWithoutLabel ?? .noLabel }
      if reason == .otherSalt { coveredCount += 1 }
      lack(reason, part.concept)
    }
    for name in portion.missing { lacks.append(Lack(reason: .noLabel, code: nil, name: name)) }
    if ownState == .otherSalt, lacks.count > lacksBefore || portion.ingredients.isEmpty {
      coveredCount += 1
      return lack(.otherSalt, portion.concept)
    }
    if portion.ingredients.isEmpty, portion.missing.isEmpty { lack(.noLabel, portion.concept) }
  }

  mutating func lack(_ reason: LackReason, _ concept: Concept) {
    lacks.append(Lack(reason: reason, code: concept.code, name: concept.name))
  }

  /// Adds the rows of subjects, and their labels: a label of another salt only if none of the same
  /// salt was read, so that the boxed warning of one is not reported for the other.
  mutating func takeRows(_ subjects: [ReadSubject], _ fit: RouteFit) {
    // A label that states no substance does not prove that it is about the same salt.
    let isSameRead = subjects.contains { subject in
      subject.labels.contains {
        fit.fits($0.routeNames) && subject.otherForm($0) == nil && !$0.substances.isEmpty
      }
    }
    for subject in subjects {
      for row in subject.rows {
        let otherForm = subject.otherForm(row)
        rows.append(
          TakenRow(
            row: row, via: subject.via, fits: fit.fits(row.routeNames), otherForm: otherForm,
            isOutdone: otherForm != nil && isSameRead))
      }
      for label in subject.labels {
        let taken = TakenLabel(
          label: label, via: subject.via, otherForm: subject.otherForm(label))
        if taken.otherForm != nil, isSameRead { continue }
        if fit.fits(label.routeNames) {
          labelsRead.append(taken)
        } else if label.routeNames.names.isEmpty {
          labelsWithoutRoute.append(taken)
        }
      }
    }
  }

  // MARK: Coverage

  /// Whether a label of a fitting route and the very salt was read.
  func isRead(_ subjects: [ReadSubject], _ fit: RouteFit) -> Bool {
    subjects.contains { subject in
      subject.labels.contains { fit.fits($0.routeNames) && subject.otherForm($0) == nil }
        || subject.rows.contains { fit.fits($0.routeNames) && subject.otherForm($0) == nil }
    }
  }

  /// Why no label of these subjects covers; `nil` if one does.
  ///
  /// A row of evidence proves that a label was read, also where the table of
  /// labels does not name it. A label of another salt covers in part.
  private func state(_ subjects: [ReadSubject], _ fit: RouteFit) -> LackReason? {
    var reason = LackReason.noLabel
    for subject in subjects {
      for row in subject.rows where fit.fits(row.routeNames) {
        if subject.otherForm(row) == nil { return nil }
        reason = .otherSalt
      }
      if !subject.rows.isEmpty, reason == .noLabel { reason = .noRouteMatch }
      for label in subject.labels {
        if fit.fits(label.routeNames) {
          if subject.otherForm(label) != nil {
            reason = .otherSalt
          } else if label.hasEffectSection {
            return nil
          } else if reason != .otherSalt {
            reason = .noEffectSection
          }
        } else if reason == .noLabel {
          reason = .noRouteMatch
        }
      }
    }
    return reason
  }
}
