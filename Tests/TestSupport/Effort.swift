// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// How much work tests do.
public enum Effort {
  /// Whether tests are run that take many seconds; `RXKIT_SKIP_SLOW` leaves them out.
  public static let isFull = ProcessInfo.processInfo.environment["RXKIT_SKIP_SLOW"] == nil

  /// Whether tests are left out that take a second or two, by `RXKIT_FAST`: for the inner loop.
  public static let isFast = ProcessInfo.processInfo.environment["RXKIT_FAST"] != nil

  /// A count of rounds: the first where slow tests are skipped, else the second.
  public static func rounds(fast: Int, full: Int) -> Int { isFull ? full : fast }
}
