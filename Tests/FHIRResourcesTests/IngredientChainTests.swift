// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Testing

@Suite("Ingredients of ingredients")
struct IngredientChainTests {
  private static func medication(_ id: String, _ members: String) -> String {
    #"{"resourceType":"Medication","id":"\#(id)",\#(members)}"#
  }

  private static func request(_ contained: [String]) -> String {
    #"""
    {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#0"},
     "contained":[\#(contained.joined(separator: ","))]}
    """#
  }

  private static func codes(_ ingredients: [MedicationIngredient]) -> [String] {
    ingredients.flatMap { $0.codings.compactMap(\.code) + codes($0.ingredients).map { "> \($0)" } }
  }

  @Test("An ingredient that is a Medication without code gives its ingredients inside itself")
  func nested() throws {
    let record = try Fixture.record(
      Self.request([
        Self.medication(
          "0",
          ##""ingredient":[{"itemReference":{"reference":"#1"}},{"itemCodeableConcept":{"coding":[{"code":"A"}]}}]"##
        ),
        Self.medication(
          "1",
          ##""ingredient":[{"itemReference":{"reference":"#2"},"isActive":true},{"item":{"concept":{"coding":[{"code":"B"}]}}}]"##
        ),
        Self.medication(
          "2",
          #""code":{"coding":[{"code":"C"}]},"ingredient":[{"itemCodeableConcept":{"coding":[{"code":"hidden"}]}}]"#
        ),
      ]))
    #expect(Self.codes(record.ingredients) == ["> C", "> B", "A"])
    #expect(record.ingredients.flatMap(\.codings).map(\.code) == ["A"], "one level for codings")
    #expect(record.ingredients[0].ingredients[0].isActive == true)
    #expect(record.codes.isEmpty)
  }

  @Test("A Substance without code gives what it is made of")
  func substances() throws {
    let record = try Fixture.record(
      Self.request([
        Self.medication(
          "0",
          ##""ingredient":[{"itemReference":{"reference":"#s"}},{"item":{"reference":{"reference":"#r5"}}}]"##
        ),
        ##"{"resourceType":"Substance","id":"s","ingredient":[{"substanceCodeableConcept":{"coding":[{"code":"A"}]}},{"substance":{"reference":"#t"}}]}"##,
        #"{"resourceType":"Substance","id":"t","code":{"coding":[{"code":"B"}]}}"#,
        #"{"resourceType":"Substance","id":"r5","code":{"concept":{"coding":[{"code":"C"}]}}}"#,
      ]))
    #expect(Self.codes(record.ingredients) == ["> A", "> B", "C"])
  }

  @Test("A chain that comes back to itself ends, and says so")
  func cycles() throws {
    let record = try Fixture.record(
      Self.request([
        Self.medication("0", ##""ingredient":[{"itemReference":{"reference":"#1"}}]"##),
        Self.medication("1", ##""ingredient":[{"itemReference":{"reference":"#0"}}]"##),
      ]))
    #expect(record.codes.contains("cycle"))
  }

  @Test("A chain is followed for eight levels")
  func depth() throws {
    func record(_ length: Int) throws -> MedicationRecord {
      let chain = (0..<length).map {
        Self.medication(
          "\($0)", ##""ingredient":[{"itemReference":{"reference":"#\##($0 + 1)"}}]"##)
      }
      let end = Self.medication("\(length)", #""code":{"coding":[{"code":"end"}]}"#)
      return try Fixture.record(Self.request(chain + [end]))
    }
    #expect(Self.codes(try record(8).ingredients).first?.hasSuffix("end") == true)
    let tooLong = try record(10)
    #expect(Self.codes(tooLong.ingredients).isEmpty)
    #expect(tooLong.codes.contains("depth-limit"))
  }

  @Test("Medications that share all their ingredients cannot make a record without end")
  func sharing() throws {
    let layers = (0..<8).map { layer in
      Self.medication(
        "\(layer)",
        "\"ingredient\":["
          + Array(repeating: ##"{"itemReference":{"reference":"#\##(layer + 1)"}}"##, count: 20)
          .joined(separator: ",") + "]")
    }
    let record = try Fixture.record(
      Self.request(layers + [Self.medication("8", #""ingredient":[]"#)]))
    #expect(record.codes.contains("size-limit"))
  }
}
