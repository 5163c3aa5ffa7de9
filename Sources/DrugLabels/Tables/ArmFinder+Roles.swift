// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

extension ArmFinder {
  // MARK: - Roles

  func assignRoles(_ columns: inout [Column]) {
    let hasFull = columns.contains { column in
      column.parts.contains { !isOverAll($0, columns) && drug.hit($0.part.tokens.words) == .full }
    }
    for index in columns.indices {
      let parts = columns[index].parts
      for place in parts.indices.reversed() where !isOverAll(parts[place], columns) {
        let sign = sign(parts[place].part, hasFull: hasFull)
        guard sign == .placebo || sign == .drug else { continue }
        columns[index].sign = place
        columns[index].role = sign == .drug ? .drug : .comparator(.placebo)
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

  private func sign(_ part: HeaderPart, hasFull: Bool) -> Sign {
    let words = part.tokens.words
    let hit = drug.hit(words)
    let isDrug = hit == .full || (hit == .partial && !hasFull)
    if let placebo = placeboPlace(part.tokens) {
      let first = part.tokens.tokens.firstIndex { $0.kind == .word && drug.contains($0.text) }
      guard isDrug, let first, first < placebo else { return .placebo }
      let between = part.tokens.tokens[first..<placebo]
      return between.contains { TableVocabulary.joints.contains($0.text) } ? .drug : .placebo
    }
    if isDrug { return .drug }
    return part.nameWords.isEmpty ? .none : .other
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

  /// A part over several columns tells nothing of a column that names something else, where
  /// another column under it names the drug or placebo itself.
  private func dropBorrowed(_ columns: inout [Column]) {
    for index in columns.indices where columns[index].sign >= 0 {
      let column = columns[index]
      let part = column.parts[column.sign]
      guard part.span.count > 1 else { continue }
      let namesOther = column.parts[(column.sign + 1)...].contains { !$0.part.nameWords.isEmpty }
      let isNamedBeside = columns.contains { other in
        other.index != column.index && part.span.contains(other.index)
          && other.sign > column.sign
      }
      if namesOther && isNamedBeside {
        columns[index].role = nil
        columns[index].sign = -1
      }
    }
  }

  /// Arms that name the drug and are compared with it all the same: its ingredient beside its
  /// brand, its quick form beside its slow one.
  private func dropOwnControls(_ columns: inout [Column]) {
    func words(_ index: Int) -> [String] { columns[index].parts.flatMap(\.part.tokens.words) }
    let drugs = columns.indices.filter { columns[$0].role == .drug }
    guard drugs.count > 1 else { return }
    let branded = drugs.filter { drug.hasBrand(words($0)) }
    let slow = drug.isSlow ? drugs.filter { DrugNames.isSlow(words($0)) } : []
    for index in drugs {
      if !branded.isEmpty, !branded.contains(index) {
        columns[index].role = .comparator(.active)
      } else if !slow.isEmpty, !slow.contains(index) {
        columns[index].role = .comparator(.active)
      }
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
    func set(_ index: Int, _ role: TableArm.Role, assumed: Bool = false) {
      columns[index].role = role
      let parts = columns[index].parts
      let named = parts.indices.last { !parts[$0].part.isBare }
      // Below `Betadrug (n=736)` stands `Any` or `Male`, which names no arm.
      columns[index].sign =
        (role == .drug
          ? nil
          : parts.indices.last {
            !parts[$0].part.isBare && !isSum(parts[$0].part)
          }) ?? named ?? -1
      columns[index].isAssumed = assumed
    }
    func isSum(_ part: HeaderPart) -> Bool {
      part.tokens.words.filter { !TableVocabulary.measures.contains($0) }
        .allSatisfy(TableVocabulary.pooled.contains)
    }
    if hasDrug {
      for index in open {
        set(index, isNameless(index) && !isControl(index) ? .drug : .comparator(.active))
      }
      return
    }
    // `Mesna Regimen` above the labels: every column is about the drug.
    if !hasPlacebo, stubNamesDrug {
      for index in open { set(index, isControl(index) ? .comparator(.active) : .drug) }
      return
    }
    let candidates = open.filter { !isControl($0) }
    for index in open where isControl(index) { set(index, .comparator(.active)) }
    let defined = candidates.map { isDefined($0, columns) }
    if defined.contains(true), !defined.contains(nil) {
      for (index, isDrug) in zip(candidates, defined) {
        set(index, isDrug == true ? .drug : .comparator(.active))
        // Below the arm stands `All`, which is none.
        let parts = columns[index].parts
        columns[index].sign =
          parts.indices.last { !parts[$0].part.isBare && !isSum(parts[$0].part) } ?? -1
      }
      return
    }
    if let longer = candidates.first(where: { isWithDrug($0, candidates, columns) }) {
      for index in candidates {
        let isDrug = index == longer || isWithDrug(index, candidates, columns)
        set(index, isDrug ? .drug : .comparator(.active))
      }
      return
    }
    let distinct = candidates.map { Set(names($0)) }
    let isOneDrug =
      distinct.count <= 1 || distinct.contains(where: \.isEmpty)
      || distinct.dropFirst().allSatisfy { !$0.isDisjoint(with: distinct[0]) }
    if isOneDrug {
      for index in candidates { set(index, .drug) }
      return
    }
    // Several names, none of which is known: an abbreviation, or the one that the caption has.
    let short = candidates.filter { names($0).contains(where: drug.abbreviation) }
    let captioned = candidates.filter { names($0).contains { context.words.contains($0) } }
    let chosen =
      !short.isEmpty && short.count < candidates.count
      ? short : !captioned.isEmpty && captioned.count < candidates.count ? captioned : []
    if !chosen.isEmpty {
      for index in candidates {
        set(index, chosen.contains(index) ? .drug : .comparator(.active))
      }
      return
    }
    for (place, index) in candidates.enumerated() {
      let isDrug = hasPlacebo || distinct[place] == distinct[0]
      set(index, isDrug ? .drug : .comparator(.active), assumed: true)
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
        // `BEX = Betadrug + placebo`: one ingredient of a combination alone is another arm.
        return drug.isOfSeveral ? hit == .full : hit != .none
      }
    }
    return nil
  }

  /// What stands behind a name and `=` in a note, up to the end of its clause.
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

  private var notes: [String] {
    table.rows.indices.compactMap { row in
      let texts = Set(table.rows[row].map(\.text).filter { !$0.isEmpty })
      guard texts.count == 1, let text = texts.first, text.contains("=") else { return nil }
      return text
    }
  }

  private var stubNamesDrug: Bool {
    block.headerRows.contains { drug.hit(CellTokens(table.cell($0, 0).text).words) == .full }
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
}
