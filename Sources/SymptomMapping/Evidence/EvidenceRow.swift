// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// One row of evidence: a label that names a symptom, and where it says so.
///
/// A view into the table; strings are made on demand. A figure means nothing
/// without its arm, threshold, comparator, population and context.
public struct EvidenceRow: Sendable {
  let storage: EvidenceStorage
  /// The place of the row in the storage, from zero.
  let row: Int
  /// The place of the row in the order of keys, among those of its subject.
  let place: Int

  var facts: EvidenceFacts { storage.facts[row] }

  private func string(_ column: EvidenceColumn) -> String {
    String(decoding: utf8(column), as: UTF8.self)
  }

  private func text(_ column: EvidenceColumn) -> String? {
    let bytes = utf8(column)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: What is said

  /// What the label is about.
  public var subject: EvidenceSubject { facts.subject }
  /// RxNorm's name of the subject.
  public var subjectName: String { string(.name) }
  /// The symptom.
  public var symptom: SymptomCategory { facts.symptom }
  /// How well the label's words fit the symptom.
  public var fit: EvidenceFit { facts.fit }
  /// Which way the effect goes.
  public var direction: EffectDirection { facts.direction }
  /// What kind of statement it is.
  public var evidenceClass: EvidenceClass { facts.evidenceClass }
  /// Whether it is in the boxed warning of its label.
  ///
  /// A sign of the danger described by a boxed warning has the class of a warning, but is in the
  /// boxed warning too.
  public var isInBoxedWarning: Bool {
    evidenceClass == .boxed
      || evidenceClass == .warning && sectionLOINC == LabelSectionCodes.boxedWarning
  }

  // MARK: Figures

  /// The threshold of the label's list, such as `5` for "at least 5 %".
  public var threshold: String? { text(.threshold) }
  /// The percentage in the drug's arm, as printed.
  public var drugPercent: String? { text(.drugPercent) }
  /// The percentage in the comparator's arm, as printed.
  public var comparatorPercent: String? { text(.comparatorPercent) }
  /// What the figure is compared with.
  public var comparator: EvidenceComparator { facts.comparator }
  /// The population of the statement; `nil` for adults, or if the label does not say.
  public var population: String? { text(.population) }
  /// Whether it is an effect, a sign, or due to withdrawal or overdose.
  public var sense: EvidenceSense { facts.sense }
  /// The caption of the statement's table, or its heading and lead-in, in the label's words;
  /// `[drug]` replaces the name of the label's own drug.
  public var context: String? { text(.context) }
  /// The header of the drug's column; `nil` outside tables.
  public var arm: String? { text(.arm) }
  /// The header of the comparator's column.
  public var comparatorArm: String? { text(.comparatorArm) }
  /// Sense, context and arm in one text; `nil` for a plain effect without them.
  public var circumstances: String? {
    let parts = [sense == .effect ? nil : sense.rawValue, context, arm].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
  /// The label's routes, in upper case as SPL writes them.
  public var routes: [String] { routeNames.texts }

  // MARK: Labels

  /// How many labels of the subject and route were read.
  public var labelsSeen: Int { facts.labelsSeen }
  /// How many of them name the symptom.
  public var labelsAgreeing: Int { facts.labelsAgreeing }
  /// Where the row comes from.
  public var sourceKind: EvidenceSource { EvidenceSource(rawValue: string(.sourceKind)) ?? .other }
  /// The set id of the label that is quoted.
  public var setID: String? { text(.setID) }
  /// Its version.
  public var labelVersion: String? { text(.labelVersion) }
  /// Its date.
  public var labelDate: LabelDate? {
    EvidenceColumn.labelDate.rawValue < storage.text.columnCount
      ? LabelDate(utf8: utf8(.labelDate)) : label?.date
  }
  /// The LOINC code of the section.
  public var sectionLOINC: String? { text(.sectionLOINC) }
  /// The number or the first words of the subsection.
  public var subsection: String? { text(.subsection) }
  /// The label's words for the symptom, in lower case.
  public var labelTerm: String? { text(.labelTerm) }
  /// Where the label can be read.
  public var sourceAddress: String? { text(.sourceAddress) }
  /// Under which terms the source may be used.
  public var licence: String { string(.licence) }
  /// How far the row can be checked.
  public var trust: EvidenceTrust { facts.trust }
}

extension EvidenceRow: Hashable {
  /// Whether both are the same row of the same table.
  public static func == (left: EvidenceRow, right: EvidenceRow) -> Bool {
    left.number == right.number && left.storage.table === right.storage.table
  }

  /// Hashes the place of the row.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }

  /// The place of the row in the file, from zero.
  private var number: Int { storage.firstRow + row }
}

extension EvidenceRow {
  /// Whether it comes before another row of its table by subject and key,
  /// whatever the order of the file.
  func precedes(_ other: EvidenceRow) -> Bool {
    subject == other.subject ? place < other.place : subject < other.subject
  }

  var routeNames: RouteNames { storage.routes[storage.facts[row].route] }

  /// The UTF-8 bytes of a field in the table, or else in the quoted label; empty if neither has it.
  package func utf8(_ column: EvidenceColumn) -> ArraySlice<UInt8> {
    if column.rawValue < storage.text.columnCount {
      return storage.text.slice(row, column.rawValue)
    }
    return label?.utf8(column) ?? []
  }

  /// The label that the row quotes, if its facts are not in the row.
  private var label: LabelRecord? {
    storage.table.labels?.label(storage.text.slice(row, EvidenceColumn.setID.rawValue), of: subject)
  }

  /// The UTF-8 bytes of each of ``routes``.
  package var routesUTF8: [[UInt8]] { routeNames.names }

  func percent(_ column: EvidenceColumn) -> PrintedPercent? {
    PrintedPercent(utf8: storage.text.slice(row, column.rawValue))
  }

  /// Whether a word of a field begins with one of these lower-case beginnings.
  func contains(_ column: EvidenceColumn, anyWordBeginning beginnings: [String]) -> Bool {
    WordSearch.contains(storage.text.slice(row, column.rawValue), anyWordBeginning: beginnings)
  }
}
