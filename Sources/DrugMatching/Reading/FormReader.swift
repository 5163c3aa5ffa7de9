// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What the words of a text say about the dose form. A name's own words are left
// out; `film-coated` says how a tablet looks, not that it is a film.

/// Reads the words about forms, releases and places.
struct FormReader {
  private let vocabulary: Vocabulary
  private let film: Int32
  private let coated: Int32
  private let resistant: Int32
  private let release: Set<Int32>
  private let modified: Int32
  private let delayed: Int32
  private let special: [Int32: FormFeatures]
  /// Words about what dissolves in the mouth, each with those before it that say so.
  private let dissolving: [Int32: Set<Int32>]

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    film = vocabulary.find("film")
    coated = vocabulary.find("coated")
    resistant = vocabulary.find("resistant")
    modified = vocabulary.find("modified")
    delayed = vocabulary.find("delayed")
    release = Set(["release", "rel", "acting", "action", "act"].map { vocabulary.find($0) })
    var special: [Int32: FormFeatures] = [:]
    for word in ["mr", "modified"] {
      special[vocabulary.find(word)] = FormFeatures(.extended, .delayed)
    }
    for word in ["extended", "sustained", "controlled", "prolonged", "slow", "long"] {
      special[vocabulary.find(word)] = FormFeatures(.extended)
    }
    for word in [delayed, resistant] { special[word] = FormFeatures(.delayed) }
    special.removeValue(forKey: -1)
    self.special = special
    let words = DosageFormWords.wordsOfDissolving
    var dissolving: [Int32: Set<Int32>] = [:]
    for word in words {
      let others = words.filter { DosageFormWords.saysDissolving(word, after: $0) }
      let known = Set(others.map { vocabulary.find($0) }).subtracting([-1])
      if !known.isEmpty { dissolving[vocabulary.find(word), default: []].formUnion(known) }
    }
    dissolving.removeValue(forKey: -1)
    self.dissolving = dissolving
  }

  /// What tokens say about the form; `isForm` is set for those that say something.
  func features(_ tokens: [TextToken], isTaken: [Bool], isForm: inout [Bool]) -> FormFeatures {
    var features = FormFeatures()
    var isDissolving = false
    for place in tokens.indices where tokens[place].kind == .word && !isTaken[place] {
      let word = tokens[place].word
      guard word >= 0 else { continue }
      let next = place + 1 < tokens.count ? tokens[place + 1].word : -1
      if word == film, next == coated {
        isForm[place] = true
        continue
      }
      if place > 0, dissolving[word]?.contains(tokens[place - 1].word) ?? false {
        isDissolving = true
        isForm[place] = true
      }
      if let release = special[word] {
        let isAbout =
          self.release.contains(next) || word == resistant || word == delayed
          || !vocabulary[word].meaning.contains(.releaseAdjective)
          || place > 0 && tokens[place - 1].kind == .comma
        if isAbout || word != modified {
          features.formUnion(release)
          isForm[place] = true
        }
        continue
      }
      let own = vocabulary[word].form
      guard !own.isEmpty || vocabulary[word].meaning.contains(.form) else { continue }
      features.formUnion(own)
      isForm[place] = true
    }
    if isDissolving, features.isDisintegrating {
      features.releases |= FormFeatures.Release.disintegrating.bit
    }
    // A nasal spray was called a nasal inhaler for long: it is none for the lung.
    let nose = FormFeatures.Site.nose.bit
    if features.sites & nose != 0, features.kinds & FormFeatures.Kind.inhaler.bit != 0 {
      features.sites &= ~FormFeatures.Site.lung.bit
      features.kinds |= FormFeatures.Kind.spray.bit
    }
    return features
  }

  /// The salts that a name states, hydrates left out: they change with the release, not the drug.
  func salts(ofName name: String) -> Set<String> {
    var buffer = TokenBuffer()
    buffer.read(name)
    var found: Set<String> = []
    vocabulary.lookUp(&buffer)
    for token in buffer.tokens where token.meaning.contains(.salt) {
      found.formUnion(SaltFit.stem(vocabulary.words.text(token.word)))
    }
    return found
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
    if features.kinds & FormFeatures.Kind.injection.bit != 0 {
      features.sites |= FormFeatures.Site.needle.bit
    }
    return features
  }
}

// Do the words of a text and a dose form speak of one thing? Release is a matter
// of identity: slow is never given for plain.

/// Compares what a text says of the form with a product's dose form.
enum FormFit {
  /// Below this a form is not the one that the text says, at most a similar one.
  static let matched = 0.6

  private static let slow =
    FormFeatures.Release.extended.bit
    | FormFeatures.Release.delayed.bit
  private static let mouth = FormFeatures.Site.mouth.bit
  private static let skin = FormFeatures.Site.skin.bit

  private static func bits(_ kinds: FormFeatures.Kind...) -> UInt32 {
    kinds.reduce(0) { $0 | $1.bit }
  }
  private static let swallowed = bits(.tablet, .capsule)
  private static let inMouth =
    mouth | FormFeatures.Site.underTongue.bit
    | FormFeatures.Site.cheek.bit
  private static let swallowedDetails = FormFeatures.Detail.syrup.bit

  private static func isInjected(_ features: FormFeatures) -> Bool {
    features.kinds & bits(.injection) != 0
      || features.sites & FormFeatures.Site.needle.bit != 0
  }
  /// What a drug is injected from; each is a form of its own.
  private static let devices: [UInt32] = [
    FormFeatures.Detail.pen.bit | FormFeatures.Detail.autoInjector.bit,
    FormFeatures.Detail.syringe.bit, FormFeatures.Detail.cartridge.bit,
    FormFeatures.Detail.vial.bit,
  ]
  private static let lung = FormFeatures.Site.lung.bit

  /// Whether both name what the drug is given with, and it is not the same.
  private static func haveOtherDevices(_ asked: FormFeatures, _ own: FormFeatures) -> Bool {
    let all = devices.reduce(0, |)
    if asked.details & all != 0, own.details & all != 0 {
      return !devices.contains { asked.details & $0 != 0 && own.details & $0 != 0 }
    }
    guard asked.sites & own.sites & lung != 0 else { return false }
    // A dry powder is no metered aerosol.
    return isPowder(asked) && isMetered(own) || isMetered(asked) && isPowder(own)
  }

  private static func isPowder(_ features: FormFeatures) -> Bool {
    (features.kinds & bits(.powder) != 0
      || features.details & FormFeatures.Detail.dryPowder.bit != 0)
      && features.details & FormFeatures.Detail.metered.bit == 0
  }

  private static func isMetered(_ features: FormFeatures) -> Bool {
    features.details & FormFeatures.Detail.metered.bit != 0
      && features.kinds & bits(.powder) == 0
  }
  private static let spread = bits(.cream, .ointment, .gel, .lotion)
  private static let alike: [UInt32] = FormFeatures.Kind.allCases.map { kind in
    (DosageFormWords.alike[kind] ?? []).reduce(kind.bit) { $0 | $1.bit }
  }

  /// How well they go together: 1 if the text says what the form is, 0 if another thing.
  static func fit(_ asked: FormFeatures, _ own: FormFeatures) -> Double {
    var fit = 1.0
    // Release.
    let askedSlow = asked.releases & slow
    let ownSlow = own.releases & slow
    if askedSlow != 0, askedSlow & ownSlow == 0 { return 0 }
    if askedSlow == 0, ownSlow != 0 { fit *= asked.isEmpty ? 0.9 : 0.8 }
    let otherAsked = asked.releases & ~slow
    let otherOwn = own.releases & ~slow
    if otherAsked != 0, otherAsked & otherOwn == 0 { fit *= 0.5 }
    if otherAsked == 0, otherOwn != 0 { fit *= 0.85 }
    // What is injected is never swallowed, nor the other way round.
    if isInjected(asked), own.sites & inMouth != 0, !isInjected(own), asked.sites & inMouth == 0 {
      return 0
    }
    if isInjected(own), asked.details & swallowedDetails != 0, !isInjected(asked) { return 0 }
    // Place.
    if asked.sites != 0, own.sites != 0 {
      if asked.sites & own.sites == 0 { return 0 }
      if own.sites & ~asked.sites != 0 { fit *= 0.97 }
    } else if asked.sites == 0, own.sites != 0 {
      let usual = asked.kinds & spread != 0 ? skin : mouth
      if own.sites & usual == 0, asked.kinds & bits(.injection) == 0 { fit *= 0.9 }
    }
    // Kind.
    guard asked.kinds != 0, own.kinds != 0 else { return fit }
    if asked.kinds & own.kinds == 0 {
      var near: UInt32 = 0
      for place in alike.indices where asked.kinds & (1 << UInt32(place)) != 0 {
        near |= alike[place]
      }
      if near & own.kinds != 0 {
        fit *= 0.8
      } else if asked.kinds & swallowed != 0, own.kinds & swallowed != 0 {
        fit *= 0.45
      } else {
        return 0
      }
    } else {
      // What else the form is, and what else the text says.
      fit *= 1 - 0.03 * Double((own.kinds & ~asked.kinds).nonzeroBitCount)
      fit *= 1 - 0.02 * Double((asked.kinds & ~own.kinds).nonzeroBitCount)
    }
    if haveOtherDevices(asked, own) { fit *= 0.55 }
    let (both, different) = (asked.details & own.details, asked.details ^ own.details)
    fit *= 1 - 0.015 * Double(different.nonzeroBitCount)
    if both != 0 { fit = min(1, fit * 1.01) }
    return fit
  }
}
