// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams
import JSONText

/// How far a conversion was: one line of JSON beside the output.
///
/// It is written anew, synced and renamed only after the output that it speaks of is on the disk.
struct ResumeJournal: Equatable {
  /// The version of the shape.
  private static let schema = 3

  /// What was converted, with what and how: the same in a run that may go on.
  var run: String
  /// The number of the input that is next.
  var input = 0
  /// The place in it between two lines; `nil` for its beginning.
  var place: FHIRLineStream.Place?
  /// The bytes of the output.
  var byteCount = 0
  var counts = ConversionRun.Counts()

  init(run: String) {
    self.run = run
  }

  /// The line, with its end.
  var line: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", Self.schema)
      json.member("run", run)
      json.member("input", input)
      json.member("offset", place?.offset)
      json.member("line", place?.line)
      json.member("output", byteCount)
      json.member("records", counts.records)
      json.member("failures", counts.failures)
      json.member("passedOver", counts.passedOver)
      json.member("unresolved", counts.unresolved)
      json.member("incomplete", counts.isIncomplete)
      for (name, counted) in [("read", counts.read), ("problems", counts.problems.byName)] {
        json.key(name)
        json.object { json in
          for (key, count) in counted.sorted(by: { $0.key < $1.key }) {
            json.key(key)
            json.integer(count)
          }
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  /// Reads a line; `nil` if it is no journal of this shape.
  init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(bytes).root, let run = root["run"]?.string else {
      return nil
    }
    func number(_ name: StaticString) -> Int? {
      root[name]?.scalarText.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
    func isTrue(_ name: StaticString) -> Bool { root[name]?.scalarText == "true" }
    guard number("schema") == Self.schema, let input = number("input"),
      let byteCount = number("output"), let records = number("records"),
      let failures = number("failures"), let passedOver = number("passedOver"),
      let unresolved = number("unresolved")
    else { return nil }
    self.run = run
    self.input = input
    self.byteCount = byteCount
    if let offset = number("offset"), let line = number("line") {
      place = FHIRLineStream.Place(offset: offset, line: line)
    }
    counts = ConversionRun.Counts(
      records: records, failures: failures, passedOver: passedOver, unresolved: unresolved,
      isIncomplete: isTrue("incomplete"))
    func table(_ name: StaticString) -> [String: Int]? {
      guard let object = root[name], object.isObject else { return nil }
      var table: [String: Int] = [:]
      for (key, count) in object.members {
        guard let key = key.string, let count = count.scalarText.flatMap({ Int($0) }) else {
          return nil
        }
        table[key] = count
      }
      return table
    }
    guard let read = table("read"), let problems = table("problems") else { return nil }
    counts.read = read
    counts.problems.byName = problems
  }
}
