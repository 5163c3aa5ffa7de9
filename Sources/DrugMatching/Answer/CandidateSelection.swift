// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import UseWords

// From the drugs that a text names to concepts: first which ingredients are
// meant, then which of their products fits what else the text says.

/// Chooses concepts for what a text says.
struct CandidateSelection {
  var reading: TextReading
  let matcher: DrugMatcher
  let isConfused: Bool

  init(_ reading: TextReading, _ matcher: DrugMatcher, _ isConfused: Bool) {
    self.reading = reading
    self.matcher = matcher
    self.isConfused = isConfused
  }

  mutating func answer(_ text: String, _ products: inout ProductReader) -> DrugMatch {
    var match = chosen(text, &products)
    match.isTruncated = reading.isTruncated
    return match
  }

  private mutating func chosen(_ text: String, _ products: inout ProductReader) -> DrugMatch {
    if isOfOtherThing { return abstained(text, .otherThing, askedLevel) }
    let named = ExactNames.concepts(text, matcher.catalog)
    if !named.isEmpty {
      let sets = named.map { $0.0.ingredients.map(\.position).sorted() }
      if sets.allSatisfy({ products.areForAnimals($0) }) {
        return abstained(text, .veterinary, named[0].1)
      }
      return exactAnswer(text, named)
    }
    let identity = DrugIdentity(reading, &products)
    var draft = Draft(score: drugScore(identity), reason: identity.reason)
    let numbers = BrandStrength.read(reading, identity, &products)
    if case .one(let strengths) = numbers { reading.read(asStrengths: strengths) }
    if case .several = numbers { draft.isNumberOpen = true }
    let asked = PackFit.isAsked(reading, identity, &products) ? .pack : askedLevel
    guard !identity.isEmpty, draft.score >= Self.lowestScore else {
      return abstained(text, abstentionReason(identity), asked)
    }
    if products.areForAnimals(identity.ingredients) {
      return abstained(text, .veterinary, asked)
    }
    let doubts = ReadingDoubts(reading, identity, matcher.lexicon.vocabulary)
    let hasMoreParts = StatedParts.count(in: text) > max(1, identity.ingredients.count)
    let use = StatedUse.read(text, in: .medication)
    if reading.mayBeDenied || use == .uncertain || use?.deniesUse ?? false {
      // A word about use that nothing else explains is reason enough for a review.
      draft.reason = .negated
    } else if isConfused {
      draft.reason = .ambiguousName
    }
    let doubt = doubts.reason(&products) ?? (hasMoreParts ? .moreParts : nil)
    if let why = draft.reason ?? doubt { draft.open(why) }
    var choice = ProductChoice(reading, identity, asked, &products)
    draft.candidates = choice.candidates(draft.score, &products, matcher.catalog)
    if doubts.hasLaboratoryAmount, !draft.hasStrength {
      // No product has this amount: it is a measurement.
      draft.open(.otherThing)
    }
    let isGuessed = identity.used.contains {
      $0.way >= .completion && $0.wordCount == 1 || $0.way == .brandStart
    }
    if isGuessed, choice.isContradicted {
      // The strength or form says that it is not the misspelled drug.
      return abstained(text, .noDrug, asked)
    }
    return explained(text, identity, choice, draft, &products)
  }

  /// Whether there is nothing but everyday words of tests and other things:
  /// `creatinine` was measured, `latex` is not a drug.
  private var isOfOtherThing: Bool {
    let words = reading.buffer.tokens.filter { $0.kind != .comma }
    return !words.isEmpty
      && words.allSatisfy {
        $0.meaning.contains(.everyday) && !$0.meaning.isDisjoint(with: [.laboratory, .otherThing])
      }
  }

  /// What is known of a text so far, and what stops it.
  private struct Draft {
    var score: Double
    var reason: DrugMatch.Reason?
    var candidates: [DrugMatch.Candidate] = []
    /// Whether its number is that of several strengths.
    var isNumberOpen = false

    var hasStrength: Bool { candidates.first?.matched.contains(.strength) ?? false }

    /// Demands a review for a reason, unless there is one already.
    mutating func open(_ why: DrugMatch.Reason) {
      reason = reason ?? why
      score = min(score, CandidateSelection.highestOpenScore)
      candidates = candidates.map { $0.atMost(score) }
    }
  }

  /// The answer, accepted only if nothing is left of the text that nothing explains.
  private func explained(
    _ text: String, _ identity: DrugIdentity, _ choice: ProductChoice, _ draft: Draft,
    _ products: inout ProductReader
  ) -> DrugMatch {
    var draft = draft
    let asked = choice.asked
    let account = WordAccount(reading, identity, choice, draft.candidates.first, matcher)
    if account.isOfOtherThing, draft.reason != .negated, !reading.hasAmount {
      return abstained(text, .otherThing, asked)
    }
    var left = account.words + strangeWords(draft.candidates.first)
    left += DoubtSign.found(in: text)
    if !account.strengths.isEmpty, draft.reason != .moreParts {
      // None of the strengths is chosen: the answer is the drug.
      var drugs = ProductChoice(reading, identity, .ingredient, &products)
      let found = drugs.candidates(draft.score, &products, matcher.catalog)
      let names = found.filter { $0.level == .ingredient }
      draft.candidates = names.isEmpty ? found.filter { $0.level == .form } : names
      if left.isEmpty { draft.reason = draft.reason ?? .severalStrengths }
    }
    if !left.isEmpty { draft.open(.unknownWords) }
    if draft.isNumberOpen { draft.reason = draft.reason ?? .underDetermined }
    draft.reason = draft.reason ?? choice.reason
    if draft.score < DrugMatcher.acceptedScore { draft.reason = draft.reason ?? .unknownWords }
    draft.reason = draft.reason ?? shortcoming(of: draft.candidates)
    if draft.reason == .notInRelease, mayBeOtherBrand(identity, asked, draft.candidates, &products)
    {
      draft.open(.notInRelease)
    }
    if draft.reason == .notInRelease, hasWholeCandidate(draft.candidates) {
      draft.reason = .underDetermined
    }
    if lacksPart(identity, draft.candidates) { draft.open(.underDetermined) }
    return DrugMatch(
      text: text, verdict: verdict(draft.score, draft.reason, draft.candidates),
      reason: draft.reason, score: draft.score, asked: asked, given: draft.candidates.first?.level,
      candidates: draft.candidates, substitutions: substitutions(&products), unknownWords: left,
      strengths: account.strengths)
  }

  /// Whether a further candidate has all that the text states, also what the best one misses:
  /// `metformin 500`, `coumadin`.
  private func hasWholeCandidate(_ candidates: [DrugMatch.Candidate]) -> Bool {
    guard let missed = candidates.first?.unmatched else { return false }
    return candidates.contains { candidate in
      candidate.unmatched.isEmpty && missed.allSatisfy { candidate.matched.contains($0) }
    }
  }

  /// Whether a brand without such a product may be that of another drug: `Tylenol No. 1`.
  private func mayBeOtherBrand(
    _ identity: DrugIdentity, _ asked: DrugMatch.Level, _ candidates: [DrugMatch.Candidate],
    _ products: inout ProductReader
  ) -> Bool {
    guard !identity.brands.isEmpty else { return false }
    if reading.hasAmount, hasGeneric(identity, candidates) || isDose(identity, &products) {
      return false
    }
    return asked != .ingredient || candidates.first?.unmatched.contains(.strength) ?? true
      || candidates.contains { candidate in
        let list = candidate.concept.ingredientList
        return candidate.matched.contains(.brand)
          && (!list.isComplete
            || Set(list.ingredients.map(\.position)) != Set(identity.ingredients))
      }
  }

  /// Whether the drug is sold without a brand in the strength of the text: the release need not have
  /// all strengths of a brand.
  private func hasGeneric(
    _ identity: DrugIdentity, _ candidates: [DrugMatch.Candidate]
  ) -> Bool {
    candidates.contains { candidate in
      candidate.matched.contains(.strength) && candidate.unmatched == [.brand]
        && Set(candidate.concept.ingredients.map(\.position)) == Set(identity.ingredients)
    }
  }

  /// Whether the amounts are doses: all products of the brand have so much in a volume.
  private func isDose(_ identity: DrugIdentity, _ products: inout ProductReader) -> Bool {
    var figures: [Figure] = []
    for brand in identity.brands {
      figures += products.family(of: brand).products.flatMap(\.components).compactMap(\.figure)
    }
    return !figures.isEmpty && figures.allSatisfy { $0.bottom == .volume }
      && reading.amounts.allSatisfy { $0.role != .drug || $0.strength?.denominator == nil }
  }

  /// Whether the best candidate contains only a part of what the text names.
  private func lacksPart(
    _ identity: DrugIdentity, _ candidates: [DrugMatch.Candidate]
  ) -> Bool {
    // A brand's parts are its own: the release may list a salt and its base as two.
    guard identity.brands.isEmpty, let list = candidates.first?.concept.ingredientList,
      list.isComplete
    else { return false }
    return Set(list.ingredients.map(\.position)).isStrictSubset(of: identity.ingredients)
  }

  /// Why the best candidate is not accepted although its drug is certain.
  ///
  /// A salt that it does not state is none, as the release may leave it out; an ester is.
  private func shortcoming(of candidates: [DrugMatch.Candidate]) -> DrugMatch.Reason? {
    guard let first = candidates.first else { return nil }
    let isOfEster =
      first.level != .ingredient && reading.salts.contains(where: Self.esters.contains)
    let missed = first.unmatched.filter { $0 != .salt || isOfEster }
    if missed.contains(where: { $0 != .quantity }) { return .notInRelease }
    let isTied = candidates.dropFirst().contains { !($0.score < first.score) }
    return !missed.isEmpty || isTied || first.score < DrugMatcher.acceptedScore
      ? .underDetermined : nil
  }

  private static let esters = WordLists.set("ester")

  private func verdict(
    _ score: Double, _ reason: DrugMatch.Reason?, _ candidates: [DrugMatch.Candidate]
  ) -> DrugMatch.Verdict {
    guard score >= DrugMatcher.acceptedScore, !candidates.isEmpty else { return .review }
    return reason == nil ? .accepted : .ingredientOnly
  }

  /// Words that make another drug of the substance, unless the candidate is that drug.
  private func strangeWords(_ candidate: DrugMatch.Candidate?) -> [String] {
    guard let candidate, !reading.identityWords.isEmpty else { return [] }
    let names =
      [candidate.concept.name] + candidate.concept.ingredients.map(\.name)
      + candidate.concept.related(.hasPreciseIngredient).map(\.name)
    let all = names.joined(separator: " ").lowercased()
    return reading.identityWords.filter {
      !all.contains($0.hasPrefix("peg") ? "peg" : $0.prefix(6))
    }
  }

  private func abstained(
    _ text: String, _ reason: DrugMatch.Reason, _ asked: DrugMatch.Level
  ) -> DrugMatch {
    DrugMatch(
      text: text, verdict: .abstained, reason: reason, score: 0, asked: asked, given: nil,
      candidates: [], substitutions: [], unknownWords: unknownWords, strengths: [])
  }

  /// The answer for a text that is a name of the catalog.
  private func exactAnswer(_ text: String, _ named: [(Concept, DrugMatch.Level)]) -> DrugMatch {
    let level = named[0].1
    let sets = Set(named.map { Set($0.0.ingredients.map(\.position)) }.filter { !$0.isEmpty })
    let score = sets.count > 1 ? Self.highestOpenScore : 1
    return DrugMatch(
      text: text, verdict: sets.count > 1 ? .review : .accepted,
      reason: sets.count > 1 ? .ambiguousName : nil, score: score, asked: level, given: level,
      candidates: named.prefix(MatchingSession.candidateLimit).map {
        DrugMatch.Candidate(
          concept: $0.0, score: score, level: $0.1, matched: Self.parts(of: $0.0, $0.1),
          unmatched: [])
      }, substitutions: [], unknownWords: [], strengths: [])
  }

  /// What a name of the catalog says that is a whole text.
  private static func parts(_ level: DrugMatch.Level) -> [DrugMatch.Part] {
    switch level {
    case .ingredient: []
    case .component: [.strength]
    case .form: [.form]
    case .product: [.strength, .form]
    case .pack: [.pack]
    }
  }

  private static func parts(of concept: Concept, _ level: DrugMatch.Level) -> [DrugMatch.Part] {
    let branded: Set<TermType> = [
      .brandName, .brandedDrug, .brandedDrugComponent, .brandedDrugForm, .brandedPack,
    ]
    return [.drug] + (branded.contains(concept.termType) ? [.brand] : []) + parts(level)
  }

  private var unknownWords: [String] {
    reading.unknownWords.map { reading.buffer.text(reading.buffer.tokens[$0]) }
  }

  private var askedLevel: DrugMatch.Level {
    if reading.hasPack { return .pack }
    let hasStrength = reading.amounts.contains { $0.role == .drug }
    let hasForm = !reading.form.isEmpty
    return hasStrength ? (hasForm ? .product : .component) : (hasForm ? .form : .ingredient)
  }

  private func abstentionReason(_ identity: DrugIdentity) -> DrugMatch.Reason {
    if !identity.isEmpty {
      return reading.laboratoryWords + reading.otherWords > 0 ? .otherThing : .unknownWords
    }
    if reading.classWords > 0 { return .drugClass }
    return reading.vagueMentions.isEmpty ? .noDrug : .vagueName
  }

  // MARK: How sure the drug is

  /// How sure the ingredients are.
  private func drugScore(_ identity: DrugIdentity) -> Double {
    guard !identity.isEmpty else { return 0 }
    var score = 1.0
    for mention in identity.used {
      score *= Self.worth(of: mention)
      // A name without its salt is not that of another salt.
      if mention.way == .shortened, !reading.salts.isEmpty { score *= 0.82 }
    }
    let first = identity.used.map(\.tokens.lowerBound).min() ?? 0
    let isDescribed =
      reading.amounts.contains { $0.role == .drug || $0.role == .volume } || !reading.form.isEmpty
    let isGuessed = identity.used.contains { $0.way >= .completion }
    for place in reading.unknownWords {
      if isDescribed {
        score *= place < first ? 0.93 : 0.97
      } else {
        score *= place < first ? 0.86 : 0.95
      }
      if isGuessed { score *= 0.85 }
    }
    let words = identity.used.reduce(0) { $0 + $1.wordCount }
    let unknown = reading.unknownWords.count
    if unknown > words * 2, !isDescribed { score *= 0.8 }
    for _ in 0..<min(reading.laboratoryWords, 4) { score *= isDescribed ? 0.85 : 0.5 }
    for _ in 0..<min(reading.otherWords, 4) { score *= isDescribed ? 0.9 : 0.65 }
    for _ in 0..<min(reading.classWords, 3) { score *= 0.85 }
    if identity.used.allSatisfy(\.isVague) {
      let rest =
        unknown + reading.laboratoryWords + reading.otherWords + reading.classWords
      score *= rest > 0 ? 0.3 : reading.amounts.contains { $0.role != .drug } ? 0.7 : 0.9
    }
    return score
  }

  private static func worth(of mention: Mention) -> Double {
    switch mention.way {
    case .name: 1
    case .synonym: 0.99
    case .spelling: 0.97
    case .joined: 0.94
    case .completion: 0.84
    case .shortened, .brandStart: 0.96
    case .misspelling:
      min(
        mention.isDoubtful ? highestOpenScore : 1,
        max(0.35, 1 - Double(mention.cost) * 0.078 / Double(mention.letterCount)))
    }
  }

  // MARK: Substitutions

  private func substitutions(_ products: inout ProductReader) -> [DrugMatch.Substitution] {
    var found: [DrugMatch.Substitution] = []
    for mention in reading.mentions {
      let kind: DrugMatch.Substitution.Kind
      switch mention.way {
      case .name: continue
      case .brandStart: kind = .beginning
      case .synonym, .shortened: kind = .synonym
      case .spelling: kind = .spelling
      case .joined: kind = .joined
      case .completion: kind = .completion
      case .misspelling: kind = .misspelling
      }
      let written = mention.tokens.map { reading.buffer.text(reading.buffer.tokens[$0]) }
        .joined(separator: " ")
      guard let target = mention.targets.first else { continue }
      found.append(
        DrugMatch.Substitution(
          written: written, read: products.name(of: target.concept), kind: kind))
    }
    return found
  }
}
