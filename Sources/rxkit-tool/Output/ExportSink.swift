// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogExport

/// Where the bytes of an export go: a descriptor, through a buffer.
///
/// A class, because the export keeps a closure that writes to it.
final class ExportSink {
  private var writer: OutputWriter
  private var failure: CommandFailure?

  private init(descriptor: Int32, name: String, from sources: AnswerSources) {
    writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
  }

  /// Writes an export to a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: An open file or pipe.
  ///   - name: What to call it in messages.
  ///   - sources: What is exported.
  ///   - body: Writes to the output that it is given.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the bytes cannot be written.
  static func write<Result>(
    to descriptor: Int32, name: String, from sources: AnswerSources,
    _ body: (ExportOutput) throws(ExportError) -> Result
  ) throws(CommandFailure) -> Result {
    let sink = ExportSink(descriptor: descriptor, name: name, from: sources)
    let output = ExportOutput { sink.take($0) }
    let result: Result
    do throws(ExportError) {
      result = try body(output)
    } catch {
      throw sink.failure ?? CommandFailure(error)
    }
    try sink.writer.flush()
    return result
  }

  private func take(_ piece: [UInt8]) -> Bool {
    do throws(CommandFailure) {
      try writer.write(piece)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

extension CommandFailure {
  /// An export that stopped.
  init(_ error: ExportError) {
    self.init(.input, error.code, error.message, try: error.remedy)
  }
}
