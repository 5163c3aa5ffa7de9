// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

extension ArmFinder {
  // MARK: - Groups

  /// The phase or study of each column, and whether a header names it; empty if there is one only.
  func groups(_ columns: [Column]) -> [(name: String, isNamed: Bool)] {
    let groups = columns.map { column in
      if column.isIllness { return column.parts.last { !$0.part.isBare }?.part.name ?? "" }
      let above = column.parts.prefix(max(column.sign, 0)).enumerated().filter { depth, part in
        // A group of one arm stands beside groups of several.
        (part.span.count > 1 || columns.contains { isGroup($0, depth, columns) })
          && !isOverAll(part, columns) && !part.part.isBare && !isSign(part, columns)
      }.map(\.element)
      let below = column.parts.dropFirst(column.sign + 1).filter {
        !isOverAll($0, columns) && Self.isPopulation($0.part)
      }
      return (above.map(\.part.name) + below.map { Self.withoutSize($0.part) })
        .joined(separator: " ")
    }
    return Set(groups).count <= 1 ? phases(columns) : groups.map { ($0, true) }
  }

  /// `Female 595`: the size of the arm is none of its group's name, which other arms share.
  private static func withoutSize(_ part: HeaderPart) -> String {
    let tokens = part.tokens.tokens
    guard tokens.count == 2, tokens[0].kind == .word, tokens[1].kind == .number else {
      return part.name
    }
    return part.name.split(separator: " ").first.map(String.init) ?? part.name
  }

  /// Whether a part of a column's header spans several arms, and stands above what tells its role.
  private func isGroup(_ column: Column, _ depth: Int, _ columns: [Column]) -> Bool {
    depth < column.sign && column.parts[depth].span.count > 1
      && !isOverAll(column.parts[depth], columns) && !column.parts[depth].part.isBare
  }

  /// Whether a part is what names the drug in another column (`ALPHADOR` above doses, beside `All
  /// ALPHADOR`): it heads no phase.
  private func isSign(_ part: (part: HeaderPart, span: Range<Int>), _ columns: [Column]) -> Bool {
    part.span.count > 1
      && columns.contains { column in
        column.sign >= 0 && column.parts[column.sign].span == part.span
          && column.parts[column.sign].part.name == part.part.name
      }
  }

  /// Whether a part says whom a column is about.
  static func isPopulation(_ part: HeaderPart) -> Bool {
    part.tokens.words.contains {
      [
        "male", "female", "males", "females", "men", "women", "children", "adolescents",
        "pediatric",
        "adults", "elderly", "infants",
      ].contains($0)
    }
  }

  /// `Drug, Other, Drug, Placebo` without a header that joins them: the drug begins a phase anew.
  private func phases(_ columns: [Column]) -> [(name: String, isNamed: Bool)] {
    let none = columns.map { _ in (name: "", isNamed: true) }
    let drugs = columns.filter { $0.role == .drug }
    guard drugs.count > 1, drugs.count < columns.count, columns.count % drugs.count == 0 else {
      return none
    }
    func name(_ column: Column) -> String {
      column.sign >= 0 ? column.parts[column.sign].part.name : ""
    }
    guard Set(drugs.map(name)).count == 1 else { return none }
    let size = columns.count / drugs.count
    var groups: [(name: String, isNamed: Bool)] = []
    for start in stride(from: 0, to: columns.count, by: size) {
      let chunk = columns[start..<start + size]
      guard chunk.filter({ $0.role == .drug }).count == 1 else { return none }
      let above = chunk.first.flatMap { column in
        column.parts.prefix(max(column.sign, 0)).first?.part.name
      }
      let name = above.flatMap { $0.isEmpty ? nil : $0 }
      groups += chunk.map { _ in (name ?? "part \(start / size + 1)", name != nil) }
    }
    return groups
  }

  // MARK: - Arms

  func arm(
    _ column: Column, _ group: (name: String, isNamed: Bool), among columns: [Column]
  ) -> TableArm {
    let own = column.parts.filter { part in
      !part.part.isBare && !isOverAll(part, columns) && part.part.name != group.name
    }
    let part = column.sign >= 0 ? column.parts[column.sign].part : nil
    let hasJoint = column.isAddOn || (part.map(Self.hasJoint) ?? false)
    var partners: [String] = []
    if hasJoint, let part,
      drug.hit(part.tokens.words) != .none
        || part.tokens.words.contains(where: TableVocabulary.placebo.contains)
    {
      partners = partnerWords(part, isAddOn: column.isAddOn).filter {
        !drug.contains($0) && !drug.isGlued($0) && !TableVocabulary.placebo.contains($0)
          && TableCondition.isPartner($0) && !DrugNames.isSalt($0)
      }
    }
    if partners.isEmpty, isCombination(column, among: columns) { partners = ["combination"] }
    let tokens = own.flatMap(\.part.tokens.tokens)
    let words = own.flatMap { CellTokens($0.part.name).words }
    var grade: String?
    switch column.grade {
    case .some(.some(let text)), .some(.degree(let text)): grade = text
    default: break
    }
    return TableArm(
      role: column.role ?? .drug, name: own.map(\.part.name).joined(separator: " "),
      size: column.size,
      isPooled: column.role == .drug && !column.isDegree
        && words.contains(where: TableVocabulary.pooled.contains),
      isAssumed: column.isAssumed, group: group.name, isGroupNamed: group.isNamed, grade: grade,
      column: column.index, partners: partners, doses: Self.doses(tokens))
  }

  /// The words for what is given with the drug: not those that describe the drug itself
  /// (`Non-U.S.-licensed Alphador + Betadrug`), nor marks of footnotes (`Alphador + ACb`).
  private func partnerWords(_ part: HeaderPart, isAddOn: Bool) -> [String] {
    let tokens = part.tokens.tokens
    let marked = Set(
      part.text.split { !($0.isLetter || $0.isNumber) }.filter { word in
        word.count > 2 && word.last?.isLowercase == true && word.last != "s"
          && word.dropLast().allSatisfy(\.isUppercase)
      }.map { $0.lowercased() })
    // `Betadase-fihj` has four letters that say nothing.
    let suffixes = tokens.indices.dropFirst(2).filter { index in
      tokens[index - 1].isSign("-")
        && BiologicSuffix.isOne(
          tokens[index].text, behind: tokens[index - 2].text)
    }.map { tokens[$0].text }
    // `Betamab with or without Gammamab`: what some had and others had not tells no arm from another.
    let optional = tokens.indices.dropFirst(2).dropLast().filter { index in
      tokens[(index - 2)...index].map(\.text) == ["with", "or", "without"]
    }.flatMap { [tokens[$0].text, tokens[$0 + 1].text] }
    let names = part.nameWords.map { marked.contains($0) ? String($0.dropLast()) : $0 }
      .filter { !suffixes.contains($0) && !optional.contains($0) }
    guard !isAddOn, let own = tokens.firstIndex(where: { drug.contains($0.text) }),
      let joint = tokens[own...].firstIndex(where: { ["+", "plus", "with"].contains($0.text) })
    else { return names }
    let before = Set(tokens[..<own].filter { $0.kind == .word }.map(\.text))
    let isFirst = !tokens[..<own].contains { TableVocabulary.joints.contains($0.text) }
    let behind = Set(tokens[joint...].map(\.text))
    return isFirst ? names.filter { !before.contains($0) || behind.contains($0) } : names
  }

  /// Whether a part joins two names; the stroke of `300 mg/day` joins none.
  private static func hasJoint(_ part: HeaderPart) -> Bool {
    let tokens = part.tokens.tokens
    // `Alphador Under Rest and Stress`: what is joined says when it was given.
    let end = tokens.firstIndex { ["under", "during", "before", "after"].contains($0.text) }
    return tokens.indices.prefix(end ?? tokens.count).contains { index in
      TableVocabulary.joints.contains(tokens[index].text)
        && !(tokens[index].isSign("/") && index > 0 && units.contains(tokens[index - 1].text))
    }
  }

  /// `Combination` beside arms of the drug and of another one: the drug with that other one.
  private func isCombination(_ column: Column, among columns: [Column]) -> Bool {
    func words(_ column: Column) -> [String] {
      column.parts.filter { !isOverAll($0, columns) }.flatMap(\.part.tokens.words)
    }
    let own = words(column)
    return column.role == .drug && own.contains("combination") && drug.hit(own) == .none
      && columns.contains { $0.role == .drug && drug.hit(words($0)) == .full }
      && columns.contains { $0.role == .comparator(.active) }
  }

  private static let units: Set<String> = ["mg", "mcg", "g", "units", "unit", "iu", "ml", "meq"]

  private static func doses(_ tokens: [CellTokens.Token]) -> [TableArm.Dose] {
    zip(tokens.indices, tokens.indices.dropFirst()).compactMap { place, next in
      guard tokens[place].kind == .number, units.contains(tokens[next].text) else { return nil }
      return TableArm.Dose(
        number: tokens[place].text, unit: tokens[next].text,
        measure: TableArm.Dose.measure(behind: tokens[(next + 1)...]),
        isExceeded: place > 0 && tokens[place - 1].isSign(">"))
    }
  }
}
