// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import Testing
import TestSupport

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
      check(concept.name == main?.text, "\(code)")
      check(concept.termType.rawValue == main?.termType, "\(code)")
      check(
        concept.isPrescribable == (Int(main?.cvf ?? "").map { $0 & 4096 != 0 } ?? false), "\(code)")
      let names = concept.names.map {
        NaiveRelease.Name(
          text: $0.text, source: $0.source, termType: $0.termType.rawValue, code: $0.code,
          suppress: String($0.suppress), cvf: $0.isPrescribable ? "4096" : "")
      }
      check(Set(names) == Set(naive.names[code] ?? []), "\(code)")
      check(names.count == naive.names[code]?.count, "\(code)")
      let (status, successors) = naive.status(code)
      let history = catalog.history(of: concept.rxcui)
      guard concept.code != nil else {
        // A placeholder is no code, so nothing became of it.
        check(history.status == .unknown, "\(code)")
        continue
      }
      check(history.status.rawValue == status, "\(code)")
      check(history.successors.map { Int($0.rxcui.rawValue) } == successors, "\(code)")
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

@Suite(
  "Answers that RxNav gave, compared with the starter release", .enabled(if: Effort.isFull))
struct RecordedAnswerTests {
  private struct Shelf {
    let recorded: RecordedAnswers
    let catalog: Catalog
    let naive: NaiveRelease
    let provenance: Provenance
  }

  private static let shelf = Result { () throws -> Shelf? in
    guard let recorded = try RecordedAnswers("matching/rxnav-allrelated.zip"),
      let (catalog, naive) = try StarterPair.get(),
      let provenance = try Provenance("rxnorm/provenance.tsv.gz")
    else { return nil }
    return Shelf(recorded: recorded, catalog: catalog, naive: naive, provenance: provenance)
  }

  @Test("The groups are RxNav's: the same nineteen, in the same order")
  func groups() throws {
    guard let shelf = try Self.shelf.get() else { return }
    #expect(shelf.recorded.groups.count == 268)
    for (code, groups) in shelf.recorded.groups {
      let concept = try #require(shelf.catalog.concept(UInt32(code)))
      let ours = concept.allRelated
      #expect(ours.status == .active)
      #expect(ours.groups.map(\.termType.rawValue) == groups.map(\.tty), "\(code)")
      for (group, recorded) in zip(ours.groups, groups) {
        let codes = recorded.members.map(\.rxcui)
        #expect(codes == codes.sorted(), "RxNav sorts by code as a string")
        #expect(
          group.concepts.map(\.rxcui.description)
            == group.concepts
            .map(\.rxcui.description).sorted())
        if group.termType == concept.termType { #expect(codes == [concept.rxcui.description]) }
      }
    }
  }

  @Test("The names of recorded concepts are ours")
  func names() throws {
    guard let shelf = try Self.shelf.get() else { return }
    var compared = 0
    for member in shelf.recorded.groups.values.joined().flatMap(\.members) {
      guard let code = UInt32(member.rxcui), let concept = shelf.catalog.concept(code) else {
        continue
      }
      compared += 1
      #expect(concept.name == member.name)
      #expect(concept.termType.rawValue == member.tty)
    }
    #expect(compared > 10_000)
  }

  @Test("The content is RxNav's, and every difference is explained by a hole of the release")
  func content() throws {
    guard let shelf = try Self.shelf.get() else { return }
    var differences: [RecordedDifference] = []
    var agreeing: [RelationPath: (same: Int, all: Int)] = [:]
    for (code, groups) in shelf.recorded.groups.sorted(by: { $0.key < $1.key }) {
      let concept = try #require(shelf.catalog.concept(UInt32(code)))
      let recorded = Dictionary(
        uniqueKeysWithValues: groups.map { ($0.tty, Set($0.members.compactMap { Int($0.rxcui) })) })
      let comparison = RecordedComparison(
        naive: shelf.naive, provenance: shelf.provenance, start: code, recorded: recorded)
      for group in concept.allRelated.groups {
        let path = try #require(group.path)
        let theirs = recorded[group.termType.rawValue] ?? []
        let ours = Set(group.concepts.map { Int($0.rxcui.rawValue) })
        let stops = path.stops.map(\.rawValue)
        if !theirs.isEmpty || !ours.isEmpty {
          agreeing[path, default: (0, 0)].all += 1
          if theirs == ours { agreeing[path, default: (0, 0)].same += 1 }
        }
        differences += theirs.subtracting(ours).sorted().map {
          comparison.missing($0, along: stops)
        }
        differences += ours.subtracting(theirs).sorted().map {
          comparison.surplus($0, along: stops)
        }
      }
    }
    report(agreeing, differences)
    let unexplained = differences.filter { $0.reason == .unexplained }
    #expect(unexplained.isEmpty, "\(unexplained.prefix(20))")
    // No more is put down to a choice of path or to a single row than was looked at by eye.
    #expect(differences.count { $0.reason == .otherPath } == 6)
    #expect(differences.count { $0.reason == .rowOnlyHere } == 2)
  }

  @Test(
    "A form with salt belongs to an ingredient if its name lists the ingredient or a salt of it",
    arguments: ["SCDFP", "SCDGP", "SBDFP"])
  func preciseForms(_ type: String) throws {
    guard let shelf = try Self.shelf.get() else { return }
    // What the paths of these types are to give; the release has no rows to walk.
    let ends = shelf.catalog.concepts.filter { [.doseForm, .doseFormGroup].contains($0.termType) }
      .map { " " + $0.name.lowercased() }.sorted { $0.utf8.count > $1.utf8.count }
    var parts: [String: Set<Int>] = [:]
    for concept in shelf.catalog.concepts
    where concept.termType.rawValue == type && concept.isActive {
      let whole = concept.name.lowercased().split(separator: " [").first.map(String.init) ?? ""
      let end = ends.first { whole.hasSuffix($0) } ?? ""
      for part in whole.dropLast(end.count).components(separatedBy: " / ") {
        parts[part, default: []].insert(Int(concept.rxcui.rawValue))
      }
    }
    var compared = 0
    for (code, groups) in shelf.recorded.groups {
      let recorded = groups.first { $0.tty == type }?.members ?? []
      let salts = groups.first { $0.tty == "PIN" }?.members.map(\.name) ?? []
      let name = try #require(shelf.catalog.concept(UInt32(code))).name
      let expected = (salts + [name]).reduce(into: Set<Int>()) {
        $0.formUnion(parts[$1.lowercased()] ?? [])
      }
      #expect(Set(recorded.compactMap { Int($0.rxcui) }) == expected, "\(code) \(name)")
      if !expected.isEmpty { compared += 1 }
    }
    #expect(compared > 80)
  }

  private func report(
    _ agreeing: [RelationPath: (same: Int, all: Int)], _ differences: [RecordedDifference]
  ) {
    print("answers of RxNav that the starter release gives too, by path:")
    for path in RelationPath.all {
      guard let count = agreeing[path] else { continue }
      print("  \(path.text): \(count.same)/\(count.all) (table: \(path.evidence))")
    }
    print("concepts that differ, by reason:")
    for reason in RecordedDifference.Reason.allCases {
      print("  \(differences.count { $0.reason == reason })  \(reason.rawValue)")
    }
  }
}
