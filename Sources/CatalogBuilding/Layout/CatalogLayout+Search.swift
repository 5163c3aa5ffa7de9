// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching

// The search index, and the lexicon, are made of finished sections and nothing else, so that a
// reader can make it again and compare (`Catalog.verifySearchIndex`). Of a
// concept's record it needs neither attributes nor semantic types nor what was
// retired: these are laid out at the same time.

extension CatalogLayout {
  /// What the search index is made of: shared, not copied.
  struct SearchSource: Sendable {
    fileprivate let concepts: [UInt32]
    fileprivate let names: [UInt32]
    fileprivate let relations: [UInt32]
    fileprivate let sources: [UInt32]
    fileprivate let strings: [UInt8]

    /// The sections of the index.
    func sections() -> [SectionBytes] { SearchIndexBuilder.sections(of: spans) }

    /// The words of the lexicon, as `maker` makes them.
    func lexicon(isOfficial: Bool, by maker: LexiconMaker) -> [UInt32] {
      maker(ConceptNames(spans, isOfficial: isOfficial))
    }

    private var spans: SectionSpans {
      @_lifetime(borrow self)
      get {
        // Words as bytes: every bit pattern is one.
        unsafe SectionSpans(
          concepts: concepts.span.bytes, names: names.span.bytes, relations: relations.span.bytes,
          sources: sources.span.bytes, strings: strings.span)
      }
    }
  }

  /// Takes hold of the sections that the search index is made of; they must be there.
  ///
  /// - Parameter strings: The strings that these sections use.
  /// - Returns: These sections.
  func searchSource(_ strings: [UInt8]) -> SearchSource {
    func words(of id: SectionID) -> [UInt32] {
      sections.first { $0.id == id }?.content.first?.storedWords ?? []
    }
    return SearchSource(
      concepts: FilePiece.words(conceptWords).storedWords, names: words(of: .names),
      relations: words(of: .relations),
      sources: words(of: .sources), strings: strings)
  }
}
