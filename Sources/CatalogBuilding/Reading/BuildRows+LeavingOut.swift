// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// What a small catalog is built without. Rows are removed after all are read, because what is
// kept depends on all of them: the prescribable concepts, and what these lead to.

extension BuildRows {
  /// Removes the rows of parts that are left out; facts count them.
  mutating func leaveOut(_ parts: CatalogParts) {
    if parts.isEmpty { return }
    facts[CatalogParts.factKey] = parts.names.joined(separator: ",")
    if parts.contains(.otherConcepts) { keepPrescribable() }
    if parts.contains(.otherSources) { removeOtherSources() }
    if parts.contains(.history) { removeHistory() }
    if parts.contains(.ndcs) {
      note(ndcs.count, "NDCs")
      ndcs = []
      spans.removeNDCs { _ in true }
      if let ndc = symbol(of: "NDC") { attributes.removeAll { $0.name == ndc } }
    }
  }

  private mutating func note(_ count: Int, _ what: String) {
    facts["left out: \(what)"] = String(count)
  }

  private func symbol(of text: String) -> UInt16? {
    symbols.texts.firstIndex(of: text).map { UInt16($0) }
  }

  /// Removes concepts, with the retired codes that lead to them and the NDCs that may mean them.
  private mutating func removeConcepts(_ codes: Set<UInt32>, live: Set<UInt32>) {
    let gone = codesLeading(to: codes, live: live)
    removeNDCs(
      sharedWith: ndcs.filter { codes.contains($0.rxcui) }.map(\.key)
        + spans.ndcs.map(\.key).filter { gone.contains($0.rxcui) })
    spans.removeNDCs { gone.contains($0.rxcui) }
    spans.removeNames { gone.contains($0.rxcui) }
    archive.removeAll { gone.contains($0.rxcui) }
    retirements.removeAll { gone.contains($0.from) }
    names.removeAll { codes.contains($0.rxcui) }
    relations.removeAll { codes.contains($0.subject) || codes.contains($0.object) }
    attributes.removeAll { codes.contains($0.rxcui) }
    semanticTypes.removeAll { codes.contains($0.rxcui) }
    ndcs.removeAll { codes.contains($0.rxcui) }
  }

  // MARK: Sources

  private mutating func removeOtherSources() {
    let count = names.count
    let all = Set(names.map(\.rxcui))
    let rxnorm = symbol(of: "RXNORM")
    let own = Set(["RXNORM", "ATC", "CVX"].compactMap { symbol(of: $0) })
    let (labels, substance) = (symbol(of: "MTHSPL"), symbol(of: "SU"))
    let unii = symbol(of: "UNII_CODE")
    names.removeAll {
      !own.contains($0.source) && !($0.source == labels && $0.termType == substance)
    }
    relations.removeAll { $0.source != rxnorm }
    attributes.removeAll { $0.source != rxnorm && !($0.source == labels && $0.name == unii) }
    let stated = Set(ndcs.lazy.filter { $0.source == rxnorm }.map(\.ndc))
    removeNDCs(
      sharedWith: ndcs.filter { $0.source != rxnorm && !stated.contains($0.ndc) }.map(\.key))
    ndcs.removeAll { $0.source != rxnorm }
    archive.removeAll { $0.source != rxnorm }
    removeConcepts(all.subtracting(names.map(\.rxcui)), live: all)
    note(count - names.count, "names of other sources")
  }

  // MARK: History

  /// Concepts that only other sources have go, too, if history would name their replacements.
  private mutating func removeHistory() {
    note(archive.count + retirements.count, "rows of history")
    let leads =
      archive.lazy.filter { $0.mergedInto != 0 && $0.mergedInto != $0.rxcui }.map(\.rxcui)
      + retirements.lazy.filter { $0.to != 0 && $0.to != $0.from }.map(\.from)
    let rxnorm = symbol(of: "RXNORM")
    let live = Set(names.lazy.filter { $0.source == rxnorm }.map(\.rxcui))
    removeConcepts(Set(leads).subtracting(live), live: live)
    archive = []
    retirements = []
    spans = ReleaseSpans()
  }

  // MARK: Prescribable concepts

  private mutating func keepPrescribable() {
    let all = Set(names.map(\.rxcui))
    let others = all.subtracting(prescribableCodes)
    note(others.count, "concepts that are not prescribable")
    removeConcepts(others, live: all)
  }

  /// Removes NDCs that may mean other concepts by rows that are left out: one of two products or
  /// readings would look like the only one.
  private mutating func removeNDCs(sharedWith others: [ReleaseSpans.NDCKey]) {
    var products: [UInt64: Set<UInt32>] = [:]
    for row in others { products[row.ndc / 100, default: []].insert(row.rxcui) }
    func isShared(_ key: ReleaseSpans.NDCKey) -> Bool {
      ([key.ndc] + Self.readings(sharedBy: key.ndc)).contains { ndc in
        products[ndc / 100]?.contains { $0 != key.rxcui } ?? false
      }
    }
    ndcs.removeAll { isShared($0.key) }
    spans.removeNDCs { isShared($0) }
  }

  /// The codes that ten digits without hyphens may mean if they may mean a code.
  private static func readings(sharedBy ndc: UInt64) -> [UInt64] {
    // A zero was added to the first, the second or the third part: 5, 4 and 2 digits.
    var short: [UInt64] = []
    if ndc < 10_000_000_000 { short.append(ndc) }
    if ndc / 100_000 % 10 == 0 { short.append(ndc / 1_000_000 * 100_000 + ndc % 100_000) }
    if ndc / 10 % 10 == 0 { short.append(ndc / 100 * 10 + ndc % 10) }
    var readings = short
    for number in short {
      readings.append(number / 100_000 * 1_000_000 + number % 100_000)
      readings.append(number / 10 * 100 + number % 10)
    }
    return readings
  }

  /// The concepts of the prescribable subset (CVF 4096) and what they are made of.
  private var prescribableCodes: Set<UInt32> {
    let rxnorm = symbol(of: "RXNORM")
    let ways = Set(Self.waysToParts.compactMap { symbol(of: $0) })
    var parts: [UInt32: [UInt32]] = [:]
    for row in relations where row.source == rxnorm && ways.contains(row.relationship) {
      parts[row.subject, default: []].append(row.object)
    }
    let own = names.lazy.filter { $0.source == rxnorm }
    let live = Set(own.map(\.rxcui))
    var kept = Set(own.filter { $0.cvf & 4096 != 0 }.map(\.rxcui))
    var queue = Array(kept)
    while let code = queue.popLast() {
      for part in parts[code] ?? [] where live.contains(part) && kept.insert(part).inserted {
        queue.append(part)
      }
    }
    return kept
  }

  /// Relationships from a concept to what answers about it are made of.
  private static let waysToParts = [
    "has_ingredient", "has_ingredients", "has_precise_ingredient", "has_part", "has_boss",
    "consists_of", "contains", "has_dose_form", "has_doseformgroup", "isa", "tradename_of",
    "form_of", "quantified_form_of",
  ]

  /// Codes that are left out, with the retired ones of which a replacement is.
  ///
  /// Half of a split would look like the whole, and a way to a code that is left out like
  /// one that ends in nothing.
  private func codesLeading(to codes: Set<UInt32>, live: Set<UInt32>) -> Set<UInt32> {
    var origins: [UInt32: [UInt32]] = [:]
    for row in archive where row.mergedInto != 0 {
      origins[row.mergedInto, default: []].append(row.rxcui)
    }
    for row in retirements where row.to != 0 { origins[row.to, default: []].append(row.from) }
    var gone = codes
    var queue = Array(codes)
    while let code = queue.popLast() {
      for origin in origins[code] ?? []
      where !live.contains(origin) && gone.insert(origin).inserted {
        queue.append(origin)
      }
    }
    return gone
  }
}

extension NDCRow {
  fileprivate var key: ReleaseSpans.NDCKey { ReleaseSpans.NDCKey(ndc: ndc, rxcui: rxcui) }
}
