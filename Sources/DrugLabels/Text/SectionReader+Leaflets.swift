// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// A leaflet has a list of the most common side effects for each illness, or for each drug that is taken
// beside. The line before the list says which; each item has it from there.

extension SectionReader {
  /// What the list of a leaflet is limited to.
  struct LeafletLimit {
    /// With what the drug is taken.
    var condition: String?
    /// What the people have: told where the leaflet has lists for several illnesses.
    var illness: String?
    /// That the drug is taken alone: told where there are other lists.
    var trial: String?
  }

  /// Adds what its list is limited to to a statement of a leaflet.
  func limit(
    _ statement: inout LabelStatement, _ words: Range<Int>, _ facts: SentenceFacts,
    isItem: Bool, _ utf8: borrowing Span<UInt8>
  ) {
    if let persons = StatementCondition.persons(of: words, sentence) {
      statement.condition = short(persons, utf8)
      return
    }
    let limit =
      isItem && lead.facts.isMostCommon ? lead.limit : leafletLimit(facts.mostCommonFrom, utf8)
    statement.condition = limit.condition
    statement.illness = limit.illness
    statement.trial = limit.trial
  }

  /// What the sentence says before the verb of its list.
  func leafletLimit(_ start: Int, _ utf8: borrowing Span<UInt8>) -> LeafletLimit {
    var limit = LeafletLimit()
    let head = StatementCondition.head(of: sentence, from: start)
    guard !head.isEmpty else { return limit }
    if let partners = StatementCondition.partners(in: head, sentence),
      let names = joined(partners, most: 3, utf8)
    {
      limit.condition = "with " + names
    } else if let alone = StatementCondition.alone(sentence, before: head.upperBound) {
      limit.trial = self.words(alone, utf8)
    }
    limit.illness = joined(StatementCondition.illnesses(in: head, sentence), most: 4, utf8)
    return limit
  }

  /// The names of an enumeration with `and` before the last, if they have so few words; else the first of
  /// them that have, or the last words of the first.
  private func joined(
    _ items: [Range<Int>], most: Int, _ utf8: borrowing Span<UInt8>
  ) -> String? {
    let names = items.map { item -> [Substring] in
      let bytes =
        sentence[item.lowerBound].range
        .lowerBound..<sentence[item.upperBound - 1].range
        .upperBound
      return LabelWords.text(bytes, utf8, words: 12).replacing("’", with: "'")
        .split(separator: " ")
    }
    guard let first = names.first, let last = names.last, let end = last.last else { return nil }
    // The verb may be glued to the name (`goutinclude:`): what the name is cannot be told.
    if end.count > 7, end.hasSuffix("include") { return nil }
    if first.count > most { return first.suffix(most).joined(separator: " ") }
    if names.count == 2, first.count + last.count < most {
      return (first + ["and"] + last).joined(separator: " ")
    }
    var words: [Substring] = []
    for name in names where words.count + name.count <= most { words += name }
    return words.joined(separator: " ")
  }
}
