// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

/// A catalog as NDJSON: one concept an object, after one object about the release.
///
/// The member `record` says which is which: `release` in the first line, `concept`
/// in all others. Every member is there in every object; codes are strings,
/// `null` where none is known. `id` ties concepts together also where the code
/// is not known; it is valid for one export only.
public struct ConceptLines: Sendable {
  private let content: ExportContent

  /// The version of the shape, which `Data/Schemas/export.schema.json` describes.
  public static let schemaVersion = 1

  /// Makes an export.
  public init(_ content: ExportContent) {
    self.content = content
  }

  /// Writes the lines; returns how many concepts there are.
  ///
  /// - Complexity: O(*n*) in concepts and what they have; memory is that of one concept.
  @discardableResult
  public func write(to output: ExportOutput) throws(ExportError) -> Int {
    var writer = JSONWriter(capacity: 1 << 17)
    writeRelease(&writer)
    writer.endLine()
    var count = 0
    for concept in content.catalog.concepts {
      output.progress.update("concepts", Int(concept.position), of: content.catalog.conceptCount)
      guard let exported = content.exported(concept) else { continue }
      count += 1
      write(exported, &writer)
      writer.endLine()
      if writer.bytes.count >= 1 << 16 {
        try output.write(writer.bytes)
        writer.removeAll()
      }
    }
    try output.write(writer.bytes)
    try output.flush()
    return count
  }

  private func writeRelease(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", Self.schemaVersion)
      writer.member("record", "release")
      writer.object("release") { writer in
        writer.member("name", content.catalog.release.name)
        writer.member("date", content.catalog.release.date)
        writer.member("official", content.catalog.release.isOfficial)
      }
      writer.object("statement") { writer in
        for (key, value) in content.statement {
          writer.key(key)
          writer.string(value)
        }
      }
    }
  }

  private func write(_ exported: ExportedConcept, _ writer: inout JSONWriter) {
    let concept = exported.concept
    writer.object { writer in
      writer.member("schema", Self.schemaVersion)
      writer.member("record", "concept")
      writer.member("id", exported.id)
      writer.member("rxcui", exported.code?.description)
      writer.member("tty", exported.termType.rawValue)
      writer.member("name", exported.name)
      writer.member("displayName", exported.displayName)
      writer.member("status", concept.status.rawValue)
      writer.member("prescribable", concept.isPrescribable)
      writer.member("source", exported.source)
      writeIngredients(of: concept, &writer)
      writer.member("semanticTypes", concept.semanticTypes.map(\.identifier))
      writeNames(of: concept, &writer)
      writeRelations(of: concept, &writer)
      writer.member("ndcs", concept.ndcRowCount == 0 ? [] : concept.ndcs.map(\.digits))
      writeAttributes(of: concept, &writer)
      writer.member("release", content.catalog.release.name)
    }
  }

  private func writeIngredients(of concept: Concept, _ writer: inout JSONWriter) {
    let list = concept.isForm || concept.relationCount == 0 ? nil : concept.ingredientList
    let ingredients = (list?.ingredients ?? []).lazy.filter(content.permits)
    writer.objects("ingredients", ingredients) { ingredient, writer in
      writer.member("id", ExportedConcept.id(of: ingredient))
      writer.member("rxcui", ingredient.code?.description)
      writer.member("name", ingredient.name)
    }
    writer.member("ingredientsComplete", list?.isComplete)
  }

  private func writeNames(of concept: Concept, _ writer: inout JSONWriter) {
    writer.objects("names", content.names(of: concept)) { name, writer in
      writer.member("text", name.text)
      writer.member("source", name.source)
      writer.member("tty", name.termType.rawValue)
      writer.member("code", content.shown(name.code))
      writer.member("language", name.language)
      writer.member("suppress", String(name.suppress))
    }
  }

  private func writeRelations(of concept: Concept, _ writer: inout JSONWriter) {
    writer.objects("relations", content.relations(of: concept)) { relation, writer in
      writer.member("relationship", relation.relationship.rawValue)
      writer.member("id", relation.target.map { ExportedConcept.id(of: $0) })
      writer.member("rxcui", content.shown(relation.targetCode.rawValue).map(String.init))
      writer.member("source", relation.source)
      writer.member("reversed", relation.isReversed)
    }
  }

  private func writeAttributes(of concept: Concept, _ writer: inout JSONWriter) {
    let attributes = concept.attributes.lazy.filter { content.permits($0.source) }
    writer.objects("attributes", attributes) { attribute, writer in
      writer.member("name", attribute.name)
      writer.member("value", content.shown(attribute.value))
      writer.member("source", attribute.source)
      writer.member("suppress", String(attribute.suppress))
    }
  }
}
