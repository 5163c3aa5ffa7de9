// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

extension Tag {
  /// Takes more than a few seconds; `RXKIT_SKIP_SLOW` leaves it out.
  @Tag static var slow: Self
}

/// How much work a test does.
enum Effort {
  /// A count of rounds: the first where slow tests are skipped, else the second.
  static func rounds(fast: Int, full: Int) -> Int {
    ProcessInfo.processInfo.environment["RXKIT_SKIP_SLOW"] == nil ? full : fast
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a slow test out where `RXKIT_SKIP_SLOW` is set.
  static var unlessSlowTestsAreSkipped: Self {
    .enabled(if: ProcessInfo.processInfo.environment["RXKIT_SKIP_SLOW"] == nil)
  }
}
