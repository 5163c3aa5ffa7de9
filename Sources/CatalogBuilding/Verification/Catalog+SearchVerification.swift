// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// The search index follows from the other sections: it is made again and
// compared, byte by byte. That covers every order, rank and reference in it.

extension Catalog {
  /// The search index is the one that names and relations give.
  func verifySearchIndex(_ report: inout VerificationReport) {
    // Out of broken runs an index would take long to make, and say nothing.
    guard report.isSound, !leftOut.contains(.searchIndex) else { return }
    let bytes = file.bytes
    for section in SearchIndexBuilder.sections(of: sectionSpans(of: bytes)) {
      verify(section, &report)
    }
  }

  private func verify(_ section: SectionBytes, _ report: inout VerificationReport) {
    let found = file.section(section.id)
    report.referenceCount += section.count
    guard found.count == section.count else {
      report.add(
        "index",
        "section \(section.id.name) has \(found.count) records, expected \(section.count)")
      return
    }
    let bytes = file.bytes
    var expected: [UInt8] = []
    for piece in section.content { piece.append(to: &expected) }
    let span = bytes.bytes(at: found.start, count: expected.count)
    guard span.count == expected.count else { return }
    for place in expected.indices where expected[place] != span[place] {
      let record = place / section.id.stride
      report.add("index", "record \(record) of section \(section.id.name) is not as built")
      return
    }
  }
}
