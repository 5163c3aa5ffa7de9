// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import DrugMatching
internal import MedicationModel

// Names as words. `Amoxicillin 500mg Oral Tablet` and `amoxicillin 500 MG Oral
// Tablet` are the same words: letters folded, numbers cut from letters, units
// under one name. Punctuation separates, but a point within a number stays.

/// The words of a name, ready to be compared.
struct DisplayWords {
  /// Words in order: lower-case letters, numbers, units as RxNorm writes them.
  let words: [String]

  init(_ text: String) {
    var scanner = WordScanner()
    for scalar in text.unicodeScalars { scanner.accept(scalar) }
    scanner.endWord()
    words = scanner.words
  }

  /// The words that carry meaning, salts left out, in their order.
  var inOrder: [String] {
    words.filter {
      !NameWords.fillers.contains($0) && !NameWords.salts.contains($0) && $0 != ":"
    }
  }

  /// The words in byte order, `and`, `/` and the like left out: equal for another word order.
  var bag: [String] {
    words.filter { !NameWords.fillers.contains($0) && $0 != ":" }.sorted { $0.precedesInBytes($1) }
  }

  /// The bag without the words that name a salt.
  var bagWithoutSalts: [String] {
    bag.filter { !NameWords.salts.contains($0) }
  }

  /// The words that name a salt; hydrates are none, they go with any salt.
  var saltWords: Set<String> {
    Set(words).intersection(NameWords.salts).subtracting(NameWords.hydrates)
  }

  /// Whether other words stand within these, in their order and without a gap.
  func contains(_ other: DisplayWords) -> Bool { contains(other.words[...]) }

  /// Whether a run of words stands within these.
  func contains(_ run: ArraySlice<String>) -> Bool {
    guard !run.isEmpty, run.count <= words.count else { return false }
    return (0...(words.count - run.count)).contains { start in
      words[start..<(start + run.count)].elementsEqual(run)
    }
  }

  /// The unit of an amount of drug or of liquid that a word is; pieces are none.
  static func unit(_ word: String) -> StrengthUnit? {
    let unit = StrengthUnit(reading: word)
    return switch unit.dimension {
    case .mass, .volume, .units, .equivalents, .substance, .radioactivity: unit
    case .time, .actuations, .area, .pieces, .percent, .other: nil
    }
  }
}

/// Cuts a name into words, one scalar at a time.
private struct WordScanner {
  private enum Kind { case none, letters, number }

  var words: [String] = []
  private var word = ""
  private var kind = Kind.none
  /// A point, comma or hyphen after a number, whose meaning the next scalar decides.
  private var pending: Unicode.Scalar?

  mutating func accept(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9": acceptDigit(scalar)
    case ".":
      if kind == .letters { endWord() }
      if pending != nil { endWord() }
      pending = scalar
    case ",", "-", "\u{2010}", "\u{2011}", "\u{2013}":
      if kind == .number, pending == nil {
        pending = scalar
      } else {
        endWord()
      }
    case "/", "%", "+":
      endWord()
      words.append(String(scalar))
    case ":" where word == "1":
      // A dilution: `1:1000`.
      endWord()
      words.append(":")
    default:
      acceptOther(scalar)
    }
  }

  private mutating func acceptDigit(_ scalar: Unicode.Scalar) {
    if kind == .letters { endWord() }
    switch pending {
    case ".": word += kind == .number ? "." : "0."
    case ",": word += ","
    case .some:
      // A hyphen between two numbers: `5-325 mg`.
      endWord()
      words.append("-")
    case nil: break
    }
    pending = nil
    kind = .number
    word.append(Character(scalar))
  }

  private mutating func acceptOther(_ scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic else { return endWord() }
    if kind == .number || pending != nil { endWord() }
    kind = .letters
    // Through its view of scalars a string is copied for each one.
    word.append(contentsOf: scalar.properties.lowercaseMapping)
  }

  mutating func endWord() {
    pending = nil
    guard !word.isEmpty else { return }
    if kind == .number {
      let number = withoutCommas(word)
      words.append(ExactDecimal(number)?.normalized.description ?? number)
    } else {
      words.append(canonical(word))
    }
    word = ""
    kind = .none
  }

  /// A comma before three digits groups thousands; another one is a decimal point.
  private func withoutCommas(_ word: String) -> String {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return word }
    let areThousands =
      parts[0] != "0" && parts[0].utf8.count <= 3
      && parts.dropFirst().allSatisfy { $0.prefix { $0 != "." }.utf8.count == 3 }
    return parts.joined(separator: areThousands ? "" : ".")
  }

  /// Units and common abbreviations under one name.
  private func canonical(_ word: String) -> String {
    switch word {
    case "tab", "tabs", "tablets", "tbl", "caplet", "caplets": return "tablet"
    case "cap", "caps", "capsules", "softgel", "softgels": return "capsule"
    case "inj", "injections": return "injection"
    case "soln", "sol", "solutions": return "solution"
    case "susp", "suspensions": return "suspension"
    case "oint", "ointments": return "ointment"
    case "supp", "suppositories": return "suppository"
    case "hr", "hrs", "hour", "hours", "h": return "hr"
    case "actuat", "actuation", "actuations", "act", "puff", "puffs": return "actuat"
    case "hcl", "dihydrochloride": return "hydrochloride"
    case "hbr", "dihydrobromide": return "hydrobromide"
    case "sulphate": return "sulfate"
    case "besilate": return "besylate"
    case "mesilate": return "mesylate"
    default: return DisplayWords.unit(word)?.rawValue.lowercased() ?? word
    }
  }
}
