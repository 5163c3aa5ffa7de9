// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// Writes values as one JSON array, or one JSON object a line.
enum JSONSequence {
  /// Writes all values.
  ///
  /// - Parameters:
  ///   - values: What to write.
  ///   - format: ``OutputFormat/ndjson`` for a line each, else an indented array.
  ///   - streams: Where to.
  ///   - body: Writes one value.
  /// - Throws: Why the output cannot be written.
  static func write<Value>(
    _ values: [Value], as format: OutputFormat, _ streams: inout Streams,
    _ body: (Value, inout JSONWriter) -> Void
  ) throws(CommandFailure) {
    if format == .ndjson {
      var json = JSONWriter()
      for value in values {
        body(value, &json)
        json.endLine()
      }
      try streams.output.write(json.bytes)
    } else {
      var json = JSONWriter(layout: .indented)
      json.array { json in
        for value in values { body(value, &json) }
      }
      json.endLine()
      try streams.output.write(json.bytes)
    }
  }
}
