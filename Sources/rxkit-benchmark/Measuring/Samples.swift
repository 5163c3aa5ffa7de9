// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What repeated measurements of one thing gave.
struct Samples {
  private(set) var values: [Double] = []

  mutating func append(_ value: Double) {
    values.append(value)
  }

  /// The value in the middle, the mean of both for an even count; 0 without any.
  var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The value that 95 of 100 do not exceed, by nearest rank.
  var percentile95: Double { percentile(0.95) }

  /// The value that 99 of 100 do not exceed, by nearest rank.
  var percentile99: Double { percentile(0.99) }

  private func percentile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = (Double(sorted.count) * share).rounded(.up)
    return sorted[min(sorted.count - 1, max(0, Int(rank) - 1))]
  }
}
