// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Random numbers that a failure can be repeated with (SplitMix64; Steele, Lea, Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts from a seed: the same numbers in every run.
  public init(seed: UInt64) {
    state = seed
  }

  /// Starts from `RXKIT_TEST_SEED` if it is set, else from a fixed number, and says from which.
  public init(for test: String) {
    let given = ProcessInfo.processInfo.environment["RXKIT_TEST_SEED"].flatMap { UInt64($0) }
    state = given ?? 20_260_723
    print("\(test): seed \(state) (RXKIT_TEST_SEED)")
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below a bound.
  public mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }
}
