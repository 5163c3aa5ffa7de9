// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Numbers that look random and depend on nothing but what they are drawn for.
///
/// Unlike a generator with a state, the order in which things are made does not
/// matter: the same seed and numbers give the same draw (SplitMix64's finisher).
enum Draw {
  static func bits(_ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0) -> UInt64 {
    var value = seed &* 0x9E37_79B9_7F4A_7C15 ^ first &* 0xD6E8_FEB8_6659_FD93
    value ^= second &* 0xC2B2_AE3D_27D4_EB4F
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from 0 to below a bound.
  static func below(_ bound: Int, _ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0) -> Int {
    Int(bits(seed, first, second) >> 11) % max(bound, 1)
  }

  /// A fraction from 0 to below 1.
  static func unit(_ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0) -> Double {
    Double(bits(seed, first, second) >> 11) / Double(1 << 53)
  }

  /// One element of an array that has some.
  static func one<Element>(
    of elements: [Element], _ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0
  ) -> Element {
    elements[below(elements.count, seed, first, second)]
  }
}
