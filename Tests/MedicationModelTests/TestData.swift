// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

extension TestData {
  /// Returns the rows of a table below its header, or `nil` and says so.
  static func table(_ path: String) throws -> (columns: [String], rows: [[String]])? {
    guard let url = Self.path(path, skipping: path) else { return nil }
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return (lines.first ?? [], Array(lines.dropFirst()))
  }
}
