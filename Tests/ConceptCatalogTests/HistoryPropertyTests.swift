// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

@Suite("History beside a naive reference, and damaged")
struct HistoryPropertyTests {
  @Test("S37 Spans of random releases are those that a walk over their rows gives")
  func naive() throws {
    var random = SeededGenerator(for: "random months")
    for _ in 0..<Effort.rounds(fast: 10, full: 60) {
      let months = Self.randomMonths(&random)
      let catalog = try Catalog(
        bytes: ThreeMonths.bytes(of: months.map(\.release).shuffled(using: &random)))
      #expect(catalog.verify().isSound)
      for code in 1...12 {
        let expected = Self.runs(of: months.map { $0.codes.contains(code) })
        let timeline = catalog.timeline(of: RxCUI(rawValue: UInt32(code)))
        #expect((timeline?.runs ?? []).map { Self.run($0, catalog) } == expected)
        let isThere = months.last?.codes.contains(code) ?? false
        let history = catalog.history(of: RxCUI(rawValue: UInt32(code)))
        #expect(history.status == (isThere ? .active : expected.isEmpty ? .unknown : .notCurrent))
        for ndc in 1...4 {
          let text = "0000000000\(ndc)"
          let expected = Self.runs(of: months.map { $0.ndcs.contains(ndc * 100 + code) })
          let owners = catalog.ndcHistory(of: text).flatMap(\.owners)
            .filter { $0.code?.rawValue == UInt32(code) }
          #expect(owners.map { Self.run($0.releases, catalog) } == expected)
        }
      }
    }
  }

  private struct Month {
    var release: MonthlyRelease
    var codes: Set<Int> = []
    /// NDC times 100 plus code.
    var ndcs: Set<Int> = []
  }

  private static func randomMonths(_ random: inout SeededGenerator) -> [Month] {
    (0..<Int.random(in: 2...6, using: &random)).map { index in
      var month = Month(release: MonthlyRelease("RxNorm_full_0\(index + 1)052026"))
      month.release.name(999, "IN", "always there")
      for code in 1...12 where Bool.random(using: &random) {
        month.codes.insert(code)
        month.release.name(code, "IN", "substance \(code)")
        for ndc in 1...4 where Int.random(in: 0..<4, using: &random) == 0 {
          month.ndcs.insert(ndc * 100 + code)
          month.release.ndc("0000000000\(ndc)", of: code)
        }
      }
      return month
    }
  }

  /// Runs of `true`, as `first-last`.
  private static func runs(of isThere: [Bool]) -> [String] {
    var runs: [String] = []
    var start: Int?
    for (index, there) in (isThere + [false]).enumerated() {
      if there, start == nil { start = index }
      if !there, let first = start {
        runs.append("\(first)-\(index - 1)")
        start = nil
      }
    }
    return runs
  }

  private static func run(_ span: ReleaseSpan, _ catalog: Catalog) -> String {
    let releases = catalog.releases
    let first = releases.firstIndex(of: span.first) ?? -1
    return "\(first)-\(releases.firstIndex(of: span.last) ?? -1)"
  }

  @Test("The sections of history are those that the format page describes")
  func page() throws {
    let page = PageDecoder(try ThreeMonths.bytes(of: ThreeMonths.all))
    #expect(page.word(40) == 46)
    let releases = (0..<page.count("RELE")).map { index in
      "\(page.string(page.word("RELE", index, 0))) \(page.string(page.word("RELE", index, 1))) "
        + "\(page.word("RELE", index, 2))"
    }
    #expect(
      releases == [
        "RxNorm_full_01052026 2026-01-05 1", "RxNorm_full_02022026 2026-02-02 1",
        "RxNorm_full_03022026 2026-03-02 1",
      ])
    let spans = (0..<page.count("NSPN")).filter { page.word("NSPN", $0, 0) == 201372 }.map {
      let kind = page.word("NSPN", $0, 2)
      let run = page.word("NSPN", $0, 3)
      return "\(page.symbol(kind & 0xFFFF)) \(UnicodeScalar(UInt8(kind >> 16 & 0xFF))) "
        + "\(run & 0xFFFF)-\(run >> 16) \(page.string(page.word("NSPN", $0, 1)))"
    }
    #expect(
      spans == [
        "SBD N 0-1 Captopril 25 MG Oral Tablet [Capoten]",
        "SBD O 2-2 Captopril 25 MG Oral Tablet [Capoten]",
      ])
    let ndcs = (0..<page.count("DSPN")).map {
      let run = page.word("DSPN", $0, 3)
      return "\(page.word("DSPN", $0, 0) | page.word("DSPN", $0, 1) << 32) "
        + "\(page.word("DSPN", $0, 2)) \(run & 0xFFFF)-\(run >> 16)"
    }
    #expect(
      ndcs == [
        "3045250 201372 0-2", "3045254 201372 0-0", "93104801 861007 0-0", "93104801 860975 1-2",
        "93104805 861007 0-1", "93999999 861007 2-2",
      ])
    #expect((0..<6).map { page.word("DSPC", $0, 0) } == [0, 1, 3, 2, 4, 5])
    let earlier = (0..<page.count("RETI")).map { index in
      (0..<3).map { String(page.word("RETI", index, $0)) }.joined(separator: " ")
        + " " + page.string(page.word("RETI", index, 3))
    }
    #expect(
      earlier == ["204897 853499 5 RxNorm_full_02022026", "315854 853499 1 RXNORM_1"])
  }

  /// Words of the sections of history, each set to something that is not so, and what objects.
  static let faults: [(section: String, field: Int, word: UInt32, finding: String)] = [
    ("NSPN", 3, 0x0009_0000, "release-run"), ("NSPN", 3, 0x0000_0002, "release-run"),
    ("NSPN", 0, 9_999_999, "order"), ("NSPN", 1, 3, "string"), ("RELE", 1, 0, "release-order"),
    ("DSPN", 3, 0x0003_0000, "release-run"), ("DSPN", 1, 9, "ndc-order"),
    ("DSPC", 0, 77, "index"), ("DSPC", 0, 3, "order"),
  ]

  @Test("A history that a faulty program wrote is objected to and crashes nothing")
  func crafted() throws {
    let sound = try ThreeMonths.bytes(of: ThreeMonths.all)
    let page = PageDecoder(sound)
    for fault in Self.faults {
      var bytes = sound
      let section = try #require(page.section(fault.section))
      PageChecksum.put(fault.word, into: &bytes, at: section.start + fault.field * 4)
      PageChecksum.repair(&bytes)
      guard let catalog = try? Catalog(bytes: bytes) else { continue }
      #expect(
        catalog.verify().findings.contains { $0.code == fault.finding },
        "\(fault): \(catalog.verify().findings)")
      for name in ThreeMonths.january.rows[.concepts] ?? [] {
        let code = RxCUI(rawValue: UInt32(name.prefix { $0 != "|" }) ?? 0)
        _ = catalog.history(of: code)
        _ = catalog.timeline(of: code)
        _ = catalog.ndcSpans(of: code)
      }
      _ = catalog.ndcHistory(of: "0093-1048")
    }
  }

  @Test("Each word of the sections of history, set to the largest number, crashes nothing")
  func everyWord() throws {
    let sound = try ThreeMonths.bytes(of: ThreeMonths.all)
    let page = PageDecoder(sound)
    for name in ["RELE", "NSPN", "DSPN", "DSPC"] {
      let section = try #require(page.section(name))
      for place in stride(from: section.start, to: section.start + section.count * 4, by: 4) {
        var bytes = sound
        PageChecksum.put(.max, into: &bytes, at: place)
        PageChecksum.repair(&bytes)
        guard let catalog = try? Catalog(bytes: bytes) else { continue }
        _ = catalog.verify()
        _ = catalog.timeline(of: RxCUI(rawValue: 861007))
        _ = catalog.ndcSpans(of: RxCUI(rawValue: 861007))
        _ = catalog.ndcHistory(of: "0093-1048")
      }
    }
  }
}
