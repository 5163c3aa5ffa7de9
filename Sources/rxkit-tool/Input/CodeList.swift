// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import MedicationModel

// A list of codes as people keep them: one code a line, or the first column of
// a table with the display in the second.
//
//   rxcui,name                       a heading, skipped
//   861007                           a code alone
//   861007<TAB>Metformin 500 mg      a code and its display
//   861007,"Metformin, 500 mg"       the same as CSV
//   # comment

/// Codes read from lines of text.
struct CodeList {
  /// One code.
  struct Entry {
    let line: Int
    let coding: FHIRCoding
  }

  /// The codes in the order of the lines.
  private(set) var entries: [Entry] = []

  /// Reads a list.
  init(_ input: InputFile, system: String?) throws(CommandFailure) {
    let body = ByteOrderMark.dropped(from: input.bytes)
    guard let text = String(validating: body, as: UTF8.self) else {
      throw CommandFailure(.input, "input.not-utf8", "\(input.name): not UTF-8, expected text")
    }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let fields = DelimitedColumns.fields(
        String(String.UnicodeScalarView(line)), isCSV: !line.contains("\t")
      ).prefix(2).map { ArgumentLines.trimmed($0) ?? "" }
      guard let code = fields.first, !code.isEmpty, !code.hasPrefix("#") else { continue }
      if entries.isEmpty, Self.isHeading(code) { continue }
      entries.append(
        Entry(
          line: index + 1,
          coding: FHIRCoding(
            system: system ?? Self.system(of: code), code: code,
            display: fields.count > 1 && !fields[1].isEmpty ? fields[1] : nil)))
    }
  }

  /// Whether a first line is a heading: a heading has a letter, a code has none.
  private static func isHeading(_ code: String) -> Bool {
    ["code", "rxcui", "rxnorm", "ndc", "ndc11", "medication_code"].contains(code.lowercased())
  }

  /// 1 to 8 digits are an RxNorm code; digits with dashes, or more of them, are an NDC.
  static func system(of code: String) -> String {
    let bytes = code.utf8
    let isPlain = bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    return isMadeOfDigits(code) && !(isPlain && bytes.count <= 8)
      ? CodeSystem.ndc : CodeSystem.rxNorm
  }

  /// Whether a word could be an RxNorm code or an NDC: digits, with dashes or asterisks.
  static func isMadeOfDigits(_ word: String) -> Bool {
    word.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x2A }
  }
}
