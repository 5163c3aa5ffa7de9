// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// What follows the name of an ingredient says which salt or ester of it is meant:
//
//   testosterone undecanoate 250 MG/ML   undecanoate
//   penicillin G potassium               potassium
//   clopidogrel hydrogen sulfate         sulfate
//   amoxicillin trihydrate               (the base: water makes no other drug of it)
//   adalimumab-aacf                      (the base: the letters name a maker)

/// The salt, ester or other form of an ingredient stated by a name.
struct SubstanceForm: Sendable, Hashable {
  /// Its words in byte order; none for the base itself.
  let words: [String]

  /// Whether it is the ingredient itself.
  var isBase: Bool { words.isEmpty }

  /// The form in a substance's name; `nil` if that does not begin with the ingredient's.
  init?(of base: [String], inSubstance name: String) {
    let words = Self.words(of: name)
    guard !base.isEmpty, words.starts(with: base) else { return nil }
    self.init(words.dropFirst(base.count))
  }

  private init(_ rest: some Sequence<String>) {
    words = Set(rest.compactMap(Self.stem)).sorted { $0.precedesInBytes($1) }
  }

  /// The forms of an ingredient in a product's name, each between the ingredient and a strength.
  static func forms(of base: [String], inProduct name: String) -> [SubstanceForm] {
    guard let first = base.first else { return [] }
    // A brand in brackets may hold a number.
    let words = words(of: name.utf8.prefix { $0 != UInt8(ascii: "[") })
    var forms: [SubstanceForm] = []
    for start in words.indices where words[start] == first && words[start...].starts(with: base) {
      let rest = words[(start + base.count)...]
      guard let end = rest.firstIndex(where: Self.beginsWithNumber) else { continue }
      let form = SubstanceForm(rest[..<end])
      if !forms.contains(form) { forms.append(form) }
    }
    return forms
  }

  /// Whether both may be one: equal, or one names a part of the other (`sodium phosphate`).
  func fits(_ other: SubstanceForm) -> Bool {
    if isBase || other.isBase { return isBase && other.isBase }
    return words.allSatisfy(other.words.contains) || other.words.allSatisfy(words.contains)
  }

  /// Whether it releases the drug from the muscle over weeks; the release names
  /// these forms in every product that contains them.
  var isDepot: Bool { words.contains(where: Self.depots.contains) }

  private static let depots: Set<String> = [
    "decanoate", "undecanoate", "undecylenate", "enanthate", "cypionate", "palmitate", "pamoate",
    "lauroxil", "caproate", "benzathine", "procaine",
  ]

  // MARK: Words

  /// The words of a name in lower case, without the four letters that name a biosimilar.
  static func words(of name: String) -> [String] {
    words(of: name.utf8[...])
  }

  private static func words(of name: Substring.UTF8View) -> [String] {
    Substring(name).lowercased().utf8.split(whereSeparator: isBetweenWords).map { word in
      guard let hyphen = word.lastIndex(of: UInt8(ascii: "-")), hyphen > word.startIndex else {
        return String(Substring(word))
      }
      let suffix = word[word.index(after: hyphen)...]
      let isMaker = suffix.count == 4 && suffix.allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
      return String(Substring(isMaker ? word[..<hyphen] : word))
    }
  }

  private static func isBetweenWords(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"): true
    default: false
    }
  }

  private static func beginsWithNumber(_ word: String) -> Bool {
    guard let byte = word.utf8.first, byte >= 0x80 else {
      return word.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
    }
    return word.first?.isNumber ?? false
  }

  /// A word without how often the salt is there; `nil` for water, and for how fine it is ground.
  private static func stem(_ word: String) -> String? {
    if word.hasSuffix("hydrate") || word == "anhydrous" || word == "hydrogen"
      || word == "micronized"
    {
      return nil
    }
    if word == "hcl" { return "hydrochloride" }
    for start in ["mono", "hemi", "sesqui", "di", "tri", "bi"] where word.hasPrefix(start) {
      let rest = word.dropFirst(start.utf8.count)
      // A shorter remainder is not a salt: `bismuth`.
      if rest.utf8.count >= 6 { return String(rest) }
    }
    return word
  }
}
