// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// The concepts whose names have the words of a query, the likeliest first.
struct FoundConcepts {
  let query: String
  let release: ReleaseIdentity
  let results: SearchResults

  init(_ query: String, in catalog: Catalog, _ options: CallOptions) throws(CatalogError) {
    try catalog.require(.searchIndex)
    var filter = SearchFilter()
    filter.termTypes = options.types ?? []
    self.query = query
    release = catalog.release
    results = catalog.search(query, filter: filter, limit: options.limit)
  }

  /// The names are those of `rxkit search`.
  static let shape = Shape<Self> {
    Field("query") { $0.query }
    Field("total") { $0.results.totalCount }
    Field("more") { $0.results.hasMore }
    Field("concepts", each: hit) { $0.results.hits }
    Field("release") { $0.release }
  }

  private static let hit = Shape<SearchHit> {
    Concept.reference.fields { $0.concept }
    Field("status") { $0.concept.status }
    Field("prescribable") { $0.concept.isPrescribable }
    Field("match") { $0.step.rawValue }
    Field("matchedName") { $0.matchedName }
  }
}

extension AnswerColumns {
  /// What a search finds.
  static let search = AnswerColumns(
    release, members: FoundConcepts.shape.outline.columns(without: ["release"]))
}
