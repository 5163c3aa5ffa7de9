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
      dates.append(file.text(.releases, release, ReleaseField.date))
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
      let number = file.longWord(.ndcSpans, index, NDCSpanField.low)
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

extension Catalog {
  /// The records of terminology are in their order.
  func verifyTerminology(_ report: inout VerificationReport) {
    if file.section(.codeSystemDetails).count != file.section(.codeSystems).count {
      report.add("index", "sections CSYS and CSYX have different counts")
    }
    verifyHierarchy(&report)
    verifyTermKeys(&report)
  }

  private func verifyHierarchy(_ report: inout VerificationReport) {
    var previous: (UInt32, UInt32, UInt32)?
    for index in 0..<file.section(.hierarchy).count {
      let edge = (
        file.word(.hierarchy, index, HierarchyField.child),
        file.word(.hierarchy, index, HierarchyField.parent),
        file.word(.hierarchy, index, HierarchyField.kind)
      )
      if let previous, edge <= previous {
        report.add("order", "record \(index) of section CSYH is out of order")
      }
      if edge.2 >= HierarchyKind.allCases.count {
        report.add("hierarchy", "record \(index) of section CSYH is of no known kind")
      }
      previous = edge
    }
    var last = -1
    for index in 0..<file.section(.propertyCodings).count {
      let property = Int(file.word(.propertyCodings, index, PropertyCodingField.property))
      if property <= last { report.add("order", "record \(index) of section PRCD is out of order") }
      last = property
    }
  }

  /// The keys are those of the records, and the index is that of the keys.
  private func verifyTermKeys(_ report: inout VerificationReport) {
    let count = file.section(.termKeys).count
    let limits: [UInt32: SectionID] = [
      TermKeyKind.valueSetEntry.rawValue: .valueSetEntries,
      TermKeyKind.mappingSource.rawValue: .mappings,
      TermKeyKind.mappingTarget.rawValue: .mappings,
      TermKeyKind.foldedConcept.rawValue: .codeSystemConcepts,
    ]
    for index in 0..<count {
      report.referenceCount += 1
      let owners = limits[file.word(.termKeys, index, TermKeyField.kind)]
      let owner = Int(file.word(.termKeys, index, TermKeyField.owner))
      if owners.map({ owner >= file.section($0).count }) ?? true {
        report.add("terminology-owner", "record \(index) of section TKEY leads to nothing")
      }
    }
    guard count > 0 || file.section(.termSlots).count > 0 else { return }
    let keys = (0..<count).map { index in
      (
        hash: KeyHash.of(
          system: file.text(.termKeys, index, TermKeyField.system).utf8,
          code: file.text(.termKeys, index, TermKeyField.code).utf8),
        record: UInt32(index)
      )
    }
    compare(GroupIndex(keys), .termSlots, .termEntries, &report)
  }
}
