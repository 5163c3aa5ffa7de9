// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Names of drugs that are known to be confused with each other (`confused-names.tsv`, S5).
public struct ConfusedNames: Sendable {
  static let fileName = "confused-names.tsv"
  private var others: [[UInt8]: [String]] = [:]

  init(bytes: [UInt8]) throws(MappingError) {
    let table = try MappingTable(
      file: Self.fileName, bytes: bytes,
      columns: ["name_a", "rxcui_a", "name_b", "rxcui_b", "source"])
    for row in 0..<table.count {
      add(table.text(row, 0), table.text(row, 2))
      add(table.text(row, 2), table.text(row, 0))
    }
  }

  init() {}

  private mutating func add(_ name: String, _ other: String) {
    var list = others[NameKey.of(name)] ?? []
    if !list.contains(other) { list.append(other) }
    others[NameKey.of(name)] = list
  }

  /// The names that a name is confused with, in byte order; case does not matter.
  public func confusedWith(_ name: String) -> [String] {
    (others[NameKey.of(name)] ?? []).sorted { $0.precedesInBytes($1) }
  }
}
