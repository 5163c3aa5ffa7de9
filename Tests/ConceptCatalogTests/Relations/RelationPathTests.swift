// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import TestSupport
import Testing

@Suite("Default paths")
struct RelationPathTests {
  @Test("Every pair of the nineteen term types has one path, which begins and ends with them")
  func everyPair() {
    #expect(RelationPath.termTypes.count == 19)
    #expect(
      RelationPath.termTypes.map(\.rawValue) == RelationPath.termTypes.map(\.rawValue).sorted())
    #expect(RelationPath.all.count == 19 * 18)
    for start in RelationPath.termTypes {
      for end in RelationPath.termTypes {
        let path = RelationPath.from(start, to: end)
        #expect(path?.stops.first == start)
        #expect(path?.stops.last == end)
        #expect(path?.stops.allSatisfy(RelationPath.termTypes.contains) == true)
        #expect(Set(path?.stops ?? []).count == path?.stops.count, "no stop twice")
        #expect(path?.evidence.isEmpty == false)
      }
    }
  }

  @Test("A term type of another source has no path")
  func foreignTypes() {
    #expect(RelationPath.from(.ingredient, to: .synonym) == nil)
    #expect(RelationPath.from(.synonym, to: .synonym) == nil)
  }

  /// NLM, "Default Path Changes - November 2022", and the example of getRelaPaths.
  static let documented = [
    "BPCK GPCK SCD SCDC IN", "BPCK GPCK SCD MIN", "BPCK GPCK SCD SCDC PIN", "BPCK GPCK SCD",
    "BPCK GPCK SCD SCDC", "BPCK GPCK SCD SCDF", "MIN SCD GPCK BPCK", "PIN SCDC SCD GPCK BPCK",
    "SCD GPCK BPCK", "SCDC SCD GPCK BPCK", "SCDF SCD GPCK BPCK", "SBDG BN", "SCD SCDC PIN",
  ]

  @Test("The paths that NLM documents are in the table", arguments: documented)
  func documentedPath(_ text: String) {
    let stops = text.split(separator: " ").map { TermType(rawValue: String($0)) }
    #expect(RelationPath.from(stops[0], to: stops[stops.count - 1])?.stops == stops)
  }

  /// The table written as the file of the test data is.
  private static var file: String {
    let rows = RelationPath.all.filter { !$0.isOwn }.map { path in
      let stops = path.stops.map(\.rawValue)
      return [stops.first ?? "", stops.last ?? "", path.text, path.evidence].joined(separator: "\t")
    }
    return (["from\tto\tpath\tevidence"] + rows).map { $0 + "\n" }.joined()
  }

  @Test("The table is the one that was compared with recorded answers, by its checksum")
  func checksum() {
    // CRC-32 of rxnav-paths.tsv, by Python's zlib.
    #expect(PageChecksum.of(Array(Self.file.utf8)[...]) == 0x450B_942F)
  }

  @Test("The table is rxnav-paths.tsv, row by row")
  func rows() throws {
    guard let text = try TestData.text(of: "matching/rxnav-paths.tsv") else { return }
    let expected = text.split(separator: "\n")
    let rows = Self.file.split(separator: "\n")
    #expect(rows.count == expected.count)
    for (row, expected) in zip(rows, expected) { #expect(row == expected) }
  }
}
