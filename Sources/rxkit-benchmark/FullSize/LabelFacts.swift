// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What labels say: made-up companies, codes and marks in the forms of real ones.
struct LabelFacts {
  private static let seed: UInt64 = 0x1ABE1
  private static let letters = Array("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ")

  /// Labeler numbers that the starter release does not use.
  private let labelers: [String]
  let companies: [String]

  init(_ starter: StarterTables) {
    labelers = (10_000..<99_000).lazy.map(String.init)
      .filter { !starter.usedLabelers.contains($0) }
    let words = starter.concepts.filter { $0.main.termType == "BN" }
      .compactMap { $0.main.text.split(separator: " ").first }
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
    let high = String(Draw.bits(seed, UInt64(number), 1), radix: 16)
    let low = String(Draw.bits(seed, UInt64(number), 2), radix: 16)
    let digits = Array(
      String(repeating: "0", count: 16 - high.count) + high
        + String(repeating: "0", count: 16 - low.count) + low)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// A day such as `20140505`.
  static func date(_ bits: UInt64) -> String {
    let month = 101 + bits >> 8 % 12
    let day = 101 + bits >> 16 % 28
    return "\(2004 + bits % 22)\(String(month).dropFirst())\(String(day).dropFirst())"
  }
}
