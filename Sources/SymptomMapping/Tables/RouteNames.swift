// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The routes of a label or dose form, as SPL writes them.
struct RouteNames: Sendable, Hashable {
  private static let bar = UInt8(ascii: "|")

  /// The names in upper case; empty where the field is.
  let names: [[UInt8]]
  /// Whether one of them takes the drug to the whole body.
  let isSystemic: Bool

  init(_ field: ArraySlice<UInt8>) {
    names =
      field.isEmpty
      ? []
      : field.split(separator: Self.bar, omittingEmptySubsequences: false).map { [UInt8]($0) }
    isSystemic = names.contains { name in
      Self.systemic.contains { $0.utf8.elementsEqual(name) }
    }
  }

  /// Whether every name has letters, none of them in lower case.
  var isWellFormed: Bool {
    names.allSatisfy { name in
      !name.isEmpty && !name.contains { (0x61...0x7A).contains($0) }
    }
  }

  var texts: [String] {
    names.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Routes by which a drug reaches the whole body.
  ///
  /// Their rows come first where nothing says which route is meant.
  private static let systemic = [
    "ORAL", "ENTERAL", "NASOGASTRIC", "SUBLINGUAL", "BUCCAL", "TRANSMUCOSAL", "TRANSDERMAL",
    "INTRAVENOUS", "INTRAVASCULAR", "INTRA-ARTERIAL", "INTRAMUSCULAR", "SUBCUTANEOUS",
    "PARENTERAL",
  ]
}
