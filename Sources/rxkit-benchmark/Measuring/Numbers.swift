// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Repeated measurements of one thing.
extension [Double] {
  /// The value in the middle, the mean of both for an even count; 0 without any.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }

  /// The percentile by nearest rank; 0 without values.
  func percentile(_ percent: Int) -> Double {
    guard !isEmpty else { return 0 }
    return sorted()[Swift.max(0, (count * percent + 99) / 100 - 1)]
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// FNV-1a, number by number.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ numbers: some Sequence<UInt64> = []) {
    for number in numbers { add(number) }
  }

  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x100_0000_01B3
  }
}

/// Figures as people read them.
enum Quantity {
  /// `1,000,000`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Three figures and a unit: `118 ns`, `1.34 µs`, `88.0 ms`, `9.10 s`.
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: "\(figures(nanoseconds)) ns"
    case ..<1e6: "\(figures(nanoseconds / 1e3)) µs"
    case ..<1e9: "\(figures(nanoseconds / 1e6)) ms"
    default: "\(figures(nanoseconds / 1e9)) s"
    }
  }

  /// `8.50 M codes/s`, `673 MB/s`.
  static func throughput(_ value: Double, _ unit: String) -> String {
    switch value {
    case _ where unit == "MB", ..<1e3: "\(figures(value)) \(unit)/s"
    case ..<1e6: "\(figures(value / 1e3)) k \(unit)/s"
    default: "\(figures(value / 1e6)) M \(unit)/s"
    }
  }

  /// `44 MB`.
  static func memory(_ bytes: Int) -> String { "\(Int((Double(bytes) / 1e6).rounded())) MB" }

  /// `0`, `12`, `0.40`.
  static func count(_ value: Double) -> String {
    value == value.rounded() ? grouped(Int(value)) : figures(value)
  }

  /// Three significant figures, without an exponent.
  static func figures(_ value: Double) -> String {
    let places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard places > 0 else { return grouped(scaled) }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
