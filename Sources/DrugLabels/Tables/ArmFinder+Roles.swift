// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

extension ArmFinder {
  func assignRoles(_ columns: inout [Column]) {
    let hasFull = columns.contains { column in
      column.parts.contains { !isOverAll($0, columns) && drug.hit($0.part.tokens.words) == .full }
    }
    for index in columns.indices {
      let parts = columns[index].parts
      for place in parts.indices.reversed() where !isOverAll(parts[place], columns) {
        guard let role = role(parts[place].part, hasFull: hasFull) else { continue }
        (columns[index].sign, columns[index].role) = (place, role)
        break
      }
    }
    dropBorrowed(&columns)
    dropOwnControls(&columns)
    assignOthers(&columns)
  }

  func isOverAll(_ part: (part: HeaderPart, span: Range<Int>), _ columns: [Column]) -> Bool {
    columns.count > 1 && columns.allSatisfy { part.span.contains($0.index) }
  }

  /// Whose column it is by a part of its header; `nil` if that names neither.
  private func role(_ part: HeaderPart, hasFull: Bool) -> TableArm.Role? {
    let words = part.tokens.words
    let hit = drug.hit(words)
    let isDrug = hit == .full || (hit == .partial && !hasFull)
    if let placebo = placeboPlace(part.tokens) {
      let first = part.tokens.tokens.firstIndex { $0.kind == .word && drug.contains($0.text) }
      guard isDrug, let first, first < placebo else { return .comparator(.placebo) }
      let between = part.tokens.tokens[first..<placebo]
      let isJoined = between.contains { TableVocabulary.joints.contains($0.text) }
      return isJoined ? .drug : .comparator(.placebo)
    }
    return isDrug ? .drug : nil
  }

  /// Where a header says placebo of its own arm: not `non-placebo`, `placebo-controlled` or `in vehicle`.
  private func placeboPlace(_ tokens: CellTokens) -> Int? {
    let list = tokens.tokens
    for (index, token) in list.enumerated() where TableVocabulary.placebo.contains(token.text) {
      let before = list[..<index].suffix(2).map(\.text)
      if before.contains("non") || ["in", "vs", "versus", "than"].contains(before.last) {
        continue
      }
      let behind = list[(index + 1)...].prefix(2).map(\.text)
      if behind.contains("controlled") { continue }
      return index
    }
    return nil
  }

  /// A part over several columns says nothing about a column that names something else,
  /// where another column under it names the drug or placebo itself.
  private func dropBorrowed(_ columns: inout [Column]) {
    for index in columns.indices where columns[index].sign >= 0 {
      let column = columns[index]
      let span = column.parts[column.sign].span
      let isNamedBeside = columns.contains {
        $0.index != column.index && span.contains($0.index) && $0.sign > column.sign
      }
      if span.count > 1, isNamedBeside,
        column.parts[(column.sign + 1)...].contains(where: { !$0.part.nameWords.isEmpty })
      {
        columns[index].role = nil
        columns[index].sign = -1
      }
    }
  }

  /// Arms that name the drug and yet are its comparators: its ingredient next
  /// to its brand, its quick form next to its slow one.
  private func dropOwnControls(_ columns: inout [Column]) {
    func words(_ index: Int) -> [String] { columns[index].parts.flatMap(\.part.tokens.words) }
    let drugs = columns.indices.filter { columns[$0].role == .drug }
    guard drugs.count > 1 else { return }
    let branded = drugs.filter { drug.hasBrand(words($0)) }
    let slow = drug.isSlow ? drugs.filter { DrugNames.isSlow(words($0)) } : []
    for own in [branded, slow] where !own.isEmpty {
      for index in drugs where !own.contains(index) { columns[index].role = .comparator(.active) }
    }
  }

  private func assignOthers(_ columns: inout [Column]) {
    let open = columns.indices.filter { columns[$0].role == nil }
    guard !open.isEmpty else { return }
    let hasDrug = columns.contains { $0.role == .drug }
    let hasPlacebo = columns.contains { $0.role == .comparator(.placebo) }
    func names(_ index: Int) -> [String] {
      columns[index].parts.filter { !isOverAll($0, columns) }.flatMap(\.part.nameWords)
    }
    /// Doses, times and forms only; `7+3` is a name too.
    func isNameless(_ index: Int) -> Bool {
      names(index).isEmpty
        && !columns[index].parts.contains { part in
          !part.part.isBare && part.part.tokens.tokens.contains { $0.isSign("+") }
        }
    }
    func isControl(_ index: Int) -> Bool {
      // `Active-Controlled Trials` above an arm says what others took.
      columns[index].parts.contains { part in
        !isOverAll(part, columns) && !part.part.tokens.words.contains("controlled")
          && part.part.nameWords.contains(where: TableVocabulary.controls.contains)
      }
        || columns[index].parts.last.map {
          $0.part.tokens.hasAny(["no treatment", "not treated", "active control"])
        } == true
    }
    func isSum(_ part: HeaderPart) -> Bool {
      part.tokens.words.filter { !TableVocabulary.measures.contains($0) }
        .allSatisfy(TableVocabulary.pooled.contains)
    }
    let candidates = open.filter { !isControl($0) }
    let distinct = candidates.map { Set(names($0)) }
    var drugs = candidates
    var isAssumed = false
    if hasDrug {
      drugs = candidates.filter(isNameless)
    } else if hasPlacebo || !stubNamesDrug {
      let defined = candidates.map { isDefined($0, columns) }
      let longer = candidates.filter { isWithDrug($0, candidates, columns) }
      if defined.contains(true), !defined.contains(nil) {
        drugs = zip(candidates, defined).filter { $1 == true }.map(\.0)
      } else if !longer.isEmpty {
        drugs = longer
      } else if distinct.count > 1, !distinct.contains(where: \.isEmpty),
        distinct.contains(where: { $0.isDisjoint(with: distinct[0]) })
      {
        // Several names, none of which is known: an abbreviation, or the one that the caption has.
        drugs = candidates.filter { names($0).contains(where: drug.abbreviation) }
        if drugs.isEmpty || drugs.count == candidates.count {
          drugs = candidates.filter { names($0).contains { context.words.contains($0) } }
        }
        if drugs.isEmpty || drugs.count == candidates.count {
          isAssumed = true
          drugs = candidates.filter { hasPlacebo || Set(names($0)) == distinct[0] }
        }
      }
    }
    for index in open {
      let isDrug = drugs.contains(index)
      let parts = columns[index].parts
      let named = parts.indices.last { !parts[$0].part.isBare }
      // Below `Betadrug (n=736)` there is `Any` or `Male`, which names no arm.
      let arm = parts.indices.last { !parts[$0].part.isBare && !isSum(parts[$0].part) }
      columns[index].role = isDrug ? .drug : .comparator(.active)
      columns[index].sign = (isDrug ? named : arm ?? named) ?? -1
      columns[index].isAssumed = isAssumed && candidates.contains(index)
    }
  }

  /// Whether the notes of the table say that an arm has the drug (`OBMT = Omeprazole + ALPHADOR;
  /// OAC = Omeprazole + Amoxicillin`); `nil` if they do not spell it out.
  private func isDefined(_ index: Int, _ columns: [Column]) -> Bool? {
    let names = columns[index].parts.filter { !isOverAll($0, columns) }.map(\.part.name)
    for note in notes {
      for name in names {
        // `FEC-100/CEF-120`: without the dose; `OBMT*` without the mark.
        let bare = String(name.prefix { $0.isLetter || $0 == "-" })
        let short = bare.last == "-" ? String(bare.dropLast()) : bare
        guard short.count >= 3, short.count(where: \.isUppercase) >= 2,
          let place = definition(of: short, in: note)
        else { continue }
        let hit = drug.hit(CellTokens(String(place)).words)
        // `BEX = Betadrug + placebo`: only one ingredient of a combination is another arm.
        return drug.isOfSeveral ? hit == .full : hit != .none
      }
    }
    return nil
  }

  /// What follows a name and `=` in a note, up to the end of its clause.
  private func definition(of name: String, in note: String) -> Substring? {
    let clauses = note.split { $0 == ";" || $0 == "." || $0 == "*" || $0 == "†" }
    for clause in clauses {
      let sides = clause.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let words = sides[0].split { !($0.isLetter || $0.isNumber || $0 == "-") }
      if words.contains(where: { $0 == name }) { return sides[1] }
    }
    return nil
  }

  /// The texts of the table's feet and of headers that span all its columns.
  private var notes: [String] {
    table.rows.indices.compactMap { row in
      let texts = Set(table.rows[row].map(\.text).filter { !$0.isEmpty })
      guard texts.count == 1, let text = texts.first, text.contains("=") else { return nil }
      return text
    }
  }

  /// Whether a column is that of another with the drug's first letter before it (`DRd` and `Rd`).
  private func isWithDrug(_ index: Int, _ candidates: [Int], _ columns: [Column]) -> Bool {
    func words(_ index: Int) -> [String] {
      let part = columns[index].parts.last { !isOverAll($0, columns) && !$0.part.isBare }
      return part?.part.tokens.words.filter { !TableVocabulary.fillers.contains($0) } ?? []
    }
    func letters(_ index: Int) -> String { words(index).joined() }
    let own = letters(index)
    return candidates.contains { other in
      let rest = letters(other)
      return other != index && rest.count >= 2 && own.count > rest.count
        && own.count <= rest.count + 3 && own.hasSuffix(rest)
        // `DKd` and `Kd`: both have the drug, the longer one is what the label adds.
        && (drug.initials.contains(own.first ?? " ")
          || drug.initials.contains(rest.first ?? " ") && candidates.count == 2)
    }
  }

  // `Mesna Regimen` above the labels: every column is about the drug.
  private var stubNamesDrug: Bool {
    block.headerRows.contains { drug.hit(CellTokens(table.cell($0, 0).text).words) == .full }
  }

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
        && words.contains(where: TableVocabulary.pooled.contains), isAssumed: column.isAssumed,
      group: group, grade: grade, column: column.index, names: Set(own.flatMap(\.part.nameWords)),
      measure: column.measure, isAllGrades: column.grade == .some(.all))
  }
}
