// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

extension [Concept] {
  /// The numbers of the concepts.
  var codes: [UInt32] { map(\.rxcui.rawValue) }
}

extension Catalog {
  /// The concept of a number.
  func concept(_ code: UInt32) -> Concept? { concept(for: RxCUI(rawValue: code)) }
}

/// Asks a catalog everything that its public API answers, and keeps a figure of the answers.
///
/// Used where the answers do not matter, but asking must be safe: damaged and
/// crafted files, many threads.
enum AnswerSpread {
  static let names = ["metformin", "Entresto", "vitamin e®", "βιταμίνη ες", "no such name", ""]
  static let searches = ["m", "met 500 or", "entresto", "metfromin", "no such name", ""]
  static let ndcs = ["00093104801", "0078-0659", "1234567890", "66666000011", ""]

  /// Asks about the catalog as a whole.
  static func ask(_ catalog: Catalog) -> Int {
    var sum = catalog.release.name.utf8.count + catalog.conceptCount
    sum += catalog.sources.count + catalog.documentation.count + catalog.facts.count
    for name in catalog.attachmentNames { sum += catalog.attachment(name)?.count ?? 0 }
    for system in catalog.codeSystems {
      sum += system.url.utf8.count
      for concept in system.concepts {
        sum += concept.designations.count + concept.properties.count + concept.depth
        sum += catalog.codeSystemConcepts(system: system.url, code: concept.code).count
      }
    }
    for name in names {
      sum += catalog.concepts(named: name, comparing: .exact).count
      sum += catalog.concepts(named: name, comparing: .normalized, source: nil).count
    }
    for name in names {
      catalog.forEachConcept(named: name, comparing: .normalized, source: nil) { view in
        sum += ask(view)
      }
    }
    catalog.forEachConcept(source: "MTHSPL", code: "786Z46389E") { sum += ask($0) }
    if let ndc = NationalDrugCode(number: 93_104_801) {
      catalog.forEachConcept(ndc: ndc) { sum += ask($0) }
    }
    for search in searches {
      sum += catalog.search(search, limit: 1000).hits.reduce(0) { $0 + $1.matchedName.utf8.count }
      sum += catalog.spellingSuggestions(for: search).count
      for way in NameMatching.allCases { sum += catalog.matches(named: search, by: way).count }
    }
    for ndc in ndcs { sum += catalog.ndcMatches(for: ndc).concepts.count }
    for system in [CodeSystem.unii, CodeSystem.atc, CodeSystem.rxNorm, "MTHSPL"] {
      sum += catalog.concepts(system: system, code: "786Z46389E").count
    }
    return sum
  }

  /// Asks about one code.
  static func ask(_ catalog: Catalog, about code: UInt32) -> Int {
    let rxcui = RxCUI(rawValue: code)
    let history = catalog.history(of: rxcui)
    var sum = history.successors.count + history.steps.count + history.archivedNames.count
    if let view = catalog.view(of: rxcui) { sum += ask(view) }
    guard let concept = catalog.concept(for: rxcui) else { return sum }
    return sum + ask(concept)
  }

  /// Asks a view everything.
  static func ask(_ view: ConceptView) -> Int {
    var sum = view.nameUTF8.count + view.displayNameUTF8.count + view.termTypeUTF8.count
    sum += view.sourceUTF8.count + view.termType.rawValue.utf8.count
    sum += view.status.rawValue.utf8.count + (view.code == nil ? 0 : 1)
    // A crafted file may state any count.
    for count in [
      view.nameCount, view.relationCount, view.attributeCount, view.semanticTypeCount,
      view.ndcRowCount,
    ] { sum += count }
    return sum
  }

  /// Asks a concept everything.
  static func ask(_ concept: Concept) -> Int {
    var sum = concept.name.utf8.count + concept.displayName.utf8.count
    sum += concept.termType.rawValue.utf8.count + concept.status.rawValue.utf8.count
    sum += concept.source.utf8.count + (concept.code == nil ? 0 : 1)
    concept.withNameUTF8 { sum += $0.count }
    for name in concept.names {
      sum += name.text.utf8.count + name.code.utf8.count + name.source.utf8.count
      sum += name.language.utf8.count + Int(name.rxaui) + (name.suppress == "N" ? 1 : 0)
    }
    for relation in concept.relations {
      sum += Int(relation.targetCode.rawValue) + relation.source.utf8.count
    }
    for attribute in concept.attributes { sum += attribute.value.utf8.count }
    sum += concept.semanticTypes.count + concept.uniis.count + concept.labelSetIDs.count
    sum += concept.ingredientList.ingredients.count + concept.preciseIngredients.count
    sum += concept.components.count + (concept.multipleIngredients == nil ? 0 : 1)
    sum += concept.brandNames.count + concept.genericForms.count + concept.brandedForms.count
    sum += concept.doseForms.count + concept.doseFormGroups.count + concept.packItems.count
    sum += concept.products.count + concept.unquantifiedForms.count + concept.ndcs.count
    sum += concept.strengthList.strengths.count + (concept.quantity?.utf8.count ?? 0)
    return sum + askRelations(concept)
  }

  /// Asks a concept about others.
  private static func askRelations(_ concept: Concept) -> Int {
    var sum = concept.generalCardinality?.rawValue.utf8.count ?? 0
    for group in concept.allRelated.groups {
      for other in group.concepts { sum += group.way(to: other)?.count ?? 0 }
    }
    sum += concept.related(by: [.isA, .ingredientOf]).groups.count
    sum += concept.genericProducts.count + concept.relatedProducts.groups.count
    sum += concept.packMemberships.count + concept.reformulatedTo.count
    sum += concept.reformulationOf.count + concept.catalog.brands(holding: [concept]).count
    sum += concept.ancestors().count + concept.descendants(basis: .kind).count
    return sum + concept.subsumption(of: concept).way.count
  }
}
