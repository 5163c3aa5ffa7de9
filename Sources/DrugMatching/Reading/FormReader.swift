// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the words of a text say about the dose form. The words of a name are
// ignored; `film-coated` describes a tablet and does not mean a film.

/// Reads the words about forms, releases and places.
struct FormReader {
  private let vocabulary: Vocabulary
  private let film: Int32
  private let coated: Int32
  private let modified: Int32
  private let extract: Int32
  /// Behind `for` is what the drug is taken for.
  private let reason: Int32
  /// Behind a number `gr` is a unit, elsewhere gastro-resistant.
  private let grain: Int32
  /// Words of somebody who inhales: the mouth is on the way.
  private let inhaling: Set<Int32>
  /// Words behind an adjective of release.
  private let release: Set<Int32>
  private let adjectives: [Int32: FormFeatures.Releases]
  /// Words before what is a person, a place or a firm: `per Dr.`, `from the ER`.
  private let beforeOthers: Set<Int32>
  /// Words about what dissolves in the mouth, each with those before it that say so.
  private let dissolving: [Int32: Set<Int32>]

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    (film, coated) = (vocabulary.find("film"), vocabulary.find("coated"))
    // The short form `ext` means both: `ext rel`, but `garlic ext`.
    (modified, extract) = (vocabulary.find("modified"), vocabulary.find("ext"))
    grain = vocabulary.find("gr")
    reason = vocabulary.find("for")
    func find(_ words: [String]) -> Set<Int32> {
      Set(words.map { vocabulary.find($0) }).subtracting([-1])
    }
    release = find(["release", "rel", "acting", "action", "act"])
    inhaling = find(["puff", "puffs", "inhale"])
    var adjectives: [Int32: FormFeatures.Releases] = [:]
    for (words, releases) in [
      (["mr", "modified"], FormFeatures.Releases.slow),
      (["extended", "sustained", "controlled", "prolonged", "slow", "long", "ext"], "extended"),
      (["delayed", "resistant"], "delayed"),
    ] {
      for word in find(words) { adjectives[word] = releases }
    }
    self.adjectives = adjectives
    beforeOthers = find(WordLists.words("before-other"))
    var dissolving: [Int32: Set<Int32>] = [:]
    let haste = find(WordLists.words("haste"))
    for word in find(WordLists.words("dissolve")) { dissolving[word, default: []].formUnion(haste) }
    let places = haste.union(find(WordLists.words("mouth")))
    for word in find(WordLists.words("dissolving")) {
      dissolving[word, default: []].formUnion(places)
    }
    self.dissolving = dissolving
  }

  /// What tokens say about the form; `isForm` is set for those that say something.
  func features(_ tokens: [TextToken], isTaken: [Bool], isForm: inout [Bool]) -> FormFeatures {
    var features = FormFeatures()
    var isDissolving = false
    for place in tokens.indices where tokens[place].kind == .word && !isTaken[place] {
      let word = tokens[place].word
      guard word >= 0, !isOther(tokens, place) else { continue }
      let next = place + 1 < tokens.count ? tokens[place + 1].word : -1
      if word == film, next == coated {
        isForm[place] = true
        continue
      }
      if place > 0, dissolving[word]?.contains(tokens[place - 1].word) ?? false {
        isDissolving = true
        isForm[place] = true
      }
      if let releases = adjectives[word] {
        let isAbout =
          release.contains(next)
          || (word == modified ? place > 0 && tokens[place - 1].kind == .comma : word != extract)
        if isAbout {
          features.releases.formUnion(releases)
          isForm[place] = true
        }
        continue
      }
      let own = vocabulary[word].form
      guard !own.isEmpty || vocabulary[word].meaning.contains(.form) else { continue }
      features.formUnion(own)
      isForm[place] = true
    }
    // What dissolves in the mouth is called disintegrating if it is a tablet that is not put under
    // the tongue or into the cheek.
    if isDissolving, features.kinds.contains(.tablet),
      features.sites.isDisjoint(with: .aroundTongue)
    {
      features.releases.insert(.disintegrating)
    }
    if features.kinds.isEmpty, features.sites == .mouth,
      tokens.contains(where: { inhaling.contains($0.word) })
    {
      (features.kinds, features.sites) = (.inhaler, .lung)
    }
    // A nasal spray used to be called a nasal inhaler: that is not one for the lungs.
    if features.sites.contains(.nose), features.kinds.contains(.inhaler) {
      features.sites.remove(.lung)
      features.kinds.insert(.spray)
    }
    return features
  }

  /// Whether letters that stand for a form or release elsewhere are a title, a place, a firm, a unit
  /// or a disease: `per Dr.`, `from the ER`, `Sanofi S.A.`, `5 gr`, `for TB`.
  private func isOther(_ tokens: [TextToken], _ place: Int) -> Bool {
    guard place > 0, tokens[place].count < 4 else { return false }
    let (word, before) = (tokens[place].word, tokens[place - 1])
    if before.word == reason { return true }
    if tokens[place].count > 2 { return false }
    if word == grain, before.kind == .number { return true }
    guard adjectives[word] != nil || !vocabulary[word].form.releases.isEmpty else { return false }
    return before.meaning.contains(.maker) || beforeOthers.contains(before.word)
  }

  /// The salts that a name states, hydrates left out: they change with the release, not the drug.
  func salts(ofName name: String) -> Set<String> {
    var buffer = TokenBuffer()
    buffer.read(name)
    vocabulary.lookUp(&buffer)
    return buffer.tokens.reduce(into: []) { found, token in
      guard token.meaning.contains(.salt) else { return }
      found.formUnion(SaltFit.stem(vocabulary.words.text(token.word)))
    }
  }

  /// What the name of a dose form of the catalog says.
  func features(ofName name: String) -> FormFeatures {
    var buffer = TokenBuffer()
    buffer.read(name)
    vocabulary.lookUp(&buffer)
    let none = [Bool](repeating: false, count: buffer.tokens.count)
    var ignored = none
    var features = features(buffer.tokens, isTaken: none, isForm: &ignored)
    // `Metered Dose Nasal Spray`, `Injection`: the site is in the kind.
    if features.kinds.contains(.injection) { features.sites.insert(.needle) }
    return features
  }
}

// Do the words of a text and a dose form mean the same? The release must be the
// same: slow release is never given for plain.

/// Compares what a text says of the form with a product's dose form.
package enum FormFit {
  /// Below this a form is not the one that the text says, at most a similar one.
  static let matched = 0.6

  /// What a drug is injected from; each is a form of its own.
  private static let devices: [FormFeatures.Details] = [
    "pen autoInjector", "syringe", "cartridge", "vial",
  ]

  /// Kinds that are said of the matter inside as well as of the way it is given.
  private static let alike: [(FormFeatures.Kinds, FormFeatures.Kinds)] = [
    ("liquid", "injection inhaler spray foam powder lotion gel"),
    ("powder", "injection inhaler liquid"), ("gel", "liquid patch"), ("lotion", "liquid"),
    ("foam", "liquid"), ("spray", "liquid"), ("injection", "liquid powder implant"),
    ("inhaler", "liquid powder"), ("implant", "injection"),
  ]

  /// Whether kinds that a text names can be those of a product, by the same or another name.
  package static func canAgree(_ stated: FormFeatures.Kinds, _ own: FormFeatures.Kinds) -> Bool {
    stated.isEmpty || own.isEmpty || !stated.isDisjoint(with: own)
      || alike.contains { stated.contains($0.0) && !own.isDisjoint(with: $0.1) }
  }

  private static func isInjected(_ features: FormFeatures) -> Bool {
    features.kinds.contains(.injection) || features.sites.contains(.needle)
  }

  /// Whether both name what the drug is given with, and it is not the same.
  private static func haveOtherDevices(_ stated: FormFeatures, _ own: FormFeatures) -> Bool {
    func has(_ features: FormFeatures, _ device: FormFeatures.Details) -> Bool {
      !features.details.isDisjoint(with: device)
    }
    if devices.contains(where: { has(stated, $0) }), devices.contains(where: { has(own, $0) }) {
      return !devices.contains { has(stated, $0) && has(own, $0) }
    }
    guard stated.sites.contains(.lung), own.sites.contains(.lung) else { return false }
    // A dry powder is not a metered aerosol.
    return isPowder(stated) && isMetered(own) || isMetered(stated) && isPowder(own)
  }

  /// Whether a text leaves open which of two forms of its kind it means: it names no place of a
  /// liquid, and they go to different ones, or not what the drug is given with.
  static func leavesOpen(
    _ stated: FormFeatures, _ one: FormFeatures, _ other: FormFeatures
  ) -> Bool {
    guard !stated.kinds.isDisjoint(with: other.kinds) else { return false }
    return stated.sites.isEmpty && stated.kinds.contains(.liquid)
      && one.sites.isDisjoint(with: other.sites) || haveOtherDevices(one, other)
  }

  private static func isPowder(_ features: FormFeatures) -> Bool {
    (features.kinds.contains(.powder) || features.details.contains(.dryPowder))
      && !features.details.contains(.metered)
  }

  private static func isMetered(_ features: FormFeatures) -> Bool {
    features.details.contains(.metered) && !features.kinds.contains(.powder)
  }

  /// How well they go together: 1 if the text says what the form is, 0 if another thing.
  static func fit(_ stated: FormFeatures, _ own: FormFeatures) -> Double {
    var fit = 1.0
    // Release.
    let (statedSlow, ownSlow) = (
      stated.releases.intersection(.slow), own.releases.intersection(.slow)
    )
    if !statedSlow.isEmpty, statedSlow.isDisjoint(with: ownSlow) { return 0 }
    if statedSlow.isEmpty, !ownSlow.isEmpty { fit *= stated.isEmpty ? 0.9 : 0.8 }
    let (otherAsked, otherOwn) = (
      stated.releases.subtracting(.slow), own.releases.subtracting(.slow)
    )
    if !otherAsked.isEmpty, otherAsked.isDisjoint(with: otherOwn) { fit *= 0.5 }
    if otherAsked.isEmpty, !otherOwn.isEmpty { fit *= 0.85 }
    // What is injected is never swallowed, nor the other way round.
    if isInjected(stated), !own.sites.isDisjoint(with: .inMouth), !isInjected(own),
      stated.sites.isDisjoint(with: .inMouth)
    {
      return 0
    }
    // Place.
    let sites = own.sites.isEmpty ? own.kinds.site : own.sites
    if !stated.sites.isEmpty, !sites.isEmpty {
      if stated.sites.isDisjoint(with: sites) { return 0 }
      if !own.sites.isSubset(of: stated.sites) { fit *= 0.97 }
    } else if stated.sites.isEmpty, !own.sites.isEmpty {
      let isSpread = !stated.kinds.isDisjoint(with: .spread)
      if own.sites.isDisjoint(with: isSpread ? .skin : .mouth), !stated.kinds.contains(.injection) {
        fit *= 0.9
      }
    }
    // Kind; an oil or a soap is a thing of its own.
    guard !stated.kinds.isEmpty, !own.kinds.isEmpty else {
      let isOpen = stated.kinds.isEmpty && stated.details.isEmpty
      return isOpen || !stated.details.isDisjoint(with: own.details) ? fit : fit * 0.45
    }
    if !stated.kinds.isDisjoint(with: own.kinds) {
      // What else the form is, and what else the text says.
      fit *= 1 - 0.03 * Double(own.kinds.subtracting(stated.kinds).count)
      fit *= 1 - 0.02 * Double(stated.kinds.subtracting(own.kinds).count)
    } else if canAgree(stated.kinds, own.kinds) {
      fit *= 0.8
    } else {
      guard !stated.kinds.isDisjoint(with: .swallowed), !own.kinds.isDisjoint(with: .swallowed)
      else {
        return 0
      }
      fit *= 0.45
    }
    if haveOtherDevices(stated, own) { fit *= 0.55 }
    fit *= 1 - 0.015 * Double(stated.details.symmetricDifference(own.details).count)
    if !stated.details.isDisjoint(with: own.details) { fit = min(1, fit * 1.01) }
    return fit
  }
}
