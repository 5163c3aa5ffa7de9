// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What labels say: made-up companies, codes and marks in the forms of real ones.
struct LabelFacts {
  private static let seed: UInt64 = 0x1ABE1
  private static let letters = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  /// Labeler numbers that the starter release does not use.
  private let labelers: [String]
  private let companies: [String]

  init(_ starter: StarterTables) {
    labelers = (10_000..<99_000).lazy.map(String.init)
      .filter { !starter.usedLabelers.contains($0) }
    let words = starter.concepts.filter { $0.termType == "BN" }
      .compactMap { $0.name.split(separator: " ").first }
    companies = (0..<1500).map { place in
      let word = Draw.one(of: words, Self.seed, UInt64(place))
      let kind = ["Pharmaceuticals, Inc.", "Laboratories", "Pharma LLC", "Health Care", "Generics"]
      return "\(word.prefix(5))\(place % 10 == 0 ? "ex" : "a") \(kind[place % 5])"
    }
  }

  /// A code such as `42291-474`: a thousand products a labeler.
  func productCode(_ number: UInt32) -> String {
    "\(labelers[Int(number) / 900])-\(100 + number % 900)"
  }

  /// The labeler's name.
  func company(_ number: UInt32) -> String {
    companies[Int(number) / 900 * 7 % companies.count]
  }

  /// A code such as `NR7O1405Q9`: ten digits and letters.
  static func unii(_ number: UInt32) -> String {
    var bits = Draw.bits(seed, UInt64(number))
    var text = ""
    for _ in 0..<6 {
      text.append(letters[Int(bits % 34)])
      bits /= 34
    }
    // The number itself in base 34 makes it unlike every other.
    var rest = Int(number)
    for _ in 0..<4 {
      text.append(letters[rest % 34])
      rest /= 34
    }
    return text
  }

  /// An identifier such as `68e45422-43ed-4cfb-9356-fae88d14a53a`.
  static func uuid(_ number: UInt32) -> String {
    Quantity.uuid(Draw.bits(seed, UInt64(number), 1), Draw.bits(seed, UInt64(number), 2))
  }

  /// A day such as `20140505`.
  static func date(_ bits: UInt64) -> String {
    let month = 101 + bits >> 8 % 12
    let day = 101 + bits >> 16 % 28
    return "\(2004 + bits % 22)\(String(month).dropFirst())\(String(day).dropFirst())"
  }

  /// A day such as `05/05/2014`.
  static func usDate(_ bits: UInt64) -> String {
    let date = date(bits)
    return "\(date.dropFirst(4).prefix(2))/\(date.suffix(2))/\(date.prefix(4))"
  }
}

/// Numbers that look random and depend on nothing but what they are drawn for.
///
/// Unlike a generator with a state, the order in which things are made does not
/// matter: the same seed and numbers give the same draw (SplitMix64's finisher).
enum Draw {
  static func bits(_ seed: UInt64, _ first: UInt64, _ second: UInt64 = 0) -> UInt64 {
    var value = seed &* 0x9E37_79B9_7F4A_7C15 ^ first &* 0xD6E8_FEB8_6659_FD93
    value ^= second &* 0xC2B2_AE3D_27D4_EB4F
    return SeededGenerator.mixed(value)
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
