// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
internal import DrugMatching
package import JSONText
internal import MedicationModel

extension ReleaseComparison.Kind: FieldValue {}
extension NDCChange.Kind: FieldValue {}
extension RelationChange.Aspect: FieldValue {}

extension ReleaseComparison.Change: Shaped {
  package static let shape = Shape<Self>("change") {
    Field("kind") { $0.kind }
    Field("rxcui") { $0.code }
    Field("old", "null if the old one does not hold it.") { $0.old }
    Field("new", "null if the new one does not hold it.") { $0.new }
    Field("status", "In the new one, also where it does not hold the code.") { $0.status }
    Field("successors", each: Concept.reference) { $0.successors }
    Field(
      "related", "Active concepts near it that do not replace it.", each: Concept.reference
    ) { $0.relatives }
    Field(
      "relations", "Of the kind related: defining relations that came or went.",
      each: Shape {
        Field("change", "", .word(["added", "removed"])) { $0.isAdded ? "added" : "removed" }
        Field("aspect") { $0.aspect }
        Field("relationship") { $0.relationship }
        Field("target", "", Concept.reference) { $0.target }
      }
    ) { $0.relations }
    Field("spellingOnly", "Of the kind renamed: whether case and blanks alone differ.") {
      $0.isSpellingOnly
    }
  }
}

extension ReleaseComparison.Snapshot: Shaped {
  package static let shape = Shape<Self> {
    Field("name", "", .name) { $0.name }
    Field("tty") { $0.termType }
    Field("status") { $0.status }
  }
}

extension NDCChange: Shaped {
  package static let shape = Shape<Self>("ndc") {
    Field("kind") { $0.kind }
    Field("ndc") { $0.ndc }
    Field("old", each: Concept.reference) { $0.old }
    Field("new", each: Concept.reference) { $0.new }
    Field("byRemapping", "Whether the old product was merged into the new one.") {
      $0.isByRemapping
    }
  }
}
