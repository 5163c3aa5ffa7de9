// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("What changed from one release to another")
struct ComparisonTests {
  private func catalog(_ release: MonthlyRelease) throws -> Catalog {
    try Catalog(bytes: ThreeMonths.bytes(of: [release]))
  }

  @Test("Each fate of a code is one change of its kind")
  func fates() throws {
    let comparison = ReleaseComparison(
      from: try catalog(ThreeMonths.january), to: try catalog(ThreeMonths.march))
    // Worked out by hand from the rows. 204897 is retired: March alone does not say
    // what it went into. 235743 became a salt.
    #expect(
      comparison.changes.map { "\($0.code) \($0.kind.rawValue)" } == [
        "1886 added", "6809 renamed", "8356 retired", "201372 retired", "201372 related",
        "204897 retired", "235743 retyped", "310798 retired", "315854 remapped",
      ])
    #expect(comparison.changes.first { $0.code.rawValue == 6809 }?.isSpellingOnly == true)
    let obsolete = try #require(comparison.changes.first { $0.code.rawValue == 201372 })
    #expect(obsolete.status == .obsolete)
    #expect(obsolete.successors.isEmpty)
    #expect(obsolete.relatives.codes == [317173], "S20: the generic is related")
    let remapped = try #require(comparison.changes.first { $0.kind == .remapped })
    #expect(remapped.successors.codes == [853499])
    #expect(remapped.old?.name == "Eicosapentaenoic Acid 180 MG")
    #expect(
      comparison.ndcChanges.map {
        "\($0.ndc.digits) \($0.kind.rawValue) \($0.old.codes) \($0.new.codes)"
      } == [
        "00003045254 ndc-removed [201372] []", "00093104801 ndc-moved [861007] [860975]",
        "00093104805 ndc-removed [861007] []", "00093999999 ndc-added [] [861007]",
      ])
    // 6809 235743 723 861007 860975 853499 849078 317173 201372
    #expect(comparison.commonCount == 9)
  }

  @Test("A code that was away is added, and with the history of releases nothing is lost")
  func added() throws {
    let comparison = ReleaseComparison(
      from: try catalog(ThreeMonths.february), to: try ThreeMonths.catalog())
    #expect(
      comparison.changes.filter { $0.kind == .added }.map(\.code.rawValue) == [723, 1886])
  }

  @Test("A release and itself differ in nothing")
  func same() throws {
    for release in ThreeMonths.all {
      let comparison = ReleaseComparison(from: try catalog(release), to: try catalog(release))
      #expect(comparison.isEmpty)
    }
  }

  @Test("Backwards, what was added is retired, and NDCs likewise")
  func backwards() throws {
    let january = try catalog(ThreeMonths.january)
    let march = try catalog(ThreeMonths.march)
    let there = ReleaseComparison(from: january, to: march)
    let back = ReleaseComparison(from: march, to: january)
    #expect(there.commonCount == back.commonCount)
    #expect(there.count(of: .renamed) == back.count(of: .renamed))
    #expect(there.count(of: .related) == back.count(of: .related))
    #expect(there.count(of: NDCChange.Kind.added) == back.count(of: NDCChange.Kind.removed))
    #expect(back.changes.filter { $0.kind == .reactivated }.map(\.code.rawValue) == [201372])
  }

  @Test("Defining relations are compared, their inverses are not")
  func relations() throws {
    let old = MonthlyRelease("RxNorm_full_01052026", rows: "form before")
    let new = MonthlyRelease("RxNorm_full_02022026", rows: "form after")
    let changes = ReleaseComparison(from: try catalog(old), to: try catalog(new)).changes
    #expect(changes.map(\.code.rawValue) == [861007])
    #expect(changes.map(\.kind) == [.related])
    let told = (changes.first?.relations ?? []).map {
      "\($0.isAdded) \($0.aspect.rawValue) \($0.relationship.rawValue) \($0.target.rxcui)"
    }
    #expect(told == ["false form has_dose_form 316945", "true form has_dose_form 317541"])
  }

  @Test("An NDC that went where its product went is told to be moved by remapping")
  func remappedNDC() throws {
    let old = MonthlyRelease("RxNorm_full_01052026", rows: "gum before")
    let new = MonthlyRelease("RxNorm_full_02022026", rows: "gum after")
    let comparison = ReleaseComparison(from: try catalog(old), to: try catalog(new))
    #expect(comparison.ndcChanges.map(\.kind) == [.moved])
    #expect(comparison.ndcChanges.map(\.isByRemapping) == [true])
  }

  @Test(
    "Concepts taken out of the starter release come back as added, each once",
    .enabled(if: Effort.isFull))
  func starter() throws {
    let test = "the starter release beside itself without some concepts"
    guard let path = StarterRelease.path(skipping: test),
      let bytes = try StarterRelease.bytes(for: test)
    else { return }
    // Every 50th clinical drug is taken out, counted by the rows themselves.
    var removed: [UInt32] = []
    var count = 0
    let kept = try StarterRelease.table("RXNCONSO", of: path).split(separator: "\n").filter {
      let fields = $0.split(separator: "|", omittingEmptySubsequences: false)
      guard fields[11] == "RXNORM", fields[12] == "SCD", let code = UInt32(fields[0]) else {
        return true
      }
      count += 1
      guard count.isMultiple(of: 50) else { return true }
      removed.append(code)
      return false
    }
    let gone = Set(removed.map(String.init))
    let rows = kept.filter { !gone.contains(String($0.prefix { $0 != "|" })) }
    let release = try RxNormRelease(
      files: [.concepts: Array(rows.map { $0 + "\n" }.joined().utf8)],
      name: "RxNorm_full_reconstructed_06012026")
    let old = try Catalog(
      bytes: CatalogBuilder(release: release, toolVersion: "0.0.0").build().bytes)
    let comparison = ReleaseComparison(from: old, to: try Catalog(bytes: bytes))
    #expect(removed.count > 200)
    #expect(
      comparison.changes.filter { $0.kind == .added }.map(\.code.rawValue) == removed.sorted())
    #expect(comparison.count(of: .retired) == 0)
    #expect(comparison.count(of: .renamed) == 0)
  }
}
