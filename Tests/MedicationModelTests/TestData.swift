// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// The shared test data, if `RXKIT_TEST_DATA` names them.
enum TestData {
  /// Returns the rows of a table below its header, or `nil` and says so.
  static func table(_ path: String) throws -> (columns: [String], rows: [[String]])? {
    guard let folder = ProcessInfo.processInfo.environment["RXKIT_TEST_DATA"] else {
      print("skipped: \(path), RXKIT_TEST_DATA is not set")
      return nil
    }
    let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return (lines.first ?? [], Array(lines.dropFirst()))
  }
}
