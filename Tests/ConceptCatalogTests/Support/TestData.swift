// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

extension TestData {
  /// The text of a file; `nil` with a line that says so where there is no test data.
  static func text(of file: String) throws -> String? {
    try path(file, skipping: file).map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The bytes of a file; `nil` with a line that says so where there is no test data.
  static func bytes(of file: String) throws -> [UInt8]? {
    try path(file, skipping: file).map { try [UInt8](Data(contentsOf: $0)) }
  }
}
