// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText
internal import MedicationModel
public import MedicationStore

/// A record that a store takes.
enum ImportedRecord {
  case medication(OwnedMedication)
  case dose(MedicationDoseEvent)
  case symptom(CategorySample)

  var kind: ImportReport.Kind {
    switch self {
    case .medication: .medication
    case .dose: .dose
    case .symptom: .symptom
    }
  }
}

/// Records that were read from a file, before they are in any store.
struct ImportedRecords {
  /// Each with its place in the file: a JSON path, or a line.
  private(set) var all: [(record: ImportedRecord, place: String)] = []
  /// What was left out, or read with a remark.
  private(set) var remarks: [ImportReport.Remark] = []
  /// How many records of other kinds there are, by kind.
  var others: [String: Int] = [:]

  mutating func add(_ record: ImportedRecord, _ place: String) { all.append((record, place)) }

  /// Adds the record that is read at a place, if there is one, or leaves it out with the reason.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  mutating func add(
    _ kind: ImportReport.Kind, _ place: String, _ read: () throws(Refusal) -> ImportedRecord?
  ) -> Bool {
    do throws(Refusal) {
      guard let record = try read() else { return false }
      add(record, place)
      return true
    } catch {
      let dot = place.isEmpty || error.member.isEmpty ? "" : "."
      leaveOut(kind, place + dot + error.member, error.reason)
      return false
    }
  }

  mutating func remark(
    _ kind: ImportReport.Kind, _ place: String, _ reason: String, isLeftOut: Bool
  ) {
    remarks.append(.init(kind: kind, place: place, reason: reason, isLeftOut: isLeftOut))
  }

  mutating func leaveOut(_ kind: ImportReport.Kind, _ place: String, _ reason: String) {
    remark(kind, place, reason, isLeftOut: true)
  }

  mutating func note(_ kind: ImportReport.Kind, _ place: String, _ reason: String) {
    remark(kind, place, reason, isLeftOut: false)
  }
}

/// What became of everything in the files of an import; no values of a person.
public struct ImportReport: Sendable, Hashable {
  /// The kinds of records that a store takes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A medication of the list.
    case medication
    /// A dose event.
    case dose
    /// A symptom.
    case symptom
  }

  /// How many records of a kind were read, and what became of them.
  public struct Count: Sendable, Hashable {
    /// All of them; the sum of the others.
    public internal(set) var read = 0
    /// In the store now.
    public internal(set) var added = 0
    /// In the store before.
    public internal(set) var alreadyThere = 0
    /// Twice in the files.
    public internal(set) var repeated = 0
    /// Not taken.
    public internal(set) var leftOut = 0
  }

  /// A record that was left out, or something to know about one.
  public struct Remark: Sendable, Hashable {
    /// The kind of the record.
    public let kind: Kind
    /// The file and the place in it.
    public let place: String
    /// Why it was left out, or what is to be known.
    public let reason: String
    /// Whether the record was left out.
    public let isLeftOut: Bool
  }

  /// How many remarks are kept one by one.
  public static let remarkLimit = 1000

  /// The counts by kind.
  public internal(set) var counts: [Kind: Count] = [:]
  /// The first ``remarkLimit`` remarks, in the order of the files.
  public internal(set) var remarks: [Remark] = []
  /// How many remarks there are in all, by reason.
  public internal(set) var reasons: [String: Int] = [:]
  /// How many records of kinds that no store takes were read, by kind.
  public internal(set) var others: [String: Int] = [:]

  mutating func add(_ remark: Remark) {
    reasons[remark.reason, default: 0] += 1
    if remarks.count < Self.remarkLimit { remarks.append(remark) }
    guard remark.isLeftOut else { return }
    counts[remark.kind, default: Count()].read += 1
    counts[remark.kind, default: Count()].leftOut += 1
  }

  mutating func count(_ outcome: StoreImport.Outcome, _ kind: Kind, _ place: String) {
    var count = counts[kind] ?? Count()
    switch outcome {
    case .leftOut(let reason):
      return add(Remark(kind: kind, place: place, reason: reason.rawValue, isLeftOut: true))
    case .added: count.added += 1
    case .alreadyThere: count.alreadyThere += 1
    case .repeated: count.repeated += 1
    }
    count.read += 1
    counts[kind] = count
  }

  /// Writes the report as a JSON object.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      for kind in Kind.allCases {
        let count = counts[kind] ?? Count()
        json.key(kind.rawValue)
        json.object { json in
          json.member("read", count.read)
          json.member("added", count.added)
          json.member("alreadyThere", count.alreadyThere)
          json.member("repeated", count.repeated)
          json.member("leftOut", count.leftOut)
        }
      }
      for (name, numbers) in [("others", others), ("reasons", reasons)] {
        json.key(name)
        json.object { json in
          for (word, count) in numbers.sorted(by: { $0.key.precedesInBytes($1.key) }) {
            json.key(word)
            json.integer(count)
          }
        }
      }
      json.objects("remarks", remarks) { remark, json in
        json.member("record", remark.kind.rawValue)
        json.member("place", remark.place)
        json.member("reason", remark.reason)
        json.member("isLeftOut", remark.isLeftOut)
      }
    }
  }

  mutating func countOther(_ kind: String, _ number: Int = 1) {
    // A file of nothing but invented names must not fill the memory.
    let name = others.count < 500 || others[kind] != nil ? kind : "other"
    others[name, default: 0] += number
  }
}

/// Takes files into a store, all of them or none.
public final class ImportRun {
  private let target: StoreImport
  /// What became of the records so far.
  public private(set) var report = ImportReport()
  /// What places are put after: the name of the file.
  public var file = ""

  init(_ target: StoreImport) { self.target = target }

  /// Takes the records of a file, medications first.
  func take(_ records: ImportedRecords) throws {
    for remark in records.remarks {
      report.add(
        .init(
          kind: remark.kind, place: placed(remark.place), reason: remark.reason,
          isLeftOut: remark.isLeftOut))
    }
    for (kind, count) in records.others { report.countOther(kind, count) }
    for kind in ImportReport.Kind.allCases {
      for (record, place) in records.all where record.kind == kind { try take(record, place) }
    }
  }

  func take(_ record: ImportedRecord, _ place: @autoclosure () -> String) throws {
    let outcome =
      switch record {
      case .medication(let medication): try target.add(medication)
      case .dose(let dose): try target.add(dose)
      case .symptom(let symptom): try target.add(symptom)
      }
    report.count(outcome, record.kind, outcome.isLeftOut ? placed(place()) : "")
  }

  func leaveOut(_ kind: ImportReport.Kind, _ place: String, _ reason: String) {
    report.add(.init(kind: kind, place: placed(place), reason: reason, isLeftOut: true))
  }

  func countOther(_ kind: String) { report.countOther(kind) }

  private func placed(_ place: String) -> String {
    file.isEmpty ? place : place.isEmpty ? file : "\(file): \(place)"
  }
}

extension StoreImport.Outcome {
  fileprivate var isLeftOut: Bool { if case .leftOut = self { true } else { false } }
}

extension PersonStore {
  /// Takes files into the store, all of them or none.
  ///
  /// - Parameter body: Hands over the records of the files.
  /// - Returns: What became of them.
  /// - Throws: What `body` throws, or ``HealthError``.
  public func takeIn(_ body: (ImportRun) throws -> Void) throws -> ImportReport {
    try importing { target in
      let run = ImportRun(target)
      try body(run)
      return run.report
    }
  }
}
