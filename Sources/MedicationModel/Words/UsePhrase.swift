// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A phrase that says what becomes of a drug, and how it says so.
struct UsePhrase: Sendable {
  /// What must be next to a phrase, so that it is said of the drug itself.
  enum Manner: String, Sendable {
    /// Nothing but the drug, who takes it, a time or a reason.
    case said
    /// The same; with the drug before it, anything may follow: `metformin discontinued …`.
    case passive
    /// As said, at the end of its clause or the beginning of the text.
    case edge
    /// Nothing in its clause.
    case alone
    /// As said, at the beginning of the text: `no aspirin`.
    case first
    /// At the end of the text, behind the drug: `aspirin: no`.
    case last
    /// As said, at the beginning of its clause: `stopping aspirin`.
    case leading
    /// The substance directly before it, and nothing behind, or nothing in its clause; not of a
    /// drug that is for it: `lisinopril allergy`, but `cetirizine (allergies)`, `Advil Allergy`.
    case sensitivity
    /// An order to somebody: under a condition, or behind what is to be done, an instruction.
    case order
  }

  let use: StatedUse
  let manner: Manner
  /// Whether it says so only in the field of the drug's name.
  let isOfNames: Bool
  /// For every word, its alternatives.
  let words: [[Substring]]

  /// Whether it says what a person does, so that its subject is nobody's drug: `not taking`,
  /// `never started`; not `stopped`, `not tolerated`.
  var isOfPerson: Bool {
    let doing: Set<Substring> = ["taking", "using", "take", "takes", "use", "uses"]
    let beginning: Set<Substring> = [
      "never", "didn't", "did", "doesn't", "does", "can't", "unable", "hasn't", "has", "quit",
      "refuses", "considering",
    ]
    return manner == .said
      && (words.last?.contains(where: doing.contains) ?? false
        || words.first?.contains(where: beginning.contains) ?? false)
  }

  /// The phrases that begin with a word; longer ones first.
  private static let byFirstWord: [Substring: [UsePhrase]] = {
    var table: [Substring: [UsePhrase]] = [:]
    for phrase in all {
      for word in phrase.words.first ?? [] { table[word, default: []].append(phrase) }
    }
    return table.mapValues { phrases in
      phrases.enumerated().sorted {
        $0.element.words.count != $1.element.words.count
          ? $0.element.words.count > $1.element.words.count : $0.offset < $1.offset
      }.map(\.element)
    }
  }()

  /// All words of phrases: none is a drug's name.
  static let allWords = Set(all.flatMap { $0.words.joined() }.map(String.init))

  /// The phrases that are at a word, within one clause, with their last words; longer ones first.
  static func standing(
    at place: Int, of clauses: UseClauses, in field: StatedUse.Place
  ) -> [(phrase: UsePhrase, end: Int)] {
    (byFirstWord[clauses.words[place][...]] ?? []).compactMap { phrase in
      guard field == .medication || !phrase.isOfNames, let end = phrase.end(at: place, clauses)
      else { return nil }
      return (phrase, end)
    }
  }

  private func end(at place: Int, _ clauses: UseClauses) -> Int? {
    guard place + words.count <= clauses.words.count else { return nil }
    // `Synalgos-DC` is a name.
    if clauses.isJoined[place], clauses.words[place] == "dc" { return nil }
    for (index, alternatives) in words.enumerated() {
      let word = place + index
      guard alternatives.contains(clauses.words[word][...]),
        index == 0 || clauses.breaks[word] == .none
      else { return nil }
    }
    return place + words.count - 1
  }

  // MARK: A quick look

  /// Every word that a phrase or a person begins with.
  static let beginnings: Set<String> = {
    let lists = UseWordLists.self
    let people = lists.people.words.union(lists.plainPossessives.words).union(lists.young.words)
    return Set(byFirstWord.keys.map(String.init)).union(people).union(people.map { "\($0)'s" })
  }()

  /// The letters that each begins with up to another sign, the last eight of them as a number.
  private static let firstLetters = Set(
    beginnings.map { word in
      word.utf8.prefix { isLetter($0) }.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    })

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte < 0x80 && byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
  }

  /// Whether any word of a text may begin a phrase; most texts have none.
  static func mayBegin(in text: String) -> Bool {
    let known = firstLetters
    var letters: UInt64 = 0
    for byte in text.utf8 {
      // Signs without width may be inside a word.
      if byte >= 0x80 { return true }
      if isLetter(byte) {
        letters = letters << 8 | UInt64(byte | 0x20)
      } else if letters != 0 {
        // A single letter begins one only with such a sign: `d/c`.
        if letters > 0xFF || "/'`".utf8.contains(byte), known.contains(letters) { return true }
        letters = 0
      }
    }
    return letters > 0xFF && known.contains(letters)
  }
}

// From general knowledge of how medication lists are written in English.
extension UsePhrase {
  /// All phrases: what each says, in which manner, `*` for names only, and the alternatives for
  /// each of its words.
  static let all: [UsePhrase] =
    phrases(
      .stopped,
      """
      said: no longer taking|takes|take|on|using|uses|used|needs|needed|prescribed|active|required|\
      indicated|necessary
      said: not|isn't currently|presently|now|actively taking|using|on|used
      said: quit|stopped|ceased taking|using|it
      passive: d/c'd|dc'd|d/ced|dc'ed|d/c'ed|d'c'd|d/cd
      passive: discontinued|weaned
      said: stopped|ceased
      passive: weaned|tapered|taken|took|came|come|been|is|herself|himself|went off
      leading: off this|it|med|medication|since
      alone: dcd|dced|d/c|dc|inactive|completed|finished|past|historical|former
      said*: d/c|dc
      leading*: stopping|discontinuing
      said*: previously taking|took|taken|used|on|prescribed
      said*: formerly|previously
      said*: used to take|be
      said*: was|were taking|on
      said*: tried and failed
      said*: as a child|kid|teen|teenager|baby
      said: course|therapy|treatment|regimen completed|complete|finished
      said: completed|finished course|therapy|treatment|regimen|prescription
      said: ran|run out
      order: discontinue|stop|d/c|dc
      order: discontinue|stop taking|using
      """)
    + phrases(
      .onHold,
      """
      passive: on hold
      passive: held|withheld|paused
      order: hold|withhold|pause
      said: currently|temporarily|presently holding|suspended|stopped|discontinued|off
      alone: holding|suspended
      leading: holding
      said*: holding
      """)
    + phrases(
      .notTaken,
      """
      said: not|isn't|aren't taking|taken|using|used|given|administered|filled|filling|dispensed|\
      tolerated|tolerating
      said: not|isn't been|being taking|using|taken|used|given
      said: not in use
      said: does|did not want|wish to take|start|continue|use
      said: doesn't|didn't want|wish to take|start|continue|use
      alone: nonadherent|noncompliant|nonadherence|noncompliance|ineffective
      alone: non adherent|compliant|adherence|compliance
      alone: duplicate order|therapy|entry|prescription
      said: not|never picked|pick up
      said: never been on|taking|using
      said*: not on
      first*: no|not|never
      last*: no|not|never
      first*: without|off|failed
      said*: in place|lieu of
      said*: resistant|refractory|unresponsive to
      said: never started|took|taken|filled|used|begun|began|tried|takes|uses
      said: didn't|didnt take|start|fill|pick|get|receive|use|begin|tolerate
      said: did not take|start|fill|pick|get|receive|use|begin|tolerate
      said: doesn't|doesnt take|use|tolerate
      said: does not take|use|tolerate
      said: can't|cannot|couldn't take|tolerate
      said: could not take|tolerate
      said: unable to take|tolerate
      said: hasn't|hasnt|haven't|havent started|taken|filled|used|begun|picked
      said: hasn't|hasnt|haven't|havent been taking|using|taken
      said: has|have|had not started|taken|filled|used|begun|picked
      order: don't|dont take|use|give|administer
      order: do not take|use|give|administer
      order*: avoid
      said: refuses|refused|refusing|declined|declines|declining|denies
      said*: denied
      passive: entered|ordered|written|charted|listed|prescribed in error
      passive: in error
      said*: erroneous|error
      passive: erroneously entered|ordered|written|charted|listed|prescribed
      passive: wrong patient|chart
      alone: wrong drug|medication|med|medicine|entry
      passive*: cancelled|canceled
      edge: cancelled|canceled
      passive*: contraindicated|avoided
      said*: placebo for
      passive*: placebo
      said*: allergic|hypersensitive|reacted|reaction|reactions|anaphylaxis to
      passive*: caused|causes
      said*: allergy|allergies to
      said*: intolerant|intolerance to|of
      sensitivity*: allergy|allergies|allergic|intolerance|intolerant
      alone: allergic|intolerant|intolerance
      """)
    + phrases(
      .planned,
      """
      said*: considering|consider|considered
      said: not|isn't yet started|begun|taken|filled
      alone: not started
      said: awaiting|pending approval|authorization|start|pa
      said: awaiting|pending prior approval|authorization|auth
      said*: plan|plans|planning|planned|will|may|might|could|would|wants|to start|begin|initiate|\
      restart|resume|try
      said*: proposed|proposing|offered|discussed|recommended|suggested
      said: discuss|discussed|discussing|recommend|recommended|suggest|suggested|offered|propose|\
      plan|planning|plans|contemplating|consider|considering starting|beginning|initiating|adding|\
      restarting|resuming|trying|switching|start
      """)
    + phrases(
      .otherPerson,
      """
      said*: family history
      said: not patient's|pt's|hers|his|theirs
      """)

  private static func phrases(_ use: StatedUse, _ lines: String) -> [UsePhrase] {
    lines.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      let isOfNames = words[0].hasSuffix("*:")
      guard let manner = Manner(rawValue: String(words[0].dropLast(isOfNames ? 2 : 1))) else {
        preconditionFailure("a phrase has a manner")
      }
      return UsePhrase(
        use: use, manner: manner, isOfNames: isOfNames,
        words: words.dropFirst().map { $0.split(separator: "|") })
    }
  }
}
