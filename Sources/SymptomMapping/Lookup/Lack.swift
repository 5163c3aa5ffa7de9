// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Why something has no label; the raw values are those of the answer.
enum LackReason: String, CaseIterable {
  case noLabel = "no_label"
  case noEffectSection = "no_effect_section"
  case noRouteMatch = "no_route_match"
  /// Only labels of other salts or esters of an ingredient were read.
  case otherSalt = "other_salt"
  case notADrug = "not_a_drug"
  case vaccine = "vaccine_not_covered"
  case allergenic = "allergenic_not_covered"
  case homeopathic
  case unknownCode = "unknown_code"
}

/// A part of the queried concept that has no label.
struct Lack: Hashable {
  let reason: LackReason
  /// The code of the ingredient; `nil` for one without a code of its own.
  let code: RxCUI?
  /// What it is called.
  let name: String

  /// The word for answers: the code, or the name where there is no code.
  var missing: String {
    (reason == .otherSalt ? "other_salt:" : "ingredient_missing:") + (code?.description ?? name)
  }
}

extension Concept {
  /// Placebo tablets and other parts of a pack without a drug.
  var isInert: Bool { code?.rawValue == 748_794 }

  /// Why a concept has no label, if its kind explains it.
  var reasonWithoutLabel: LackReason? {
    if hasSemanticType("T074") { return .notADrug }
    let words = KindWords(of: self)
    if words.isHomeopathic { return .homeopathic }
    if words.isAllergenic { return .allergenic }
    return words.isVaccine || hasName(ofSource: "CVX") ? .vaccine : nil
  }
}

/// What the name of a concept says of its kind, in one pass over its bytes.
private struct KindWords {
  /// Whether its strength is a homeopathic potency.
  private(set) var isHomeopathic = false
  /// Whether an extract that allergies are tested or treated with; RxNorm calls each of them so.
  private(set) var isAllergenic = false
  /// Whether it is called a vaccine; one that is not has a code of CVX.
  private(set) var isVaccine = false

  init(of concept: Concept) {
    var isPlain = true
    concept.withNameUTF8 { name in
      for place in name.indices {
        switch name[place] {
        case UInt8(ascii: "["):
          if Self.continues(name, at: place, with: "[hp_") { isHomeopathic = true }
        case UInt8(ascii: "a"), UInt8(ascii: "A"):
          if Self.continues(name, at: place, with: "allergenic extract") { isAllergenic = true }
        case UInt8(ascii: "v"), UInt8(ascii: "V"):
          if Self.isVaccine(name, at: place) { isVaccine = true }
        case 0x80...: isPlain = false
        default: break
        }
      }
    }
    if !isPlain { self = KindWords(letters: concept.name.lowercased()) }
  }

  /// Reads a name with letters beyond ASCII, where bytes do not tell what a letter is.
  private init(letters: String) {
    isHomeopathic = letters.contains("[hp_")
    isAllergenic = letters.contains("allergenic extract")
    isVaccine = letters.split { !$0.isLetter }.contains { $0 == "vaccine" || $0 == "vaccines" }
  }

  private static func isVaccine(_ name: Span<UInt8>, at place: Int) -> Bool {
    guard place == 0 || !isLetter(name[place - 1]), continues(name, at: place, with: "vaccine")
    else { return false }
    var end = place + 7
    if end < name.count, name[end] | 0x20 == UInt8(ascii: "s") { end += 1 }
    return end == name.count || !isLetter(name[end])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// Whether lower-case words occur at a position, ignoring case.
  private static func continues(
    _ name: Span<UInt8>, at place: Int, with words: StaticString
  ) -> Bool {
    let count = words.utf8CodeUnitCount
    guard name.count - place >= count else { return false }
    return words.withUTF8Buffer { words in
      for index in 0..<count {
        let byte = name[place + index]
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        guard unsafe (isCapital ? byte | 0x20 : byte) == words[index] else { return false }
      }
      return true
    }
  }
}
