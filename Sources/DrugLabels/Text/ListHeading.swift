// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A label for several illnesses has a part for each of them, with a heading but often without a
// number, and its lists do not name the illness again:
//
//   Metastatic Gastric Cancer Most common adverse reactions (≥ 10%) are …   gastric cancer
//   Patients with Relapsed AML … The most common adverse reactions were …   aml
//   The safety of Alphador was evaluated in PARAMOUNT … The most common …    PARAMOUNT

/// What the heading above a list of effects says that it is limited to.
struct ListHeading {
  /// What the heading names, and what the sentence about the study behind it does.
  private var heading: String?
  private var study: String?
  /// How the drug was given, as a heading says: `with betadrug`, `monotherapy`.
  private(set) var regimen: String?
  /// Whether the study below that heading was told of: the next one is another part.
  private var isStudied = false
  /// What was met since, the first first: most headings have no list below them, and reading one
  /// costs more than keeping it.
  private var unread: [Note] = []
  private let indications: String
  private let isDrug: (String) -> Bool
  /// In which degrees the label treats an illness.
  let degrees: ToldDegrees

  /// - Parameters:
  ///   - indications: What the drug is for, in lower case.
  ///   - isDrug: Whether a word in lower case is a name of the drug.
  init(indications: String, isDrug: @escaping (String) -> Bool) {
    self.indications = indications
    self.isDrug = isDrug
    degrees = ToldDegrees(indications: indications)
  }

  private struct Note {
    let text: String
    let isStudy: Bool
  }

  /// The trial or the illness; `nil` if nothing names one.
  mutating func condition() -> String? {
    for note in unread { read(note) }
    unread.removeAll(keepingCapacity: true)
    return study ?? heading
  }

  /// The words of a list's label, at most four, if it names what the drug is for; of an enumeration
  /// that is too long without its `and`.
  func treated(_ words: [String]) -> String? {
    // `Gastrointestinal: nausea` says where, `Infections: cough` what it is a kind of.
    guard !IllnessWords.arePlaces(words), words != ["infections"] else { return nil }
    guard words.allSatisfy({ $0.count < 3 || indications.holds($0) || Self.purposes.contains($0) })
    else { return nil }
    // `Crohn's disease` is two words.
    let words = words.reduce(into: [String]()) { all, word in
      if word == "s", let last = all.popLast() {
        all.append(last + "'s")
      } else {
        all.append(word)
      }
    }
    let short = words.count > 4 ? words.filter { $0 != "and" && $0 != "or" } : words
    return short.prefix(4).joined(separator: " ")
  }

  /// The trial that words of a sentence name.
  func trial(_ words: String) -> String? {
    TableCondition.told(words, TableCondition.Label(isOneOfSeveral: true, isDrug: isDrug))
  }

  /// Whether words, in lower case, are illnesses that the drug is for.
  func namesIllness(_ words: String) -> Bool {
    let words = words.split(separator: " ").map(String.init)
    return IllnessWords.areIllness(words) && !IllnessWords.arePlaces(words)
      && words.allSatisfy { $0 == "and" || $0 == "or" || indications.holds($0) }
      && !words.contains(where: isDrug)
  }

  /// Whether words, in lower case, stand among what the drug is for.
  func isIndicated(_ words: String) -> Bool { indications.holds(words) }

  private static let purposes: Set<String> = [
    "prevention", "treatment", "induction", "maintenance", "prophylaxis",
  ]

  /// A heading with a number begins.
  mutating func begin() {
    heading = nil
    study = nil
    regimen = nil
    unread.removeAll(keepingCapacity: true)
  }

  /// The most words of a heading.
  static let longest = 30

  /// Takes note of a heading; one that names neither illness nor trial leaves what was before,
  /// unless it is about all trials.
  mutating func take(_ heading: String) {
    unread.append(Note(text: heading, isStudy: false))
  }

  /// Takes note of how the drug was given in what stands below a heading.
  mutating func take(regimen: String?) {
    self.regimen = regimen
    isStudied = false
  }

  /// Takes note of a sentence that tells of whom the safety was studied: its trial or illness holds
  /// for the lists behind it.
  mutating func take(study sentence: String) {
    if isStudied { regimen = nil }
    isStudied = true
    unread.append(Note(text: sentence, isStudy: true))
  }

  private mutating func read(_ note: Note) {
    let label = TableCondition.Label(
      isOneOfSeveral: true, isDrug: isDrug, degree: { [degrees] in degrees.told($0, of: $1) })
    let tokens = CellTokens(note.text)
    if note.isStudy {
      // `The pooled safety population described in WARNINGS AND PRECAUTIONS` is of all trials.
      let isPooled = note.text.holds("WARNINGS") || tokens.words.contains("pooled")
      if isPooled { heading = nil }
      study = isPooled ? nil : TableCondition.study(note.text, label)
    } else if let found = TableCondition.of(note.text, label) ?? illness(tokens, note.text) {
      heading = found.split(separator: " ").prefix(4).joined(separator: " ")
      study = nil
    } else if tokens.words.contains(where: Self.general.contains) {
      heading = nil
      study = nil
    }
  }

  private static let general = TableCondition.trials.union([
    "pooled", "overall", "postmarketing", "immunogenicity", "experience",
  ])

  /// A heading that is nothing but an illness that the drug is for.
  private func illness(_ tokens: CellTokens, _ heading: String) -> String? {
    let names = TableCondition.Abbreviations(heading)
    let end = tokens.tokens.firstIndex { $0.isSign("(") || $0.isSign("[") }
    let words = tokens.tokens[..<(end ?? tokens.tokens.count)]
      // Not the end of `Parkinson's`.
      .filter { $0.kind == .word && $0.text != "s" && $0.text != "safety" }.map(\.text)
    let start = words.indices.first { place in
      let word = words[place]
      let isDegree =
        TableCondition.degrees.contains(word) && !TableCondition.courses.contains(word)
      return !isDegree && word != "or" && word != "and" && !TableSubject.isAge(word)
    }
    let name = words[(start ?? words.count)...]
    guard (1...4).contains(name.count), !name.contains(where: isDrug),
      IllnessWords.areIllness(name) || name.contains(where: names.contains),
      name.allSatisfy({ $0.count < 3 || indications.holds($0) })
    else { return nil }
    let illness = name.joined(separator: " ")
    let told = start.flatMap { $0 > 0 ? degrees.told(words[$0 - 1], of: illness) : nil }
    return told.map { $0 + " " + illness } ?? illness
  }
}
