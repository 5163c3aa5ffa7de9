// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Names")
struct NameTests {
  @Test("A key folds case as Unicode's simple case folding does")
  func keys() {
    let same = [
      ("Σσς", "σσσ"), ("5 µg", "5 μg"), ("K", "k"), ("ſ", "S"), ("Å", "å"), ("ẞ", "ß"),
      ("a\u{2003}b", "A b"), ("Ⅷ", "ⅷ"),
    ]
    for (left, right) in same { #expect(NameKey.of(left) == NameKey.of(right), "\(left)") }
    let different = [("ß", "ss"), ("ı", "i"), ("İ", "i"), ("é", "e"), ("ab", "a b")]
    for (left, right) in different { #expect(NameKey.of(left) != NameKey.of(right), "\(left)") }
  }
}
