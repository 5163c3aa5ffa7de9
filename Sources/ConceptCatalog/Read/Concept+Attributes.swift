// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

/// One attribute of a concept: a row of RXNSAT.
public struct ConceptAttribute: Sendable, Hashable {
  /// The name (ATN).
  public let name: String
  /// The value (ATV).
  public let value: String
  /// The source (SAB).
  public let source: String
  /// The SUPPRESS letter.
  public let suppress: Character
  /// The atom it belongs to (RXAUI); 0 for the concept.
  public let rxaui: UInt32
  /// The code in its source.
  public let code: String
}

/// A semantic type of a concept: a row of RXNSTY.
public struct SemanticType: Sendable, Hashable {
  /// The identifier, such as `T200`.
  public let identifier: String
  /// The name, such as `Clinical Drug`.
  public let name: String
  /// The place in the tree, such as `A1.3.3`.
  public let treeNumber: String
}

extension Concept {
  private var attributeRange: Range<Int> {
    run(.attributes, ConceptField.attributes)
  }

  /// Every attribute, of all sources, sorted by name, source and value.
  public var attributes: [ConceptAttribute] {
    attributeRange.map { index in
      let kind = file.word(.attributes, index, AttributeField.kind)
      return ConceptAttribute(
        name: file.symbol(UInt16(truncatingIfNeeded: kind)),
        value: file.text(.attributes, index, AttributeField.value),
        source: catalog.sourceAbbreviation(Int(kind >> 16 & 0xFF)),
        suppress: Character(Unicode.Scalar(UInt8(truncatingIfNeeded: kind >> 24))),
        rxaui: file.word(.attributes, index, AttributeField.rxaui),
        code: file.text(.attributes, index, AttributeField.code))
    }
  }

  /// The distinct values of an attribute in unsuppressed rows, in byte order.
  ///
  /// - Parameters:
  ///   - name: The attribute's name, such as `RXN_STRENGTH`.
  ///   - source: The source that must state it; any if `nil`.
  /// - Returns: The values; none where no row states one.
  public func attributes(_ name: String, source: String? = nil) -> [String] {
    guard let symbol = file.symbolNumber(of: name) else { return [] }
    var wanted: UInt32?
    if let source {
      guard let index = catalog.sourceIndex(of: source) else { return [] }
      wanted = index
    }
    var values: [String] = []
    visitUnsuppressed(symbol, source: wanted) { index in
      let value = file.text(.attributes, index, AttributeField.value)
      if values.last != value { values.append(value) }
      return true
    }
    return values
  }

  /// Calls `body` with each unsuppressed attribute of a symbol, of a source or any, until it
  /// returns false.
  private func visitUnsuppressed(
    _ symbol: UInt16, source: UInt32? = nil, _ body: (_ index: Int) -> Bool
  ) {
    for index in file.records(.attributes, attributeRange, from: symbol) {
      let kind = file.word(.attributes, index, AttributeField.kind)
      guard UInt16(truncatingIfNeeded: kind) == symbol else { break }
      guard UInt8(truncatingIfNeeded: kind >> 24) == UInt8(ascii: "N"),
        source == nil || kind >> 16 & 0xFF == source
      else { continue }
      if !body(index) { break }
    }
  }

  /// The first of the values that ``attributes(_:source:)`` gives for a name with a fixed number,
  /// by the number of its source.
  func firstAttribute(_ symbol: UInt16?, source: UInt32? = nil) -> String? {
    guard let symbol else { return nil }
    var value: String?
    visitUnsuppressed(symbol, source: source) { index in
      value = file.text(.attributes, index, AttributeField.value)
      return false
    }
    return value
  }

  package func hasSemanticType(_ identifier: String) -> Bool {
    let wanted = identifier.utf8
    return run(.semanticTypes, ConceptField.semanticTypes).contains { index in
      let kind = Int(file.word(.semanticTypes, index, 0))
      return file.isText(file.word(.semanticTypeKinds, kind, 0), wanted.span)
    }
  }

  /// The semantic types, in the order of their identifiers.
  public var semanticTypes: [SemanticType] {
    run(.semanticTypes, ConceptField.semanticTypes).map { index in
      let kind = Int(file.word(.semanticTypes, index, 0))
      return SemanticType(
        identifier: file.text(.semanticTypeKinds, kind, 0),
        name: file.text(.semanticTypeKinds, kind, 2),
        treeNumber: file.text(.semanticTypeKinds, kind, 1))
    }
  }

  /// The quantity factor of a drug, such as `12 HR` or `0.4 ML`: RXN_QUANTITY, else what its name begins with.
  public var quantity: String? {
    if let stated = attributes("RXN_QUANTITY", source: "RXNORM").first { return stated }
    guard termType == .clinicalDrug || termType == .brandedDrug else { return nil }
    return ClinicalDrugName.quantity(name)
  }

  /// What distinguishes a drug besides form and strength, such as `Abuse-Deterrent`.
  public var qualitativeDistinction: String? {
    attributes("RXN_QUALITATIVE_DISTINCTION", source: "RXNORM").first
  }

  /// Whether the release marks it as a drug for animals and not for people.
  public var isVeterinaryOnly: Bool {
    firstAttribute(WellKnownSymbol.veterinaryDrug) != nil
      && firstAttribute(WellKnownSymbol.humanDrug) == nil
  }

  /// Identifiers of the labels (SPL set ids) of a product, in byte order.
  public var labelSetIDs: [String] { attributes("SPL_SET_ID") }

  /// FDA's identifiers (UNII) of an ingredient or of what a product holds, in byte order.
  ///
  /// For a product those of its precise ingredients where components name
  /// them, and of their base ingredients where not.
  public var uniis: [String] {
    let substances: [Concept] =
      switch termType {
      case .clinicalDrugComponent: substances
      case .clinicalDrug, .brandedDrug: components.flatMap(\.substances)
      case .genericPack, .brandedPack:
        related(.contains).flatMap(\.components).sortedWithoutRepeats.flatMap(\.substances)
      default: [self]
      }
    let codes = substances.sortedWithoutRepeats.flatMap(\.ownUNIIs)
    return Set(codes).sorted { $0.precedesInBytes($1) }
  }

  /// The salts of a component, else its ingredients.
  private var substances: [Concept] {
    let precise = related(.hasPreciseIngredient)
    return precise.isEmpty ? related(.hasIngredient) : precise
  }

  private var ownUNIIs: [String] {
    names.filter { $0.source == "MTHSPL" && $0.termType.rawValue == "SU" }.map(\.code)
      + attributes("UNII_CODE")
  }
}
