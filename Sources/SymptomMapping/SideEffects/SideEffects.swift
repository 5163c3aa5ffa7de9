// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

/// Which symptoms are linked to a medication: RxNorm code to symptom types.
///
/// The lookup of HealthKit's sample project "Logging symptoms associated with a
/// medication", as a value: it answers from the table it was made with, needs
/// no authorization, store or network, and gives equal output for equal input
/// (M16). It gives types only, never an intensity, frequency or cause (M19):
/// they are side effects that a person might experience (M20).
///
/// Codes are compared byte for byte (M3), and only codings whose system is
/// exactly ``rxNormSystem`` count (M2). Symptoms come sorted by identifier (M9).
public struct SideEffects: Sendable {
  /// The only code system that counts (M2, M24).
  public static let rxNormSystem = CodeSystem.rxNorm

  /// Entries that were given: code to symptom to the name it was given.
  private var entries: [ExactCode: [SymptomCategory: String]] = [:]
  private let evidence: (catalog: Catalog, tables: MappingTables)?

  /// Makes a lookup in a table of codes.
  ///
  /// - Parameter table: Codes and their symptoms, such as ``appleSample``.
  public init(table: [String: Set<SymptomModel>]) {
    evidence = nil
    for (code, symptoms) in table { add(symptoms, for: code) }
  }

  /// Makes a lookup in the evidence of labels.
  ///
  /// Codes of every level are answered: a product through its ingredients,
  /// where the label's route fits its dose form (M17, M18). Retired codes are
  /// answered by what took their place.
  public init(catalog: Catalog, tables: MappingTables) {
    evidence = (catalog, tables)
  }

  // MARK: Asking

  /// The symptoms of a medication: the union over its RxNorm codings (M5).
  ///
  /// - Returns: Each symptom once, sorted by identifier. Empty without a
  ///   coding that counts, and where no code has an entry (M7, M8).
  public func symptoms(for medication: MedicationConcept) -> [SymptomModel] {
    let codes = medication.relatedCodings.filter { $0.system.hasSameBytes(as: Self.rxNormSystem) }
    return union(codes.map(\.code))
  }

  /// The symptoms of one code, each once, sorted by identifier.
  public func symptoms(forRxNormCode code: String) -> [SymptomModel] {
    union([code])
  }

  /// The codes that the table itself links to a symptom, in byte order (M15).
  ///
  /// In a lookup of evidence these are the subjects of labels; the products
  /// that inherit from them are not listed.
  public func codes(for symptom: CategoryTypeIdentifier) -> [String] {
    var codes = Set(entries.filter { $0.value[symptom] != nil }.map(\.key))
    if let evidence {
      for row in evidence.tables.sideEffects.rows(naming: symptom) {
        codes.insert(ExactCode(row.subject.rxcui.description))
      }
    }
    return codes.map(\.text).sorted { $0.precedesInBytes($1) }
  }

  /// Every symptom that the table can return, for asking authorization once (M21).
  public var allSymptomTypes: Set<CategoryTypeIdentifier> {
    var types = Set(entries.values.flatMap(\.keys))
    if let evidence { types.formUnion(evidence.tables.sideEffects.symptoms) }
    return types
  }

  // MARK: Adding

  /// Adds symptoms to a code; what is there stays (M14).
  public mutating func add(_ symptoms: Set<SymptomModel>, for code: String) {
    for symptom in symptoms {
      entries[ExactCode(code), default: [:]]
        .merge([symptom.categoryID: symptom.name], uniquingKeysWith: Self.firstName)
    }
  }

  /// The lookup with more symptoms for a code; what is there stays (M14).
  public func adding(_ symptoms: Set<SymptomModel>, for code: String) -> SideEffects {
    var copy = self
    copy.add(symptoms, for: code)
    return copy
  }

  // MARK: Union

  private func union(_ codes: [String]) -> [SymptomModel] {
    var names: [SymptomCategory: String] = [:]
    for code in codes {
      names.merge(entries[ExactCode(code)] ?? [:], uniquingKeysWith: Self.firstName)
      for symptom in evidenceSymptoms(code) where names[symptom] == nil {
        names[symptom] = symptom.displayName
      }
    }
    return names.map { SymptomModel(name: $0.value, categoryID: $0.key) }.sorted()
  }

  private func evidenceSymptoms(_ code: String) -> [SymptomCategory] {
    guard let evidence else { return [] }
    let asked = AskedCodes([code], in: evidence.catalog)
    return evidence.tables.sideEffects(of: asked.concepts).symptoms.map(\.symptom)
  }

  /// Of two names for one symptom the first in byte order, whatever the order of asking.
  private static func firstName(_ left: String, _ right: String) -> String {
    left.precedesInBytes(right) ? left : right
  }
}

/// A code that is compared by its bytes.
private struct ExactCode: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactCode, right: ExactCode) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
  }
}
