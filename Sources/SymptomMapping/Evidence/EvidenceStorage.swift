// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import Threads

/// The table that rows belong to, whether they were read with the others or by themselves.
final class EvidenceOrigin: Sendable {
  /// The labels that rows quote; `nil` if the rows contain the facts of their labels.
  let labels: LabelTable?

  init(_ labels: LabelTable? = nil) {
    self.labels = labels
  }
}

/// Rows and what was read of them: one reference, so that a row is small.
final class EvidenceStorage: Sendable {
  let table: EvidenceOrigin
  let text: TableText
  let facts: [EvidenceFacts]
  /// Each route field that occurs, once.
  let routes: [RouteNames]
  /// The number of the first row within the table.
  let firstRow: Int
  /// The places in the order of keys of each symptom's rows, laid out when they are first asked for.
  let bySymptom = Monitor<[[Int]]?>(nil)

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - bytes: The header line and the rows.
  ///   - file: The name of the file, for messages.
  ///   - table: The table that they belong to.
  ///   - firstRow: The number of the first of them within it.
  /// - Throws: ``MappingError`` for the first thing that is wrong.
  init(
    bytes: [UInt8], file: String, of table: EvidenceOrigin, firstRow: Int = 0
  ) throws(MappingError) {
    self.table = table
    self.firstRow = firstRow
    text = try TableText(
      file: file, bytes: bytes, columns: EvidenceColumn.names,
      optional: EvidenceColumn.labelNames)
    let reader = try EvidenceReader(text)
    facts = reader.facts
    routes = reader.routes
  }

  /// No rows.
  init() {
    table = EvidenceOrigin()
    text = TableText(
      withoutRows: "side-effects.tsv", columnCount: EvidenceColumn.names.count)
    facts = []
    routes = []
    firstRow = 0
  }
}
