// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What other modules need to build tables of their own over the concepts of a
// catalog: positions, which are smaller than concepts, and walks without arrays.

extension Catalog {
  /// The concept at a position in the order of codes; `nil` beyond the last.
  package func concept(at position: UInt32) -> Concept? {
    Int(position) < conceptCount ? Concept(catalog: self, ordinal: position) : nil
  }
}

extension Concept {
  /// The position among the catalog's concepts, in the order of codes.
  package var position: UInt32 { ordinal }

  /// Whether SAB RXNORM names it, and with which letter its main row is suppressed.
  package var mainSuppress: UInt8? {
    word(ConceptField.kind) >> 24 & ConceptField.liveFlag == 0
      ? nil : UInt8(truncatingIfNeeded: word(ConceptField.kind) >> 16)
  }
}
