// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What verification checks beyond the values of single records: that every
// reference to a string names the start of one, that the runs of concepts
// divide their sections, and that the hash indexes are those of the names and
// codes. Damage by accident is found by the checksums; this finds a file that
// a faulty program wrote with right checksums.

extension SectionID {
  /// The words of a record that are references to strings.
  fileprivate var stringFields: [Int] {
    switch self {
    case .symbols: [0]
    case .facts: [0, 1]
    case .concepts: [ConceptField.name, ConceptField.displayName]
    case .names: [NameField.text, NameField.code]
    case .attributes: [AttributeField.value, AttributeField.code]
    case .semanticTypeKinds, .designations, .properties: [0, 1, 2]
    case .sources:
      [SourceField.abbreviation, SourceField.version, SourceField.name, SourceField.release]
    case .documentation: [0, 1, 2, 3]
    case .archive:
      [ArchiveField.text, ArchiveField.lastReleased, ArchiveField.code, ArchiveField.archived]
    case .retirements: [RetirementField.versionStart, RetirementField.versionEnd]
    case .codes: [CodeField.system, CodeField.code]
    case .codeSystems: Array(CodeSystemField.url...CodeSystemField.resourceVersion)
    case .codeSystemConcepts:
      Array(CodeSystemConceptField.code...CodeSystemConceptField.parent)
    case .attachments: [0]
    case .releases: [ReleaseField.name, ReleaseField.date]
    case .nameSpans: [NameSpanField.text]
    case .codeSystemDetails, .hierarchy, .propertyCodings, .valueSets, .valueSetClauses,
      .valueSetEntries, .conceptMaps, .mapGroups, .mappings, .namingSystems, .tuples, .termKeys:
      terminologyStringFields
    default: []
    }
  }
}

extension Catalog {
  /// Every string is valid UTF-8, and every reference names the start of one.
  func verifyReferences(_ report: inout VerificationReport) {
    guard let starts = stringStarts(&report) else { return }
    for id in SectionID.allCases {
      let fields = id.stringFields
      if fields.isEmpty { continue }
      for index in 0..<file.section(id).count {
        for field in fields {
          let reference = Int(file.word(id, index, field))
          report.referenceCount += 1
          if reference >= starts.count || !starts[reference] {
            report.add("string", "record \(index) of section \(id.name) names no string")
          }
        }
      }
    }
  }

  /// Marks the offsets in the pool at which strings begin; `nil` if it is not sound.
  private func stringStarts(_ report: inout VerificationReport) -> [Bool]? {
    let pool = file.strings
    let bytes = file.bytes
    var starts = [Bool](repeating: false, count: pool.count)
    var position = 0
    while position < pool.count {
      let span = bytes.string(at: pool.start + position, limit: pool.start + pool.count)
      if damage != nil { return nil }
      guard (try? UTF8Span(validating: span)) != nil else {
        report.add("utf-8", at: pool.start + position, "the string here is no valid UTF-8")
        return nil
      }
      starts[position] = true
      position += span.count + Self.lengthOfLength(span.count)
    }
    return starts
  }

  private static func lengthOfLength(_ count: Int) -> Int {
    var length = 1
    var rest = count >> 7
    while rest > 0 {
      length += 1
      rest >>= 7
    }
    return length
  }

  /// The runs of concepts follow each other and leave no record out.
  func verifyRuns(_ report: inout VerificationReport) {
    let runs: [(section: SectionID, first: Int, count: Int)] = [
      (.names, ConceptField.firstName, ConceptField.nameCount),
      (.relations, ConceptField.firstRelation, ConceptField.relationCount),
      (.attributes, ConceptField.firstAttribute, ConceptField.attributeCount),
      (.semanticTypes, ConceptField.firstSemanticType, ConceptField.semanticTypeCount),
      (.conceptNDCs, ConceptField.firstNDC, ConceptField.ndcCount),
    ]
    for run in runs {
      verifyRun(
        of: .concepts, count: conceptCount, run.section, run.first, run.count, &report)
    }
    let systems = file.section(.codeSystems).count
    verifyRun(
      of: .codeSystems, count: systems, .codeSystemConcepts, CodeSystemField.firstConcept,
      CodeSystemField.conceptCount, &report)
    let concepts = file.section(.codeSystemConcepts).count
    verifyRun(
      of: .codeSystemConcepts, count: concepts, .designations,
      CodeSystemConceptField.firstDesignation, CodeSystemConceptField.designationCount, &report)
    verifyRun(
      of: .codeSystemConcepts, count: concepts, .properties, CodeSystemConceptField.firstProperty,
      CodeSystemConceptField.propertyCount, &report)
  }

  func verifyRun(
    of owner: SectionID, count: Int, _ section: SectionID, _ first: Int, _ length: Int,
    _ report: inout VerificationReport
  ) {
    var end: UInt64 = 0
    for index in 0..<count {
      let length = file.word(owner, index, length)
      if length == 0 { continue }
      if UInt64(file.word(owner, index, first)) != end {
        report.add(
          "run", "record \(index) of section \(owner.name) has a gap in \(section.name)")
        return
      }
      end += UInt64(length)
    }
    if end != UInt64(file.section(section).count) {
      report.add("run", "section \(section.name) has records that nothing owns")
    }
  }

  /// The hash indexes are those that the names and codes give.
  func verifyIndexes(_ report: inout VerificationReport) {
    let names = (0..<file.section(.names).count).map { index in
      (
        hash: KeyHash.of(NameKey.of(Name(file: file, index: index).text)),
        record: file.word(.names, index, NameField.concept)
      )
    }
    compare(GroupIndex(names), .nameSlots, .nameEntries, &report)
    let codes = (0..<file.section(.codes).count).map { index in
      (
        hash: KeyHash.of(
          system: file.text(file.word(.codes, index, CodeField.system)).utf8,
          code: file.text(file.word(.codes, index, CodeField.code)).utf8),
        record: UInt32(index) | HashSlot.otherSectionFlag
      )
    }
    compare(GroupIndex(sourceCodes + codes), .codeSlots, .codeEntries, &report)
    verifyCodeOwners(&report)
    let ndcs = (0..<file.section(.ndcs).count).map { index in
      UInt64(file.word(.ndcs, index, NDCField.low))
        | UInt64(file.word(.ndcs, index, NDCField.high)) << 32
    }
    compare(CodeSlots.words(ofNumbers: ndcs), .ndcSlots, &report)
    verifySearchIndex(&report)
  }

  /// The codes that sources give names, RXNORM's apart, which are the RxCUIs.
  private var sourceCodes: [(hash: UInt64, record: UInt32)] {
    (0..<file.section(.names).count).compactMap { index in
      let name = Name(file: file, index: index)
      guard name.sourceIndex != 0, file.word(.names, index, NameField.code) != 0 else { return nil }
      return (KeyHash.of(system: name.source.utf8, code: name.code.utf8), UInt32(index))
    }
  }

  func compare(
    _ index: GroupIndex, _ slots: SectionID, _ entries: SectionID,
    _ report: inout VerificationReport
  ) {
    compare(index.slots, slots, &report)
    compare(index.entries, entries, &report)
    report.referenceCount += index.slots.count / 2
  }

  private func compare(_ words: [UInt32], _ id: SectionID, _ report: inout VerificationReport) {
    let stride = id.stride / 4
    guard file.section(id).count * stride == words.count else {
      report.add("index", "section \(id.name) has \(file.section(id).count) records")
      return
    }
    for (place, word) in words.enumerated()
    where file.word(id, place / stride, place % stride) != word {
      report.add("index", "record \(place / stride) of section \(id.name) is not as built")
    }
  }

  private func verifyCodeOwners(_ report: inout VerificationReport) {
    for index in 0..<file.section(.codes).count {
      let isLoaded = file.word(.codes, index, CodeField.kind) >> 16 == 1
      let limit = isLoaded ? file.section(.codeSystemConcepts).count : conceptCount
      if Int(file.word(.codes, index, CodeField.owner)) >= limit {
        report.add("code-owner", "code \(index) belongs to nothing")
      }
      report.referenceCount += 1
    }
  }
}
