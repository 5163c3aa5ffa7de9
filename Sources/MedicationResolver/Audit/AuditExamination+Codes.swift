// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// One RxNorm code by itself.

extension AuditExamination {
  /// What is wrong with an RxNorm code and its display.
  func rxNorm(_ coding: FHIRCoding) -> [AuditFinding] {
    guard let rxcui = coding.code.flatMap({ RxCUI($0) }) else {
      return [
        AuditFinding(
          .malformed, .warning,
          "an RxNorm code is 1 to 8 digits without a leading zero; this is none", of: coding)
      ]
    }
    let history = catalog.history(of: rxcui)
    guard history.status != .unknown else {
      return [
        AuditFinding(
          .unknown, .warning,
          "not in release \(catalog.release.name); "
            + (catalog.reasonNotFound()
              ?? (isPerhapsNewer(rxcui)
                ? "above its highest code, perhaps of a newer release" : "nothing was guessed")),
          of: coding, .init(status: .unknown))
      ]
    }
    let concept = catalog.concept(for: rxcui)
    if let concept, history.status != .remapped, history.status != .notCurrent {
      return state(of: concept, history, coding) + display(coding, of: concept)
    }
    return retired(history, coding) + display(coding, ofRetired: history)
  }

  /// A live code that is obsolete or lacks a quantity.
  private func state(
    of concept: Concept, _ history: ConceptHistory, _ coding: FHIRCoding
  ) -> [AuditFinding] {
    switch history.status {
    case .obsolete:
      let proposals = history.related.map { proposal($0.concept, .related, from: concept) }
      return [
        AuditFinding(
          .obsolete, .warning,
          proposals.isEmpty
            ? "obsolete; nothing takes its place"
            : "obsolete; nothing takes its place, what is related is active", of: coding,
          .init(concept), proposals)
      ]
    case .quantified:
      let proposals = history.successors.map { proposal($0, .quantifiedForm, from: concept) }
      return [
        AuditFinding(
          .quantified, .note, "lacks a quantity; its quantified forms can be dispensed",
          of: coding, .init(concept), proposals)
      ]
    default: return []
    }
  }

  /// A code that the release does not hold any more.
  private func retired(_ history: ConceptHistory, _ coding: FHIRCoding) -> [AuditFinding] {
    guard history.status == .remapped else {
      return [
        AuditFinding(
          .notCurrent, .warning, lostMessage(history), of: coding, .init(history))
      ]
    }
    let retired = RetiredCode(history, catalog)
    var proposals = history.successors.map { successor in
      AuditFinding.Proposal(
        concept: successor, reason: .replacement,
        changes: retired.differences(of: successor)?.map(\.word))
    }
    let isPlain =
      history.successors.count == 1 && history.successors.allSatisfy { $0.status == .active }
      && proposals.allSatisfy { $0.changes == [] }
    proposals += history.related.map { proposal($0.concept, .related, from: $0.of) }
    return [
      AuditFinding(
        .remapped, isPlain ? .note : .warning,
        history.successors.count > 1
          ? "retired and split into \(history.successors.count) codes; none is chosen"
          : "retired; another code took its place", of: coding, .init(history), proposals)
    ]
  }

  /// That a path of successors leaves the release, or that there is none.
  private func lostMessage(_ history: ConceptHistory) -> String {
    let release = catalog.release.name
    guard let lost = history.lostSuccessors else {
      return "retired, without a successor in release \(release)"
    }
    return "retired; \(lost) in release \(release)"
  }

  /// A concept near another one, with what differs between their names.
  func proposal(
    _ concept: Concept, _ reason: AuditFinding.Proposal.Reason, from old: Concept
  ) -> AuditFinding.Proposal {
    AuditFinding.Proposal(
      concept: concept, reason: reason,
      changes: DisplayCheck(concept).changes(from: old.name).map(\.word))
  }

  // MARK: Displays

  /// What the display of a code says against its concept.
  func display(_ coding: FHIRCoding, of concept: Concept) -> [AuditFinding] {
    guard let display = coding.display, !display.isEmpty,
      NameKey.of(display) != NameKey.of(concept.name)
    else { return [] }
    switch DisplayCheck(concept).verdict(on: display) {
    case .agrees, .compatible: return []
    case .oldName:
      return [
        AuditFinding(
          .oldName, .note, "an older name of the same concept, now \(concept.name)", of: coding,
          .init(concept))
      ]
    case .disagrees(let kinds): return disagreement(kinds, coding, .init(concept))
    }
  }

  private func display(
    _ coding: FHIRCoding, ofRetired history: ConceptHistory
  ) -> [AuditFinding] {
    guard let display = coding.display, !display.isEmpty else { return [] }
    let found = RetiredCode(history, catalog).disagreement(of: display)
    return disagreement(found.kinds, coding, .init(name: found.name, status: history.status))
  }

  /// The finding of the worst kind; its message says all.
  private func disagreement(
    _ kinds: [DisplayCheck.Kind], _ coding: FHIRCoding, _ known: AuditFinding.Known
  ) -> [AuditFinding] {
    let order: [(DisplayCheck.Kind, AuditFinding.Kind, Problem.Severity)] = [
      (.drug, .otherDrug, .warning), (.strength, .otherStrength, .warning),
      (.brand, .otherBrand, .warning), (.form, .otherForm, .warning),
      (.brandLevel, .brandLevel, .note), (.salt, .otherSalt, .note),
    ]
    let met = order.filter { kinds.contains($0.0) }
    guard let worst = met.first else { return [] }
    let words = met.map { $0.0.word }.joined(separator: ", ")
    return [
      AuditFinding(
        worst.1, worst.2, "differs in \(words) from \(known.name ?? "the code")", of: coding,
        known)
    ]
  }
}
