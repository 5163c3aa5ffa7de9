// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// The questions of step 4 of section 7 to one scope.
struct ScopeQuery {
  let scope: ResourceScope
  let origin: ReferenceOrigin
  /// The version that the reference asks for.
  let version: String?

  /// Step 4.1: an entry that has the very address.
  func exact(_ reference: String) -> ReferenceOutcome? {
    let equal = scope.entries(fullURL: reference)
    return outcome(equal.filter { $0.fullURL?.isIdentical(to: reference) ?? false }, how: "fullUrl")
  }

  /// Steps 4.1 to 4.3: a reference with a scheme.
  func absolute(_ reference: String) -> ReferenceOutcome? {
    if let found = exact(reference) { return found }
    if ReferenceText.isURN(reference) {
      let equal = scope.entries(fullURL: reference)
      if !equal.isEmpty { return outcome(equal, how: "fullUrl, letter case ignored") }
      guard let colon = reference.utf8.lastIndex(of: 0x3A) else { return nil }
      let id = reference[reference.utf8.index(after: colon)...]
      return outcome(scope.entries(id: String(id)), how: "id of urn")
    }
    guard ReferenceText.isHTTP(reference), let path = RelativePath(reference) else { return nil }
    let candidates = entries(path).filter {
      !($0.fullURL.map { ReferenceText.isHTTP($0) } ?? false)
    }
    return outcome(candidates, how: "type/id")
  }

  /// Step 4.4: a reference without a scheme.
  func relative(_ reference: String) -> ReferenceOutcome? {
    var text = Substring(reference)
    if text.utf8.first == 0x2F { text = text.dropFirst() }
    let path = RelativePath(text) ?? RelativePath(type: "Medication", id: String(text))
    let base = origin.owner.base
    if let base {
      let address = "\(base)\(path.type)/\(path.id)"
      let hits = scope.entries(fullURL: address).filter {
        $0.fullURL?.isIdentical(to: address) ?? false
      }
      if let found = outcome(hits, how: "base + relative") { return found }
    }
    let local = entries(path).filter { !isElsewhere($0, base) }
    if let found = outcome(local, how: "type/id") { return found }
    let tails = scope.entries(fullURLEndingIn: path).filter { !isElsewhere($0, base) }
    return outcome(tails, how: "end of fullUrl")
  }

  /// The entries of a type and id.
  private func entries(_ path: RelativePath) -> [ScopeEntry] {
    scope.entries(id: path.id).filter { $0.is(path) }
  }

  /// Whether an entry stands on another server than the reference.
  private func isElsewhere(_ entry: ScopeEntry, _ base: String?) -> Bool {
    guard let base, let fullURL = entry.fullURL, ReferenceText.isHTTP(fullURL) else { return false }
    guard let other = entry.base else { return true }
    return !other.isIdentical(to: base)
  }

  /// Candidates of one step: they count only if they say the same of a medication.
  private func outcome(_ candidates: [ScopeEntry], how: String) -> ReferenceOutcome? {
    guard !candidates.isEmpty else { return nil }
    let asked = ofVersion(candidates)
    // Comparing more would let a text that repeats one id take quadratic time.
    let isSmall = candidates.count <= 256
    let chosen = !asked.isEmpty ? asked : isSmall ? latest(of: candidates) : candidates
    guard let first = chosen.first else { return nil }
    guard isSmall, scope.nameSame(chosen.map(\.resource)) else {
      return .ambiguous(chosen)
    }
    return found(first, how: how, isOtherVersion: version != nil && asked.isEmpty)
  }

  private func ofVersion(_ candidates: [ScopeEntry]) -> [ScopeEntry] {
    guard let version else { return [] }
    return candidates.filter { $0.versionID?.isIdentical(to: version) ?? false }
  }

  /// Of a history, without the versions that a later one of the same resource replaces by what it
  /// says of itself: the order of entries chooses no drug.
  private func latest(of candidates: [ScopeEntry]) -> [ScopeEntry] {
    guard scope.isHistory, candidates.count > 1, Set(candidates.map(\.id)).count == 1 else {
      return candidates
    }
    let replaced = ResourceVersion.replaced(candidates, inHistory: false)
    return candidates.indices.filter { !replaced.contains($0) }.map { candidates[$0] }
  }

  private func found(_ entry: ScopeEntry, how: String, isOtherVersion: Bool) -> ReferenceOutcome {
    .found(
      entry.resource.whole, origin: ReferenceOrigin(owner: entry, scope: entry.home ?? scope),
      how: scope.isOfOtherDocuments ? "\(how), in another document" : how,
      isOtherVersion: isOtherVersion)
  }
}
