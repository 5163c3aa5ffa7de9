// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

/// The plain lookup of symptom types by RxNorm code, as HealthKit's sample does it.
///
/// Only codings whose system is exactly RxNorm's URL count, and codes are
/// compared byte for byte (M1-M8). The result is a set of types, sorted by
/// identifier: never an intensity, a frequency or a cause (M19). It states what
/// labels name as possible, no diagnosis and no advice (S33). For evidence and
/// coverage ask ``MappingTables/sideEffects(of:)``.
public struct SideEffects: Sendable {
  /// The URL of RxNorm.
  public static let rxNormSystem = CodeSystem.rxNorm

  private enum Source: Sendable {
    case table
    case evidence(Catalog, MappingTables)
  }

  private let source: Source
  private var entries: [Code: Set<SymptomModel>]

  /// Makes a lookup in a table of codes.
  public init(table: [String: Set<SymptomModel>]) {
    source = .table
    entries = [:]
    for (code, symptoms) in table { add(symptoms, forRxNormCode: code) }
  }

  /// Makes a lookup in the evidence: products answer through their ingredients (M17).
  public init(catalog: Catalog, tables: MappingTables) {
    source = .evidence(catalog, tables)
    entries = [:]
  }

  /// Adds symptoms to those of a code; what is there stays (M14).
  public mutating func add(_ symptoms: Set<SymptomModel>, forRxNormCode code: String) {
    entries[Code(code), default: []].formUnion(symptoms)
  }

  /// The symptoms of all RxNorm codings of a medication, each once, sorted by identifier.
  public func symptoms(for medication: MedicationConcept) -> [SymptomModel] {
    var found: Set<SymptomModel> = []
    for coding in medication.relatedCodings
    where coding.system.hasSameBytes(as: Self.rxNormSystem) {
      found.formUnion(symptoms(forRxNormCode: coding.code))
    }
    return found.sorted()
  }

  /// The symptoms of a code, sorted by identifier; none for a code without an entry.
  public func symptoms(forRxNormCode code: String) -> [SymptomModel] {
    var found = entries[Code(code)] ?? []
    if case .evidence(let catalog, let tables) = source, let rxcui = RxCUI(code),
      let concept = catalog.concept(for: rxcui), concept.code != nil
    {
      for finding in tables.sideEffects(of: [concept]).symptoms {
        found.insert(SymptomModel(finding.symptom))
      }
    }
    return found.sorted()
  }

  /// The codes that have a symptom, in byte order.
  ///
  /// Of the evidence these are the subjects of its rows: ingredients and combinations.
  public func codes(for symptom: CategoryTypeIdentifier) -> [String] {
    var codes = Set(entries.filter { $0.value.contains { $0.categoryID == symptom } }.keys)
    if case .evidence(_, let tables) = source {
      for row in tables.sideEffects.rows where row.symptom == symptom {
        codes.insert(Code(row.rxcui.description))
      }
    }
    return codes.map(\.text).sorted { $0.precedesInBytes($1) }
  }

  /// Every symptom type that the lookup can return (M21).
  public var allSymptomTypes: Set<CategoryTypeIdentifier> {
    var types = Set(entries.values.flatMap { $0.map(\.categoryID) })
    if case .evidence(_, let tables) = source {
      types.formUnion(tables.sideEffects.rows.map(\.symptom))
    }
    return types
  }
}

extension SideEffects {
  /// A code, compared by its bytes (M3, M29).
  private struct Code: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Code, right: Code) -> Bool {
      left.text.hasSameBytes(as: right.text)
    }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
  }

  /// The three codes of the sample project "Logging symptoms associated with a medication".
  ///
  /// Kept for comparison only; never merged into the evidence (M12, S24).
  public static let appleSample: [String: Set<SymptomModel>] = [
    "198439": [SymptomModel(.nausea), SymptomModel(.headache), SymptomModel(.dizziness)],
    "1012918": [SymptomModel(.constipation), SymptomModel(.nausea), SymptomModel(.dizziness)],
    "1665229": [
      SymptomModel(.headache), SymptomModel(.diarrhea), SymptomModel(.nausea),
      SymptomModel(name: "Body Ache", categoryID: .generalizedBodyAche),
    ],
  ]
}
