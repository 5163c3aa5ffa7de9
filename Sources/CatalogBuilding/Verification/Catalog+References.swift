// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What verification checks beyond the values of single records: that every
// reference to a string names the start of one, that the runs of concepts
// divide their sections, and that the hash indexes are those of the names and
// codes. Damage by accident is found by the checksums; this finds a file that
// a faulty program wrote with right checksums.

extension Catalog {
  /// Every string is valid UTF-8, and every reference names the start of one.
  func verifyReferences(_ report: inout VerificationReport) {
    guard let starts = stringStarts(&report) else { return }
    for id in SectionID.allCases {
      let fields = id.schema.strings
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
      position += span.count + FilePool.lengthOfLength(span.count)
    }
    return starts
  }

  /// The runs of records follow each other and leave no record out; indexes lead to records.
  func verifyRuns(_ report: inout VerificationReport) {
    var tupleCount = 0
    for id in SectionID.allCases {
      for run in id.schema.runs {
        if run.section == .tuples {
          tupleCount += countOfTuples(run, of: id)
        } else {
          verify(run, of: id, &report)
        }
      }
      for index in id.schema.indexes {
        let limit = file.section(index.section).count + (index.isFromOne ? 1 : 0)
        for record in 0..<file.section(id).count {
          report.referenceCount += 1
          if Int(file.word(id, record, index.word)) >= limit {
            report.add("terminology-owner", "record \(record) of section \(id.name) leads outside")
          }
        }
      }
    }
    if tupleCount != file.section(.tuples).count {
      report.add("run", "section TUPL has records that nothing or more than one thing owns")
    }
  }

  private func verify(
    _ run: SectionSchema.Run, of owner: SectionID, _ report: inout VerificationReport
  ) {
    var end: UInt64 = 0
    for record in 0..<file.section(owner).count {
      let count = file.word(owner, record, run.word + 1)
      if count == 0 { continue }
      if UInt64(file.word(owner, record, run.word)) != end {
        report.add(
          "run", "record \(record) of section \(owner.name) has a gap in \(run.section.name)")
        return
      }
      end += UInt64(count)
    }
    if end != UInt64(file.section(run.section).count) {
      report.add("run", "section \(run.section.name) has records that nothing owns")
    }
  }

  private func countOfTuples(_ run: SectionSchema.Run, of owner: SectionID) -> Int {
    (0..<file.section(owner).count).reduce(0) { sum, record in
      var count = file.word(owner, record, run.word + 1)
      if owner == .mappings { count = count & 0xFFFF + count >> 16 }
      return sum
        + file.range(.tuples, first: file.word(owner, record, run.word), count: count).count
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
          system: file.text(.codes, index, CodeField.system).utf8,
          code: file.text(.codes, index, CodeField.code).utf8),
        record: UInt32(index) | HashSlot.otherSectionFlag
      )
    }
    compare(GroupIndex(sourceCodes + codes), .codeSlots, .codeEntries, &report)
    verifyCodeOwners(&report)
    let ndcs = (0..<file.section(.ndcs).count).map { file.longWord(.ndcs, $0, NDCField.low) }
    compare(SectionBytes(.ndcSlots, words: CodeSlots.words(ofNumbers: ndcs)), &report)
    verifySearchIndex(&report)
  }

  /// The search index is the one that names and relations give: it is made again and compared,
  /// byte by byte, which covers every order, rank and reference in it.
  private func verifySearchIndex(_ report: inout VerificationReport) {
    // Out of broken runs an index would take long to make, and say nothing.
    guard report.isSound, !leftOut.contains(.searchIndex) else { return }
    for section in withSections({ SearchIndexBuilder.sections(of: $0) }) {
      report.referenceCount += section.count
      compare(section, isFirstEnough: true, &report)
    }
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
    compare(SectionBytes(slots, words: index.slots), &report)
    compare(SectionBytes(entries, words: index.entries), &report)
    report.referenceCount += index.slots.count / 2
  }

  /// The section is the expected one; every record that differs is reported, or only the first.
  private func compare(
    _ section: SectionBytes, isFirstEnough: Bool = false, _ report: inout VerificationReport
  ) {
    let found = file.section(section.id)
    guard found.count == section.count else {
      report.add(
        "index",
        "section \(section.id.name) has \(found.count) records, expected \(section.count)")
      return
    }
    // A section without records has no place in the file.
    if found.count == 0 { return }
    let bytes = file.bytes
    var expected: [UInt8] = []
    for piece in section.content { piece.append(to: &expected) }
    let span = bytes.bytes(at: found.start, count: expected.count)
    guard span.count == expected.count else { return }
    let stride = section.id.stride
    var reported = -1
    for place in expected.indices where expected[place] != span[place] {
      let record = place / stride
      if record == reported { continue }
      report.add("index", "record \(record) of section \(section.id.name) is not as built")
      if isFirstEnough { return }
      reported = record
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
