// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What the end of a file's name promises of its content.
package enum NameEnding {
  /// Whether a name ends so, in small letters or in capitals: `REPORT.NDJSON` is what
  /// `report.ndjson` is.
  ///
  /// - Parameters:
  ///   - name: A name or a path.
  ///   - endings: With their dots, in small ASCII letters.
  /// - Returns: Whether it ends with one of them.
  package static func has(_ name: String, oneOf endings: [String]) -> Bool {
    endings.contains { ending in
      name.utf8.count >= ending.utf8.count
        && name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) { sign, expected in
          sign == expected || (0x41...0x5A).contains(sign) && sign | 0x20 == expected
        }
    }
  }
}
