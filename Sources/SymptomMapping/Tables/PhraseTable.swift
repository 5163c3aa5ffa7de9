// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The words of labels that name a symptom.
public struct PhraseTable: Sendable {
  private static let columns = [
    "phrase", "symptom", "fit", "direction", "register", "not_after_words", "not_before_words",
  ]

  /// The phrases, in the order of the file.
  public let phrases: [Phrase]

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "phrases.tsv") throws(MappingError) {
    let text = try TableText(file: file, bytes: bytes, columns: Self.columns)
    var reader = FieldReader(text)
    let symptoms = ColumnWords(SymptomCategory.self)
    let fits = ColumnWords(EvidenceFit.self)
    let directions = ColumnWords(EffectDirection.self)
    let registers = ColumnWords(Phrase.Register.self)
    var phrases: [Phrase] = []
    phrases.reserveCapacity(text.rowCount)
    for row in 0..<text.rowCount {
      reader.row = row
      try reader.require(0, "a phrase")
      phrases.append(
        Phrase(
          text: text.string(row, 0), symptom: try reader.symptom(1, symptoms).value,
          fit: try reader.word(2, fits),
          direction: try reader.word(3, directions),
          register: try reader.word(4, registers),
          notAfter: Self.words(text, row, 5), notBefore: Self.words(text, row, 6)))
    }
    _ = try SortedColumn(text, column: 0)
    self.phrases = phrases
  }

  /// A table without rows.
  init() {
    phrases = []
  }

  private static func words(_ text: TableText, _ row: Int, _ column: Int) -> [String] {
    text.string(row, column).split(separator: "|").map(String.init)
  }
}

/// Words of labels that name a symptom.
public struct Phrase: Sendable, Hashable {
  /// Who speaks like this.
  public enum Register: String, Sendable, Hashable, CaseIterable {
    /// People without training.
    case lay
    /// Labels and clinicians.
    case clinical
  }

  /// The phrase, in lower case.
  public let text: String
  /// The symptom it names.
  public let symptom: SymptomCategory
  /// How well.
  public let fit: EvidenceFit
  /// Which way.
  public let direction: EffectDirection
  /// Who speaks like this.
  public let register: Register
  /// Words before it that make it mean something else.
  public let notAfter: [String]
  /// Words behind it that make it mean something else.
  public let notBefore: [String]
}
