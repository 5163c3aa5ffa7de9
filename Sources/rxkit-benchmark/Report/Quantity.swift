// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Figures as people read them.
enum Quantity {
  /// `1,000,000`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(abs(number)))
    var text = number < 0 ? "-" : ""
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
    if unit == "MB" { return "\(figures(value)) MB/s" }
    switch value {
    case ..<1e3: return "\(figures(value)) \(unit)/s"
    case ..<1e6: return "\(figures(value / 1e3)) k \(unit)/s"
    default: return "\(figures(value / 1e6)) M \(unit)/s"
    }
  }

  /// `44 MB`.
  static func memory(_ bytes: Int) -> String {
    "\(Int((Double(bytes) / 1e6).rounded())) MB"
  }

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
