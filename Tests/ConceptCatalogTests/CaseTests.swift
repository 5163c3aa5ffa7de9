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
    #expect(Self.cases.count == 19)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } > 350)
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
    default:
      guard key.hasPrefix("related ") else { return nil }
      return list(concept.related(Relationship(rawValue: String(key.dropFirst(8)))))
    }
  }

  private static func answer(to text: String, in catalog: Catalog, _ key: String) -> String? {
    let parts = text.components(separatedBy: " | ")
    let words = key.split(separator: " ").map(String.init)
    switch key {
    case "products of NDC": return list(catalog.ndcMatches(for: text).concepts)
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
