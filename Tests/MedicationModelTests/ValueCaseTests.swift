// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import EmbeddedTables
import Foundation
import Testing
import TestSupport

@testable import MedicationModel
@testable import UseWords

/// The texts of `Tests/Fixtures/values.txt`, each with what it is read as.
@Suite("What texts are read as")
struct ValueCaseTests {
  static let cases =
    CaseFile.cases(of: "Tests/Fixtures/values.txt")

  @Test("Each text is read as its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) {
    for row in item.rows {
      let text = row.text.replacing("␣", with: " ").replacing("⏎", with: "\n")
      #expect(!row.expected.isEmpty, "\(text)")
      for (key, value) in row.expected {
        #expect(Self.answer(key, text) == value, "\(key) of \(text)")
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 11)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 212)
  }

  private static func answer(_ key: String, _ text: String) -> String? {
    let parts = text.components(separatedBy: " | ")
    let numbers = parts.map { ExactDecimal($0) }
    return switch key {
    case "system": KnownCodeSystem.recognise(text)?.canonical ?? "none"
    case "exact system": "\(KnownCodeSystem.recognise(text)?.isExact ?? false)"
    case "strength": strength(text)
    case "shown": Strength(text)?.description
    case "no strength":
      if case .text(let reason) = Strength.read(text), Strength(text) == nil {
        "\(reason)"
      } else {
        nil
      }
    case "agreement": agreement(parts)
    case "NDC": code(text)
    case "product": product(text)
    case "no NDC":
      if case .invalid(let reason) = NationalDrugCode.read(text) {
        "\(reason)".components(separatedBy: ", expected").first
      } else {
        nil
      }
    case "decimal": decimal(text)
    case "digits": numbers[0].map { "\($0.significantDigits)" }
    case "quotient":
      numbers[0].flatMap { top in numbers[1].map { top.divided(exactlyBy: $0) } }
        .map { $0?.description ?? "none" }
    case "rounded":
      numbers[0].flatMap { $0.divided(by: .one, toSignificantDigits: Int(parts[1]) ?? 0) }?
        .description
    default: nil
    }
  }

  /// A strength as RxNorm writes it, which is read as the same again.
  private static func strength(_ text: String) -> String? {
    guard let strength = Strength(text), strength.text == text,
      Strength(strength.rxNormText) == strength
    else { return nil }
    return strength.rxNormText
  }

  /// How two strengths agree, in either order.
  private static func agreement(_ parts: [String]) -> String? {
    guard let left = Strength(parts[0]), let right = Strength(parts[1]) else { return nil }
    let found = left.agreement(with: right)
    let agrees = found == .equal || found == .equalWhenRounded
    guard right.agreement(with: left) == found, left.agrees(with: right) == agrees else {
      return "one way only"
    }
    return "\(found)"
  }

  /// The digits of a code, which is read again in both of its own forms.
  private static func code(_ text: String) -> String? {
    guard case .exact(let code) = NationalDrugCode.read(text),
      NationalDrugCode.read(code.digits) == .exact(code),
      NationalDrugCode.read(code.hyphenated) == .exact(code)
    else { return nil }
    return code.digits
  }

  /// The digits of a product, which names its packages and is read again.
  private static func product(_ text: String) -> String? {
    guard case .product(let product) = NationalDrugCode.read(text),
      product.packages.lowerBound.digits == product.digits + "00",
      product.packages.upperBound.digits == product.digits + "99",
      product.packages.lowerBound.product == product,
      NationalDrugCode.read(product.hyphenated) == .product(product)
    else { return nil }
    return product.digits
  }

  /// A number as it is shown, which is read as the same again.
  private static func decimal(_ text: String) -> String? {
    guard let number = ExactDecimal(text) else { return "none" }
    return ExactDecimal(number.description) == number ? number.description : nil
  }
}

/// Whose use words deny, and how: the texts of `Tests/Fixtures/use-in-words.txt`.
@Suite("What words say of a drug's use")
struct StatedUseTests {
  static let cases =
    CaseFile.cases(of: "Tests/Fixtures/use-in-words.txt")

  @Test("Each text says what its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) throws {
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      for (key, value) in row.expected {
        let use = Self.use(of: row.text, key)
        let found = key.hasPrefix("denied ") ? "\(use?.deniesUse ?? false)" : Self.name(of: use)
        #expect(found == value, "\(key): \(row.text)")
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 25)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 910)
  }

  /// Reads a text in the place that a key ends with: `in medication`, or `in dosage of` a name.
  private static func use(of text: String, _ key: String) -> StatedUse? {
    let words = key.split(separator: " ", maxSplits: key.hasPrefix("denied") ? 4 : 3)
    let place = key.contains("in dosage") ? StatedUse.Place.dosage : .medication
    let names = key.contains(" of ") ? [String(words.last ?? "")] : []
    return StatedUse.read(text, in: place, of: names)
  }

  private static func name(of use: StatedUse?) -> String { use.map { "\($0)" } ?? "nil" }

  @Test("Names decide only between a denial and a note")
  func onlyNotes() {
    for row in Self.cases.flatMap(\.rows) where row.expected[0].key.contains("in dosage") {
      let isSaid = StatedUse.read(row.text, in: .dosage) != nil
      for name in ["lisinopril 10 MG Oral Tablet", "warfarin", "metoprolol", "generic"] {
        let isSaidOfIt = StatedUse.read(row.text, in: .dosage, of: [name]) != nil
        #expect(isSaidOfIt == isSaid, "\(row.text)")
      }
    }
  }

  @Test("A condition and what is uncertain deny no use, everything else does")
  func denying() {
    for use in StatedUse.allCases {
      #expect(use.deniesUse == (use != .conditional && use != .uncertain))
      #expect(!use.words.isEmpty)
    }
  }

  @Test("Each row of the tables is a phrase, or words of a list that is known")
  func tables() {
    let phrases = EmbeddedFolder.matching.rows(of: "use-phrases.tsv")
    #expect(phrases.count == 90 && UsePhrase.all.count == 90)
    let lists = EmbeddedFolder.matching.rows(of: "use-words.tsv").map { $0[0] }
    #expect(Set(lists).count == 53 && lists.allSatisfy { UseWordLists(rawValue: $0) != nil })
  }

  @Test("S1 a long text is read to its end")
  func long() {
    let text = "metformin " + String(repeating: "x", count: 5000)
    #expect(StatedUse.read(text, in: .medication) == nil)
    #expect(StatedUse.read(text + " (not taking)", in: .medication) == .notTaken)
    let phrases = String(repeating: "take with food. ", count: 5000)
    #expect(StatedUse.read(phrases + "Not taking.", in: .dosage) == .notTaken)
  }

  @Test(
    "Phrases without a break are read in a time that grows as they do",
    arguments: ["on hold ", "stop metformin ", "not taking zzz ", "if stop ", "please hold, "])
  func manyPhrases(_ phrase: String) {
    func time(_ count: Int) -> Duration {
      let text = String(repeating: phrase, count: count)
      return ContinuousClock().measure { _ = StatedUse.read(text, in: .dosage) }
    }
    // By the square sixteen times as many take 256 times as long; a busy machine may double it.
    let few = min(time(500), time(500), time(500))
    #expect(time(8000) < few * 100)
  }

  @Test("S10 The quick look misses no text in which the reading finds something")
  func quickLook() {
    let frames = [
      "§", "§ zzz", "zzz § it", "§ it", "(§)", "zzz/§", "§; zzz", "zzz, §", "§.", "§-zzz", "§'s",
      "§’s", "§2", "not§", "§s it", "x§", "for §", "belongs to her §", "§ takes it", "§ is on",
    ]
    var passed = 0
    for word in UsePhrase.beginnings {
      for frame in frames {
        for form in [word, word.uppercased(), String(word.dropLast())] {
          let text = frame.replacing("§", with: form)
          if UsePhrase.mayBegin(in: text) { continue }
          passed += 1
          for place in [StatedUse.Place.medication, .dosage] {
            let reading = UseReading(text, place, [])
            let found = reading.clauses.words.indices.compactMap { reading.use(at: $0, over: nil) }
            #expect(found.isEmpty, "\(text)")
          }
        }
      }
    }
    #expect(passed > 500)
    for text in ["Take 2 tablets by mouth every 4 hours", "Take", "Stopper", "Discontinuum (x)"] {
      #expect(!UsePhrase.mayBegin(in: text), "\(text)")
    }
  }
}

@Suite("Name-based UUIDs")
struct NameBasedUUIDTests {
  static let dnsNamespace = NameBasedUUID(wellKnown: [
    0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
  ])

  /// The first is the example of RFC 9562, appendix A.4; the others are of Python's uuid module.
  @Test(
    "The examples of RFC 9562 and of another program come out",
    arguments: [
      ("www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
      ("www.widgets.com", "21f7f8de-8051-5b89-8680-0195ef798b6a"),
      ("python.org", "886313e1-3b8a-5372-9b90-0c9aee199e5d"),
    ])
  func examples(_ name: String, _ expected: String) {
    #expect(NameBasedUUID(name: name.utf8, in: Self.dnsNamespace).description == expected)
  }

  @Test("The namespace of hand-made identifiers is the documented one")
  func namespace() {
    #expect(
      HealthConceptIdentifier.userEnteredNamespace.description
        == "f7438fa1-4203-5e16-ab5f-f752033cdb4d")
  }

  @Test("SHA-1 gives the digests of FIPS 180-4", arguments: FixtureRows.pairs("digests"))
  func sha1(_ message: String, _ digest: String) {
    let bytes = SHA1.digest(of: Array(message.utf8))
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == digest)
  }
}
