// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words that say in which form a drug comes, and how it is released. Only for
// the question whether a display and a code speak of one form (S6): two names
// disagree when one says a form and nothing about the other fits it.

/// The forms that the words of a name speak of.
enum DosageFormWords {
  /// Words of one kind of form; a display's kind must occur on the concept's side.
  static let kinds: [Set<String>] = [
    ["tablet", "pill"],
    ["capsule"],
    ["cream"], ["ointment"], ["gel", "jelly"], ["lotion"], ["foam"],
    ["patch", "transdermal"],
    ["spray"],
    ["suppository", "suppositories"],
    [
      "inhaler", "inhalant", "inhalation", "aerosol", "hfa", "nebulizer", "diskus", "inhal",
    ],
    [
      "injection", "injectable", "syringe", "vial", "pen", "cartridge", "autoinjector",
      "intravenous", "infusion", "injector",
    ],
    [
      "solution", "suspension", "syrup", "elixir", "liquid", "drops", "drop", "emulsion",
      "irrigation", "mouthwash", "rinse", "shampoo", "enema", "oil", "tincture",
    ],
    ["powder", "granules", "sachet"],
    ["lozenge", "troche"], ["film", "strip"], ["gum"], ["implant"], ["ring"],
  ]

  /// Release words, and what they have in common.
  enum Release: Hashable {
    case extended
    case delayed
  }

  /// The kinds that words speak of, as positions in ``kinds``.
  static func kinds(of words: [String]) -> Set<Int> {
    var found: Set<Int> = []
    for (place, kind) in kinds.enumerated() where words.contains(where: kind.contains) {
      found.insert(place)
    }
    return found
  }

  /// The release forms that words speak of.
  static func releases(of words: [String]) -> Set<Release> {
    var found: Set<Release> = []
    for (index, word) in words.enumerated() {
      switch word {
      case "er", "xr", "xl", "sr", "cr", "la", "cd": found.insert(.extended)
      case "dr", "ec", "enteric": found.insert(.delayed)
      case "release":
        let before = index > 0 ? words[index - 1] : ""
        if ["extended", "sustained", "controlled", "prolonged"].contains(before) {
          found.insert(.extended)
        }
        if before == "delayed" || before == "modified" { found.insert(.delayed) }
      default: break
      }
    }
    return found
  }
}
