// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// A row of side-effects.tsv in the making.
///
/// Rows of importers are derived by others: their trust is B, and no term of the source is in
/// them.
struct EvidenceDraft: Sendable {
  let subject: ImportSubject
  let meaning: ImportTerms.Meaning
  var fit: EvidenceFit
  let evidenceClass: EvidenceClass
  let source: EvidenceSource
  let licence: String
  var threshold = ""
  var drugPercent = ""
  var comparatorPercent = ""
  var comparator = EvidenceComparator.none
  var population = ""
  var condition = ""
  var routes: [String] = []
  var labelsSeen = 0
  var labelsAgreeing = 0
  var setID = ""
  var labelVersion = ""
  var labelDate = ""
  var section = ""
  var subsection = ""
  var labelTerm = ""
  var address = ""

  init(
    _ subject: ImportSubject, _ meaning: ImportTerms.Meaning, fit: EvidenceFit,
    _ evidenceClass: EvidenceClass, from source: EvidenceSource, licence: String
  ) {
    self.subject = subject
    self.meaning = meaning
    self.fit = fit
    self.evidenceClass = evidenceClass
    self.source = source
    self.licence = licence
  }

  /// The fields in the order of the columns.
  var fields: [String] {
    [
      subject.subject.kind.rawValue, subject.subject.rxcui.description, subject.name,
      meaning.symptom.rawValue, fit.rawValue, meaning.direction.rawValue, evidenceClass.rawValue,
      threshold, drugPercent, comparatorPercent, comparator.rawValue, population, condition,
      routes.joined(separator: "|"), String(labelsSeen), String(labelsAgreeing), source.rawValue,
      setID, labelVersion, labelDate, section, subsection, labelTerm, address, licence,
      EvidenceTrust.derived.rawValue,
    ].map(Self.field)
  }

  /// A value without the characters that part fields and rows.
  private static func field(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 < 0x20 }) else { return value }
    return String(
      decoding: value.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The table of rows: header, rows sorted by their keys, by bytes.
  ///
  /// Keys are distinct; equal ones would be kept in the order of their other fields.
  static func table(_ drafts: [EvidenceDraft]) -> [UInt8] {
    let lines = drafts.map(\.fields).sorted { left, right in
      for column in SideEffectTable.keyColumns + Array(0..<left.count)
      where left[column] != right[column] {
        return left[column].utf8.lexicographicallyPrecedes(right[column].utf8)
      }
      return false
    }
    var bytes = Array(SideEffectTable.columnNames.joined(separator: "\t").utf8)
    bytes.append(0x0A)
    for line in lines {
      for (column, field) in line.enumerated() {
        if column > 0 { bytes.append(0x09) }
        bytes.append(contentsOf: field.utf8)
      }
      bytes.append(0x0A)
    }
    return bytes
  }
}
