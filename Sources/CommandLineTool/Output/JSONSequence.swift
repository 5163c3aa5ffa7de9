// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import JSONText

/// Writes values as one JSON array, or one JSON object a line, as they come.
package struct JSONSequence {
  private let isLines: Bool
  private var json: JSONWriter
  private var count = 0

  /// Begins a sequence.
  ///
  /// - Parameter format: ``OutputFormat/ndjson`` for a line each, else an indented array.
  package init(_ format: OutputFormat) {
    isLines = format == .ndjson
    json = JSONWriter(layout: isLines ? .compact : .indented)
  }

  /// Writes one value.
  package mutating func write(
    _ streams: inout Streams, _ body: (inout JSONWriter) -> Void
  ) throws(CommandFailure) {
    json.removeAll()
    body(&json)
    count += 1
    if isLines {
      json.endLine()
      return try streams.output.write(json.bytes)
    }
    // A value stands two blanks further in, as an array of all would have it. Line feeds
    // are only between members: those within strings are escaped.
    var bytes = Array((count == 1 ? "[\n  " : ",\n  ").utf8)
    bytes.reserveCapacity(json.bytes.count * 5 / 4)
    for byte in json.bytes {
      bytes.append(byte)
      if byte == 0x0A { bytes += [0x20, 0x20] }
    }
    try streams.output.write(bytes)
  }

  /// Ends the sequence.
  package func finish(_ streams: inout Streams) throws(CommandFailure) {
    if !isLines { try streams.output.write(count == 0 ? "[]\n" : "\n]\n") }
  }

  /// Writes all values.
  ///
  /// - Parameters:
  ///   - values: What to write.
  ///   - format: ``OutputFormat/ndjson`` for a line each, else an indented array.
  ///   - streams: Where to.
  ///   - body: Writes one value.
  /// - Throws: Why the output cannot be written.
  package static func write<Value>(
    _ values: [Value], as format: OutputFormat, _ streams: inout Streams,
    _ body: (Value, inout JSONWriter) -> Void
  ) throws(CommandFailure) {
    var sequence = JSONSequence(format)
    for value in values { try sequence.write(&streams) { body(value, &$0) } }
    try sequence.finish(&streams)
  }
}
