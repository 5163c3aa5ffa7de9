// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// How what earlier releases say of retired codes joins what the newest says.
// The newest statement about a code counts alone: a code that was merged into
// a second one, and later into a third, is now in the third, and a correction
// is no split.

extension BuildRows {
  /// Takes over spans, and the statements that no newer release makes void.
  mutating func add(_ earlier: consuming EarlierReleases) {
    let statements = earlier.statements
    spans = earlier.spans
    var decided = codesWithReplacement
    var named = Set(archive.map { NameOfCode(rxcui: $0.rxcui, text: $0.text) })
    for release in statements.reversed() {
      let new = release.retirements.filter { !decided.contains($0.from) }
      retirements += Set(new).sorted { ($0.from, $0.to, $0.origin) < ($1.from, $1.to, $1.origin) }
      decided.formUnion(new.map(\.from))
      for row in release.archive
      where named.insert(NameOfCode(rxcui: row.rxcui, text: row.text)).inserted {
        archive.append(row)
      }
    }
  }

  private struct NameOfCode: Hashable {
    let rxcui: UInt32
    let text: UInt32
  }

  /// The codes of which the newest release itself says what took their place.
  private var codesWithReplacement: Set<UInt32> {
    var codes = Set(retirements.lazy.filter { $0.to != 0 && $0.to != $0.from }.map(\.from))
    let texts = symbols.texts
    for row in archive where row.mergedInto != 0 && row.mergedInto != row.rxcui {
      guard texts[Int(row.source)] == "RXNORM",
        !TermType(rawValue: texts[Int(row.termType)]).isExtraName
      else { continue }
      codes.insert(row.rxcui)
    }
    return codes
  }
}
