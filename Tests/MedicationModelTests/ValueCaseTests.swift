// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

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
