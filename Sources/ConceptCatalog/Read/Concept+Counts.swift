// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What a look-up can read without making a string or an array.
extension Concept {
  /// How many ``names`` it has.
  public var nameCount: Int { Int(word(ConceptField.nameCount)) }
  /// How many ``relations`` it has.
  public var relationCount: Int { Int(word(ConceptField.relationCount)) }
  /// How many ``attributes`` it has.
  public var attributeCount: Int { Int(word(ConceptField.attributeCount)) }
  /// How many ``semanticTypes`` it has.
  public var semanticTypeCount: Int { Int(word(ConceptField.semanticTypeCount)) }
  /// How many rows of the release give it an NDC.
  public var ndcRowCount: Int { Int(word(ConceptField.ndcCount)) }
}
