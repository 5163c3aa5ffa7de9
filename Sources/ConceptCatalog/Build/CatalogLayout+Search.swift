// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The search index is made of finished sections and nothing else, so that a
// reader can make it again and compare (`Catalog.verifySearchIndex`).

extension CatalogLayout {
  /// Adds the sections of the search index; every other section must be there but the strings.
  mutating func layOutSearch(_ strings: [UInt8]) {
    func bytes(of id: SectionID) -> [UInt8] { sections.first { $0.id == id }?.content.copy ?? [] }
    let concepts = bytes(of: .concepts)
    let names = bytes(of: .names)
    let relations = bytes(of: .relations)
    let symbols = bytes(of: .symbols)
    let sources = bytes(of: .sources)
    let spans = SectionSpans(
      concepts: concepts.span, names: names.span, relations: relations.span,
      symbols: symbols.span, sources: sources.span, strings: strings.span)
    sections += SearchIndexBuilder.sections(of: spans)
  }
}
