// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

/// A source of a release: a row of RXNSAB, and what the release holds of it.
public struct Source: Sendable, Hashable {
  /// The abbreviation (RSAB), such as `RXNORM`.
  public let abbreviation: String
  /// The versioned abbreviation (VSAB); empty where RXNSAB lacks the source.
  public let version: String
  /// The full name (SON).
  public let name: String
  /// The source's own version (SVER).
  public let release: String
  /// The restriction level (SRL): 0 is free; 9 where RXNSAB lacks the source.
  public let restrictionLevel: Int
  /// Rows of RXNCONSO.
  public let nameCount: Int
  /// Rows of RXNREL.
  public let relationCount: Int
  /// Rows of RXNSAT.
  public let attributeCount: Int
}

/// A row of RXNDOC: what an abbreviation stands for.
public struct DocumentationEntry: Sendable, Hashable {
  /// What is explained, such as `TTY` or `RELA`.
  public let key: String
  /// The abbreviation.
  public let value: String
  /// What kind of explanation it is, such as `expanded_form`.
  public let type: String
  /// The explanation.
  public let explanation: String
}

extension Catalog {
  /// The sources of the catalog, in the order of their numbers.
  public var sources: [Source] {
    (0..<file.section(.sources).count).map { index in
      Source(
        abbreviation: file.text(.sources, index, SourceField.abbreviation),
        version: file.text(.sources, index, SourceField.version),
        name: file.text(.sources, index, SourceField.name),
        release: file.text(.sources, index, SourceField.release),
        restrictionLevel: Int(file.word(.sources, index, SourceField.restriction)),
        nameCount: Int(file.word(.sources, index, SourceField.nameCount)),
        relationCount: Int(file.word(.sources, index, SourceField.relationCount)),
        attributeCount: Int(file.word(.sources, index, SourceField.attributeCount)))
    }
  }

  func sourceAbbreviation(_ index: Int) -> String {
    guard index < file.section(.sources).count else { return "" }
    return file.text(.sources, index, SourceField.abbreviation)
  }

  package func sourceIndex(of abbreviation: String) -> UInt32? {
    let wanted = abbreviation.utf8
    return sourceIndex(of: wanted.span)
  }

  package func sourceIndex(of abbreviation: Span<UInt8>) -> UInt32? {
    for index in 0..<file.section(.sources).count
    where file.isText(file.word(.sources, index, SourceField.abbreviation), abbreviation) {
      return UInt32(index)
    }
    return nil
  }

  /// The number of RXNORM among the sources: the layout always puts it first.
  var rxnormSourceIndex: UInt32 { 0 }

  /// What the release explains of its abbreviations.
  public var documentation: [DocumentationEntry] {
    (0..<file.section(.documentation).count).map { index in
      DocumentationEntry(
        key: file.text(.documentation, index, 0),
        value: file.text(.documentation, index, 1),
        type: file.text(.documentation, index, 2),
        explanation: file.text(.documentation, index, 3))
    }
  }

  /// What the builder noted about the file: row counts, absent tables, skipped rows.
  public var facts: [(key: String, value: String)] {
    FactTable(bytes: file.bytes, facts: file.section(.facts), strings: file.strings).all
  }
}

/// Files that were built into the catalog, such as `side-effects.tsv`.
extension Catalog {
  /// The names of the files that were built into the catalog.
  public var attachmentNames: [String] {
    (0..<file.section(.attachments).count).map { file.text(.attachments, $0, 0) }
  }

  /// The bytes of a file; `nil` if the catalog has none of the name.
  public func attachment(_ name: String) -> [UInt8]? {
    place(ofAttachment: name).map { bytes(at: $0.lowerBound, count: $0.count) }
  }

  /// How many bytes a file has; `nil` if the catalog has none of the name.
  public func attachmentByteCount(_ name: String) -> Int? {
    place(ofAttachment: name)?.count
  }

  /// Some bytes of a file; `nil` if the file does not have them.
  ///
  /// - Complexity: O(*n*) in these bytes: the others are not read, nor are their checksums.
  public func attachment(_ name: String, _ range: Range<Int>) -> [UInt8]? {
    guard let place = place(ofAttachment: name), range.lowerBound >= 0,
      range.upperBound <= place.count
    else { return nil }
    return bytes(at: place.lowerBound + range.lowerBound, count: range.count)
  }

  /// Says that a file does not hold what it was built with, as a read of damaged bytes does.
  package func noteDamage(ofAttachment name: String) {
    file.bytes.markDamage(at: place(ofAttachment: name)?.lowerBound ?? 0)
  }

  private func place(ofAttachment name: String) -> Range<Int>? {
    for index in 0..<file.section(.attachments).count
    where file.text(.attachments, index, 0) == name {
      let start = file.section(.attachmentBytes).start + Int(file.word(.attachments, index, 1))
      return start..<start + Int(file.word(.attachments, index, 2))
    }
    return nil
  }

  private func bytes(at start: Int, count: Int) -> [UInt8] {
    let bytes = file.bytes
    return bytes.copy(at: start, count: count)
  }
}

// The lexicon of the matcher is made while the catalog is built, and kept in a
// section of its own. What its words mean, the matcher knows; here they are
// numbers with checksums.

extension Catalog {
  package var lexiconWordCount: Int { file.section(.lexicon).count }

  /// Numbers of the lexicon from a word on; empty outside it and where it is damaged.
  package func lexicon<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number.Type, at word: Int, count: Int
  ) -> [Number] {
    let section = file.section(.lexicon)
    let size = MemoryLayout<Number>.stride
    guard word >= 0, count >= 0, word <= section.count,
      count <= (section.count - word) * 4 / size
    else { return [] }
    let bytes = file.bytes
    return bytes.numbers(at: section.start + word * 4, count: count)
  }

  /// Says that the lexicon does not hold together, as a read of damaged bytes does.
  package func noteDamageOfLexicon() {
    file.bytes.markDamage(at: file.section(.lexicon).start)
  }
}

// What an export needs in addition to the queries of an app: every row once, in order.

extension Catalog {
  /// Every row that gives a concept an NDC, in the order of the NDCs.
  ///
  /// Rows of every source and suppressed ones are among them; of one NDC those
  /// of RXNORM come first.
  package var ndcRows: some LazySequenceProtocol & Sequence<NDCMatches.Match> {
    (0..<file.section(.ndcs).count).lazy.compactMap { ndcMatch($0) }
  }

  /// The codes that the release names as gone: archived or retired, without a row of RXNORM now.
  ///
  /// Sorted, without repeats. ``history(of:)`` says what became of one.
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
