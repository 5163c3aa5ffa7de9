// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

// What an export needs beside the questions of an app: every row once, in order.

extension Catalog {
  /// Calls `body` with every row that gives a concept an NDC, in the order of the NDCs.
  ///
  /// Rows of every source and suppressed ones are among them; of one NDC those
  /// of RXNORM come first.
  /// - Complexity: O(*n*) in the rows, without allocation.
  package func forEachNDC<Failure: Error>(
    _ body: (NDCMatches.Match) throws(Failure) -> Void
  ) throws(Failure) {
    for index in 0..<file.section(.ndcs).count {
      let number =
        UInt64(file.word(.ndcs, index, NDCField.low))
        | UInt64(file.word(.ndcs, index, NDCField.high)) << 32
      let owner = file.word(.ndcs, index, NDCField.concept)
      guard let ndc = NationalDrugCode(number: number), Int(owner) < conceptCount else { continue }
      let kind = file.word(.ndcs, index, NDCField.kind)
      try body(
        NDCMatches.Match(
          ndc: ndc, concept: Concept(catalog: self, ordinal: owner),
          source: sourceAbbreviation(Int(kind & 0xFF)),
          isSuppressed: UInt8(truncatingIfNeeded: kind >> 8) != UInt8(ascii: "N")))
    }
  }

  /// The codes that the release names as gone: archived or retired, without a row of RXNORM now.
  ///
  /// Sorted, each once. Ask ``history(of:)`` what became of one.
  /// - Complexity: O(*n*) in the rows of archive and retirements.
  package var formerCodes: [RxCUI] {
    var codes: [UInt32] = []
    for (section, field) in [
      (SectionID.archive, ArchiveField.rxcui), (.retirements, RetirementField.from),
    ] {
      // Both sections are sorted by this field.
      var last: UInt32 = 0
      for index in 0..<file.section(section).count {
        let code = file.word(section, index, field)
        if code != last, code != 0 { codes.append(code) }
        last = code
      }
    }
    codes.sort()
    var former: [RxCUI] = []
    for code in codes where code != former.last?.rawValue {
      let rxcui = RxCUI(rawValue: code)
      if concept(for: rxcui)?.isLive != true { former.append(rxcui) }
    }
    return former
  }
}
