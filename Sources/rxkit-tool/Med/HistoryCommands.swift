// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// The commands that list doses, and changes of doses.
enum HistoryCommands {
  private static let status = OptionDefinition.text(
    "--status", "status,…",
    "Only these statuses: taken, skipped, snoozed, notInteracted, notificationNotSent, notLogged."
  ).repeatable()
  private static let sinceAnchor = OptionDefinition.text(
    "--since-anchor", "anchor",
    "Changes since an earlier answer, by its newAnchor; none means all.")
  private static let count = OptionDefinition.count(
    "--count", "count", "End after this number of answers.", default: "never")
  private static let pauseMilliseconds: UInt32 = 15
  /// Doses become due by the minute.
  private static let pausesBetweenSweeps = 2000

  static let doses = ToolCommand.med(
    "doses", "List doses: taken, skipped, snoozed, missed.",
    examples: [
      ("--from 2026-03-02", "since that day"),
      ("metformin --status taken,skipped --format csv", "one, as a table"),
      ("--since-anchor none --json", "all, with an anchor to go on from"),
    ],
    arguments: [MedOptions.anyMedication],
    options: [status, MedOptions.from, MedOptions.to, sinceAnchor],
    discussion: "Doses that were taken or skipped are at the time when they were, all others at "
      + "the time for which they were scheduled. Only taken means taken.",
    seeAlso: ["rxkit med watch", "rxkit med chart", "rxkit med edit"],
    run: MedStore.opened(for: .anyone, .reading) { store, streams in
      let predicate = try predicate(store)
      guard let text = store.invocation.value(of: sinceAnchor) else {
        let events = try SampleQueryDescriptor(
          predicates: [.medicationDoseEvent(predicate: predicate)],
          sortDescriptors: [SampleSortDescriptor(.startDate)]
        ).samples(in: store.health)
        return try store.print(events, &streams)
      }
      let isStart = ["none", "nil", "null", "0"].contains(text)
      let result = try AnchoredObjectQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: predicate)],
        anchor: isStart ? nil : try QueryAnchor(text)
      ).changes(in: store.health)
      try store.print(result, &streams)
      if store.isForPeople { streams.messages.note("anchor: \(result.newAnchor)") }
    })

  static let watch = ToolCommand.med(
    "watch", "Show changes of doses as they come, until Ctrl-C.",
    examples: [
      ("", "what this and other programs log from now on"),
      ("metformin --status taken --format ndjson", "for a script"),
    ],
    arguments: [MedOptions.anyMedication], options: [status, count],
    discussion: "The first answer is what is there already; in JSON each answer has an anchor, "
      + "with which rxkit med doses --since-anchor goes on later.",
    seeAlso: ["rxkit med doses"],
    run: MedStore.opened(for: .anyone) { store, streams in
      let predicate = try predicate(store)
      var store = store
      // An array would never end.
      if store.format == .json { store.format = .ndjson }
      let limit = try store.invocation.count(of: count, in: 1...Int.max)
      var results = AnchoredObjectQueryDescriptor(
        predicates: [.medicationDoseEvent(predicate: predicate)]
      ).results(for: store.health).makeAsyncIterator()
      var (found, pauses) = (0, 0)
      while limit.map({ found < $0 }) ?? true {
        guard let result = try results.step() else {
          SystemCalls.pause(milliseconds: pauseMilliseconds)
          pauses += 1
          if store.isOwner, pauses % pausesBetweenSweeps == 0 { try store.person.sweep() }
          continue
        }
        found += 1
        try store.print(result, &streams)
        try streams.output.flush()
      }
    })

  /// What the options ask for.
  private static func predicate(_ store: MedStore) throws -> QueryPredicate {
    var parts: [QueryPredicate] = []
    for words in store.invocation.arguments {
      parts.append(.medication([try store.medication(words).medication.identifier]))
    }
    if store.invocation.isSet(status) {
      let statuses = try store.invocation.list(of: status).map { name in
        guard let status = LogStatus(name: name) else {
          throw store.invocation.command.invalid("\(status.name): not a status")
        }
        return status
      }
      parts.append(.status(statuses))
    }
    if let window = try store.window() { parts.append(window) }
    return .and(parts)
  }
}

extension MedStore {
  /// The window of `--from` and `--to`.
  func window() throws -> QueryPredicate? {
    let start = try moment(MedOptions.from, orDay: true)
    let end = try moment(MedOptions.to, orDay: true)
    return start == nil && end == nil ? nil : .time(start: start, end: end, options: [])
  }

  /// Prints what was added and deleted.
  fileprivate func print(
    _ result: AnchoredObjectQueryDescriptor<MedicationDoseEvent>.Result, _ streams: inout Streams
  ) throws {
    try print([result], &streams) {
      let added = try table(result.addedSamples)
      var table = Table(columns: ["change"] + added.columns.map(\.name))
      let blanks = [String?](repeating: nil, count: added.columns.count - 1)
      for object in result.deletedObjects {
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
