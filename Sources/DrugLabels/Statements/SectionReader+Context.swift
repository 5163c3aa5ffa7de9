// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What a statement is under, as it is quoted, and whom it is about.

extension SectionReader {
  mutating func context(
    of words: Range<Int>, _ part: SentenceCutter.Part, _ common: MostCommon?,
    _ utf8: borrowing Span<UInt8>
  ) -> String {
    if role == .stopUse || role == .whenUsing { return "" }
    let isBelowLine =
      role == .adverse && !position.line.isEmpty && position.lineStart != part.range.lowerBound
    let head = isBelowLine ? position.line : position.heading
    // The sentence up to the last colon before the words, or to the verb of its list.
    var end = (0..<words.lowerBound + 1).last {
      sentence[$0].marks.contains(.colon) && sentence[$0].depth == 0
    }
    if end == nil, let common, let start = common.listStart(sentence), start <= words.lowerBound {
      end = start
    }
    var leadIn = ""
    if let end, end > 0 {
      // `Frequent: pruritus; Infrequent: acne`: from the last semicolon on.
      let start = (0..<end).last { sentence[$0].marks.contains(.semicolon) } ?? 0
      leadIn = LabelWords.printed(
        sentence[start].range.lowerBound..<closing(behind: end - 1, part, utf8), utf8)
    } else if part.isItem {
      leadIn = lead.text
    }
    if part.number != nil { return QuotedContext.joined([said(leadIn)]) }
    return QuotedContext.joined([said(head), said(leadIn)])
  }

  private mutating func said(_ text: String) -> String {
    if text.isEmpty { return "" }
    if let known = quotes[text] { return known }
    let quote = source.quoted.said(text)
    quotes[text] = quote
    return quote
  }

  /// The end of a word, with the percent sign and the brackets that close behind it.
  private func closing(
    behind word: Int, _ part: SentenceCutter.Part, _ utf8: borrowing Span<UInt8>
  ) -> Int {
    var end = sentence[word].range.upperBound
    var index = end
    while index < part.range.upperBound {
      let byte = utf8[index]
      index += 1
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        end = index
      } else if byte != 0x20 {
        break
      }
    }
    return end
  }

  /// Whom a statement is about, by the innermost words that say it; `nil` for adults.
  mutating func population(
    _ context: String, _ led: ListLead, ofSentence text: String
  ) -> String? {
    let found = population(ofContext: context).within(
      population(of: led.text).within(
        population(ofSentence: text).within(
          population(of: position.line).within(
            population(of: position.heading).within(population(of: title))))))
    if case .named(let name) = found { return name }
    return nil
  }

  private mutating func population(ofContext context: String) -> Population.Found? {
    if let known = contextPopulations[context] { return known }
    let found = context.split(separator: QuotedContext.joint)
      .reduce(nil as Population.Found?) { Population.of(String($1)).within($0) }
    contextPopulations[context] = .some(found)
    return found
  }

  private mutating func population(ofSentence text: String) -> Population.Found? {
    if text.isEmpty { return nil }
    if let spoken { return spoken }
    var found = Population.of(sentence: text)
    // `… headache, male sexual dysfunction`: a sex within a sentence is that of one effect.
    if case .named(let name) = found, !Population.isAge(name) { found = nil }
    spoken = .some(found)
    return found
  }

  private mutating func population(of text: String) -> Population.Found? {
    if text.isEmpty { return nil }
    if let known = populations[text] { return known }
    let found = Population.of(text)
    populations[text] = .some(found)
    return found
  }
}
