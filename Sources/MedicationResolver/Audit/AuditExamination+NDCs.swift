// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// One National Drug Code by itself.

extension AuditExamination {
  /// What is wrong with an NDC and its display.
  func ndc(_ coding: FHIRCoding) -> [AuditFinding] {
    let text = coding.code ?? ""
    let matches = catalog.ndcMatches(for: text)
    if case .invalid(let reason) = matches.reading {
      return [AuditFinding(.malformed, .warning, "no NDC: \(reason)", of: coding)]
    }
    let histories = catalog.ndcHistory(of: text).filter { $0.status != .unknown }
    guard !histories.isEmpty else {
      return [
        AuditFinding(
          .unknown, .warning,
          "not in release \(catalog.release.name)"
            + (catalog.releases.count > 1 ? ", nor in the earlier ones that are known" : "")
            + (catalog.reasonNotFound(.all.subtracting(.searchIndex)).map { "; \($0)" } ?? ""),
          of: coding, .init(status: .unknown))
      ]
    }
    let concepts = matches.concepts
    guard let first = concepts.first else { return [lost(histories, coding)] }
    var found: [AuditFinding] = []
    if concepts.count > 1 {
      let names = concepts.map { "\($0.code?.description ?? "-") \($0.name)" }
      found.append(
        AuditFinding(
          .ndcAmbiguous, .warning,
          "fits \(concepts.count) products: \(names.joined(separator: "; "))", of: coding))
    }
    if matches.matches.allSatisfy(\.isSuppressed) {
      found.append(
        AuditFinding(
          .ndcRetired, .warning, "suppressed in release \(catalog.release.name)", of: coding,
          .init(first)))
    }
    found += concepts.filter { $0.status != .active }.map { inactive($0, coding) }
    found += histories.filter(\.isMoved).map { moved($0, to: first, coding) }
    return concepts.count == 1 ? found + display(coding, of: first) : found
  }

  /// An NDC of a product that is obsolete, lacks a quantity, or is of other sources.
  private func inactive(_ concept: Concept, _ coding: FHIRCoding) -> AuditFinding {
    let history = catalog.history(of: concept.rxcui)
    let reason: AuditFinding.Proposal.Reason =
      concept.status == .quantified ? .quantifiedForm : .replacement
    return AuditFinding(
      .ndcOfInactiveProduct, .warning,
      "of \(concept.code?.description ?? "a concept without a code"), which is "
        + concept.status.rawValue, of: coding, .init(concept),
      history.successors.map { proposal($0, reason, from: concept) }
        + history.related.map { proposal($0.concept, .related, from: concept) })
  }

  /// An NDC that earlier releases gave to another product.
  private func moved(
    _ history: NDCHistory, to concept: Concept, _ coding: FHIRCoding
  ) -> AuditFinding {
    let before = history.owners.filter { !$0.releases.isCurrent }.map {
      "\($0.code?.description ?? "-") until \($0.releases.last.date ?? $0.releases.last.name)"
    }
    return AuditFinding(
      .ndcMoved, .note, "was of " + before.joined(separator: "; "), of: coding, .init(concept))
  }

  /// An NDC that only earlier releases have.
  private func lost(_ histories: [NDCHistory], _ coding: FHIRCoding) -> AuditFinding {
    let last = histories.flatMap(\.owners).last
    let known: AuditFinding.Known =
      if let concept = last?.concept {
        .init(concept)
      } else {
        last?.code.map { .init(catalog.history(of: $0)) } ?? .nothing
      }
    let release = last.map { $0.releases.last.date ?? $0.releases.last.name } ?? ""
    return AuditFinding(
      .ndcRetired, .warning,
      "not in the release any more; last in that of \(release)"
        + (known.name.map { ", of “\($0)”" } ?? ""), of: coding, known)
  }
}
