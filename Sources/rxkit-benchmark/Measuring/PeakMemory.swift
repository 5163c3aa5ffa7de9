// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// The most memory that this process held since a moment of choice.
///
/// Linux tells it and lets the mark be set back, through `/proc`. Elsewhere
/// there is no such mark, and no figure.
enum PeakMemory {
  /// Sets the mark to what is held now.
  static func reset() {
    // Not worth an error: without the mark there is no figure, and the report shows none.
    try? System.save(Array("5".utf8), to: "/proc/self/clear_refs")
  }

  /// The most memory since the mark, in bytes.
  static var current: Int? {
    guard let status = FileManager.default.contents(atPath: "/proc/self/status") else {
      return nil
    }
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("VmHWM:") {
      return line.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  }
}
