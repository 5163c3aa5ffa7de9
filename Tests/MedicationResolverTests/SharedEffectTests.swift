// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver
import Testing

/// Products that depend on the same labels share one answer about side effects.
@Suite("Side effects that products share")
struct SharedEffectTests {
  private static func text(_ answer: ResolvedMedication) -> String {
    var json = JSONWriter()
    answer.write(to: &json)
    return json.text
  }

  /// Concepts of a catalog, every so many.
  private static func sample(_ resolver: MedicationResolver, every step: Int) -> [MedicationQuery] {
    let codes = resolver.catalog.concepts.compactMap(\.code)
    return stride(from: 0, to: codes.count, by: step).map { index in
      .coding(
        ClinicalCoding(
          system: CodeSystem.rxNorm, version: nil, code: codes[index].description), display: nil)
    }
  }

  @Test("S37 a product has the same side effects whether another one was asked for before or not")
  func sameEffects() throws {
    let resolvers = [
      (try Resolvers.small.get(), 1), (try Resolvers.reconstructed.get(), 1),
      try Resolvers.starter(skipping: "products of the starter release").map { ($0, 61) },
    ]
    for (resolver, step) in resolvers.compactMap(\.self) {
      var session = ResolvingSession(resolver)
      for query in Self.sample(resolver, every: step) {
        let expected = try resolver.resolve(query)
        let found = try session.resolve(query)
        #expect(found.sideEffects == expected.sideEffects, "\(query)")
        #expect(Self.text(found) == Self.text(expected))
      }
    }
  }
}
