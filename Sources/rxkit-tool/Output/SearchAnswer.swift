// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

/// What one query of `rxkit search` found.
struct SearchAnswer {
  /// What is compared with the query.
  enum Way {
    /// Words of names and their beginnings.
    case words
    /// Whole names.
    case whole(NameMatching)
    /// Drug words and names that are spelled alike.
    case spelling

    /// The word for it in JSON.
    var name: String {
      switch self {
      case .words: "words"
      case .whole(let matching): matching.rawValue
      case .spelling: "spelling"
      }
    }
  }

  /// A concept, how it matched, and the name that did.
  struct Row {
    let concept: Concept
    let match: String
    let name: String
  }

  let query: String
  let way: Way
  let release: ReleaseIdentity
  private(set) var rows: [Row] = []
  private(set) var suggestions: [SpellingSuggestion] = []
  /// Suggestions that were not asked for, where nothing was found.
  private(set) var unasked: [SpellingSuggestion] = []
  private(set) var totalCount: Int?
  private(set) var hasMore = false

  /// Suggestions that are shown unasked.
  private static let unaskedLimit = 3

  init(
    _ query: String, _ way: Way, in catalog: Catalog, filter: SearchFilter, limit: Int,
    offset: Int
  ) {
    self.query = query
    self.way = way
    release = catalog.release
    switch way {
    case .words:
      let results = catalog.search(query, filter: filter, limit: limit, offset: offset)
      rows = results.hits.map {
        Row(concept: $0.concept, match: $0.step.rawValue, name: $0.matchedName)
      }
      totalCount = results.totalCount
      hasMore = results.hasMore
    case .whole(let matching):
      let all = catalog.matches(named: query, by: matching).filter { filter.admits($0.concept) }
      rows = all.dropFirst(offset).prefix(limit).map {
        Row(concept: $0.concept, match: $0.kind.rawValue, name: $0.name)
      }
      totalCount = all.count
      hasMore = all.dropFirst(offset).count > limit
    case .spelling:
      // One more than is shown tells whether there are more.
      let all = catalog.spellingSuggestions(for: query, limit: max(1, limit))
      suggestions = Array(all.dropFirst(offset).prefix(limit))
      hasMore = all.dropFirst(offset).count > limit
    }
    if case .words = way, rows.isEmpty, offset == 0 {
      unasked = Array(
        catalog.spellingSuggestions(for: query, limit: Self.unaskedLimit)
          .prefix(Self.unaskedLimit))
    }
  }

  /// Whether there is anything.
  var isFound: Bool { rowCount > 0 }

  /// How many rows there are.
  var rowCount: Int { rows.count + suggestions.count }

  // MARK: Output

  /// The rows of answers to one way of asking.
  static func table(
    of answers: [SearchAnswer], _ way: Way, showsQuery: Bool = true
  ) -> Table {
    let isSpelling = if case .spelling = way { true } else { false }
    let columns =
      isSpelling
      ? ["suggestion", "for", "kind", "distance", "likeness", "rxcui", "tty"]
      : ["rxcui", "tty", "status", "prescribable", "match", "name", "matched_name"]
    var table = Table(
      ((showsQuery ? ["query"] : []) + columns).map { Table.Column($0, kind(of: $0)) })
    for answer in answers {
      for row in answer.cells { table.append((showsQuery ? [answer.query] : []) + row) }
    }
    return table
  }

  private static func kind(of column: String) -> Table.Column.Kind {
    column == "distance" || column == "likeness" ? .number : .text
  }

  private var cells: [[String?]] {
    rows.map { row in
      [
        row.concept.code?.description, row.concept.termType.rawValue,
        row.concept.status.rawValue, row.concept.isPrescribable ? "yes" : "no", row.match,
        row.concept.name, row.name == row.concept.name ? nil : row.name,
      ]
    }
      + suggestions.map { suggestion in
        [
          suggestion.text, suggestion.replaces, suggestion.kind.rawValue,
          String(suggestion.distance), Self.decimal(suggestion.likeness),
          Self.joined(suggestion.concepts.map { $0.code?.description }),
          Self.joined(suggestion.concepts.map(\.termType.rawValue)),
        ]
      }
  }

  private static func joined(_ values: [String?]) -> String? {
    let present = values.compactMap { $0 }
    return present.isEmpty ? nil : present.joined(separator: "; ")
  }

  /// A number from 0 to 1 with three digits.
  private static func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    let digits = String(thousandths % 1000)
    let zeros = String(repeating: "0", count: 3 - digits.utf8.count)
    return "\(thousandths / 1000).\(zeros)\(digits)"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("query", query)
      json.member("by", way.name)
      json.member("total", totalCount)
      json.member("more", hasMore)
      json.array("concepts") { json in
        for row in rows {
          json.object { json in
            Self.write(row.concept, to: &json)
            json.member("status", row.concept.status.rawValue)
            json.member("prescribable", row.concept.isPrescribable)
            json.member("match", row.match)
            json.member("matchedName", row.name)
          }
        }
      }
      json.array("suggestions") { json in
        for suggestion in suggestions + unasked { Self.write(suggestion, to: &json) }
      }
      json.key("release")
      release.write(to: &json)
    }
  }

  private static func write(_ suggestion: SpellingSuggestion, to json: inout JSONWriter) {
    json.object { json in
      json.member("text", suggestion.text)
      json.member("replaces", suggestion.replaces)
      json.member("kind", suggestion.kind.rawValue)
      json.member("distance", suggestion.distance)
      json.key("likeness")
      json.number(raw: decimal(suggestion.likeness))
      json.array("concepts") { json in
        for concept in suggestion.concepts {
          json.object { json in write(concept, to: &json) }
        }
      }
    }
  }

  private static func write(_ concept: Concept, to json: inout JSONWriter) {
    json.member("rxcui", concept.code?.description)
    json.member("name", concept.name)
    json.member("tty", concept.termType.rawValue)
  }
}
