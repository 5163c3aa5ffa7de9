// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing

/// Random numbers that a failure can be repeated with: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts from `RXKIT_TEST_SEED` if it is set, else from a fixed number.
  init(for test: String) {
    let given = ProcessInfo.processInfo.environment["RXKIT_TEST_SEED"].flatMap { UInt64($0) }
    state = given ?? 20_260_723
    print("\(test): seed \(state) (RXKIT_TEST_SEED)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

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
