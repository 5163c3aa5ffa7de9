// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

/// What verification found.
public struct VerificationReport: Sendable {
  /// One thing that is wrong.
  public struct Finding: Sendable, Hashable {
    /// A stable name, such as `block-checksum`.
    public let code: String
    /// Byte offset in the file, where one is known.
    public let offset: Int?
    /// What was found and what was expected.
    public let message: String
  }

  /// What is wrong; at most ``findingLimit`` are kept.
  public internal(set) var findings: [Finding] = []
  /// How many things are wrong.
  public internal(set) var findingCount = 0
  /// Blocks whose checksum was compared.
  public internal(set) var blockCount = 0
  /// References between records that were followed.
  public internal(set) var referenceCount = 0
  /// Relations whose other direction no row of the release states; no fault of the file.
  public internal(set) var oneWayRelationCount = 0

  /// The number of findings that are kept.
  public static let findingLimit = 100

  /// Whether nothing is wrong.
  public var isSound: Bool { findingCount == 0 }

  mutating func add(_ code: String, at offset: Int? = nil, _ message: String) {
    findingCount += 1
    if findings.count < Self.findingLimit {
      findings.append(Finding(code: code, offset: offset, message: message))
    }
  }
}

extension Catalog {
  /// Reads everything: every block against its checksum, every reference, every order.
  ///
  /// Together with opening this covers every byte of the file, so that each
  /// single changed byte is found. A lexicon of another revision is not compared,
  /// because it is never read.
  /// - Complexity: O(*n*) in bytes, plus O(*n* log *n*) in names and codes.
  public func verify() -> VerificationReport {
    var report = VerificationReport()
    verifyBlocks(&report)
    // References in damaged blocks would only repeat what is known.
    guard report.isSound else { return report }
    verifyConcepts(&report)
    verifyTables(&report)
    // Strings first: if a run is out of bounds, none of them would be checked.
    verifyReferences(&report)
    verifyRuns(&report)
    verifyOrders(&report)
    verifyRelations(&report)
    verifyNDCOwners(&report)
    verifySpans(&report)
    verifyIndexes(&report)
    verifyTerminology(&report)
    verifyLexicon(&report)
    if let offset = damage { report.add("reference", at: offset, "a reference leads outside") }
    return report
  }

  private func verifyLexicon(_ report: inout VerificationReport) {
    guard report.isSound, keepsLexicon else { return }
    let expected = withSections { Catalog.lexiconWords(of: $0) }
    let found = lexicon(UInt32.self, at: 0, count: lexiconWordCount)
    report.referenceCount += expected.count
    guard found != expected else { return }
    let start = file.section(.lexicon).start
    let place = zip(found, expected).prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
    report.add("index", at: start + place * 4, "section LEXI is not as built from word \(place) on")
  }

  private func verifyBlocks(_ report: inout VerificationReport) {
    let bytes = file.bytes
    for block in 0..<bytes.blockCount {
      report.blockCount += 1
      let start = bytes.bodyStart + block << CatalogFormat.blockShift
      if !bytes.isSound(block: block) {
        report.add("block-checksum", at: start, "the block of 4 KiB here has another checksum")
      }
    }
  }

  private func verifyConcepts(_ report: inout VerificationReport) {
    var previous: UInt32 = 0
    for ordinal in 0..<UInt32(conceptCount) {
      let concept = Concept(catalog: self, ordinal: ordinal)
      let code = concept.rxcui.rawValue
      if code <= previous, ordinal > 0 {
        report.add("concept-order", "concept \(ordinal) has the code \(code) after \(previous)")
      }
      previous = code
      if file.ordinal(of: code) != ordinal {
        report.add("code-bitmap", "code \(code) does not lead to its concept")
      }
      let names = concept.names
      verifySummary(of: concept, names, &report)
      if concept.name.isEmpty { report.add("concept-name", "code \(code) has no name") }
      for name in names {
        report.referenceCount += 1
        if file.word(.names, name.index, NameField.concept) != ordinal {
          report.add("name-owner", "a name of code \(code) belongs to another concept")
        }
        let view = file.word(.names, name.index, NameField.language) >> 16
        if Int(name.sourceIndex) >= file.section(.sources).count
          || Int(view) >= file.section(.contentViews).count
        {
          report.add("name-source", "a name of code \(code) has no source or content view")
        }
        if !["N", "O", "E", "Y"].contains(name.suppress) {
          report.add("name-suppress", "a name of code \(code) has another letter than N, O, E, Y")
        }
      }
    }
  }

  /// What a concept's record repeats, so that a look-up need not go elsewhere.
  private func verifySummary(
    of concept: Concept, _ names: [Name], _ report: inout VerificationReport
  ) {
    func word(_ name: Name, _ field: Int) -> UInt32 { file.word(.names, name.index, field) }
    let lengths = concept.word(ConceptField.lengths)
    let kind = concept.word(ConceptField.kind)
    if let main = names.first {
      let display = names.first {
        $0.sourceIndex == 0 && $0.termType == .prescribableName && $0.suppress == "N"
      }
      let isLive = main.sourceIndex == 0
      let flags =
        (isLive ? ConceptField.liveFlag : 0)
        | (isLive && main.isPrescribable ? ConceptField.prescribableFlag : 0)
      let named = word(main, NameField.kind)
      let expected = named & 0xFFFF | (named >> 24) << 16 | flags << 24
      if concept.word(ConceptField.name) != word(main, NameField.text)
        || concept.word(ConceptField.displayName) != word(display ?? main, NameField.text)
        || concept.source != main.source
        || kind & ~(ConceptField.retiredFlag << 24) != expected
      {
        report.add("concept-summary", "code \(concept.rxcui) is not what its names say")
      }
    } else {
      report.add("concept-summary", "code \(concept.rxcui) has no names")
    }
    for (field, stated) in [
      (ConceptField.name, lengths & 0xFFFF), (ConceptField.displayName, lengths >> 16),
    ] {
      let count = file.text(concept.word(field)).utf8.count
      if stated != UInt32(min(count, Int(ConceptField.longText))) {
        report.add("name-length", "code \(concept.rxcui) states another length of its name")
      }
    }
    let isFlagged = kind >> 24 & ConceptField.retiredFlag != 0
    if isFlagged != isLeadingOn(concept.rxcui) {
      report.add(
        "retired-flag", "code \(concept.rxcui) is retired and not marked, or marked and not")
    }
  }

  private func verifyTables(_ report: inout VerificationReport) {
    for system in codeSystems {
      for concept in system.concepts {
        report.referenceCount += 1 + concept.designations.count + concept.properties.count
      }
    }
    for name in attachmentNames where attachment(name) == nil {
      report.add("attachment", "the attached file \(name) cannot be read")
    }
  }
}

extension Catalog {
  /// Spans name existing releases, are in order, and agree with the current release.
  func verifySpans(_ report: inout VerificationReport) {
    let count = file.section(.releases).count
    let dates = (0..<count).map { file.text(.releases, $0, ReleaseField.date) }
    let isAscending =
      !dates.contains("") && !zip(dates, dates.dropFirst()).contains(where: >=)
    if count > 0, dates.last != release.date ?? "" || !isAscending {
      report.add("release-order", "the releases are not in the order of their dates")
    }
    verifyNameSpans(&report, releaseCount: count)
    verifyNDCSpans(&report, releaseCount: count)
  }

  private func verifyNameSpans(_ report: inout VerificationReport, releaseCount: Int) {
    func rxcui(_ index: Int) -> UInt32 { file.word(.nameSpans, index, NameSpanField.rxcui) }
    func run(_ index: Int) -> UInt32 { file.word(.nameSpans, index, NameSpanField.run) }
    for index in 0..<file.section(.nameSpans).count {
      verifyRun(run(index), releaseCount, index, .nameSpans, &report)
      if Int(run(index) >> 16) + 1 == releaseCount, file.ordinal(of: rxcui(index)) == nil {
        report.add("name-span", "code \(rxcui(index)) is current by NSPN and no concept")
      }
    }
  }

  private func verifyNDCSpans(_ report: inout VerificationReport, releaseCount: Int) {
    let count = file.section(.ndcSpans).count
    for index in 0..<count {
      verifyRun(
        file.word(.ndcSpans, index, NDCSpanField.run), releaseCount, index, .ndcSpans, &report)
    }
    guard file.section(.ndcSpansByConcept).count == count else {
      report.add("index", "sections DSPN and DSPC have different counts")
      return
    }
    func place(_ index: Int) -> UInt32 { file.word(.ndcSpansByConcept, index, 0) }
    for index in 0..<count where Int(place(index)) >= count {
      report.add("index", "record \(index) of section DSPC leads outside")
      return
    }
    report.referenceCount += count
    // Strictly ascending in both: each record once.
    let keys = (0..<count).map { index in
      (file.word(.ndcSpans, Int(place(index)), NDCSpanField.rxcui), place(index))
    }
    for (index, pair) in zip(keys, keys.dropFirst()).enumerated() where pair.0 >= pair.1 {
      report.add("order", "record \(index + 1) of section DSPC is out of order")
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
}

extension Catalog {
  /// The records of terminology are in their order.
  func verifyTerminology(_ report: inout VerificationReport) {
    if file.section(.codeSystemDetails).count != file.section(.codeSystems).count {
      report.add("index", "sections CSYS and CSYX have different counts")
    }
    for index in 0..<file.section(.hierarchy).count
    where file.word(.hierarchy, index, HierarchyField.kind) >= HierarchyKind.allCases.count {
      report.add("hierarchy", "record \(index) of section CSYH is of no known kind")
    }
    verifyTermKeys(&report)
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
