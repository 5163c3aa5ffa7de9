// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// `rxkit med doses`: what was taken, skipped or missed.
struct MedDosesCommand: MedCommand {
  static let status = OptionDefinition.text(
    "--status", "status,…",
    "Only these statuses: taken, skipped, snoozed, notInteracted, notificationNotSent, notLogged."
  ).repeatable()
  static let from = OptionDefinition.text("--from", "date", "From this day or time.")
  static let to = OptionDefinition.text("--to", "date", "Up to, and without, this day or time.")
  private static let sinceAnchor = OptionDefinition.text(
    "--since-anchor", "anchor",
    "Changes since an earlier answer, by its newAnchor; none means all.")

  static let role = MedStore.Role.anyone

  static let definition = CommandDefinition(
    med: "doses", "List doses: taken, skipped, snoozed, missed.",
    examples: [
      ("--from 2026-03-02", "since that day"),
      ("metformin --status taken,skipped --format csv", "one, as a table"),
      ("--since-anchor none --json", "all, with an anchor to go on from"),
    ],
    arguments: [ArgumentDefinition("medication", MedStore.naming.explanation, count: .optional)],
    options: [status, from, to, sinceAnchor],
    discussion: [
      "Doses that were taken or skipped are at the time when they were, all others at the time for "
        + "which they were scheduled. Only taken means taken."
    ],
    seeAlso: ["rxkit med watch", "rxkit med chart", "rxkit med edit"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let predicate = try predicate(invocation, store)
    guard invocation.isSet(sinceAnchor) else {
      let events = try SampleQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: predicate)],
        sortDescriptors: [SampleSortDescriptor(.startDate)]
      ).samples(in: store.health)
      return try store.print(events, &streams)
    }
    let result = try AnchoredObjectQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: predicate)],
      anchor: try anchor(invocation)
    ).changes(in: store.health)
    try store.print([result], &streams)
    if store.isForPeople { streams.messages.note("anchor: \(result.newAnchor)") }
  }

  /// The anchor of an invocation; `nil` from the start.
  static func anchor(_ invocation: Invocation) throws(HealthError) -> QueryAnchor? {
    guard let text = invocation.value(of: sinceAnchor) else { return nil }
    return ["none", "nil", "null", "0"].contains(text) ? nil : try QueryAnchor(text)
  }

  /// What the options ask for.
  static func predicate(
    _ invocation: Invocation, _ store: MedStore
  ) throws -> QueryPredicate {
    var parts: [QueryPredicate] = []
    for words in invocation.arguments {
      parts.append(.medication([try store.medication(words).medication.identifier]))
    }
    if invocation.isSet(status) {
      let names = try invocation.words(of: status, among: LogStatus.all.compactMap(\.name))
      parts.append(.status(names.compactMap { LogStatus(name: $0) }))
    }
    if let window = try window(invocation, store) { parts.append(window) }
    return .and(parts)
  }

  /// The window of `--from` and `--to`.
  static func window(
    _ invocation: Invocation, _ store: MedStore
  ) throws -> QueryPredicate? {
    let dates = store.dates(invocation)
    let start = try dates.moment(from, of: invocation, orDay: true)
    let end = try dates.moment(to, of: invocation, orDay: true)
    return start == nil && end == nil ? nil : .time(start: start, end: end, options: [])
  }
}

extension MedStore {
  /// Prints what was added and deleted.
  func print(
    _ results: [AnchoredObjectQueryDescriptor<MedicationDoseEvent>.Result],
    _ streams: inout Streams
  ) throws(CommandFailure) {
    try print(results, &streams) { () throws(CommandFailure) in
      let added = try table(results.flatMap(\.addedSamples))
      var table = Table(columns: ["change"] + added.columns.map(\.name))
      let blanks = [String?](repeating: nil, count: added.columns.count - 1)
      for object in results.flatMap(\.deletedObjects) {
        table.append(["deleted"] + blanks + [text(object.uuid)])
      }
      for row in added.rows { table.append(["added"] + row) }
      return table
    } json: { result, json in
      json.object { json in
        json.array("addedSamples", result.addedSamples) { $0.write(to: &$1, in: zone) }
        json.array("deletedObjects", result.deletedObjects) { $0.write(to: &$1) }
        json.member("newAnchor", result.newAnchor.description)
      }
    }
  }
}

/// `rxkit med watch`: changes as they come, of any process.
struct MedWatchCommand: MedCommand {
  private static let count = OptionDefinition.count(
    "--count", "count", "End after this number of answers.", default: "never")
  private static let pauseMilliseconds: UInt32 = 15
  /// Doses become due by the minute.
  private static let pausesBetweenSweeps = 2000

  static let role = MedStore.Role.anyone

  static let definition = CommandDefinition(
    med: "watch", "Show changes of doses as they come, until Ctrl-C.",
    examples: [
      ("", "what this and other programs log from now on"),
      ("metformin --status taken --format ndjson", "for a script"),
    ],
    arguments: [ArgumentDefinition("medication", MedStore.naming.explanation, count: .optional)],
    options: [MedDosesCommand.status, count],
    discussion: [
      "The first answer is what is there already; in JSON each answer has an anchor, with which "
        + "rxkit med doses --since-anchor goes on later."
    ],
    seeAlso: ["rxkit med doses"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let predicate = try MedDosesCommand.predicate(invocation, store)
    var store = store
    // An array would never end.
    if store.format == .json { store.format = .ndjson }
    let limit = try invocation.count(of: count, in: 1...Int.max)
    var results = AnchoredObjectQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate: predicate)]
    ).results(for: store.health).makeAsyncIterator()
    var (found, pauses) = (0, 0)
    while limit.map({ found < $0 }) ?? true {
      let result = try results.step()
      guard let result else {
        SystemCalls.pause(milliseconds: pauseMilliseconds)
        pauses += 1
        if store.isOwner, pauses % pausesBetweenSweeps == 0 { try store.person.sweep() }
        continue
      }
      found += 1
      try store.print([result], &streams)
      try streams.output.flush()
    }
  }
}
