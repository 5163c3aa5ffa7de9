// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

@testable import ConceptCatalog

/// The questions of `Fixtures/cases.txt` to the catalog of the fixture release.
@Suite("What is read of the catalog of the fixture release")
struct CaseTests {
  static let cases =
    CaseFile.cases(of: "Tests/ConceptCatalogTests/Fixtures/cases.txt")

  @Test("Each question has the answer that its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) throws {
    let catalog = try item.options == ["months"] ? ThreeMonths.catalog() : FixtureRelease.catalog()
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      let text = Self.plain(row.text)
      for (key, value) in row.expected {
        let answer: String? =
          if key == "equals" || key == "differs" {
            Self.isEqual(text, Self.plain(value), key) ? value : "the contrary"
          } else if let number = UInt32(text) {
            Self.answer(about: number, in: catalog, key) ?? Self.answer(to: text, in: catalog, key)
          } else {
            Self.answer(to: text, in: catalog, key)
          }
        #expect(answer == value, "\(key) of \(text)")
      }
    }
    #expect(catalog.damage == nil)
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 46)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } > 430)
  }

  private static func plain(_ text: String) -> String {
    text.replacing("␣", with: " ").replacing("⇥", with: "\t").replacing("∅", with: "")
  }

  private static func list(_ values: some Sequence<String>, _ separator: String = ",") -> String {
    let text = values.joined(separator: separator)
    return text.isEmpty ? "none" : text
  }

  private static func list(_ concepts: [Concept]) -> String { list(concepts.codes.map { "\($0)" }) }

  /// Whether two names are one, or are not: a text without words equals nothing.
  private static func isEqual(_ left: String, _ right: String, _ key: String) -> Bool {
    let names = [left, right].map { text in
      let text = text.utf8
      return NormalName(text.span)
    }
    let isSame = !names[0].words.isEmpty && names[0] == names[1]
    return isSame == (key == "equals")
  }

  /// What a code has, whether or not it is in the release.
  private static func answer(about code: UInt32, in catalog: Catalog, _ key: String) -> String? {
    let history = catalog.history(of: RxCUI(rawValue: code))
    switch key {
    case "status":
      if let concept = catalog.concept(code), concept.status != history.status { return "two" }
      return "\(history.status)"
    case "successors": return list(history.successors)
    case "dead ends": return list(history.deadEnds.map { "\($0.rawValue)" })
    case "archived names": return list(history.archivedNames.map(\.text), "; ")
    case "archive":
      return list(
        history.archivedNames.map { "\($0.termType.rawValue) \($0.lastReleased) \($0.text)" })
    case "active successors": return list(history.activeSuccessors)
    case "steps": return list(history.steps.map { "\($0.from) \($0.to)" })
    case "related generics":
      return list(history.related.map { "\($0.relationship.rawValue) \($0.concept.rxcui)" })
    case "names through releases":
      let names = catalog.timeline(of: RxCUI(rawValue: code))?.names ?? []
      return list(
        names.map { "\($0.termType.rawValue)|\($0.text)|\($0.suppress)|\(run($0.releases))" }, "; ")
    case "runs": return list((catalog.timeline(of: RxCUI(rawValue: code))?.runs ?? []).map(run))
    case "seen":
      let seen = catalog.timeline(of: RxCUI(rawValue: code))?.seen
      let words = [
        seen?.isFromOldest == true ? "from oldest" : nil, seen?.isCurrent == true ? "current" : nil,
      ]
      return list(words.compactMap(\.self), ", ")
    case "NDCs through releases":
      return list(
        catalog.ndcSpans(of: RxCUI(rawValue: code)).map { "\($0.ndc.digits) \(run($0.releases))" })
    default: return catalog.concept(code).flatMap { answer(about: $0, key) }
    }
  }

  private static func answer(about concept: Concept, _ key: String) -> String? {
    switch key {
    case "ingredients": return list(concept.ingredients)
    case "preciseIngredients": return list(concept.preciseIngredients)
    case "multipleIngredients": return list(concept.multipleIngredients.map { [$0] } ?? [])
    case "components": return list(concept.components)
    case "genericForms": return list(concept.genericForms)
    case "brandedForms": return list(concept.brandedForms)
    case "brandNames": return list(concept.brandNames)
    case "doseForms": return list(concept.doseForms)
    case "doseFormGroups": return list(concept.doseFormGroups)
    case "unquantifiedForms": return list(concept.unquantifiedForms)
    case "products": return list(concept.products)
    case "generic products": return list(concept.genericProducts)
    case "cardinality": return concept.generalCardinality.map { "\($0)" } ?? "nil"
    case "UNIIs": return list(concept.uniis)
    case "missing":
      let found = concept.ingredientList
      return found.isComplete == found.missing.isEmpty ? list(found.missing, "; ") : "contradiction"
    case "strengths": return list(concept.strengthList.strengths.map(\.text), ", ")
    case "origin of strengths": return "\(concept.strengthList.origin)"
    case "has all strengths": return "\(concept.strengthList.isComplete)"
    case "pack":
      let items = concept.packItems.map { item in
        let amount = item.quantity.map { " of \($0)" } ?? ""
        return "\(item.count)\(amount): \(item.concept?.rxcui.description ?? item.name)"
      }
      return list(items, ", ")
    default: return plainAnswer(about: concept, key) ?? answer(about: concept, words: key)
    }
  }

  /// What a concept itself states.
  private static func plainAnswer(about concept: Concept, _ key: String) -> String? {
    let strength = concept.strengthList.strengths.first
    switch key {
    case "name": return concept.name
    case "display name": return concept.displayName
    case "type": return concept.termType.rawValue
    case "source": return concept.source
    case "code": return concept.code?.description ?? "none"
    case "names":
      return list(concept.names.map { "\($0.source) \($0.termType.rawValue) \($0.text)" }, ", ")
    case "foreign name codes":
      return list(concept.names.filter { $0.source != "RXNORM" }.map(\.code))
    case "languages": return list(Set(concept.names.map(\.language)).sorted())
    case "first atom": return concept.names.first.map { "\($0.rxaui)" }
    case "prescribable names": return list(concept.names.map { "\($0.isPrescribable)" })
    case "name suppress": return list(concept.names.map { "\($0.suppress)" })
    case "labels": return list(concept.labelSetIDs)
    case "first semantic type":
      return concept.semanticTypes.first.map { "\($0.name) \($0.treeNumber)" }
    case "semantic type identifiers": return list(concept.semanticTypes.map(\.identifier))
    case "veterinary": return "\(concept.isVeterinaryOnly)"
    case "prescribable": return "\(concept.isPrescribable)"
    case "has all ingredients": return "\(concept.ingredientList.isComplete)"
    case "strength ingredient": return strength?.ingredient?.rxcui.description
    case "strength salt": return strength?.preciseIngredient?.rxcui.description
    case "strength component": return strength?.component?.rxcui.description
    case "strength basis": return strength?.basis ?? "none"
    case "quantity": return concept.quantity ?? "none"
    case "distinction": return concept.qualitativeDistinction ?? "none"
    case "NDCs": return list(concept.ndcs.map(\.digits))
    case "packs": return list(concept.packMemberships.map { "\($0.count) \($0.pack.rxcui)" })
    case "pack counts": return list(concept.packMemberships.map { "\($0.count)" })
    case "first pack items":
      return concept.packMemberships.first.map { list($0.items.map { "\($0.count)" }) }
    case "ancestors": return list(concept.ancestors().map(\.concept))
    case "descendants": return list(concept.descendants().map(\.concept))
    case "groups": return list(concept.allRelated.groups.map(\.termType.rawValue))
    case "all groups": return list(concept.allRelated.groups.flatMap(\.concepts))
    case "derived":
      return list(concept.relations.filter(\.isDerived).map { "\($0.targetCode)" })
    case "lost": return list(concept.relations.filter { $0.target == nil }.map(fact))
    default: return nil
    }
  }

  /// What is asked with further words: relations, groups of related concepts, attributes.
  private static func answer(about concept: Concept, words key: String) -> String? {
    let words = key.split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    let group = concept.allRelated[TermType(rawValue: words[1])]
    switch words[0] {
    case "related" where words[1] == "by":
      let asked = words[2].split(separator: "+").map { Relationship(rawValue: String($0)) }
      return list(
        concept.related(by: asked).groups.map {
          "\($0.termType.rawValue) \(list($0.concepts.codes.map { "\($0)" }, "+"))"
        })
    case "related": return list(concept.related(Relationship(rawValue: words[1])))
    case "group" where words[1] == "status": return concept.allRelated.status.rawValue
    case "group": return group.map { list($0.concepts) }
    case "path": return group?.path?.text
    case "way":
      guard let end = concept.catalog.concept(UInt32(words[2]) ?? 0) else { return nil }
      return group?.way(to: end).map { way in
        list(way.map { "\($0.from.rxcui) \($0.relationship.rawValue) \($0.to.rxcui)" })
      } ?? "nil"
    case "attribute":
      return list(concept.attributes(words[1], source: words.count > 2 ? words[2] : nil))
    case "rows":
      return list(
        concept.attributes.filter { $0.name == words[1] }
          .map { "\($0.value) \($0.suppress) \($0.rxaui)" })
    case "facts":
      return list(
        concept.relations.filter {
          $0.source == words[1] && (words.count < 3 || $0.relationship.rawValue == words[2])
        }.map(fact))
    case "atoms":
      return list(
        concept.relations.filter { $0.source == words[1] }.map { "\($0.isBetweenAtoms)" })
    case "turned":
      return list(
        concept.relations.filter { $0.relationship.rawValue == words[1] }.map { "\($0.isReversed)" }
      )
    case "targets":
      return list(
        concept.relations.filter { $0.relationship.rawValue == words[1] }.map { "\($0.targetCode)" }
      )
    default: return nil
    }
  }

  private static func fact(_ relation: Concept.Relation) -> String {
    "\(relation.relationship.rawValue) \(relation.targetCode)"
      + (relation.isDerived ? " derived" : "") + (relation.isReversed ? " reversed" : "")
      + (relation.isBetweenAtoms ? " atoms" : "")
  }

  /// The months of a span of releases.
  private static func run(_ span: ReleaseSpan) -> String {
    [span.first, span.last].map { String(($0.date ?? "").dropFirst(5).prefix(2)) }
      .joined(separator: "-")
  }

  private static func answer(to text: String, in catalog: Catalog, _ key: String) -> String? {
    let parts = text.components(separatedBy: " | ")
    let words = key.split(separator: " ").map(String.init)
    switch key {
    case "products of NDC": return list(catalog.ndcMatches(for: text).concepts)
    case "sources of NDC": return list(catalog.ndcMatches(for: text).matches.map(\.source))
    case "suppressed NDC":
      return list(catalog.ndcMatches(for: text).matches.map { "\($0.isSuppressed)" })
    case "NDC through releases":
      let histories = catalog.ndcHistory(of: text)
      guard histories.allSatisfy({ $0.isMoved == ($0.owners.count > 1) }) else { return "moved" }
      return list(
        histories.map { history in
          ([history.ndc.digits, history.status.rawValue]
            + history.owners.map { "\($0.code?.description ?? "-") \(run($0.releases))" })
            .joined(separator: " ")
        }, "; ")
    case "named": return list(catalog.products(named: text).named)
    case "SCD of each":
      return list(
        catalog.products(named: text).related.map {
          list(($0[.clinicalDrug]?.concepts.codes ?? []).map { "\($0)" }, "+")
        })
    case "existing NDCs": return list(catalog.ndcMatches(for: text).existingCodes.map(\.digits))
    case "concepts of code": return list(catalog.concepts(system: parts[0], code: parts[1]))
    case "restriction":
      return catalog.sources.first { $0.abbreviation == text }.map { "\($0.restrictionLevel)" }
    case "search":
      let results = catalog.search(text)
      guard results.totalCount == results.hits.count, !results.hasMore else { return "more" }
      return list(results.hits.map(\.concept))
    case "products of name":
      let found = catalog.products(named: text)
      guard found.named.count < 2 else { return "several names" }
      return list(found.related.flatMap { $0.groups.map { list($0.concepts) } }, "; ")
    case "subsumes by kind": return subsumption(parts, .kind, in: catalog)
    case "subsumes by content": return subsumption(parts, .content, in: catalog)
    default:
      if words.first == "matches",
        let way = NameMatching.allCases.first(where: { "\($0)" == words[2] })
      {
        let found = catalog.matches(named: text, by: way)
        return list(found.map { "\($0.concept.rxcui) \($0.kind.rawValue)" }, ", ")
      }
      guard words.count > 3, words[1] == "name" else { return nil }
      let source = words[3] == "any" ? nil : words[3]
      let comparison: NameComparison = words[0] == "exact" ? .exact : .normalized
      return list(catalog.concepts(named: text, comparing: comparison, source: source))
    }
  }

  /// Whether the first of two concepts subsumes the second, computed from both sides.
  private static func subsumption(
    _ codes: [String], _ basis: SubsumptionBasis, in catalog: Catalog
  ) -> String? {
    let concepts = codes.compactMap { UInt32($0) }.compactMap { catalog.concept($0) }
    guard concepts.count == 2 else { return nil }
    let (wide, narrow) = (concepts[0], concepts[1])
    let (there, back) = (
      wide.subsumption(of: narrow, basis: basis), narrow.subsumption(of: wide, basis: basis)
    )
    if there.outcome == .notSubsumed {
      return back.outcome == .notSubsumed && back.way.isEmpty ? "false" : "one side only"
    }
    let isChain = zip(back.way, back.way.dropFirst()).allSatisfy { $0.to == $1.from }
    let isWhole = back.way.first?.from == narrow && back.way.last?.to == wide && isChain
    return there.outcome == .subsumes && back.outcome == .subsumedBy && isWhole
      ? "true" : "one side only"
  }
}
