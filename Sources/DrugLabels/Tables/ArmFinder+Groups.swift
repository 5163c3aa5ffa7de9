// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

extension ArmFinder {
  /// The phase or study of each column; empty if there is one only.
  func groups(_ columns: [Column]) -> [String] {
    let groups = columns.map { column in
      column.parts.prefix(max(column.sign, 0)).filter { part in
        part.span.count > 1 && !isOverAll(part, columns) && !part.part.isBare
      }.map(\.part.name).joined(separator: " ")
    }
    if Set(groups).count > 1 { return groups }
    let none = columns.map { _ in "" }
    let drugs = columns.filter { $0.role == .drug }
    guard drugs.count > 1, drugs.count < columns.count, columns.count % drugs.count == 0,
      Set(drugs.map { $0.sign >= 0 ? $0.parts[$0.sign].part.name : "" }).count == 1
    else { return none }
    let size = columns.count / drugs.count
    let parts = columns.indices.map { "part \($0 / size + 1)" }
    let isEven = Set(parts).allSatisfy { part in
      zip(columns, parts).count { $0.role == .drug && $1 == part } == 1
    }
    return isEven ? parts : none
  }

  func arm(_ column: Column, _ group: String, among columns: [Column]) -> TableArm {
    let own = column.parts.filter { part in
      !part.part.isBare && !isOverAll(part, columns) && part.part.name != group
    }
    var grade: String?
    switch column.grade {
    case .some(.some(let text)), .some(.degree(let text)): grade = text
    default: break
    }
    let words = own.flatMap { CellTokens($0.part.name).words }
    return TableArm(
      role: column.role ?? .drug, name: own.map(\.part.name).joined(separator: " "),
      path: (own.isEmpty ? column.parts[...] : column.parts.filter { !isOverAll($0, columns) }[...])
        .map(\.part.text), size: column.size,
      isPooled: column.role == .drug && !column.isDegree
        && words.contains(where: TableVocabulary.pooled.contains),
      isAssumed: column.isAssumed, group: group, grade: grade, column: column.index,
      names: Set(own.flatMap(\.part.nameWords)))
  }
}
