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

/// What became of everything in the files of an import; no values of a person but the words by which
/// a schedule can be set.
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
    /// What the document says of amounts and times, if it sets no schedule.
    public let words: [String]
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
        if !remark.words.isEmpty { json.member("words", remark.words) }
      }
    }
  }
}

/// Takes files into a store, all of them or none.
public final class ImportRun {
  private let target: StoreImport?
  /// What became of the records so far.
  public private(set) var report = ImportReport()
  /// What places are put after: the name of the file.
  public var file = ""
  /// What was read of a file, each with its place: a JSON path, or a line.
  private(set) var waiting: [(record: ImportedRecord, place: () -> String)] = []

  /// What is to be known of the medications that wait if they are added, by place.
  private var notesIfAdded: [String: [String]] = [:]

  /// Begins an import; without a store everything waits.
  init(_ target: StoreImport? = nil) { self.target = target }

  /// Keeps a record for the end of its file, since medications come before their doses.
  func add(_ record: ImportedRecord, _ place: @escaping @autoclosure () -> String) {
    waiting.append((record, place))
  }

  /// Keeps the record that is read at a place, if there is one, or leaves it out with the reason.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  func add(
    _ kind: ImportReport.Kind, _ place: @escaping @autoclosure () -> String,
    _ read: () throws(Refusal) -> ImportedRecord?
  ) -> Bool {
    do throws(Refusal) {
      guard let record = try read() else { return false }
      add(record, place())
      return true
    } catch {
      let parts = { [place(), error.member].filter { !$0.isEmpty } }
      remark(kind, parts().joined(separator: "."), error.reason)
      return false
    }
  }

  /// Takes the records that wait.
  func takeWaiting() throws {
    for kind in ImportReport.Kind.allCases {
      for (record, place) in waiting where record.kind == kind { try take(record, place()) }
    }
    (waiting, notesIfAdded) = ([], [:])
  }

  func take(_ record: ImportedRecord, _ place: @autoclosure () -> String) throws {
    guard let target else { return }
    let outcome =
      switch record {
      case .medication(let medication): try target.add(medication)
      case .dose(let dose): try target.add(dose)
      case .symptom(let symptom): try target.add(symptom)
      }
    switch outcome {
    case .leftOut(let reason): return remark(record.kind, place(), reason.rawValue)
    case .added:
      report.counts[record.kind, default: .init()].added += 1
      if case .dose(let dose) = record, dose.logStatus.name == nil {
        remark(
          .dose, place(), "its status is a number that is not known; it counts as not taken",
          isLeftOut: false)
      }
      if case .medication = record {
        for note in notesIfAdded.isEmpty ? [] : notesIfAdded[place()] ?? [] {
          remark(.medication, place(), note, isLeftOut: false)
        }
      }
    case .alreadyThere:
      report.counts[record.kind, default: .init()].alreadyThere += 1
      if case .medication(let medication) = record {
        for difference in try target.differences(from: medication) {
          remark(.medication, place(), difference.rawValue, isLeftOut: false)
        }
      }
    case .repeated: report.counts[record.kind, default: .init()].repeated += 1
    }
    report.counts[record.kind, default: .init()].read += 1
  }

  /// Notes something about a record, or that it is left out.
  func remark(
    _ kind: ImportReport.Kind, _ place: @autoclosure () -> String, _ reason: String,
    isLeftOut: Bool = true, words: [String] = []
  ) {
    report.reasons[reason, default: 0] += 1
    if report.remarks.count < ImportReport.remarkLimit {
      let place = place()
      let placed = file.isEmpty ? place : place.isEmpty ? file : "\(file): \(place)"
      report.remarks.append(
        .init(kind: kind, place: placed, reason: reason, isLeftOut: isLeftOut, words: words))
    }
    guard isLeftOut else { return }
    report.counts[kind, default: .init()].read += 1
    report.counts[kind, default: .init()].leftOut += 1
  }

  /// Notes something about the medication of a place that is to be known if it is added; without a
  /// store nobody knows yet, and it is noted.
  func remark(_ place: String, ifAdded notes: [String]) {
    guard target == nil else { return notesIfAdded[place, default: []] += notes }
    for note in notes { remark(.medication, place, note, isLeftOut: false) }
  }

  /// Counts records that no store takes.
  func countOther(_ kind: String, _ number: Int = 1) {
    guard number > 0 else { return }
    // A file of nothing but invented names must not fill the memory.
    let name = report.others.count < 500 || report.others[kind] != nil ? kind : "other"
    report.others[name, default: 0] += number
  }
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
