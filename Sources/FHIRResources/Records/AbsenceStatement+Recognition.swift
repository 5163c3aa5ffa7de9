// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Statements in place of a drug. Codes are those of the
// International Patient Summary, version 1 and 2, and of its predecessors
// (epSOS, C-CDA); texts count only whole, and only where no code of a drug
// system is next to them. "No information" is never read as "none".

extension AbsenceStatement {
  /// What codings and a text say instead of a drug; `nil` if one of them may name a drug.
  public static func recognise(codings: [FHIRCoding], text: String?) -> AbsenceStatement? {
    let coded = codings.map(of)
    if let first = coded.first {
      // Such a statement does not hide a drug's code next to it.
      if let first, !coded.contains(nil) {
        // A code for absent data does not say why; words with it may.
        return coded.first { $0 != .dataAbsent } ?? text.flatMap(of)
          ?? codings.lazy.compactMap { $0.display.flatMap(of) }.first ?? first
      }
      if zip(codings, coded).contains(where: { $1 == nil && mayNameDrug($0) }) { return nil }
    }
    // A display says what its code is; the text may be alone.
    let words = ([text] + codings.map(\.display)).compactMap { $0 }.filter { !$0.isEmpty }
    let said = words.map(of)
    guard let first = said.first ?? nil, said.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  /// Whether a coding or a text says that nothing is known, beside what may name a drug.
  static func isBesideDrug(codings: [FHIRCoding], text: String?) -> Bool {
    let said = codings.map(of) + ([text] + codings.map(\.display)).map { $0.flatMap(of) }
    return said.contains { $0 == .noneKnown || $0 == .noInformation }
      && recognise(codings: codings, text: text) == nil
  }

  /// Whether a coding is of a system whose codes are drugs, so that words with it do not count.
  private static func mayNameDrug(_ coding: FHIRCoding) -> Bool {
    coding.system.flatMap { KnownCodeSystem.recognise($0)?.canonical }
      .map(drugSystems.contains) ?? false
  }

  private static let drugSystems: Set<String> = [
    CodeSystem.rxNorm, CodeSystem.ndc, CodeSystem.atc, CodeSystem.unii, CodeSystem.cvx,
  ]

  private static func of(_ coding: FHIRCoding) -> AbsenceStatement? {
    guard let system = coding.system, let code = coding.code else { return nil }
    // The words of IPS, which countries copy into systems of their own.
    if code == "no-known-medications" { return .noneKnown }
    if code == "no-medication-info" { return .noInformation }
    if system == "http://terminology.hl7.org/CodeSystem/data-absent-reason"
      || system == "http://hl7.org/fhir/data-absent-reason"
    {
      return .dataAbsent
    }
    switch KnownCodeSystem.recognise(system)?.canonical {
    case CodeSystem.snomedCT: return snomedCT[code]
    case "http://terminology.hl7.org/CodeSystem/v3-NullFlavor":
      return nullFlavors.contains(code.uppercased()) ? .dataAbsent : nil
    default: return nil
    }
  }

  /// What says that nothing was stated: "other" and its kinds are drugs that no code was found for,
  /// and an unknown word may be one.
  private static let nullFlavors: Set<String> = [
    "NI", "NA", "UNK", "ASKU", "NAV", "NASK", "NAVU", "QS", "TRC", "MSK", "NP",
  ]

  private static let snomedCT: [String: AbsenceStatement] = [
    // No known medications (situation); the code of IPS since version 2.
    "787481004": .noneKnown,
    // No known current medicines, of the Australian edition.
    "1234391000168107": .noneKnown,
    // Drug treatment unknown.
    "182904002": .noInformation,
    // No drug therapy prescribed: what is taken without a prescription is not said.
    "182849000": .noInformation,
  ]

  private static func of(_ text: String) -> AbsenceStatement? {
    guard mayBeStatement(text) else { return nil }
    var folded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A: folded.append(byte | 0x20)
      case 0x61...0x7A: folded.append(byte)
      default: if let last = folded.last, last != 0x20 { folded.append(0x20) }
      }
    }
    if folded.last == 0x20 { folded.removeLast() }
    return texts[Substring(decoding: folded, as: UTF8.self)]
  }

  /// A first look at the bytes, which says no for nearly all names of drugs.
  private static func mayBeStatement(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) else {
      return false
    }
    return firstLetters >> UInt32(first & 31) & 1 != 0
  }

  /// A bit for the first letter of each text.
  private static let firstLetters = texts.keys.reduce(UInt32(0)) {
    $0 | 1 << UInt32(($1.utf8.first ?? 0) & 31)
  }

  /// Whole texts, folded: letters in lower case, all else one blank.
  private static let texts: [Substring: AbsenceStatement] = {
    var texts: [Substring: AbsenceStatement] = [:]
    for text in StatusReasonWords.words(of: "none-known") { texts[text] = .noneKnown }
    for text in StatusReasonWords.words(of: "no-information") { texts[text] = .noInformation }
    return texts
  }()
}
