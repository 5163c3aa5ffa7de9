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
    verifyRelations(&report)
    verifyTables(&report)
    // Strings first: where a run leads outside, none of them would be looked at.
    verifyReferences(&report)
    verifyRuns(&report)
    verifySpans(&report)
    verifyIndexes(&report)
    verifyTerminology(&report)
    verifyLexicon(&report)
    if let offset = damage { report.add("reference", at: offset, "a reference leads outside") }
    return report
  }

  private func verifyLexicon(_ report: inout VerificationReport) {
    guard report.isSound, keepsLexicon else { return }
    let expected = withConceptNames { Catalog.lexiconWords(of: $0) }
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
      verifySummary(of: concept, &report)
      if concept.name.isEmpty { report.add("concept-name", "code \(code) has no name") }
      for name in concept.names {
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
      }
      report.referenceCount += concept.semanticTypes.count
    }
  }

  /// What a concept's record repeats, so that a look-up need not go elsewhere.
  private func verifySummary(of concept: Concept, _ report: inout VerificationReport) {
    let lengths = concept.word(ConceptField.lengths)
    for (field, stated) in [
      (ConceptField.name, lengths & 0xFFFF), (ConceptField.displayName, lengths >> 16),
    ] {
      let count = file.text(concept.word(field)).utf8.count
      if stated != UInt32(min(count, Int(ConceptField.longText))) {
        report.add("name-length", "code \(concept.rxcui) states another length of its name")
      }
    }
    let isFlagged = concept.word(ConceptField.kind) >> 24 & ConceptField.retiredFlag != 0
    if isFlagged != isLeadingOn(concept.rxcui) {
      report.add(
        "retired-flag", "code \(concept.rxcui) is retired and not marked, or marked and not")
    }
  }

  private func verifyRelations(_ report: inout VerificationReport) {
    for concept in concepts {
      for relation in concept.relations {
        report.referenceCount += 1
        if relation.isDerived, !relation.isReversed { report.oneWayRelationCount += 1 }
        guard let target = relation.target else { continue }
        if Int(target.ordinal) >= conceptCount {
          report.add("relation-target", "a relation of code \(concept.rxcui) leads outside")
        }
      }
    }
  }

  private func verifyTables(_ report: inout VerificationReport) {
    verifyOrder(.archive, ArchiveField.rxcui, &report)
    verifyOrder(.retirements, RetirementField.from, &report)
    var previous: UInt64 = 0
    for index in 0..<file.section(.ndcs).count {
      let number = file.longWord(.ndcs, index, NDCField.low)
      if number < previous { report.add("ndc-order", "NDC \(index) is out of order") }
      previous = number
      if Int(file.word(.ndcs, index, NDCField.concept)) >= conceptCount {
        report.add("ndc-owner", "NDC \(index) belongs to no concept")
      }
      report.referenceCount += 1
    }
    for system in codeSystems {
      for concept in system.concepts {
        report.referenceCount += 1 + concept.designations.count + concept.properties.count
      }
    }
    for name in attachmentNames where attachment(name) == nil {
      report.add("attachment", "the attached file \(name) cannot be read")
    }
  }

  private func verifyOrder(_ id: SectionID, _ field: Int, _ report: inout VerificationReport) {
    var previous: UInt32 = 0
    for index in 0..<file.section(id).count {
      let value = file.word(id, index, field)
      if value < previous {
        report.add("order", "record \(index) of section \(id.name) is out of order")
      }
      previous = value
    }
  }
}
