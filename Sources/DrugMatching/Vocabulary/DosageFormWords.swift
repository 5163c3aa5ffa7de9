// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words that say in which form a drug comes, how it is released and where it
// goes. Only for the question whether a display and a code speak of one form
// (S6): two names disagree when one says a form and nothing about the other
// fits it.

/// The forms that the words of a name speak of.
package enum DosageFormWords {
  /// A kind of form that names tell apart.
  package enum Kind: Hashable, CaseIterable, Sendable {
    case tablet, capsule, cream, ointment, gel, lotion, foam, patch, spray, suppository
    case inhaler, injection, liquid, powder, lozenge, film, gum, implant, ring
  }

  /// How a drug is released, or to be taken, where that makes it another product.
  package enum Release: Hashable, CaseIterable, Sendable {
    case extended, delayed, chewable, disintegrating, effervescent
  }

  /// Where a drug goes.
  package enum Site: Hashable, CaseIterable, Sendable {
    case mouth, underTongue, cheek, eye, ear, nose, rectum, vagina, skin, needle, lung
  }

  package static let kinds: [String: [Kind]] = [
    "tablet": [.tablet], "pill": [.tablet, .capsule], "gelcap": [.tablet, .capsule],
    "gelcaps": [.tablet, .capsule], "capsule": [.capsule], "cream": [.cream],
    "ointment": [.ointment], "gel": [.gel], "jelly": [.gel], "lotion": [.lotion],
    "foam": [.foam], "patch": [.patch], "transdermal": [.patch],
    "insert": [.suppository], "paste": [.cream, .gel, .ointment], "spray": [.spray],
    "sprays": [.spray], "suppository": [.suppository],
    "inhaler": [.inhaler], "inhalant": [.inhaler], "inhalation": [.inhaler],
    "aerosol": [.inhaler, .spray, .foam], "hfa": [.inhaler], "nebulizer": [.inhaler],
    "diskus": [.inhaler], "inhal": [.inhaler], "injection": [.injection],
    "injectable": [.injection], "syringe": [.injection], "vial": [.injection],
    "pen": [.injection], "cartridge": [.injection], "autoinjector": [.injection],
    "injector": [.injection], "intravenous": [.injection], "infusion": [.injection],
    "solution": [.liquid], "suspension": [.liquid], "syrup": [.liquid], "elixir": [.liquid],
    "liquid": [.liquid], "drops": [.liquid], "drop": [.liquid], "emulsion": [.liquid],
    "irrigation": [.liquid], "mouthwash": [.liquid], "rinse": [.liquid], "shampoo": [.liquid],
    "enema": [.liquid], "tincture": [.liquid], "powder": [.powder], "granules": [.powder],
    "sachet": [.powder], "lozenge": [.lozenge], "troche": [.lozenge], "film": [.film],
    "strip": [.film], "gum": [.gum], "implant": [.implant], "ring": [.ring],
  ]

  /// Kinds that are said of the matter inside as well as of the way it is given.
  package static let alike: [Kind: Set<Kind>] = [
    .liquid: [.injection, .inhaler, .spray, .foam, .powder, .lotion, .gel],
    .powder: [.injection, .inhaler, .liquid],
    .gel: [.liquid, .patch], .lotion: [.liquid], .foam: [.liquid], .spray: [.liquid],
    .injection: [.liquid, .powder, .implant], .inhaler: [.liquid, .powder],
    .implant: [.injection],
  ]

  package static let releases: [String: Release] = [
    "er": .extended, "xr": .extended, "xl": .extended, "sr": .extended, "cr": .extended,
    "la": .extended, "cd": .extended, "sa": .extended, "xt": .extended, "dr": .delayed,
    "ec": .delayed, "enteric": .delayed, "chewable": .chewable, "chew": .chewable,
    "odt": .disintegrating, "disintegrating": .disintegrating,
    "orodispersible": .disintegrating, "effervescent": .effervescent,
  ]

  package static let sites: [String: Site] = [
    "oral": .mouth, "orally": .mouth, "po": .mouth, "sublingual": .underTongue,
    "sl": .underTongue, "buccal": .cheek, "ophthalmic": .eye, "ophth": .eye, "eye": .eye,
    "otic": .ear, "ear": .ear, "nasal": .nose, "intranasal": .nose, "rectal": .rectum,
    "vaginal": .vagina, "topical": .skin, "injection": .needle, "injectable": .needle,
    "intravenous": .needle, "inhalation": .lung, "inhaler": .lung, "inhalant": .lung,
  ]

  /// Words for what a tablet does in the mouth, with the words before them that say that it does.
  ///
  /// `Tablet, Rapid Dissolve`, `orally dissolving tablet`. Alone they are directions, as in
  /// `dissolve in water` and `by mouth. Dissolve …`.
  private static let dissolvingWords: [String: Set<String>] = [
    "dissolve": hasteWords, "dissolves": hasteWords, "melt": hasteWords, "melts": hasteWords,
    "dissolving": hasteWords.union(mouthWords), "dissolvable": hasteWords.union(mouthWords),
    "melting": hasteWords.union(mouthWords),
  ]
  private static let hasteWords: Set<String> = ["rapid", "rapidly", "fast", "quick", "quickly"]
  private static let mouthWords: Set<String> = ["orally", "oral", "mouth"]

  /// Whether a word after another says that a form dissolves in the mouth.
  package static func saysDissolving(_ word: String, after other: String) -> Bool {
    dissolvingWords[word]?.contains(other) ?? false
  }

  /// The words of ``saysDissolving(_:after:)``.
  package static var wordsOfDissolving: Set<String> {
    hasteWords.union(mouthWords).union(dissolvingWords.keys)
  }

  /// Whether what dissolves in the mouth is what names call disintegrating: a tablet, but none that
  /// is put under the tongue or into the cheek.
  package static func isDisintegrating(_ kinds: Set<Kind>, _ sites: Set<Site>) -> Bool {
    kinds.contains(.tablet) && sites.isDisjoint(with: [.underTongue, .cheek])
  }

  package static let releaseWords: Set<String> = [
    "release", "extended", "sustained", "controlled", "prolonged", "delayed", "modified",
  ]

  /// Whether a word speaks of a form.
  package static func isKnown(_ word: String) -> Bool {
    kinds[word] != nil || releases[word] != nil || sites[word] != nil
      || releaseWords.contains(word)
  }

  /// The kinds of form that words speak of.
  package static func kinds(of words: [String]) -> Set<Kind> {
    var found: Set<Kind> = []
    for word in words { found.formUnion(kinds[word] ?? []) }
    // A nasal spray was called a nasal inhaler for long.
    if found.contains(.inhaler), sites(of: words).contains(.nose) { found.insert(.spray) }
    return found
  }

  /// Whether kinds of a display can be those of a product.
  package static func canAgree(_ given: Set<Kind>, _ own: Set<Kind>) -> Bool {
    given.isEmpty || own.isEmpty
      || given.contains { own.contains($0) || !own.isDisjoint(with: alike[$0] ?? []) }
  }

  /// The releases that words speak of.
  package static func releases(of words: [String]) -> Set<Release> {
    var found: Set<Release> = []
    for (index, word) in words.enumerated() {
      if let release = releases[word] { found.insert(release) }
      if index > 0, saysDissolving(word, after: words[index - 1]),
        isDisintegrating(kinds(of: words), sites(of: words))
      {
        found.insert(.disintegrating)
      }
      guard word == "release" || word == "rel" || word == "action", index > 0 else { continue }
      switch words[index - 1] {
      case "extended", "ext", "sustained", "controlled", "prolonged": found.insert(.extended)
      case "delayed", "modified": found.insert(.delayed)
      default: break
      }
    }
    return found
  }

  /// The places that words speak of.
  package static func sites(of words: [String]) -> Set<Site> {
    Set(words.compactMap { sites[$0] })
  }
}
