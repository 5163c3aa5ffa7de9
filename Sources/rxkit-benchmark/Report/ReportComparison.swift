// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A report beside one that was saved: what became worse.
struct ReportComparison {
  /// A row may become slower by this factor; less is noise.
  static let slowerAllowed = 1.10

  let now: BenchmarkReport
  let saved: BenchmarkReport

  /// Rows that are slower or allocate more than they may, in sentences.
  var regressions: [String] { pairs.flatMap { regressions(of: $0, since: $1) } }

  /// Every row that both reports have, in sentences.
  var changes: [String] {
    pairs.map { row, before in
      "\(row.name): \(Quantity.time(before.median)) → \(Quantity.time(row.median)) "
        + "(\(Quantity.figures(row.median / before.median)) of it)"
    }
  }

  /// Why the figures may not be comparable.
  var warning: String? {
    let differences = [
      now.machine == saved.machine ? nil : "machine (\(saved.machine))",
      now.compiler == saved.compiler ? nil : "compiler (\(saved.compiler))",
      now.release == saved.release ? nil : "release (\(saved.release))",
    ].compactMap { $0 }
    return differences.isEmpty
      ? nil : "the saved report is of another \(differences.joined(separator: ", "))"
  }

  /// Our own rows only: that a rival became slower is no fault of ours.
  private var pairs: [(BenchmarkRow, BenchmarkRow)] {
    now.rows.compactMap { row in
      guard row.rival == nil,
        let before = saved.rows.first(where: { $0.name == row.name && $0.rival == nil }),
        before.median > 0
      else { return nil }
      return (row, before)
    }
  }

  private func regressions(of row: BenchmarkRow, since before: BenchmarkRow) -> [String] {
    var found: [String] = []
    if row.median > before.median * Self.slowerAllowed {
      found.append(
        "\(row.name): slower: \(Quantity.time(before.median)) → \(Quantity.time(row.median))")
    }
    if let allocations = row.allocations, let earlier = before.allocations,
      allocations >= earlier + 1
    {
      found.append(
        "\(row.name): more allocations: \(Quantity.count(earlier)) → "
          + Quantity.count(allocations))
    }
    return found
  }
}
