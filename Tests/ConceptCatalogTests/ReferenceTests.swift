// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@testable import rxkit_golden

@Suite(
  "The starter release, compared with a naive reader", .enabled(if: Effort.isFull))
struct ReferenceTests {
  @Test("Names, types, flags and statuses are the same for all concepts")
  func concepts() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    #expect(catalog.concepts.map { Int($0.rxcui.rawValue) } == naive.names.keys.sorted())
    for concept in catalog.concepts {
      let code = Int(concept.rxcui.rawValue)
      let main = naive.mainName(code)
      #expect(concept.name == main?.text, "\(code)")
      #expect(concept.termType.rawValue == main?.termType, "\(code)")
      #expect(concept.isPrescribable == (Int(main?.cvf ?? "").map { $0 & 4096 != 0 } ?? false))
      let names = concept.names.map {
        NaiveRelease.Name(
          text: $0.text, source: $0.source, termType: $0.termType.rawValue, code: $0.code,
          suppress: String($0.suppress), cvf: $0.isPrescribable ? "4096" : "")
      }
      #expect(Set(names) == Set(naive.names[code] ?? []), "\(code)")
      #expect(names.count == naive.names[code]?.count, "\(code)")
      let (status, successors) = naive.status(code)
      let history = catalog.history(of: concept.rxcui)
      guard concept.code != nil else {
        // A placeholder is no code, so nothing became of it.
        #expect(history.status == .unknown, "\(code)")
        continue
      }
      #expect(history.status.rawValue == status, "\(code)")
      #expect(history.successors.map { Int($0.rxcui.rawValue) } == successors, "\(code)")
    }
    #expect(catalog.damage == nil)
  }

  @Test("Relations are the same both ways for all concepts")
  func relations() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for concept in catalog.concepts {
      let relations = concept.relations.map {
        NaiveRelease.Fact(
          relationship: $0.relationship.rawValue, target: Int($0.targetCode.rawValue),
          source: $0.source)
      }
      #expect(Set(relations) == naive.facts[Int(concept.rxcui.rawValue)] ?? [], "\(concept.rxcui)")
      #expect(Set(relations).count == relations.count)
    }
  }

  @Test("Attributes, semantic types and drug codes are the same for all concepts")
  func attributes() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for concept in catalog.concepts {
      let code = Int(concept.rxcui.rawValue)
      let attributes = concept.attributes.map {
        [$0.name, $0.source, $0.value, String($0.suppress)]
      }
      let expected = (naive.attributes[code] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
      #expect(attributes.sorted { $0.lexicographicallyPrecedes($1) } == expected, "\(code)")
      let types = concept.semanticTypes.map { $0.identifier + " " + $0.name }
      #expect(Set(types) == naive.semanticTypes[code] ?? [], "\(code)")
      let ndcs = (naive.attributes[code] ?? []).filter {
        $0[0] == "NDC" && $0[1] == "RXNORM" && $0[3] == "N"
      }
      #expect(concept.ndcs.map(\.digits) == Set(ndcs.map { $0[2] }).sorted(), "\(code)")
    }
  }

  @Test("Ingredients are those of a naive walk for all concepts")
  func ingredients() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    var answered = 0
    for concept in catalog.concepts where !concept.termType.rawValue.hasSuffix("P") {
      let found = Set(concept.ingredients.map { Int($0.rxcui.rawValue) })
      #expect(found == naive.ingredients(Int(concept.rxcui.rawValue)), "\(concept.rxcui)")
      if !found.isEmpty { answered += 1 }
    }
    #expect(answered > 50_000)
  }

  @Test("Every name finds its concepts, as it is and normalised")
  func names() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for (name, codes) in naive.codesByName {
      let found = catalog.concepts(named: name, comparing: .exact)
      if found.map({ Int($0.rxcui.rawValue) }) != codes.sorted() { Issue.record("\(name)") }
    }
    for (key, codes) in naive.codesByKey {
      let found = catalog.concepts(named: "  " + key.uppercased() + " ", comparing: .normalized)
      if found.map({ Int($0.rxcui.rawValue) }) != codes.sorted() { Issue.record("\(key)") }
    }
  }

  @Test("Every drug code finds its products")
  func ndcs() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for (ndc, codes) in naive.codesByNDC {
      let found = catalog.ndcMatches(for: ndc).concepts.map { Int($0.rxcui.rawValue) }
      #expect(found == codes.sorted(), "\(ndc)")
    }
  }

  @Test("Every retired code has the status and the successors of a naive walk")
  func retired() throws {
    guard let (catalog, naive) = try StarterPair.get() else { return }
    for code in naive.retired where code > 0 {
      let history = catalog.history(of: RxCUI(rawValue: UInt32(code)))
      let (status, successors) = naive.status(code)
      #expect(history.status.rawValue == status, "\(code)")
      #expect(history.successors.map { Int($0.rxcui.rawValue) } == successors, "\(code)")
    }
  }
}

@Suite("Golden questions")
struct GoldenTests {
  @Test("Every golden question has the answer that an independent program found")
  func golden() throws {
    guard let text = try TestData.text(of: "golden/golden.tsv"),
      let bytes = try StarterRelease.bytes(for: "golden questions")
    else { return }
    let catalog = try Catalog(bytes: bytes)
    let questions = text.split(separator: "\n").compactMap { GoldenQuestion(line: $0) }
    #expect(questions.count == 407)
    for question in questions {
      let answer = question.answer(from: catalog)
      #expect(
        answer == question.expected, "\(question.id): \(question.kind) \(question.argument)")
    }
    #expect(catalog.damage == nil)
  }
}
