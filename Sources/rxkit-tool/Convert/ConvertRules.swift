// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// Which options of `convert` go together.
enum ConvertRules {
  /// Checks what needs no look at the inputs.
  static func check(_ invocation: Invocation) throws(CommandFailure) {
    if ConvertTarget(invocation) != .records {
      // Nothing that is asked for is passed over in silence: these read whole documents and
      // write in order.
      let ofRecords = [
        ConvertOptions.range, ConvertOptions.firstLine, ConvertOptions.resume,
        ConvertOptions.unordered, ConvertOptions.sideEffects, ConvertOptions.fields,
      ]
      if let option = ofRecords.first(where: invocation.isSet) {
        throw combination("\(option.name) with --to, expected only for records", invocation)
      }
    }
    if ConvertTarget(invocation) != .fhir, invocation.isSet(ConvertTarget.fhirRelease) {
      throw combination("--fhir-release requires --to fhir", invocation)
    }
    let format = invocation.format ?? .table
    let needsLines = [ConvertOptions.range, ConvertOptions.resume].first(where: invocation.isSet)
    if let option = needsLines, format != .ndjson {
      throw combination(
        "\(option.name) requires --format ndjson: only lines can be joined",
        invocation)
    }
    if invocation.isSet(ConvertOptions.sideEffects), format != .json, format != .ndjson {
      throw combination(
        "--side-effects without --format json or ndjson, expected with one of them", invocation)
    }
    if invocation.isSet(ConvertOptions.fields), ![.csv, .tsv, .markdown].contains(format) {
      throw combination("--fields requires --format csv, tsv or markdown", invocation)
    }
    if invocation.isSet(ConvertOptions.firstLine), !invocation.isSet(ConvertOptions.range) {
      throw combination("--first-line requires --range", invocation)
    }
    if invocation.isSet(ConvertOptions.resume) {
      guard let output = invocation.value(of: CommonOptions.output), output != "-" else {
        throw combination("--resume without -o, expected with the name of a file", invocation)
      }
      if invocation.isSet(ConvertOptions.unordered) {
        throw combination("--resume with --unordered, expected one of them", invocation)
      }
      if invocation.arguments.contains("-") {
        throw combination(
          "--resume with standard input, expected files, which can be read again", invocation)
      }
    }
    if invocation.isSet(ConvertOptions.unordered), format == .table {
      throw combination(
        "--unordered with a table for people, expected another --format", invocation)
    }
  }

  /// Checks what depends on what the arguments are.
  static func check(_ inputs: ConvertInputs, _ invocation: Invocation) throws(CommandFailure) {
    if invocation.isSet(ConvertOptions.range), inputs.inputs.count != 1 {
      throw combination(
        "--range with \(inputs.inputs.count) documents, expected one NDJSON file", invocation)
    }
  }

  private static func combination(_ text: String, _ invocation: Invocation) -> CommandFailure {
    .usage("usage.options-apart", "rxkit convert: \(text)", of: invocation.command)
  }
}
