// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// Two questions have one answer only if they are the same bytes: an answer
// repeats what was given, and `String` compares by meaning. `é` as one
// scalar and as two are equal texts and two different documents.

extension ResolutionInput {
  /// The path of the codings of a record.
  static let recordCodings = "codings"
  /// The path of the text of a record that has one of its own.
  static let ownText = "text"

  /// A hash of what distinguishes most queries: codes, else the text, and the ingredients' codes.
  var codeHash: UInt64 {
    Self.codeHash(codings, text: text, ingredients: documentIngredients)
  }

  /// The hash of a record's question.
  static func codeHash(of record: borrowing MedicationRecord) -> UInt64 {
    codeHash(
      record.codings, text: record.codings.isEmpty ? record.text ?? record.referenceDisplay : nil,
      ingredients: record.ingredients)
  }

  private static func codeHash(
    _ codings: [FHIRCoding], text: String?, ingredients: [MedicationIngredient]
  ) -> UInt64 {
    var hash = CodeHash()
    for index in codings.indices { hash.add(codings[index].code) }
    if codings.isEmpty { hash.add(text) }
    for index in ingredients.indices { hash.add(ingredients[index].codings.first?.code) }
    return hash.value
  }

  /// Whether both ask the same, byte for byte.
  func isSame(as other: ResolutionInput) -> Bool {
    codings.isSame(as: other.codings) && text.isSame(as: other.text)
      && otherText.isSame(as: other.otherText)
      && isTextChecked == other.isTextChecked && textPath == other.textPath
      && codingPath == other.codingPath && givenForm == other.givenForm
      && referencedCodings.isSame(as: other.referencedCodings)
      && Self.isSame(documentForm, other.documentForm)
      && Self.isSame(documentIngredients, other.documentIngredients)
      && Self.isSame(referencedIngredients, other.referencedIngredients)
      && problems == other.problems && absence == other.absence
  }

  /// Whether two dose forms are the same bytes.
  static func isSame(_ left: FHIRConcept?, _ right: FHIRConcept?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.isSame(as: right)
    default: false
    }
  }

  /// Whether two lists of ingredients are the same; what answers repeat of them byte for byte.
  static func isSame(_ left: [MedicationIngredient], _ right: [MedicationIngredient]) -> Bool {
    if left.isEmpty, right.isEmpty { return true }
    guard left == right else { return false }
    return left.indices.allSatisfy { index in
      let (one, other) = (left[index], right[index])
      return one.codings.isSame(as: other.codings) && one.text.isSame(as: other.text)
        && one.referenceDisplay.isSame(as: other.referenceDisplay)
        && Self.isSame(one.strength?.numerator, other.strength?.numerator)
        && Self.isSame(one.strength?.denominator, other.strength?.denominator)
    }
  }

  private static func isSame(_ left: FHIRQuantity?, _ right: FHIRQuantity?) -> Bool {
    (left?.unit).isSame(as: right?.unit) && (left?.code).isSame(as: right?.code)
  }
}

/// Hashes codes the same way in every process.
private struct CodeHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String?) {
    guard let text else { return step(0xFF) }
    for byte in text.utf8 { step(byte) }
    step(0xFE)
  }

  private mutating func step(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash; its low bits depend on all bytes.
  var value: UInt64 { state ^ state >> 32 }
}

extension FHIRConcept {
  fileprivate func isSame(as other: FHIRConcept) -> Bool {
    text.isSame(as: other.text) && codings.isSame(as: other.codings)
  }
}

extension [FHIRCoding] {
  /// Whether these are the same codings, byte for byte.
  func isSame(as other: [FHIRCoding]) -> Bool {
    guard count == other.count else { return false }
    for index in indices {
      guard self[index].code.isSame(as: other[index].code),
        self[index].display.isSame(as: other[index].display),
        self[index].system.isSame(as: other[index].system),
        self[index].version.isSame(as: other[index].version)
      else { return false }
    }
    return true
  }
}

extension String? {
  /// Whether both are the same bytes, or both are absent.
  func isSame(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): TextWords.areSame(left.utf8.span, right.utf8.span)
    default: false
    }
  }
}
