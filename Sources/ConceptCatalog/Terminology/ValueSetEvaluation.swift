// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Evaluates a value set over everything that is loaded (FHIR page, section 11.2): within a
// clause, system, list, filters and value sets must all match; includes are alternatives;
// excludes are removed last. An expansion takes precedence over the rules. What cannot be
// decided is a third answer, never an empty set.

/// A run over value sets; not shared between threads.
struct ValueSetEvaluation {
  let catalog: Catalog
  /// The value sets being evaluated: one that refers to itself cannot be answered.
  private var open: [Int] = []
  private var filters: FilterEvaluation
  /// Results for value sets below the outermost one: each may be reached in
  /// many ways, and without this their number could grow with every import.
  private var verdicts: [Int: Verdict] = [:]
  private var verdictsOf: AskedCode.Key?
  private var lists: [Int: ValueSetMembers] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    filters = FilterEvaluation(catalog)
  }

  // MARK: One code

  mutating func contains(_ set: LoadedValueSet, _ code: AskedCode) -> Verdict {
    guard !open.contains(set.index) else { return .unknown("\(set.url) imports itself") }
    guard open.count < 64 else { return .unknown("\(set.url) is imported over too many steps") }
    if open.isEmpty || verdictsOf != code.key {
      verdicts = [:]
      verdictsOf = code.key
    }
    if let known = verdicts[set.index] { return known }
    let verdict = evaluate(set, code)
    verdicts[set.index] = verdict
    return verdict
  }

  private mutating func evaluate(_ set: LoadedValueSet, _ code: AskedCode) -> Verdict {
    open.append(set.index)
    defer { open.removeLast() }
    if set.hasExpansion {
      for entry in code.entries where entry.valueSetIndex == set.index && entry.clauseIndex == nil {
        if entry.isAbstract { return .no }
        return .yes
      }
      if !set.isExpansionSubset { return .no }
      guard set.isComposed else {
        return .unknown("the expansion of \(set.url) shows only a part of its codes")
      }
    }
    guard set.isComposed || !set.inlineSystem.isEmpty else {
      return .unknown("\(set.url) says nothing about what is in it")
    }
    var verdict: Verdict = .no
    if !set.inlineSystem.isEmpty {
      verdict = Verdict(isInline(code, set))
    }
    let clauses = set.clauses
    for clause in clauses where !clause.isExcluded {
      verdict = verdict || contains(clause, code)
    }
    for clause in clauses where clause.isExcluded && verdict != .no {
      verdict = verdict && !contains(clause, code)
    }
    if verdict == .yes, !set.allowsInactive { verdict = !filters.isInactive(code) }
    return verdict
  }

  private func isInline(_ code: AskedCode, _ set: LoadedValueSet) -> Bool {
    code.concepts.contains { concept in
      let system = concept.system
      return system.url == set.inlineSystem && system.resourceURL == set.url
    }
  }

  private mutating func contains(_ clause: ValueSetClause, _ code: AskedCode) -> Verdict {
    var verdict: Verdict = .yes
    let system = clause.system
    if !system.isEmpty {
      guard Catalog.canonical(system) == code.canonicalSystem else { return .no }
      if clause.entryCount > 0 {
        guard code.entries.contains(where: { $0.clauseIndex == clause.index }) else { return .no }
      }
      let conditions = clause.filters
      let imports = clause.valueSets
      if clause.entryCount == 0, !conditions.isEmpty || imports.isEmpty {
        verdict = filters.holds(system, version: clause.version, code)
      }
      for condition in conditions {
        verdict = verdict && filters.matches(condition, clause, code)
      }
    } else if clause.entryCount > 0 || !clause.filters.isEmpty {
      return .unknown("codes or filters of no code system")
    }
    for canonical in clause.valueSets {
      verdict = verdict && contains(named: canonical, code)
    }
    return verdict
  }

  private mutating func contains(named canonical: String, _ code: AskedCode) -> Verdict {
    switch imported(canonical) {
    case .success(let set): contains(set, code)
    case .failure(let gap): .unknown(gap.reason)
    }
  }

  private struct Gap: Error {
    let reason: String
  }

  private func imported(_ canonical: String) -> Result<LoadedValueSet, Gap> {
    let found = catalog.valueSets(named: canonical)
    guard let first = found.first else {
      return .failure(Gap(reason: "the value set \(canonical) is not loaded"))
    }
    guard found.count == 1 else {
      return .failure(
        Gap(reason: "\(found.count) versions of the value set \(canonical) are loaded"))
    }
    return .success(first)
  }

  // MARK: All codes

  mutating func members(of set: LoadedValueSet) -> ValueSetMembers {
    var answer = ValueSetMembers()
    guard !open.contains(set.index) else {
      answer.add(gap: "\(set.url) imports itself")
      return answer
    }
    if open.isEmpty { lists = [:] }
    if let known = lists[set.index] { return known }
    guard open.count < 64 else {
      answer.add(gap: "\(set.url) is imported over too many steps")
      return answer
    }
    open.append(set.index)
    defer {
      open.removeLast()
      lists[set.index] = answer
    }
    if set.hasExpansion {
      answer.isFromExpansion = true
      answer.members = set.expansion.filter { !$0.code.isEmpty }.map { ValueSetMember($0) }
      if !set.isExpansionSubset { return answer }
      guard set.isComposed else {
        let total = set.total.map(String.init) ?? "an unknown number of"
        answer.add(gap: "the expansion shows \(answer.members.count) of \(total) codes")
        return answer
      }
    }
    guard set.isComposed || !set.inlineSystem.isEmpty else {
      answer.add(gap: "\(set.url) says nothing about what is in it")
      return answer
    }
    var seen = Set(answer.members)
    let clauses = set.clauses
    if !set.inlineSystem.isEmpty { addInline(of: set, &seen, &answer) }
    for clause in clauses where !clause.isExcluded {
      for member in members(of: clause, &answer) where seen.insert(member).inserted {
        answer.members.append(member)
      }
    }
    takeAway(clauses.filter(\.isExcluded), isActiveOnly: !set.allowsInactive, &answer)
    return answer
  }

  private func addInline(
    of set: LoadedValueSet, _ seen: inout Set<ValueSetMember>, _ answer: inout ValueSetMembers
  ) {
    for system in catalog.codeSystems
    where system.url == set.inlineSystem && system.resourceURL == set.url {
      for concept in system.concepts {
        let member = ValueSetMember(concept)
        if seen.insert(member).inserted { answer.members.append(member) }
      }
    }
  }

  private mutating func takeAway(
    _ excludes: [ValueSetClause], isActiveOnly: Bool, _ answer: inout ValueSetMembers
  ) {
    guard !excludes.isEmpty || isActiveOnly else { return }
    var kept: [ValueSetMember] = []
    for member in answer.members {
      let code = AskedCode(catalog, member.system, member.code)
      var verdict: Verdict = .no
      for clause in excludes { verdict = verdict || contains(clause, code) }
      if isActiveOnly { verdict = verdict || filters.isInactive(code) }
      switch verdict {
      case .no: kept.append(member)
      case .yes: break
      case .unknown(let reason): answer.add(gap: reason)
      }
    }
    answer.members = kept
  }

  private mutating func members(
    of clause: ValueSetClause, _ answer: inout ValueSetMembers
  ) -> [ValueSetMember] {
    var imports = clause.valueSets
    var found: [ValueSetMember]
    var conditions: [ValueSetFilter] = []
    if clause.entryCount > 0 {
      found = clause.entries.map { entry in
        ValueSetMember(entry, display: filters.display(of: entry))
      }
      conditions = clause.filters
    } else if !clause.filters.isEmpty || (imports.isEmpty && !clause.system.isEmpty) {
      found = filters.codes(of: clause, &answer)
    } else if let first = imports.first {
      imports.removeFirst()
      found = members(named: first, &answer)
      if !clause.system.isEmpty {
        let wanted = Catalog.canonical(clause.system)
        found.removeAll { Catalog.canonical($0.system) != wanted }
      }
    } else {
      answer.add(gap: "an include names neither system nor value set")
      return []
    }
    guard !conditions.isEmpty || !imports.isEmpty else { return found }
    return found.filter { member in
      let code = AskedCode(catalog, member.system, member.code)
      var verdict: Verdict = .yes
      for condition in conditions { verdict = verdict && filters.matches(condition, clause, code) }
      for canonical in imports { verdict = verdict && contains(named: canonical, code) }
      if case .unknown(let reason) = verdict { answer.add(gap: reason) }
      return verdict == .yes
    }
  }

  private mutating func members(
    named canonical: String, _ answer: inout ValueSetMembers
  ) -> [ValueSetMember] {
    switch imported(canonical) {
    case .success(let set):
      let found = members(of: set)
      for gap in found.gaps { answer.add(gap: gap) }
      return found.members.filter { !$0.isAbstract }
    case .failure(let gap):
      answer.add(gap: gap.reason)
      return []
    }
  }
}

/// A code to look for in value sets, with everything that is looked up about it once.
struct AskedCode {
  /// What distinguishes two queried codes.
  struct Key: Equatable {
    let system: [UInt8]
    let code: [UInt8]
  }

  let canonicalSystem: String
  let code: String
  let key: Key
  /// The concepts of loaded code systems; no supplements.
  let concepts: [CodeSystemConcept]
  /// Where value sets list it.
  let entries: [ValueSetEntry]

  init(_ catalog: Catalog, _ system: String, _ code: String) {
    canonicalSystem = Catalog.canonical(system)
    self.code = code
    key = Key(system: Array(canonicalSystem.utf8), code: Array(code.utf8))
    concepts = catalog.terms(system: system, code: code).terms.filter { !$0.isSupplementOnly }
      .map(\.concept)
    // Where letter case does not count, a value set may write the code as the system does.
    var spellings = [code]
    for concept in concepts where !spellings.contains(concept.code) {
      spellings.append(concept.code)
    }
    var entries: [ValueSetEntry] = []
    for spelling in spellings {
      catalog.forEachTermKey(system: canonicalSystem, code: spelling, .valueSetEntry) {
        entries.append(ValueSetEntry(catalog: catalog, index: $0))
      }
    }
    self.entries = entries
  }
}

extension ValueSetMember {
  init(_ entry: ValueSetEntry, display: String? = nil) {
    self.init(
      system: entry.system, version: entry.version, code: entry.code,
      display: display ?? entry.display, isAbstract: entry.isAbstract,
      isInactive: entry.isInactive)
  }

  init(_ concept: CodeSystemConcept) {
    let system = concept.system
    self.init(
      system: system.url, version: system.version, code: concept.code, display: concept.display,
      isAbstract: false, isInactive: false)
  }
}

extension Catalog {
  /// The codes of a value set, over everything that is loaded.
  ///
  /// - Returns: Those that are surely in it, and why there may be more.
  /// - Complexity: O(*n*) in the codes of the systems that its filters are about.
  public func members(of set: LoadedValueSet) -> ValueSetMembers {
    var evaluation = ValueSetEvaluation(self)
    return evaluation.members(of: set)
  }

  /// Whether a code is in a value set.
  ///
  /// - Parameters:
  ///   - code: The code, exact, unless its system ignores case.
  ///   - system: The code system, in any right spelling.
  ///   - set: A value set of this catalog.
  /// - Returns: Yes, no, or why it cannot be decided.
  public func membership(
    of code: String, system: String, in set: LoadedValueSet
  ) -> ValueSetMembership {
    var evaluation = ValueSetEvaluation(self)
    return ValueSetMembership(evaluation.contains(set, AskedCode(self, system, code)))
  }

  /// What every loaded value set says about a code, except those that do not contain it.
  ///
  /// - Returns: The value sets that contain the code, and those for which that is not computable.
  public func valueSets(
    of code: String, system: String
  ) -> [(set: LoadedValueSet, membership: ValueSetMembership)] {
    let sets = valueSets
    guard !sets.isEmpty else { return [] }
    let asked = AskedCode(self, system, code)
    var evaluation = ValueSetEvaluation(self)
    return sets.compactMap { set in
      let membership = ValueSetMembership(evaluation.contains(set, asked))
      return membership == .notMember ? nil : (set, membership)
    }
  }
}
