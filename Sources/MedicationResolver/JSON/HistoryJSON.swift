// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import DrugMatching
public import JSONText
internal import MedicationModel

extension ConceptHistory: Shaped {
  package static let shape = Shape<Self>(
    "history", in: "lookup",
    "What became of an RxNorm code that is not in use; null for one that is."
  ) {
    Field(
      "rxcui", "As given: also a number above 90000000, which is no RxNorm code.",
      .pattern("^[1-9][0-9]*$")
    ) { $0.asked }
    Field("status") { $0.status }
    Field("successors", each: Concept.reference) { $0.successors }
    Field(
      "steps",
      each: Shape {
        Field("from", "", RxCUI.kind) { $0.history.printable($0.step.from) }
        Field("to", "", RxCUI.kind) { $0.history.printable($0.step.to) }
      }
    ) { history in history.steps.map { (history: history, step: $0) } }
    Field("deadEnds", "Codes at which a path ended in nothing or in a circle.") { history in
      history.deadEnds.compactMap { history.printable($0) }
    }
    Field("archivedNames") { $0.archivedNames }
  }

  /// Writes what became of the code as one JSON object.
  public func write(to json: inout JSONWriter) { Self.shape.write(self, to: &json) }

  /// A code on the way; `nil` for a placeholder, unless it was given or is a live code.
  private func printable(_ rxcui: RxCUI) -> RxCUI? {
    if let live = successors.first(where: { $0.rxcui == rxcui }) { return live.code }
    return !rxcui.isPlaceholder || rxcui == asked ? rxcui : nil
  }
}

extension ArchivedName: Shaped {
  package static let shape = Shape<Self>("archivedName", in: "lookup") {
    Field("text", "", .name) { $0.text }
    Field("tty") { $0.termType }
    Field("source", "", .name) { $0.source }
    Field("lastReleased", "The last release that held it, YYYYMMDD as the archive writes it.") {
      $0.lastReleased
    }
  }
}

extension ReleaseSpan: Shaped {
  package static let shape = Shape<Self>(
    "span", in: "history",
    "The first and last known release that contain something, and all between them."
  ) {
    Field("first") { $0.first }
    Field("last") { $0.last }
    Field("fromOldest", "Whether first is the oldest known release: it may be older.") {
      $0.isFromOldest
    }
    Field("current", "Whether last is the current release.") { $0.isCurrent }
  }
}

/// What became of a code, with what the known releases hold of it.
package struct ConceptChronicle: Shaped {
  let history: ConceptHistory
  let catalog: Catalog
  let timeline: ConceptTimeline?

  package init(_ history: ConceptHistory, _ catalog: Catalog) {
    (self.history, self.catalog) = (history, catalog)
    timeline = catalog.timeline(of: history.asked)
  }

  private static let concept = Shape<Concept> {
    Concept.reference.fields { $0 }
    Field("status") { $0.status }
  }

  package static let shape = Shape<Self>("concept") {
    Field("rxcui") { $0.history.asked.isPlaceholder ? nil : $0.history.asked }
    Field("status") { $0.history.status }
    Field("concept", "The concept, where the current release holds it.", Concept.reference) {
      $0.catalog.concept(for: $0.history.asked).flatMap { $0.code == nil ? nil : $0 }
    }
    Field(
      "successors", "What took its place; several if it was split.",
      each: Shape {
        concept.fields { $0.successor }
        Field("path", "The codes from the old one to the successor.") {
          $0.history.path(to: $0.successor)
        }
      }
    ) { answer in answer.history.successors.map { (history: answer.history, successor: $0) } }
    Field(
      "activeSuccessors", "Those in use; for a quantified code, its quantified forms.",
      each: Concept.reference
    ) { $0.history.activeSuccessors }
    Field(
      "related", "Active concepts that are near an obsolete one and do not replace it.",
      each: Shape {
        concept.fields { $0.concept }
        Field("of") { $0.of.code }
        Field("relationship", "The relationship from `of` to this concept.") { $0.relationship }
      }
    ) { $0.history.related }
    Field("deadEnds", "Codes at which a path ended in nothing or in a circle.") {
      $0.history.deadEnds.filter { !$0.isPlaceholder }
    }
    Field("archivedNames") { $0.history.archivedNames }
    Field("seen", "The first and last known release that hold the code; null if none does.") {
      $0.timeline?.seen
    }
    Field("runs", "Runs of releases that hold it; several if it was missing in between.") {
      $0.timeline?.runs ?? []
    }
    Field(
      "names", "Its names of SAB RXNORM by their first release.",
      each: Shape {
        Field("text", "", .name) { $0.text }
        Field("tty") { $0.termType }
        Field("suppress", "", .pattern("^[A-Z]$")) { String($0.suppress) }
        Field("releases") { $0.releases }
      }
    ) { $0.timeline?.names ?? [] }
    Field(
      "ndcs", "Its own NDCs, now or earlier.",
      each: Shape {
        Field("ndc") { $0.ndc }
        Field("releases") { $0.releases }
      }
    ) { $0.catalog.ndcSpans(of: $0.history.asked) }
  }
}

extension NDCStatus: FieldValue {}

extension NDCHistory: Shaped {
  package static let shape = Shape<Self>("ndc", in: "history") {
    Field("ndc") { $0.ndc }
    Field("status") { $0.status }
    Field(
      "owners",
      each: Shape {
        Field("rxcui") { $0.code }
        Field("name", "null where the current release does not hold it.") { $0.concept?.name }
        Field("tty") { $0.concept?.termType }
        Field("status") { $0.concept?.status }
        Field("releases") { $0.releases }
      }
    ) { $0.owners }
    Field(
      "alienConcepts", "The products that other sources give it to, if its status is ALIEN.",
      each: Concept.reference
    ) { $0.alienConcepts }
  }
}
