// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

extension Catalog {
  /// Spans name releases that are there, stand in order, and agree with the current release.
  func verifySpans(_ report: inout VerificationReport) {
    let count = file.section(.releases).count
    var dates: [String] = []
    for release in 0..<count {
      dates.append(file.text(file.word(.releases, release, ReleaseField.date)))
    }
    if count > 0,
      dates.last != release.date ?? "" || !Self.isAscending(dates)
    {
      report.add("release-order", "the releases are not in the order of their dates")
    }
    verifyNameSpans(&report, releaseCount: count)
    verifyNDCSpans(&report, releaseCount: count)
  }

  private func verifyNameSpans(_ report: inout VerificationReport, releaseCount: Int) {
    var previous: (rxcui: UInt32, first: UInt32) = (0, 0)
    for index in 0..<file.section(.nameSpans).count {
      let rxcui = file.word(.nameSpans, index, NameSpanField.rxcui)
      let run = file.word(.nameSpans, index, NameSpanField.run)
      if (rxcui, run & 0xFFFF) < previous {
        report.add("order", "record \(index) of section NSPN is out of order")
      }
      previous = (rxcui, run & 0xFFFF)
      verifyRun(run, releaseCount, index, .nameSpans, &report)
      if Int(run >> 16) + 1 == releaseCount, file.ordinal(of: rxcui) == nil {
        report.add("name-span", "code \(rxcui) is current by NSPN and no concept")
      }
    }
  }

  private func verifyNDCSpans(_ report: inout VerificationReport, releaseCount: Int) {
    let count = file.section(.ndcSpans).count
    var previous: UInt64 = 0
    for index in 0..<count {
      let number =
        UInt64(file.word(.ndcSpans, index, NDCSpanField.low))
        | UInt64(file.word(.ndcSpans, index, NDCSpanField.high)) << 32
      if number < previous { report.add("ndc-order", "NDC \(index) of DSPN is out of order") }
      previous = number
      verifyRun(
        file.word(.ndcSpans, index, NDCSpanField.run), releaseCount, index, .ndcSpans, &report)
    }
    guard file.section(.ndcSpansByConcept).count == count else {
      report.add("index", "sections DSPN and DSPC have different counts")
      return
    }
    var last: (rxcui: UInt32, index: UInt32)?
    for place in 0..<count {
      let index = file.word(.ndcSpansByConcept, place, 0)
      guard Int(index) < count else {
        report.add("index", "record \(place) of section DSPC leads outside")
        continue
      }
      let key = (file.word(.ndcSpans, Int(index), NDCSpanField.rxcui), index)
      // Strictly ascending in both: each record once.
      if let last, key <= last {
        report.add("order", "record \(place) of section DSPC is out of order")
      }
      last = key
      report.referenceCount += 1
    }
  }

  private func verifyRun(
    _ run: UInt32, _ releaseCount: Int, _ index: Int, _ id: SectionID,
    _ report: inout VerificationReport
  ) {
    report.referenceCount += 1
    if run & 0xFFFF > run >> 16 || Int(run >> 16) >= releaseCount {
      report.add("release-run", "record \(index) of section \(id.name) names no releases")
    }
  }

  /// Whether there are dates, each later than the one before.
  private static func isAscending(_ dates: [String]) -> Bool {
    !dates.contains("") && !zip(dates, dates.dropFirst()).contains(where: >=)
  }
}
