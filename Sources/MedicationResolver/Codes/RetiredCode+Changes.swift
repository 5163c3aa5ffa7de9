// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
internal import MedicationModel

// What a map or a report says of a retired code and of what took its place.

extension ConceptHistory {
  /// What a successor changes: `drug`, `strength`, `salt`, `form`, `brand`; empty for nothing.
  ///
  /// `nil` if no old name of the code is known, so that they cannot be compared.
  package func changes(by successor: Concept) -> [String]? {
    RetiredCode(self, successor.catalog).differences(of: successor)?.map(\.word)
  }

  /// That paths end at codes which the release does not hold: `its successor 7 is not`.
  ///
  /// `nil` where every path ends at a live concept, in nothing or in a circle.
  package var lostSuccessors: String? {
    let lost = deadEnds.filter { $0 != asked }
    guard !lost.isEmpty else { return nil }
    // A placeholder of a reconstructed release is not a code that can be printed.
    let printed = lost.filter { !$0.isPlaceholder }.map(\.description)
    let codes = printed.isEmpty ? "" : " " + printed.joined(separator: ", ")
    return lost.count == 1 ? "its successor\(codes) is not" : "its successors\(codes) are not"
  }
}
