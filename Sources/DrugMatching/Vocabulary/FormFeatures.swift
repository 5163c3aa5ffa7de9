// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What words say about a dose form, as bits: the kind of form (coarse as in
// DosageFormWords, and finer where products differ by it), how the drug is
// released, and where it goes.

/// What words say about a dose form.
struct FormFeatures: Hashable, Sendable {
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
      Set(DosageFormWords.Kind.allCases.filter { kinds & Self.bit($0) != 0 }),
      Set(DosageFormWords.Site.allCases.filter { sites & Self.bit($0) != 0 }))
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

  static func bit(_ kind: DosageFormWords.Kind) -> UInt32 { 1 << UInt32(kind.number) }
  static func bit(_ release: DosageFormWords.Release) -> UInt8 { 1 << UInt8(release.number) }
  static func bit(_ site: DosageFormWords.Site) -> UInt16 { 1 << UInt16(site.number) }

  init() {}

  /// What one word says.
  init(word: String) {
    for kind in DosageFormWords.kinds[word] ?? [] { kinds |= Self.bit(kind) }
    if let release = DosageFormWords.releases[word] { releases |= Self.bit(release) }
    if let site = DosageFormWords.sites[word] { sites |= Self.bit(site) }
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

extension DosageFormWords.Kind {
  fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension DosageFormWords.Release {
  fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension DosageFormWords.Site {
  fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
