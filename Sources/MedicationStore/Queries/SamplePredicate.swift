// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// Samples of one type that fulfil a predicate (`HKSamplePredicate`).
public struct SamplePredicate<Sample: HealthSample>: Sendable {
  let table: SampleTable<Sample>
  let predicate: QueryPredicate

  fileprivate init(_ table: SampleTable<Sample>, _ parts: [QueryPredicate?]) {
    self.table = table
    predicate = .and(parts.compactMap(\.self))
  }
}

extension SamplePredicate where Sample == MedicationDoseEvent {
  /// Doses.
  public static func medicationDoseEvent(
    predicate: QueryPredicate? = nil
  ) -> SamplePredicate<MedicationDoseEvent> {
    SamplePredicate(
      SampleTable(
        subject: .dose, name: "dose_event", columns: StoreTransaction.eventColumns,
        columnCount: 15, read: StoreTransaction.event),
      [predicate])
  }
}

extension SamplePredicate where Sample == CategorySample {
  /// Symptoms of a type; `nil` means of every type.
  public static func categorySample(
    type: SymptomCategory? = nil, predicate: QueryPredicate? = nil
  ) -> SamplePredicate<CategorySample> {
    SamplePredicate(
      SampleTable(
        subject: .symptom, name: "category_sample", columns: StoreTransaction.sampleColumns,
        columnCount: 9, read: StoreTransaction.sample),
      [type.map { .categoryType($0) }, predicate])
  }
}

/// Where the samples of a type are kept.
struct SampleTable<Sample: HealthSample>: Sendable {
  let subject: QueryText.Subject
  let name: String
  let columns: String
  let columnCount: Int
  let read: @Sendable (SQLiteRow) -> Sample?

  /// The clause that has changes since an anchor found by what happened last: without figures about
  /// the data SQLite would go through all samples of a medication or a window.
  func changeIndex(_ order: String) -> String {
    " INDEXED BY \(subject == .dose ? "dose" : "sample")_by_\(order)"
  }
}

/// Who queries, and so what there is to see.
enum Viewer: Sendable, Hashable {
  case person
  case app(bundleIdentifier: String)
}

/// The samples that a viewer may see, as a part of a statement.
struct VisibleSamples {
  /// The tables, with their joins.
  var tables: String
  /// What must hold for a row to be seen.
  var condition = "1"
  /// The revision from which on a live row is there for the viewer.
  var appeared = "s.inserted"
  /// The revision from which on a deleted row is gone for the viewer.
  var vanished = "s.deleted"

  /// Makes the part; only if grants can be newer than the anchor (`isGrantNew`), older samples may
  /// count as new, else an index finds the new ones.
  init(
    of name: String, subject: QueryText.Subject, to viewer: Viewer, isGrantNew: Bool,
    index: String = "", _ text: inout QueryText
  ) {
    tables = "\(name) s\(index)"
    if subject == .dose { tables += " JOIN medication m ON m.id = s.medication" }
    guard case .app(let bundle) = viewer else { return }
    let source = text.bind(.text(bundle))
    let app = "(SELECT id FROM app WHERE bundle_identifier = \(source))"
    if subject == .dose {
      tables += " JOIN medication_grant g ON g.medication = s.medication AND g.app = \(app)"
      guard isGrantNew else { return }
      appeared = "max(s.inserted, g.revision)"
      vanished = "max(s.deleted, g.revision)"
    } else {
      tables += """
         LEFT JOIN type_permission g ON g.app = \(app) AND g.type = s.type AND g.read = 2
        """
      // What an app saved itself it can always read.
      condition = "(s.source_identifier = \(source) OR g.app IS NOT NULL)"
      guard isGrantNew else { return }
      let isOwn = "s.source_identifier = \(source)"
      appeared = "CASE WHEN \(isOwn) THEN s.inserted ELSE max(s.inserted, g.revision) END"
      vanished = "CASE WHEN \(isOwn) THEN s.deleted ELSE max(s.deleted, g.revision) END"
    }
  }
}
