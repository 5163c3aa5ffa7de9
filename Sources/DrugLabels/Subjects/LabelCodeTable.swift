// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// DailyMed's table of the RxNorm codes of each label (`rxnorm_mappings.txt`).
///
/// Lines of `SETID|SPL_VERSION|RXCUI|RXSTRING|RXTTY`, the first with these names. The codes are
/// products' and check what a label says itself; they are never the only ground.
public struct LabelCodeTable: Sendable {
  /// Codes by set id, in lower case.
  private var codes: [String: [String]] = [:]
  /// Lines that have too few fields.
  public private(set) var skippedLineCount = 0

  /// Reads a table.
  public init(bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      guard fields.count >= 3 else {
        skippedLineCount += 1
        continue
      }
      let setID = String(decoding: fields[0], as: UTF8.self).lowercased()
      if setID == "setid" { continue }
      let code = String(decoding: fields[2], as: UTF8.self)
      if codes[setID]?.contains(code) != true { codes[setID, default: []].append(code) }
    }
  }

  /// The codes of a label.
  func codes(of setID: String) -> [String] {
    codes[setID] ?? []
  }
}
