// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import SymptomMapping

// Texts repeat the tables of their section cell by cell. What stands there is noted with its row, for
// the table itself tells what it says.

extension SectionReader {
  /// A mention within the text of a table.
  struct FlatMention {
    /// The index of the table.
    let table: Int
    /// The row that it stands in, or behind.
    let row: Int?
    let statement: LabelStatement
  }

  /// The words within the text of a table: the table itself tells what they say.
  mutating func note(
    _ range: Range<Int>, _ table: Int, _ flat: FlatTable?, _ utf8: borrowing Span<UInt8>
  ) {
    for mention in matcher.mentions(in: utf8, range) {
      // `Rash includes dermatitis acneiform`: a part of a grouped term.
      let start = flat?.start(before: mention.range.lowerBound) ?? range.lowerBound
      if flat != nil, LabelWords.printed(start..<mention.range.lowerBound, utf8).holds("ncludes ") {
        pass(matcher.phrases[mention.phrase].symptom, .groupedTerm, .text(mention.range))
        continue
      }
      let phrase = matcher.phrases[mention.phrase]
      var statement = LabelStatement(
        symptom: phrase.symptom, fit: phrase.fit, direction: phrase.direction,
        evidenceClass: flow.isReported ? .postmarketing : role.evidenceClass,
        term: LabelWords.text(mention.range, utf8, words: 4), section: section,
        place: .text(mention.range))
      statement.subsection = subsection
      repeated.append(
        FlatMention(
          table: table, row: flat?.row(at: mention.range.lowerBound), statement: statement))
    }
  }
}
