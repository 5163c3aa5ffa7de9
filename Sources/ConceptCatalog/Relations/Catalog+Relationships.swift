// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension Catalog {
  /// The relationships that may be asked for, in the order of their letters.
  ///
  /// Those of SAB RXNORM that the format knows, in both directions, and those
  /// that the release documents (RXNDOC, DOCKEY RELA).
  public var relationships: [Relationship] {
    let known = WellKnownSymbol.inversePairs.flatMap { [$0.0, $0.1] }
    let documented = documentation.filter { $0.key == "RELA" }.map(\.value)
    return Set(known + documented).filter { !$0.isEmpty }.sorted().map {
      Relationship(rawValue: $0)
    }
  }
}
