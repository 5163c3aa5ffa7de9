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
    var either = FormFeatures()
    either.releases =
      FormFeatures.bit(DosageFormWords.Release.extended)
      | FormFeatures.bit(DosageFormWords.Release.delayed)
    special[vocabulary.find("mr")] = either
    special[modified] = either
    var extended = FormFeatures()
    extended.releases = FormFeatures.bit(DosageFormWords.Release.extended)
    for word in ["extended", "sustained", "controlled", "prolonged", "slow", "long"] {
      special[vocabulary.find(word)] = extended
    }
    var late = FormFeatures()
    late.releases = FormFeatures.bit(DosageFormWords.Release.delayed)
    special[delayed] = late
    special[resistant] = late
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
      features.releases |= FormFeatures.bit(DosageFormWords.Release.disintegrating)
    }
    // A nasal spray was called a nasal inhaler for long: it is none for the lung.
    let nose = FormFeatures.bit(DosageFormWords.Site.nose)
    if features.sites & nose != 0, features.kinds & FormFeatures.bit(.inhaler) != 0 {
      features.sites &= ~FormFeatures.bit(DosageFormWords.Site.lung)
      features.kinds |= FormFeatures.bit(DosageFormWords.Kind.spray)
    }
    return features
  }

  /// The salts that a name states, hydrates left out: they change with the release, not the drug.
  func salts(ofName name: String) -> Set<String> {
    var buffer = TokenBuffer()
    buffer.read(name)
    var found: Set<String> = []
    for token in buffer.tokens where token.kind == .word {
      let word = vocabulary.find(buffer.bytes, token.range)
      guard word >= 0, vocabulary[word].meaning.contains(.salt) else { continue }
      found.formUnion(SaltFit.stem(vocabulary.words.text(word)))
    }
    return found
  }

  /// What the name of a dose form of the catalog says.
  func features(ofName name: String) -> FormFeatures {
    var buffer = TokenBuffer()
    buffer.read(name)
    for place in buffer.tokens.indices where buffer.tokens[place].kind == .word {
      buffer.tokens[place].word = vocabulary.find(buffer.bytes, buffer.tokens[place].range)
    }
    let none = [Bool](repeating: false, count: buffer.tokens.count)
    var ignored = none
    var features = features(buffer.tokens, isTaken: none, isForm: &ignored)
    // `Metered Dose Nasal Spray`, `Injection`: the site is in the kind.
    if features.kinds & FormFeatures.bit(DosageFormWords.Kind.injection) != 0 {
      features.sites |= FormFeatures.bit(DosageFormWords.Site.needle)
    }
    return features
  }
}
