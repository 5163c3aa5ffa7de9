// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel

/// `open-catalog`: from a path to the first name, with the file in the page cache; as the tool opens
/// it, which checks what it reads, and as programs do, which have all of it checked.
enum OpenCatalog {
  /// Amoxicillin tablets, and the name that RxNorm gives them.
  static let code = RxCUI(rawValue: 308192)
  static let name = "amoxicillin 500 MG Oral Tablet"

  static func measure(_ workshop: Workshop) throws -> [BenchmarkRow] {
    let catalog = try workshop.catalogPath.get()
    let database = try workshop.databasePath.get()
    let expected = Contestant.Answer(count: 1, checksum: checksum(of: name))
    func own(_ checking: Catalog.Checking) -> Contestant {
      Contestant(rival: nil) {
        let concept = try Catalog(contentsOf: catalog, checking: checking).concept(for: code)
        return Contestant.Answer(
          count: concept == nil ? 0 : 1, checksum: checksum(of: concept?.name))
      }
    }
    let contest = Contest(
      contestants: [
        own(.onReading),
        Contestant(rival: "sqlite") {
          let name = try ConceptDatabase(path: database).name(of: code.rawValue)
          return Contestant.Answer(count: name == nil ? 0 : 1, checksum: checksum(of: name))
        },
      ], runs: workshop.runs(500))
    let checked = Contest(contestants: [own(.onOpening)], runs: workshop.runs(50))
    let rows = try contest.hold().map { ("open-catalog", $0) }
    return try (rows + checked.hold().map { ("open-catalog-checked", $0) }).map { name, showing in
      BenchmarkRow(
        showing, name: name, input: "code \(code)", operations: 1, unit: "opens",
        expected: expected)
    }
  }

  /// FNV-1a of the bytes; 0 without a name.
  private static func checksum(of name: String?) -> UInt64 {
    guard let name else { return 0 }
    return name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
