// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
internal import MedicationModel

/// All mapping tables: forms, routes, confused names, labels and evidence.
public struct MappingTables: Sendable {
  /// The files that the tables are read from, as they lie in `Data/Mappings`.
  public static let fileNames = [
    GeneralFormTable.fileName, RouteTable.fileName, ConfusedNames.fileName, LabelTable.fileName,
    SideEffectTable.fileName,
  ]

  /// The general form of each dose form.
  public let generalForms: GeneralFormTable
  /// The label routes that fit each dose form.
  public let routes: RouteTable
  /// Names that are known to be confused.
  public let confusedNames: ConfusedNames
  /// The labels that were read.
  public let labels: LabelTable
  /// The rows of evidence.
  public let sideEffects: SideEffectTable

  /// Reads the tables; one that is not there is empty.
  ///
  /// - Parameter file: Gives the bytes of a file of ``fileNames``, `nil` if there is none.
  /// - Throws: ``MappingError`` with file, line and column.
  public init(file: (String) -> [UInt8]?) throws(MappingError) {
    generalForms =
      if let bytes = file(GeneralFormTable.fileName) { try GeneralFormTable(bytes: bytes) } else {
        GeneralFormTable()
      }
    routes =
      if let bytes = file(RouteTable.fileName) { try RouteTable(bytes: bytes) } else {
        RouteTable()
      }
    confusedNames =
      if let bytes = file(ConfusedNames.fileName) { try ConfusedNames(bytes: bytes) } else {
        ConfusedNames()
      }
    labels =
      if let bytes = file(LabelTable.fileName) { try LabelTable(bytes: bytes) } else {
        LabelTable()
      }
    sideEffects =
      if let bytes = file(SideEffectTable.fileName) { try SideEffectTable(bytes: bytes) } else {
        SideEffectTable()
      }
  }

  /// Reads the tables that were built into a catalog.
  ///
  /// - Throws: ``MappingError`` with file, line and column.
  public init(catalog: Catalog) throws(MappingError) {
    try self.init { catalog.attachment($0) }
  }

  /// What labels say of one or more concepts: the union of what they say of each.
  ///
  /// The order of the concepts does not matter. No concepts give coverage
  /// `unknown`. Label dates are compared with the release of the catalog.
  ///
  /// - Complexity: O(*r* log *r*) in the rows that belong to the concepts.
  public func sideEffects(of concepts: [Concept]) -> SideEffectAnswer {
    guard let release = concepts.first?.catalog.release else { return .unknownCode }
    let parts = concepts.sorted().map { SubjectEvidence($0, self) }
    let limit = LabelAge(releaseDate: release.date)
    let fitting = union(parts.flatMap(\.fitting), limit)
    let others = union(parts.flatMap(\.otherRoutes), limit).filter { other in
      !fitting.contains { $0.row.index == other.row.index }
    }
    let coverage = SideEffectAnswer.Coverage.union(parts.map(\.coverage))
    return SideEffectAnswer(
      boxedWarning: boxedWarning(parts.flatMap(\.labels)), coverage: coverage,
      reasons: distinct(parts.flatMap(\.reasons)), symptoms: FindingList.bySalience(fitting),
      warnings: FindingList.warnings(fitting), otherRoutes: FindingList.bySalience(others),
      unmapped: distinct(parts.flatMap(\.unmapped)))
  }

  /// The label routes that fit a concept.
  func routeFit(of concept: Concept) -> RouteFit {
    var accepted: Set<String> = []
    for form in concept.doseForms {
      // A form without a row fits nothing of its own; the tables' test finds it.
      let fitting = routes.routes(ofDoseForm: form.name) ?? ["no row for \(form.name)"]
      if fitting.isEmpty { return RouteFit(routes: nil) }
      accepted.formUnion(fitting)
    }
    return RouteFit(routes: accepted.isEmpty ? nil : accepted)
  }

  /// Each row once; the closest origin stays.
  private func union(
    _ rows: [(row: EvidenceRow, origin: Evidence.Origin)], _ limit: LabelAge
  ) -> [Evidence] {
    var origins: [Int: Evidence.Origin] = [:]
    var distinct: [EvidenceRow] = []
    for (row, origin) in rows {
      if let known = origins[row.index] {
        if origin.rank < known.rank { origins[row.index] = origin }
      } else {
        origins[row.index] = origin
        distinct.append(row)
      }
    }
    return distinct.sorted { $0.index < $1.index }.map { row in
      Evidence(
        row: row, origin: origins[row.index] ?? .inherited, isOld: limit.isOld(row.labelDate))
    }
  }

  private func boxedWarning(_ labels: [LabelRow]) -> SideEffectAnswer.BoxedWarning {
    let newestFirst = labels.sorted { left, right in
      left.date != right.date
        ? right.date.precedesInBytes(left.date) : left.setID.precedesInBytes(right.setID)
    }
    guard let newest = newestFirst.first else {
      return .init(presence: .unknown, setID: nil, date: nil, title: nil)
    }
    guard let boxed = newestFirst.first(where: \.hasBoxedWarning) else {
      return .init(presence: .no, setID: newest.setID, date: newest.date, title: nil)
    }
    return .init(
      presence: .yes, setID: boxed.setID, date: boxed.date, title: boxed.boxedTitle)
  }

  private func distinct(_ words: [String]) -> [String] {
    var found: [String] = []
    for word in words where !found.contains(word) { found.append(word) }
    return found
  }
}

extension Evidence.Origin {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SideEffectAnswer {
  /// The answer for codes that lead to no concept (S9).
  static let unknownCode = SideEffectAnswer(
    boxedWarning: .init(presence: .unknown, setID: nil, date: nil, title: nil),
    coverage: .unknown, reasons: ["unknown_code"], symptoms: [], warnings: [], otherRoutes: [],
    unmapped: [])
}

/// When a label counts as old: more than two years before the release (S32).
struct LabelAge {
  private let limit: Int?

  init(releaseDate: String?) {
    limit = releaseDate.flatMap { Int($0.filter { $0 != "-" }) }.map { $0 - 20_000 }
  }

  /// Whether a label of a date `YYYYMMDD` is old.
  func isOld(_ date: String) -> Bool {
    guard let limit, let date = Int(date) else { return false }
    return date < limit
  }
}
