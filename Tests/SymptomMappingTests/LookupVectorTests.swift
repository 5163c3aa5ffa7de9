// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import Testing

import SymptomMapping

@Suite("Lookup vectors of the sample's table")
struct LookupVectorTests {
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let `case`: String
    let about: String
    let codings: [[String?]]
    let symptoms: [String]
    var testDescription: String { "\(`case`) \(about)" }

    var concept: MedicationConcept {
      MedicationConcept(
        identifier: .mint(displayText: about, codings: []), displayText: about,
        generalForm: .unknown,
        relatedCodings: Set(
          codings.map {
            ClinicalCoding(system: $0[0] ?? "", version: $0[1], code: $0[2] ?? "")
          }))
    }
  }

  /// An unreadable file gives no vectors, which the count below notices.
  static let vectors: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/lookup-vectors.jsonl")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(Vector.self, from: Data($0))
    }
  }()

  @Test("All 29 vectors are there")
  func count() {
    #expect(Self.vectors.count == 29)
  }

  @Test("A concept's RxNorm codings give just these symptoms", arguments: vectors)
  func lookup(_ vector: Vector) {
    let found = SideEffects(table: SideEffects.appleSample).symptoms(for: vector.concept)
    #expect(found.map(\.categoryID.name) == vector.symptoms)
  }
}
