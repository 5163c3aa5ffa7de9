// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A drug for both sexes may have tables of one:
//
//   Osteoporosis Studies in Men                        male
//   … Reported in Postmenopausal Women with …          female

extension TableSubject {
  private static let male: Set<String> = ["men", "male", "males"]
  private static let female: Set<String> = ["women", "female", "females"]

  /// The sex of whom a caption is about; `nil` if it names none or both.
  static func sex(_ caption: CellTokens) -> String? {
    let words = caption.words
    guard let sex = sex(of: words) else { return nil }
    let isAbout = words.indices.contains { index in
      guard male.contains(words[index]) || female.contains(words[index]) else { return false }
      let before = words[..<index].suffix(4)
      guard let place = before.lastIndex(where: { $0 == "in" || $0 == "among" }) else {
        return false
      }
      return before[(place + 1)...].allSatisfy { !TableCondition.ends.contains($0) }
    }
    return isAbout ? sex : nil
  }

  private static func sex(of words: [String]) -> String? {
    let isOfMen = words.contains(where: male.contains)
    let isOfWomen = words.contains(where: female.contains)
    return isOfMen == isOfWomen ? nil : isOfMen ? "male" : "female"
  }

  /// Whether a label is about both sexes, by what the drug is for and the captions of its tables; what it
  /// is not for (`not indicated for use in women`) says nothing.
  static func isOfBothSexes(_ label: DrugLabel) -> Bool {
    var sexes: Set<String> = []
    for (index, section) in label.sections.enumerated() {
      if label.stands(index, in: ["34067-9"]) {
        let text = String(decoding: section.text.utf8, as: UTF8.self)
        for sentence in text.split(separator: ".") {
          let words = CellTokens(String(sentence)).words
          if words.contains("not") { continue }
          if words.contains(where: male.contains) { sexes.insert("male") }
          if words.contains(where: female.contains) { sexes.insert("female") }
        }
      }
      for table in section.tables {
        if let sex = sex(CellTokens(table.caption)) { sexes.insert(sex) }
      }
    }
    return sexes.count > 1
  }
}
