// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// A second reader of releases, as plain as can be: dictionaries over the text of
// the tables. It shares no code with the module and knows only what RxNorm's
// documentation says. Answers are compared with the catalog's, concept by concept.

/// The tables of a release in dictionaries.
struct NaiveRelease {
  struct Name: Hashable {
    let text: String
    let source: String
    let termType: String
    let code: String
    let suppress: String
    let cvf: String
  }

  struct Fact: Hashable {
    let relationship: String
    let target: Int
    let source: String
  }

  var names: [Int: [Name]] = [:]
  var facts: [Int: Set<Fact>] = [:]
  var attributes: [Int: [[String]]] = [:]
  var semanticTypes: [Int: Set<String>] = [:]
  private var mainNames: [Int: Name] = [:]
  var codesByName: [String: Set<Int>] = [:]
  var codesByKey: [String: Set<Int>] = [:]
  var codesByNDC: [String: Set<Int>] = [:]
  var replacements: [Int: Set<Int>] = [:]
  var retired: Set<Int> = []

  static let extraNames: Set<String> = ["PSN", "SY", "TMSY", "ET"]

  /// Reads the texts of the tables, by file name without extension.
  init(_ text: (String) throws -> String) rethrows {
    for row in Self.rows(try text("RXNCONSO")) { addName(row) }
    for row in Self.rows(try text("RXNREL")) where !row[0].isEmpty && !row[4].isEmpty {
      let fact = Fact(
        relationship: row[7].isEmpty ? row[3] : row[7], target: Int(row[0]) ?? 0, source: row[10])
      facts[Int(row[4]) ?? 0, default: []].insert(fact)
    }
    for row in Self.rows(try text("RXNSAT")) { addAttribute(row) }
    for row in Self.rows(try text("RXNSTY")) {
      semanticTypes[Int(row[0]) ?? 0, default: []].insert(row[1] + " " + row[3])
    }
    for row in Self.rows(try text("RXNCUI")) { addReplacement(row[0], row[4]) }
    for row in Self.rows(try text("RXNCUICHANGES")) { addReplacement(row[5], row[6]) }
    for row in Self.rows(try text("RXNATOMARCHIVE")) {
      retired.insert(Int(row[12]) ?? 0)
      retired.insert(Int(row[15]) ?? 0)
      if row[13] == "RXNORM", !Self.extraNames.contains(row[14]) {
        addReplacement(row[12], row[15])
      }
    }
  }

  private static func rows(_ text: String) -> some Sequence<[String]> {
    text.utf8.split(separator: UInt8(ascii: "\n")).lazy.map { line in
      line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  private mutating func addName(_ row: [String]) {
    let code = Int(row[0]) ?? 0
    let name = Name(
      text: row[14], source: row[11], termType: row[12], code: row[13], suppress: row[16],
      cvf: row[17])
    names[code, default: []].append(name)
    guard row[11] == "RXNORM" else { return }
    if mainNames[code] == nil, !Self.extraNames.contains(name.termType) { mainNames[code] = name }
    codesByName[row[14], default: []].insert(code)
    codesByKey[Self.key(row[14]), default: []].insert(code)
  }

  private mutating func addAttribute(_ row: [String]) {
    let code = Int(row[0]) ?? 0
    attributes[code, default: []].append([row[8], row[9], row[10], row[11]])
    if row[8] == "NDC", row[9] == "RXNORM" { codesByNDC[row[10], default: []].insert(code) }
  }

  private mutating func addReplacement(_ from: String, _ to: String) {
    guard let from = Int(from) else { return }
    retired.insert(from)
    guard let to = Int(to) else { return }
    retired.insert(to)
    if from != to { replacements[from, default: []].insert(to) }
  }

  /// Names that differ in case and blanks only have one key.
  static func key(_ text: String) -> String {
    text.lowercased().split(separator: " ").joined(separator: " ")
  }

  // MARK: Questions

  func mainName(_ code: Int) -> Name? { mainNames[code] }

  func termType(_ code: Int) -> String { mainName(code)?.termType ?? "" }

  func related(_ code: Int, _ relationship: String) -> [Int] {
    let found = facts[code]?.filter { $0.relationship == relationship && $0.source == "RXNORM" }
    return (found ?? []).map(\.target).sorted()
  }

  func related(_ codes: [Int], _ relationship: String) -> [Int] {
    codes.flatMap { related($0, relationship) }
  }

  /// The ingredients of a concept, by the path of its term type.
  func ingredients(_ code: Int) -> Set<Int> {
    switch termType(code) {
    case "IN": return [code]
    case "PIN": return union(related(code, "form_of"))
    case "MIN": return union(related(code, "has_part"))
    case "SCDC", "SCDF", "SCDG":
      return union(related(code, "has_ingredient"))
    case "SCD", "SBD":
      let components = related(code, "consists_of").filter { termType($0) == "SCDC" }
      let found = union(components)
      if !found.isEmpty { return found }
      if termType(code) == "SBD" { return union(related(code, "tradename_of")) }
      let forms = union(related(code, "isa").filter { termType($0) == "SCDF" })
      return forms.isEmpty ? union(related(code, "has_ingredients")) : forms
    case "SBDC", "SBDF", "SBDG": return union(related(code, "tradename_of"))
    case "BN":
      let substances = union(related(code, "tradename_of"))
      let products = related(code, "ingredient_of").filter { termType($0) == "SBD" }
      if substances.isEmpty { return union(products) }
      return substances.union(union(products.filter { mainName($0)?.suppress == "N" }))
    case "GPCK", "BPCK": return union(related(code, "contains"))
    default: return []
    }
  }

  private func union(_ codes: [Int]) -> Set<Int> {
    codes.reduce(into: []) { $0.formUnion(ingredients($1)) }
  }

  /// Status and live successors.
  func status(_ code: Int) -> (String, [Int]) {
    switch mainName(code)?.suppress {
    case "N", "": return ("Active", [])
    case "E":
      let forms = related(code, "has_quantified_form").filter { mainName($0)?.suppress == "N" }
      return ("Quantified", forms)
    case .some: return ("Obsolete", [])
    case nil: break
    }
    var live: Set<Int> = []
    var seen: Set<Int> = [code]
    var open = [code]
    while let next = open.popLast() {
      for target in replacements[next] ?? [] where seen.insert(target).inserted {
        if names[target]?.contains(where: { $0.source == "RXNORM" }) == true {
          live.insert(target)
        } else {
          open.append(target)
        }
      }
    }
    if !live.isEmpty { return ("Remapped", live.sorted()) }
    return (retired.contains(code) || names[code] != nil ? "NotCurrent" : "Unknown", [])
  }
}

// Walks over the rows of RXNREL, as plain as can be: sets of codes, one hop at a
// time, every rule of the walk written out where it applies.

extension NaiveRelease {
  /// Relationships that no path follows.
  static let excluded: Set<String> = [
    "reformulated_to", "reformulation_of", "quantified_form_of", "has_quantified_form",
  ]

  /// Whether an unsuppressed row of RXNORM names it.
  func isActive(_ code: Int) -> Bool {
    guard let main = mainName(code) else { return false }
    return main.suppress == "N" || main.suppress.isEmpty
  }

  /// The active concepts of a type that a row joins with one of some codes.
  func hop(from codes: Set<Int>, to type: String) -> Set<Int> {
    var reached: Set<Int> = []
    for code in codes {
      for fact in facts[code] ?? [] where fact.source == "RXNORM" {
        guard !Self.excluded.contains(fact.relationship), termType(fact.target) == type,
          isActive(fact.target)
        else { continue }
        reached.insert(fact.target)
      }
    }
    return reached
  }

  /// What is reached at each stop of a path.
  func levels(from start: Int, along stops: [String]) -> [Set<Int>] {
    var levels: [Set<Int>] = [isActive(start) ? [start] : []]
    for stop in stops.dropFirst() { levels.append(hop(from: levels.last ?? [], to: stop)) }
    return levels
  }

  /// From what, at each stop of a path, its last concept is reached; the first stop first.
  func levels(to end: Int, along stops: [String]) -> [Set<Int>] {
    var levels: [Set<Int>] = [[end]]
    for stop in stops.dropLast().reversed() {
      levels.append(hop(from: levels.last ?? [], to: stop))
    }
    return levels.reversed()
  }
}
