// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables

/// A set of named things, one bit each in the order of their names: `"tablet capsule"`.
package protocol NamedBits: OptionSet, Hashable, Sendable, ExpressibleByStringLiteral
where RawValue: FixedWidthInteger & Sendable {
  /// All names. A catalog keeps the bits: new names come last.
  static var names: [Substring] { get }
}

extension NamedBits {
  /// The things of a text of names; each has to be known.
  init(names: Substring) {
    var bits: RawValue = 0
    for name in names.split(separator: " ") {
      guard let place = Self.names.firstIndex(of: name) else {
        preconditionFailure("no part of a dose form is called \(name)")
      }
      bits |= 1 << RawValue(place)
    }
    self.init(rawValue: bits)
  }

  package init(stringLiteral names: String) { self.init(names: names[...]) }

  var count: Int { rawValue.nonzeroBitCount }
}

/// What words say about a dose form: the kind of form, how the drug is released, where it goes.
package struct FormFeatures: Hashable, Sendable {
  /// Kinds of form that names distinguish.
  package struct Kinds: NamedBits {
    package let rawValue: UInt32
    package static let names = """
      tablet capsule cream ointment gel lotion foam patch spray suppository inhaler injection liquid \
      powder lozenge film gum implant ring
      """.split(separator: " ")
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let tablet: Kinds = "tablet"
    static let inhaler: Kinds = "inhaler"
    static let liquid: Kinds = "liquid"
    static let injection: Kinds = "injection"
    static let powder: Kinds = "powder"
    static let spray: Kinds = "spray"
    static let swallowed: Kinds = "tablet capsule"
    static let spread: Kinds = "cream ointment gel lotion"

    /// Where forms go whose names state no place.
    var site: Sites {
      if !isDisjoint(with: "patch") { return .skin }
      return isDisjoint(with: "tablet capsule gum lozenge") ? [] : .mouth
    }
  }

  /// Finer kinds of forms that RxNorm distinguishes.
  package struct Details: NamedBits {
    package let rawValue: UInt32
    package static let names = """
      syringe pen autoInjector cartridge vial metered dryPowder drops solution suspension granules \
      concentrate spray pellet oil soap shampoo enema pad gas emulsion syrup lozenge bag
      """.split(separator: " ")
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let dryPowder: Details = "dryPowder"
    static let metered: Details = "metered"
  }

  /// How a drug is released, or to be taken, where that makes it another product.
  package struct Releases: NamedBits {
    package let rawValue: UInt8
    package static let names = "extended delayed chewable disintegrating effervescent"
      .split(separator: " ")
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Release over hours: must never be mistaken for a plain product.
    package static let slow: Releases = "extended delayed"
    package static let extended: Releases = "extended"
    static let disintegrating: Releases = "disintegrating"
  }

  /// Where a drug goes.
  package struct Sites: NamedBits {
    package let rawValue: UInt16
    package static let names = """
      mouth underTongue cheek eye ear nose rectum vagina skin needle lung wound
      """
      .split(separator: " ")
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    static let mouth: Sites = "mouth"
    static let inMouth: Sites = "mouth underTongue cheek"
    static let aroundTongue: Sites = "underTongue cheek"
    static let nose: Sites = "nose"
    static let lung: Sites = "lung"
    static let needle: Sites = "needle"
    static let skin: Sites = "skin"
  }

  package var kinds: Kinds = []
  var details: Details = []
  package var releases: Releases = []
  package var sites: Sites = []

  var isEmpty: Bool { kinds.isEmpty && details.isEmpty && releases.isEmpty && sites.isEmpty }

  /// Whether anything other than a release is stated.
  var hasPlaceOrKind: Bool { !kinds.isEmpty || !details.isEmpty || !sites.isEmpty }

  mutating func formUnion(_ other: FormFeatures) {
    kinds.formUnion(other.kinds)
    details.formUnion(other.details)
    releases.formUnion(other.releases)
    sites.formUnion(other.sites)
  }

  /// What each word of the table of forms says.
  static let ofWords: [(word: String, features: FormFeatures)] =
    EmbeddedFolder.matching.rows(of: "form-words.tsv").map { fields in
      (
        String(fields[0]),
        FormFeatures(
          kinds: Kinds(names: fields[1]), details: Details(names: fields[2]),
          releases: Releases(names: fields[3]), sites: Sites(names: fields[4]))
      )
    }
}
