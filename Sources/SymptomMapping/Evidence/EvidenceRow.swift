// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// One row of evidence: a label that names a symptom of a drug (S24).
///
/// The columns are those of `side-effects.tsv`; strings are made when asked for.
public struct EvidenceRow: Sendable {
  private let table: MappingTable
  /// The row's number in the table, from 0; the table is sorted by its key.
  let index: Int
  /// What the row is about.
  public let subjectKind: SubjectKind
  /// The subject's code.
  public let rxcui: RxCUI
  /// The symptom category.
  public let symptom: SymptomCategory
  /// How the label's words relate to the category.
  public let fit: EvidenceFit
  /// In which direction the symptom changes.
  public let direction: SymptomDirection
  /// Where and how the label names it.
  public let evidenceClass: EvidenceClass
  /// What the percentage is compared with.
  public let comparator: Comparator
  /// How many labels were read for the subject and route.
  public let labelsSeen: Int
  /// How many of them name the symptom.
  public let labelsAgreeing: Int
  /// How far the row can be trusted.
  public let trust: EvidenceTrust

  init(_ table: MappingTable, row: Int) throws(MappingError) {
    self.table = table
    index = row
    subjectKind = try table.word(row, 0, as: SubjectKind.self)
    guard let rxcui = RxCUI(table.text(row, 1)) else {
      throw table.error("rxcui", row, 1, found: table.text(row, 1), expected: "an RxCUI")
    }
    self.rxcui = rxcui
    guard let symptom = SymptomCategory(rawValue: table.text(row, 3)) else {
      throw table.error(
        "symptom", row, 3, found: table.text(row, 3),
        expected: "one of the 39 symptom category identifiers")
    }
    self.symptom = symptom
    fit = try table.word(row, 4, as: EvidenceFit.self)
    direction = try table.word(row, 5, as: SymptomDirection.self)
    evidenceClass = try table.word(row, 6, as: EvidenceClass.self)
    comparator = try table.word(row, 10, as: Comparator.self)
    labelsSeen = try table.number(row, 14)
    labelsAgreeing = try table.number(row, 15)
    trust = try table.word(row, 25, as: EvidenceTrust.self)
    for column in [8, 9] where Percentage(table.text(row, column)) == nil {
      throw table.error(
        "percent", row, column, found: table.text(row, column),
        expected: "a number, a number after <, or nothing")
    }
  }

  /// The RxNorm name of the subject.
  public var name: String { table.text(index, 2) }
  /// The label's own cut in percent, such as `5` for "at least 5 %".
  public var threshold: String? { table.textIfPresent(index, 7) }
  /// The percentage with the drug, as printed; `<1` occurs.
  public var drugPercent: String? { table.textIfPresent(index, 8) }
  /// The percentage with the comparator, as printed.
  public var comparatorPercent: String? { table.textIfPresent(index, 9) }
  /// Who was studied; `nil` for adults or where nothing is said.
  public var population: String? { table.textIfPresent(index, 11) }
  /// What was treated, or under which circumstance the symptom comes.
  public var condition: String? { table.textIfPresent(index, 12) }
  /// The label's routes, in capitals.
  public var routes: [String] { table.list(index, 13) }
  /// Which kind of source the row quotes.
  public var sourceKind: String { table.text(index, 16) }
  /// The set id of the label that is quoted.
  public var setID: String { table.text(index, 17) }
  /// The label's version.
  public var labelVersion: String { table.text(index, 18) }
  /// The label's date, `YYYYMMDD`.
  public var labelDate: String { table.text(index, 19) }
  /// The section, by its LOINC code.
  public var sectionLOINC: String { table.text(index, 20) }
  /// The subsection, by number or the start of its title.
  public var subsection: String? { table.textIfPresent(index, 21) }
  /// The label's words, at most four.
  public var labelTerm: String { table.text(index, 22) }
  /// Where the label is to be found.
  public var sourceAddress: String { table.text(index, 23) }
  /// The licence of the quoted source.
  public var licence: String { table.text(index, 24) }

  /// Whether the row speaks of children or adolescents only.
  public var isPediatric: Bool {
    guard let words = population?.lowercased() else { return false }
    return ["pediatric", "child", "adolescent", "infant", "neonat", "paediatric"]
      .contains { words.contains($0) }
  }

  /// Whether the symptom comes when the drug is withdrawn, or with too much of it (S25).
  var isWithdrawalOnly: Bool {
    guard let words = condition?.lowercased() else { return false }
    return ["withdrawal", "discontinu", "overdos"].contains { words.contains($0) }
  }

  /// The drug's percentage less the comparator's; `nil` where one is missing.
  var difference: ExactDecimal? {
    guard let drug = Percentage(table.text(index, 8))?.value,
      let other = Percentage(table.text(index, 9))?.value
    else { return nil }
    return drug.subtracting(other)
  }

  /// The drug's percentage as a number; `<1` counts as zero.
  var percent: ExactDecimal? { Percentage(table.text(index, 8))?.value }
}

/// A percentage as a label prints it.
struct Percentage {
  /// The number; `nil` for an empty field, zero for `<1`.
  let value: ExactDecimal?

  /// Reads a field; `nil` if it is no percentage.
  init?(_ text: String) {
    if text.isEmpty {
      value = nil
      return
    }
    let isBelow = text.hasPrefix("<")
    guard let number = ExactDecimal(isBelow ? text.dropFirst() : Substring(text)) else {
      return nil
    }
    value = isBelow ? .zero : number
  }
}
