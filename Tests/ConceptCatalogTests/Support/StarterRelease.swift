// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import RxNormRelease
import TestSupport

extension StarterRelease {
  /// The bytes of its catalog; `nil` with a line that says what is skipped.
  static func bytes(for test: String) throws -> [UInt8]? {
    guard path(skipping: test) != nil else { return nil }
    return try catalogBytes.get()
  }

  /// The text of a table, put together again from the release's rows.
  static func table(_ name: String, of path: String) throws -> String {
    guard let table = RRFTable(rawValue: name) else { return "" }
    var bytes: [UInt8] = []
    let release = try RxNormRelease(path: path)
    _ = try release.forEachRow(of: table) { row in
      let row = row.bytes
      for index in row.indices { bytes.append(row[index]) }
      bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
