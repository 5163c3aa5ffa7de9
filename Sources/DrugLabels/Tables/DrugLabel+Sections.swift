// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the sections of a label say of its tables.

extension DrugLabel {
  /// The titles of a section and of those it stands in, the nearest first.
  func headings(of section: Int) -> [String] {
    var titles: [String] = []
    var next: Int? = section
    while let index = next, sections.indices.contains(index), titles.count < 32 {
      titles.append(sections[index].title)
      next = sections[index].parent
    }
    return titles
  }

  /// Whether a section is that of adverse reactions or stands in it.
  func isInAdverseReactions(_ section: Int) -> Bool {
    stands(section, in: ["34084-4", "90374-0", "90375-7"])
  }

  /// Whether more than one table stands in adverse reactions.
  var hasSeveralTables: Bool {
    var count = 0
    for section in sections.indices where !sections[section].tables.isEmpty {
      if isInAdverseReactions(section) { count += sections[section].tables.count }
      if count > 1 { return true }
    }
    return false
  }

  /// Whether a word stands among what the drug is for.
  func isTreated(_ word: String) -> Bool {
    CellTokens(indications).words.contains(word)
  }

  /// What the drug is for, in lower case.
  var indications: String {
    sections.indices.filter { stands($0, in: ["34067-9"]) }
      .map { String(decoding: sections[$0].text.utf8, as: UTF8.self).lowercased() }
      .joined(separator: " ")
  }

  /// Whether a section has one of these codes, or stands in one that has.
  func stands(_ section: Int, in codes: [String]) -> Bool {
    var next: Int? = section
    var depth = 0
    while let index = next, sections.indices.contains(index), depth < 32 {
      if codes.contains(sections[index].loinc) { return true }
      next = sections[index].parent
      depth += 1
    }
    return false
  }

  /// The number of a section, or the first words of its title.
  func subsection(of section: Int) -> String {
    guard sections.indices.contains(section) else { return "" }
    let words = sections[section].title.split(whereSeparator: \.isWhitespace)
    if let first = words.first, first.contains("."), first.first?.isNumber == true {
      return String(first)
    }
    return words.prefix(4).joined(separator: " ")
  }
}
