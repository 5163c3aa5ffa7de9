// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import EmbeddedTables
public import MedicationModel

/// A way from one term type to another: the term types to stop at.
///
/// RxNav's "related" functions walk such default paths. all is the table of
/// them as data: one path for every pair of the nineteen term types.
public struct RelationPath: Sendable, Hashable {
  /// The term types, from the first to the last; one where both are the same.
  public let stops: [TermType]
  /// Where the path is known from, in the words of the table.
  public let evidence: String

  /// Whether the path is rxkit's own: neither documented by RxNav nor recorded from it.
  public var isOwn: Bool { evidence == "own" }

  /// The stops as RxNav's documentation writes them: `IN SCDC SCD`.
  public var text: String { stops.map(\.rawValue).joined(separator: " ") }
}

extension RelationPath {
  /// The term types that paths join, in the order of RxNav's groups: by their letters.
  public static let termTypes: [TermType] = [
    .brandName, .brandedPack, .doseForm, .doseFormGroup, .genericPack, .ingredient,
    .multipleIngredients, .preciseIngredient, .brandedDrug, .brandedDrugComponent,
    .brandedDrugForm, .brandedDrugFormPrecise, .brandedDrugGroup, .clinicalDrug,
    .clinicalDrugComponent, .clinicalDrugForm, .clinicalDrugFormPrecise, .clinicalDrugGroup,
    .clinicalDrugGroupPrecise,
  ]

  /// All paths: RxNav's in the order of its published table, then rxkit's own.
  ///
  /// They are the rows of Data/RxNav/relation-paths.tsv.
  public static let all: [RelationPath] =
    EmbeddedFolder.rxNav.rows(of: "relation-paths.tsv").flatMap { row in
      row[2].split(separator: ",").map { way in
        let stops = [row[0]] + way.split(separator: " ")
        return RelationPath(
          stops: stops.map { TermType(rawValue: String($0)) }, evidence: String(row[1]))
      }
    }

  private static let paths: [Ends: RelationPath] = {
    var paths: [Ends: RelationPath] = [:]
    for path in all {
      guard let start = path.stops.first, let end = path.stops.last else { continue }
      paths[Ends(start: start, end: end)] = path
    }
    return paths
  }()

  private struct Ends: Hashable {
    let start: TermType
    let end: TermType
  }

  /// The default path between two term types.
  ///
  /// - Returns: The type alone where both are the same; `nil` where one of them
  ///   is none of the nineteen.
  /// - Complexity: O(1).
  public static func from(_ start: TermType, to end: TermType) -> RelationPath? {
    if start == end, termTypes.contains(start) {
      return RelationPath(stops: [start], evidence: "the concept itself")
    }
    return paths[Ends(start: start, end: end)]
  }
}
