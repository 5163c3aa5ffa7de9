// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// Which of the concepts that were found comes first, and whether it is what the text means.

extension ProductChoice {
  /// The best of what was found, with what each has of the text; says why the first is not meant.
  mutating func finished(_ drugScore: Double) -> [DrugMatch.Candidate] {
    found.sort {
      if abs($0.fit - $1.fit) > 1e-9 { return $0.fit > $1.fit }
      if $0.rank != $1.rank { return $0.rank < $1.rank }
      return $0.concept < $1.concept
    }
    guard let best = found.first else { return [] }
    judge(best)
    putContraryLast()
    otherAmounts = found[0].otherAmounts
    isStrengthFound = found.contains {
      ($0.level == .product || $0.level == .component) && !$0.unmatched.contains(.strength)
    }
    let said = saidParts
    return found.prefix(MatchingSession.candidateLimit).map { one in
      DrugMatch.Candidate(
        concept: one.concept, score: drugScore * min(1, one.fit), level: one.level,
        matched: said.filter { part in
          // A pack's number of tablets is not a strength.
          if part == .strength, one.level == .pack, amounts.isEmpty { return false }
          return part == .drug || !one.unmatched.contains(part)
        },
        unmatched: one.unmatched.filter { $0 != .drug })
    }
  }

  /// Sorts what the text contradicts after the drug itself, with lower scores.
  ///
  /// A different strength, salt, brand or release is not an answer: the wider
  /// concept, which says only what is certain, is closer.
  private mutating func putContraryLast() {
    let agreeing = found.filter { !$0.isContrary }
    guard let least = agreeing.map(\.fit).min(), agreeing.count < found.count else { return }
    let contrary = found.filter(\.isContrary)
    let most = contrary.map(\.fit).max() ?? 1
    // They keep their own order and distances.
    let share = min(1, 0.98 * least / max(most, 1e-9))
    found = agreeing + contrary.map { $0.scaled(by: share) }
  }

  /// Whether nothing that the text says prefers the best candidate to another.
  private func isAsGood(_ other: Scored, as best: Scored) -> Bool {
    other.fit > best.fit - 0.02 && other.level == best.level
      && other.unmatched.count <= best.unmatched.count
  }

  /// Whether another form agrees with the text as well, and goes elsewhere or is given with
  /// something else: `ciprofloxacin drops` are for the ear or the eye.
  private func isOtherUse(_ other: Scored, than best: Scored) -> Bool {
    other.level == best.level && !other.isContrary && other.unmatched.count <= best.unmatched.count
      && FormFit.leavesOpen(reading.form, best.form, other.form)
  }

  /// Whether another form of the drug is nearer to the one that the text states than the product's:
  /// `amphetamine 20 mg tablet` is not one that disintegrates, although only that has 20 mg here.
  ///
  /// A product counts if it has the strength, a form without strength only for another release.
  private func isBetterFormKnown(_ best: Scored) -> Bool {
    guard best.level == .product, asked == .product else { return false }
    let own = FormFit.fit(reading.form, best.form)
    return found.contains { other in
      let mayBeMeant =
        other.level == .product && !other.unmatched.contains(.strength)
        || other.level == .form && other.form.releases != best.form.releases
      return mayBeMeant && !other.isContrary && FormFit.fit(reading.form, other.form) > own + 0.05
    }
  }

  /// Says why the best candidate is not what the text means, if it is not.
  private mutating func judge(_ best: Scored) {
    let missed = Set(best.unmatched)
    if asked != .ingredient {
      let isShort = best.level == .ingredient || best.level != asked && best.level != .product
      isContradicted =
        isShort || !best.isOpen && missed.contains(.strength) || missed.contains(.form)
      if isContradicted || missed.contains(.drug) || !missed.isDisjoint(with: [.pack, .release]) {
        reason = .notInRelease
      } else if missed.contains(.strength) || best.level != asked {
        reason = .underDetermined
      } else if found.dropFirst().contains(where: {
        isOtherUse($0, than: best) || asked != .form && isAsGood($0, as: best)
      }) {
        reason = .underDetermined
      } else if isBetterFormKnown(best) {
        reason = .underDetermined
      } else if otherSalts > 0, reading.form.releases.isEmpty,
        best.hasRelease || missed.contains(.salt)
      {
        // The plain product is of another salt: which one is meant is open.
        reason = .underDetermined
      }
    }
    // What is named without a brand is not a brand's product.
    if reason == nil, best.isBranded, !isBrandAsked { reason = .underDetermined }
    if reason == nil, missed.contains(.brand) || missed.contains(.drug) { reason = .notInRelease }
  }

  var saidParts: [DrugMatch.Part] {
    var parts: [DrugMatch.Part] = [.drug]
    if isBrandAsked { parts.append(.brand) }
    if !salts.isEmpty { parts.append(.salt) }
    if !amounts.isEmpty || !bare.isEmpty { parts.append(.strength) }
    if reading.form.hasPlaceOrKind { parts.append(.form) }
    if !reading.form.releases.isEmpty { parts.append(.release) }
    if !volumes.isEmpty { parts.append(.quantity) }
    if reading.hasPack { parts.append(.pack) }
    return parts
  }
}
