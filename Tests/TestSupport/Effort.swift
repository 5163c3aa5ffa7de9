// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// How much work tests do: `RXKIT_SKIP_SLOW` leaves out those that take more than a second or two.
public enum Effort {
  /// Whether slow tests are run, too.
  public static let isFull = ProcessInfo.processInfo.environment["RXKIT_SKIP_SLOW"] == nil

  /// A count of rounds: the first where slow tests are skipped, else the second.
  public static func rounds(fast: Int, full: Int) -> Int { isFull ? full : fast }
}
