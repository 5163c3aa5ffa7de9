// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Names as words. `Amoxicillin 500mg Oral Tablet` and `amoxicillin 500 MG Oral
// Tablet` are the same words: letters folded, numbers cut from letters, units
// under one name. Punctuation separates, but a point within a number stays.

/// The words of a name, ready to be compared.
struct DisplayWords {
  /// Words in order: lower-case letters, numbers, units as RxNorm writes them.
  let words: [String]
  /// The strengths that the name states, as RxNorm would write them.
  let strengths: [String]
  /// The name of the brand in brackets, lower-cased.
  let bracketedBrand: String?

  init(_ text: String) {
    var scanner = WordScanner()
    for scalar in text.unicodeScalars { scanner.accept(scalar) }
    scanner.endWord()
    words = scanner.words
    strengths = Self.strengths(in: scanner.words)
    if let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") {
      bracketedBrand = text[text.index(after: open)..<close].lowercased()
    } else {
      bracketedBrand = nil
    }
  }

  /// The words in byte order, `and`, `/` and the like left out: equal for another word order.
  var bag: [String] {
    words.filter { !Self.fillers.contains($0) }.sorted { $0.precedesInBytes($1) }
  }

  /// The bag without the words that name a salt.
  var bagWithoutSalts: [String] {
    bag.filter { !Self.salts.contains($0) }
  }

  /// Whether a word that names a salt occurs.
  var namesSalt: Bool { words.contains { Self.salts.contains($0) } }

  /// Words that carry no meaning of their own in a drug's name.
  static let fillers: Set<String> = ["/", "and", "with", "of", "the", "for", "-", "+", "as"]

  /// Words that name the salt or hydrate of an ingredient (M59).
  static let salts: Set<String> = [
    "hydrochloride", "hcl", "sodium", "potassium", "calcium", "magnesium", "sulfate", "sulphate",
    "phosphate", "diphosphate", "acetate", "citrate", "maleate", "fumarate", "tartrate",
    "bitartrate", "succinate", "mesylate", "besylate", "tosylate", "bromide", "hydrobromide",
    "chloride", "nitrate", "gluconate", "lactate", "malate", "oxalate", "pamoate", "stearate",
    "propionate", "dipropionate", "valerate", "furoate", "trihydrate", "monohydrate", "dihydrate",
    "anhydrous", "hydrate", "disodium", "dipotassium", "medoxomil", "hemihydrate", "arginine",
    "tromethamine", "meglumine", "benzathine", "hyclate", "salicylate", "carbonate",
    "hemifumarate", "etexilate", "erbumine", "axetil", "proxetil", "pivoxil", "cilexetil",
  ]

  private static func strengths(in words: [String]) -> [String] {
    var found: [String] = []
    var index = 0
    while index + 1 < words.count {
      defer { index += 1 }
      guard ExactDecimal(words[index]) != nil, isUnit(words[index + 1]) else { continue }
      var text = "\(words[index]) \(words[index + 1])"
      if index + 3 < words.count, words[index + 2] == "/" {
        if ExactDecimal(words[index + 3]) != nil {
          if index + 4 < words.count, isUnit(words[index + 4]) {
            text += "/\(words[index + 3]) \(words[index + 4])"
            index += 3
          }
        } else if isUnit(words[index + 3]) {
          text += "/\(words[index + 3])"
          index += 2
        }
      }
      found.append(text)
    }
    return found
  }

  private static func isUnit(_ word: String) -> Bool {
    unit(word) != nil || word == "%" || word == "hr" || word == "actuat" || word == "sqcm"
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
  private var pendingPoint = false

  mutating func accept(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9":
      if kind == .letters { endWord() }
      if pendingPoint { word += kind == .number ? "." : "0." }
      pendingPoint = false
      kind = .number
      word.unicodeScalars.append(scalar)
    case ".":
      if kind == .letters { endWord() }
      pendingPoint = true
    case ",":
      // A comma within a number groups thousands; elsewhere it separates.
      if kind != .number { endWord() }
    case "/", "%", "+":
      endWord()
      words.append(String(scalar))
    default:
      acceptOther(scalar)
    }
  }

  private mutating func acceptOther(_ scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic else { return endWord() }
    if kind == .number || pendingPoint { endWord() }
    kind = .letters
    word.unicodeScalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
  }

  mutating func endWord() {
    pendingPoint = false
    guard !word.isEmpty else { return }
    if kind == .number {
      words.append(ExactDecimal(word)?.normalized.description ?? word)
    } else {
      words.append(canonical(word))
    }
    word = ""
    kind = .none
  }

  /// Units and common abbreviations under one name.
  private func canonical(_ word: String) -> String {
    switch word {
    case "tab", "tabs", "tablets", "caplet", "caplets": return "tablet"
    case "cap", "caps", "capsules", "softgel", "softgels": return "capsule"
    case "inj", "injections": return "injection"
    case "soln", "sol", "solutions": return "solution"
    case "susp": return "suspension"
    case "hr", "hrs", "hour", "hours", "h": return "hr"
    case "actuat", "actuation", "actuations", "act", "puff", "puffs": return "actuat"
    default: break
    }
    return DisplayWords.unit(word)?.rawValue.lowercased() ?? word
  }
}
