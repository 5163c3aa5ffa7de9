// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
  /// The restriction level (SRL): 0 is free; 9 where RXNSAB lacks the source (S36).
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
        abbreviation: file.text(file.word(.sources, index, SourceField.abbreviation)),
        version: file.text(file.word(.sources, index, SourceField.version)),
        name: file.text(file.word(.sources, index, SourceField.name)),
        release: file.text(file.word(.sources, index, SourceField.release)),
        restrictionLevel: Int(file.word(.sources, index, SourceField.restriction)),
        nameCount: Int(file.word(.sources, index, SourceField.nameCount)),
        relationCount: Int(file.word(.sources, index, SourceField.relationCount)),
        attributeCount: Int(file.word(.sources, index, SourceField.attributeCount)))
    }
  }

  /// The abbreviation of a source by its number.
  func sourceAbbreviation(_ index: Int) -> String {
    guard index < file.section(.sources).count else { return "" }
    return file.text(file.word(.sources, index, SourceField.abbreviation))
  }

  /// The number of a source by its abbreviation, if the catalog has it.
  package func sourceIndex(of abbreviation: String) -> UInt32? {
    let wanted = abbreviation.utf8
    return sourceIndex(of: wanted.span)
  }

  /// The number of a source by the UTF-8 bytes of its abbreviation, if the catalog has it.
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
        key: file.text(file.word(.documentation, index, 0)),
        value: file.text(file.word(.documentation, index, 1)),
        type: file.text(file.word(.documentation, index, 2)),
        explanation: file.text(file.word(.documentation, index, 3)))
    }
  }

  /// What the builder noted about the file: row counts, absent tables, skipped rows.
  public var facts: [(key: String, value: String)] {
    FactTable(bytes: file.bytes, facts: file.section(.facts), strings: file.strings).all
  }
}
