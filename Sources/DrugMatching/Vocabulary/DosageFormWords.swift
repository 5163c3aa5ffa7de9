// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Words that say in which form a drug comes, how it is released and where it
// goes. Only for the question whether a display and a code speak of one form:
// two names disagree when one says a form and nothing about the other fits it.

/// The forms that the words of a name speak of.
package enum DosageFormWords {
  /// A kind of form that names tell apart.
  package enum Kind: UInt32, CaseIterable, Sendable {
    case tablet, capsule, cream, ointment, gel, lotion, foam, patch, spray, suppository
    case inhaler, injection, liquid, powder, lozenge, film, gum, implant, ring
  }

  /// How a drug is released, or to be taken, where that makes it another product.
  package enum Release: UInt8, CaseIterable, Sendable {
    case extended, delayed, chewable, disintegrating, effervescent
  }

  /// Where a drug goes.
  package enum Site: UInt16, CaseIterable, Sendable {
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

// What words say about a dose form, as bits: the kind of form (coarse as in
// DosageFormWords, and finer where products differ by it), how the drug is
// released, and where it goes.

/// What words say about a dose form.
struct FormFeatures: Hashable, Sendable {
  typealias Kind = DosageFormWords.Kind
  typealias Release = DosageFormWords.Release
  typealias Site = DosageFormWords.Site

  /// Kinds of form; one bit each.
  var kinds: UInt32 = 0
  /// Finer kinds; one bit each, see ``Detail``.
  var details: UInt32 = 0
  /// Ways of release; one bit each.
  var releases: UInt8 = 0
  /// Where it goes; one bit each.
  var sites: UInt16 = 0

  var isEmpty: Bool { kinds == 0 && details == 0 && releases == 0 && sites == 0 }

  /// Whether anything but a release is said.
  var hasPlaceOrKind: Bool { kinds != 0 || details != 0 || sites != 0 }

  /// What dissolves in the mouth is disintegrating if it is a tablet that is not put elsewhere.
  var isDisintegrating: Bool {
    DosageFormWords.isDisintegrating(
      Set(Kind.allCases.filter { kinds & $0.bit != 0 }),
      Set(Site.allCases.filter { sites & $0.bit != 0 }))
  }

  mutating func formUnion(_ other: FormFeatures) {
    kinds |= other.kinds
    details |= other.details
    releases |= other.releases
    sites |= other.sites
  }

  /// Finer kinds of forms that RxNorm tells apart.
  enum Detail: UInt32, CaseIterable {
    case syringe, pen, autoInjector, cartridge, vial, metered, dryPowder, drops, solution
    case suspension, granules, concentrate, spray, pellet, oil, soap, shampoo, enema, pad, gas
    case emulsion, syrup, lozenge, bag

    var bit: UInt32 { 1 << rawValue }
  }

  init() {}

  /// A release alone.
  init(_ releases: Release...) {
    self.releases = releases.reduce(0) { $0 | $1.bit }
  }

  init(word: String) {
    for kind in DosageFormWords.kinds[word] ?? [] { kinds |= kind.bit }
    if let release = DosageFormWords.releases[word] { releases |= release.bit }
    if let site = DosageFormWords.sites[word] { sites |= site.bit }
    if let detail = Self.detailWords[word] { details |= detail.bit }
  }

  static let detailWords: [String: Detail] = [
    "syringe": .syringe, "pen": .pen, "autoinjector": .autoInjector, "auto": .autoInjector,
    "cartridge": .cartridge, "vial": .vial, "metered": .metered, "hfa": .metered,
    "mdi": .metered, "diskus": .dryPowder, "dpi": .dryPowder, "drops": .drops,
    "solution": .solution, "suspension": .suspension, "granules": .granules,
    "concentrate": .concentrate, "spray": .spray, "pellet": .pellet, "oil": .oil, "soap": .soap,
    "shampoo": .shampoo, "enema": .enema, "pad": .pad, "gas": .gas, "emulsion": .emulsion,
    "syrup": .syrup, "lozenge": .lozenge, "bag": .bag,
  ]
}

// One bit each.
extension DosageFormWords.Kind { var bit: UInt32 { 1 << rawValue } }
extension DosageFormWords.Release { var bit: UInt8 { 1 << rawValue } }
extension DosageFormWords.Site { var bit: UInt16 { 1 << rawValue } }
