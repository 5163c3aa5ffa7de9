// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import DrugMatching
import JSONText
import MedicationModel

/// What terminology loaded from FHIR says of a code.
struct TerminologyFacts {
  let terms: LoadedTerms
  let mappings: [CodeMapping]
  let reverse: [CodeMapping]
  /// What maps say of codes that they do not name, this one among them.
  let unmapped: [ConceptMapGroup]
  let valueSets: [(set: LoadedValueSet, membership: ValueSetMembership)]
  /// The right spelling of the system.
  private let canonicalSystem: String
  /// Whether the release itself defines the code: then no supplement is without a base.
  private let isInRelease: Bool

  init(system: String, code: String, isInRelease: Bool, _ catalog: Catalog) {
    self.isInRelease = isInRelease
    canonicalSystem = Self.recognised(system)
    terms = catalog.terms(system: system, code: code)
    var (from, to): ([CodeMapping], [CodeMapping]) = ([], [])
    catalog.forEachMapping(system: system, code: code) { from.append($0) }
    catalog.forEachMapping(toSystem: system, code: code) { to.append($0) }
    mappings = from
    reverse = to
    unmapped = catalog.groupsWithoutMapping(system: system, code: code)
    valueSets = catalog.valueSets(of: code, system: system)
  }

  /// Whether a resource names the code.
  var isNamed: Bool {
    !terms.terms.isEmpty || !mappings.isEmpty || !reverse.isEmpty
      || valueSets.contains { $0.membership == .member }
  }

  // MARK: For people

  func append(to table: inout Table) {
    for term in terms.terms { append(term, to: &table) }
    if terms.isAmbiguous {
      table.append("versions", "give the code different names; none is chosen")
    }
    for mapping in mappings { append(mapping, isReverse: false, to: &table) }
    for mapping in reverse { append(mapping, isReverse: true, to: &table) }
    for group in unmapped {
      table.append(
        "not mapped",
        [group.map.url, group.unmappedMode, group.unmappedCode, group.unmappedURL]
          .filter { !$0.isEmpty }.joined(separator: ", "))
    }
    appendValueSets(to: &table)
  }

  /// Appends the value sets that contain the code, and those for which that is not computable.
  ///
  /// The latter are shown with why if one of their rules is about the system of the code. Rules
  /// about no system, which only import what is not loaded, could hold any code:
  /// those are counted.
  private func appendValueSets(to table: inout Table) {
    var untoldCount = 0
    for (set, membership) in valueSets {
      let name = Self.canonical(set.url, set.version)
      switch membership {
      case .member: table.append("value set", name)
      case .notComputable(let reason) where isAboutSystem(set):
        table.append("value set?", "\(name): \(reason)")
      case .notComputable: untoldCount += 1
      case .notMember: break
      }
    }
    guard untoldCount > 0 else { return }
    let count = DisplayText.counted(untoldCount, "value set imports", "value sets import")
    table.append("value set?", "\(count) what is not loaded; --format json tells which and why")
  }

  private func isAboutSystem(_ set: LoadedValueSet) -> Bool {
    set.clauses.contains { !$0.system.isEmpty && Self.recognised($0.system) == canonicalSystem }
  }

  private static func recognised(_ system: String) -> String {
    KnownCodeSystem.recognise(system)?.canonical ?? system
  }

  private func append(_ term: LoadedTerm, to table: inout Table) {
    let concept = term.concept
    let system = concept.system
    let title = system.title.isEmpty ? system.name : system.title
    table.append(title.isEmpty ? system.url : title, "\(concept.code) \(concept.display)")
    let codes = Self.canonical(system.url, system.codesVersion)
    table.append(term.isSupplementOnly ? "supplement of" : "system", codes)
    if isAlone(term) { table.append("", "named by a supplement only") }
    if terms.isCaseFolded { table.append("", "found without regard to letter case") }
    if term.isInactive { table.append("status", "inactive") }
    if !concept.definition.isEmpty { table.append("definition", concept.definition) }
    for part in term.designations {
      table.append(part.language.isEmpty ? "designation" : part.language, part.value)
    }
    for part in term.properties { table.append(part.code, part.value) }
    for (parent, kind) in concept.parents {
      table.append("parent (\(kind.word))", "\(parent.code) \(parent.display)")
    }
  }

  private func append(_ mapping: CodeMapping, isReverse: Bool, to table: inout Table) {
    let other =
      isReverse
      ? "\(mapping.sourceSystem) \(mapping.sourceCode)"
      : "\(mapping.targetSystem) \(mapping.targetCode)"
    var text = "\(mapping.relationship.rawValue) \(other) (\(mapping.map.url)"
    if mapping.isConditional { text += ", under conditions" }
    table.append(isReverse ? "mapped from" : "mapped to", text + ")")
  }

  /// Whether nothing that is loaded defines the code.
  private func isAlone(_ term: LoadedTerm) -> Bool { term.isSupplementOnly && !isInRelease }

  /// The address of a resource with its version, if it has one.
  static func canonical(_ url: String, _ version: String) -> String {
    version.isEmpty ? url : "\(url)|\(version)"
  }
}

// MARK: For programs

extension MapRelationship: FieldValue {
  static var kind: FieldKind {
    .defined("relationship", in: "lookup", .word(allCases.map(\.rawValue)))
  }
}

extension TerminologyFacts {
  private static let attribute = Shape<CodeMapping.Attribute>("attribute") {
    Field("name") { $0.name }
    Field("system") { $0.system }
    Field("value") { $0.value }
    Field("display") { $0.display }
  }

  private static let neighbour = Shape<ConceptCatalog.CodeSystemConcept.Neighbour>("neighbour") {
    Field("code") { $0.concept.code }
    Field("display") { $0.concept.display }
    Field("by", "What says so.", .word(["nesting", "parent", "subsumedBy", "child"])) {
      $0.kind.word
    }
  }

  private static let term = Shape<(facts: TerminologyFacts, term: LoadedTerm)>("term") {
    Field("system") { $0.term.concept.system.url }
    Field(
      "version",
      "Of the system; of a supplement's concept that of the system that it adds to. Empty where "
        + "not said."
    ) { $0.term.concept.system.codesVersion }
    Field("code") { $0.term.concept.code }
    Field("display", "Empty where the code system gives none.") { $0.term.concept.display }
    Field("definition") { $0.term.concept.definition }
    Field("content") { $0.term.concept.system.content }
    Field("inactive") { $0.term.isInactive }
    Field(
      "supplementOnly",
      "Whether only a supplement names the code: neither a loaded system nor the release defines "
        + "it."
    ) { $0.facts.isAlone($0.term) }
    Field("caseFolded", "Whether it was found without regard to letter case.") {
      $0.facts.terms.isCaseFolded
    }
    Field(
      "designations",
      each: Shape {
        Field("language") { $0.language }
        Field("use") { $0.use }
        Field("value") { $0.value }
        Field("from", "The file.") { $0.from.file }
      }
    ) { $0.term.designations }
    Field(
      "properties",
      each: Shape {
        Field("code") { $0.part.code }
        Field("type") { $0.part.kind }
        Field("value") { $0.part.value }
        Field("system", "The system of a Coding.") {
          $0.source.coding(ofProperty: $0.place)?.system ?? ""
        }
        Field("from") { $0.source.system.file }
      }
    ) { facts in
      ([facts.term.concept] + facts.term.supplements).flatMap { source in
        source.properties.enumerated().map { (source: source, place: $0, part: $1) }
      }
    }
    Field("parents", each: neighbour) { $0.term.concept.parents }
    Field("children", each: neighbour) { $0.term.concept.children }
  }

  private static let mapping = Shape<(direction: String, mapping: CodeMapping)>("mapping") {
    Field("map") { $0.mapping.map.url }
    Field("version") { $0.mapping.map.version }
    Field(
      "direction", "Whether the code is the source (from) or the target (to).",
      .word(["from", "to"])
    ) { $0.direction }
    Field("sourceSystem") { $0.mapping.sourceSystem }
    Field("sourceCode") { $0.mapping.sourceCode }
    Field("targetSystem") { $0.mapping.targetSystem }
    Field("targetCode") { $0.mapping.targetCode }
    Field("targetDisplay") { $0.mapping.targetDisplay }
    Field("relationship") { $0.mapping.relationship }
    Field("literal", "Relationship or equivalence as written.") { $0.mapping.literal }
    Field("same", "Whether source and target are the same under no condition.") {
      $0.mapping.isSame
    }
    Field("comment") { $0.mapping.comment }
    Field("dependsOn", each: attribute) { $0.mapping.dependencies }
    Field("products", each: attribute) { $0.mapping.products }
  }

  static let shape = Shape<Self> {
    Field(
      "terms",
      "What code systems that were loaded from FHIR say of the code: one for each version that has "
        + "it.", each: term
    ) { facts in facts.terms.terms.map { (facts: facts, term: $0) } }
    Field("termsAmbiguous", "Whether versions give the code different names.") {
      $0.terms.isAmbiguous
    }
    Field("mappings", "What loaded concept maps say of it.", each: mapping) {
      $0.mappings.map { (direction: "from", mapping: $0) }
        + $0.reverse.map { (direction: "to", mapping: $0) }
    }
    Field(
      "unmapped", "What maps say of codes that they do not name; followed nowhere.",
      each: Shape {
        Field("map") { $0.map.url }
        Field("version") { $0.map.version }
        Field("mode", "", .name) { $0.unmappedMode }
        Field("code") { $0.unmappedCode }
        Field("url") { $0.unmappedURL }
        Field("relationship") { $0.unmappedRelationship }
      }
    ) { $0.unmapped }
    Field(
      "valueSets",
      "Loaded value sets that contain the code, and those for which that is not computable.",
      each: Shape {
        Field("url") { $0.set.url }
        Field("version") { $0.set.version }
        Field("membership", "", .word(["member", "not-computable"])) { $0.membership.word }
        Field("reason") { $0.membership.reason }
      }
    ) { $0.valueSets }
  }
}

extension ValueSetMembership {
  var reason: String? { if case .notComputable(let reason) = self { reason } else { nil } }
}
