// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// Which label routes fit each dose form of RxNorm (`routes.tsv`, S19).
public struct RouteTable: Sendable {
  static let fileName = "routes.tsv"
  private var rows: [String: [String]] = [:]

  init(bytes: [UInt8]) throws(MappingError) {
    let table = try MappingTable(
      file: Self.fileName, bytes: bytes, columns: ["dose_form", "rxcui", "routes", "reason"])
    for row in 0..<table.count { rows[table.text(row, 0)] = table.list(row, 2) }
  }

  init() {}

  /// The routes of a dose form in capitals; empty where its name says none, `nil` without a row.
  public func routes(ofDoseForm name: String) -> [String]? {
    rows[name]
  }

  /// Routes that act in the whole body; their rows come first where no form decides.
  static let systemic: Set<String> = [
    "ORAL", "INTRAVENOUS", "INTRAMUSCULAR", "SUBCUTANEOUS", "TRANSDERMAL", "SUBLINGUAL", "BUCCAL",
  ]
}

/// The routes that labels must have to fit a product.
struct RouteFit: Sendable, Hashable {
  /// The routes that fit; `nil` for a concept without a dose form that says a route.
  let routes: Set<String>?

  /// Whether a row with these routes fits.
  func accepts(_ given: [String]) -> Bool {
    guard let routes else { return true }
    return given.contains { routes.contains($0) }
  }
}
