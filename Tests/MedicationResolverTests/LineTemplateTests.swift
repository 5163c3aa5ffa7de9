// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// Lines of a shape that was met before give what reading them gives.
@Suite("Lines of one shape")
struct LineTemplateTests {
  /// A request with its Medication inside; each § is filled in.
  private static let contained = [
    #"{"resourceType":"MedicationRequest","id":"§","meta":{"versionId":"§","profile":["#,
    #""http://hl7.org/fhir/us/core/StructureDefinition/us-core-medicationrequest"]},"contained":["#,
    #"{"resourceType":"Medication","id":"m","code":{"coding":[{"system":"#,
    #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"401","display":"§"}],"#,
    #""text":"§"},"status":"active"}],"status":"active","intent":"order","medicationReference":{"#,
    ##""reference":"#m"},"subject":{"reference":"Patient/§","display":"§"},"encounter":{"##,
    #""reference":"Encounter/§"},"authoredOn":"¶","requester":{"display":"§"},"#,
    #""reasonReference":[{"reference":"Condition/§","display":"§"}],"dosageInstruction":[{"#,
    #""sequence":1,"text":"§","timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}},"#,
    #""doseAndRate":[{"doseQuantity":{"value":1,"unit":"capsule"}}]}],"dispenseRequest":{"#,
    #""numberOfRepeatsAllowed":3,"quantity":{"value":30,"unit":"capsule"}}}"#,
  ].joined()

  /// Shapes of other versions and types.
  private static let shapes = [
    contained,
    #"{"resourceType":"MedicationStatement","id":"§","status":"recorded","medication":{"#
      + #""concept":{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","#
      + #""code":"401"}]}},"subject":{"reference":"Patient/§"},"effectivePeriod":{"#
      + #""start":"2020-01-01","end":"2020-02-02"},"dateAsserted":"2020-01-15","#
      + #""note":[{"text":"a note"}],"dosage":[{"text":"§"}]}"#,
    #"{"resourceType":"Medication","id":"§","code":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"101","display":"§"}]},"form":{"#
      + #""text":"capsule"},"ingredient":[{"itemCodeableConcept":{"text":"alfazine"}}]}"#,
    #"{"resourceType":"MedicationDispense","id":"§","identifier":[{"value":"§"}],"status":"#
      + #""completed","medicationCodeableConcept":{"text":"§"},"subject":{"reference":"§"},"#
      + #""quantity":{"value":7},"whenHandedOver":"¶","dosageInstruction":[{"text":"§"}]}"#,
    // Identifiers beside a reference, of the medication and of an ingredient (S2).
    #"{"resourceType":"MedicationRequest","id":"§","contained":[{"resourceType":"Medication","#
      + #""id":"m","code":{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","#
      + #""code":"401","display":"§"}]},"ingredient":[{"itemCodeableConcept":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"101"}]},"itemReference":{"#
      + #""identifier":{"value":"i"}}}]}],"status":"active","intent":"order","#
      + ##""medicationReference":{"reference":"#m","identifier":{"value":"j"}},"subject":{"##
      + #""reference":"Patient/§"}}"#,
    #"{"resourceType":"MedicationOrder","id":"§","status":"active","medicationCodeableConcept":{"#
      + #""coding":[{"system":"urn:oid:2.16.840.1.113883.6.88","code":"401"}]},"patient":{"#
      + #""reference":"Patient/§"},"dateWritten":"¶","dosageInstruction":[{"text":"§","timing":{"#
      + #""repeat":{"periodUnits":"d"}}}]}"#,
  ]

  private static let plainWords = [
    "a", "b-1", "2020-01-01", "2020", "é", "alfazine", "betanol 5 MG", "x y",
  ]

  /// Words that deny the use, or say when to stop it: a problem of the record.
  private static let denials = ["not taking", "takes her sister's", "hold if SBP < 100"]

  /// Dates, of which none is impossible.
  private static let dates = ["2020-01-01", "2020", "2020-02-29T10:00:00+01:00"]

  private static func fill(
    _ shape: String, _ generator: inout SeededGenerator, words: [String] = plainWords
  ) -> String {
    fill(fill(shape, "¶", dates, &generator), "§", words, &generator)
  }

  private static func fill(
    _ shape: String, _ sign: Character, _ words: [String], _ generator: inout SeededGenerator
  ) -> String {
    shape.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
      .reduce(nil as String?) { line, part in
        line.map { $0 + (words.randomElement(using: &generator) ?? "") + part } ?? part
      } ?? ""
  }

  /// What reading a line gives: its record as a line, if it has one and nothing else is said.
  private static func read(
    _ line: [UInt8], _ session: inout ResolvingSession
  ) throws -> (text: String?, hasWarnings: Bool) {
    let document = FHIRDocument(lines: line, firstLine: 4)
    guard document.problems.isEmpty, document.records.count == 1 else { return (nil, false) }
    var json = JSONWriter()
    let hasWarnings = try session.write(document.records[0], to: &json, source: "a b")
    return (json.text, hasWarnings)
  }

  @Test("S37 lines give the same records, byte for byte, whether their shape is known or not")
  func sameRecords() throws {
    let resolver = try Resolvers.small.get()
    var generator = SeededGenerator(seed: 7)
    var session = ResolvingSession(resolver)
    var plain = ResolvingSession(resolver)
    var fitCounts = Self.shapes.map { _ in 0 }
    var warningCount = 0
    for round in 0..<40 {
      for (index, shape) in Self.shapes.enumerated() {
        let words = round < 8 ? Self.plainWords : Self.plainWords + Self.denials
        let line = Array(Self.fill(shape, &generator, words: words).utf8)
        let expected = try Self.read(line, &plain)
        if expected.hasWarnings { warningCount += 1 }
        if let end = try session.match(line.span, from: 0, options: JSONOptions()) {
          #expect(end == line.count)
          var json = JSONWriter()
          let hasWarnings = session.writeMatched(line.span, number: 4, to: &json, source: "a b")
          #expect(json.text == expected.text)
          #expect(hasWarnings == expected.hasWarnings)
          fitCounts[index] += 1
        } else if round < 8 {
          try session.learn(line, number: 4, source: "a b", reading: FHIRReadingOptions())
        }
      }
    }
    for (shape, fitCount) in zip(Self.shapes, fitCounts) {
      #expect(fitCount > 3, "few lines fitted: the test shows little of \(shape)")
    }
    #expect(warningCount > 10, "few lines deny the use: the test shows little")
  }

  /// What may be said of a drug beside it; § is the drug that is meant.
  private static let remarks = [
    #""note":[{"text":"§ stopped"}]"#, #""note":[{"text":"no longer taking §"}]"#,
    #""reasonCode":[{"text":"§ discontinued"}]"#, #""statusReason":{"text":"§ stopped"}"#,
    #""extension":[{"url":"http://x.example/remark","valueString":"§ stopped"}]"#,
  ]

  @Test("S10 what one line says of another drug is read again where the line is of that drug")
  func remarks() throws {
    let resolver = try Resolvers.small.get()
    for remark in Self.remarks {
      var session = ResolvingSession(resolver)
      var plain = ResolvingSession(resolver)
      let lines = ["betanol", "alfazine"].map { drug in
        Array(
          (#"{"resourceType":"MedicationRequest","id":"1","status":"active","intent":"order","#
            + remark.replacing("§", with: "alfazine")
            + #","medicationCodeableConcept":{"text":"\#(drug)"}}"#).utf8)
      }
      try session.learn(lines[0], number: 4, source: "a b", reading: FHIRReadingOptions())
      for line in lines {
        let expected = try Self.read(line, &plain)
        if try session.match(line.span, from: 0, options: JSONOptions()) != nil {
          var json = JSONWriter()
          let hasWarnings = session.writeMatched(line.span, number: 4, to: &json, source: "a b")
          #expect(json.text == expected.text && hasWarnings == expected.hasWarnings, "\(remark)")
        }
      }
      #expect(try Self.read(lines[1], &plain).text?.contains("status-contradicted") ?? false)
    }
  }

  @Test("S1 S37 a line with any one change gives what reading it gives, or is read")
  func changedLines() throws {
    let resolver = try Resolvers.small.get()
    var generator = SeededGenerator(seed: 11)
    var session = ResolvingSession(resolver)
    var plain = ResolvingSession(resolver)
    let signs = Array("\"\\{}[]:, 019.eax#\n\u{1}\u{7F}".utf8) + [0x80, 0xC3, 0xFF]
    for shape in Self.shapes {
      let line = Array(Self.fill(shape, &generator).utf8)
      try session.learn(line, number: 4, source: "a b", reading: FHIRReadingOptions())
      #expect(try session.match(line.span, from: 0, options: JSONOptions()) == line.count)
      var comparedCount = 0
      for _ in 0..<700 {
        var changed = line
        let place = Int.random(in: changed.indices, using: &generator)
        let sign = signs.randomElement(using: &generator) ?? 0x20
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed[place] = sign
        case 1: changed.insert(sign, at: place)
        default: changed.remove(at: place)
        }
        guard try session.match(changed.span, from: 0, options: JSONOptions()) != nil else {
          continue
        }
        var json = JSONWriter()
        _ = session.writeMatched(changed.span, number: 4, to: &json, source: "a b")
        let expected = try Self.read(changed, &plain)
        #expect(json.text == expected.text, "\(String(decoding: changed, as: UTF8.self))")
        comparedCount += 1
      }
      #expect(comparedCount > 20, "few changed lines fitted: the test shows little of \(shape)")
    }
  }

  @Test(
    "S1 an impossible date and a period that ends before it begins fit no other line's shape",
    arguments: [
      ("2024-01-01", "2024-02-31", false), ("2024-01-01", "2024-13-01", false),
      ("2024-01-01", "2023-12-31", false), ("soon", "2024-05-01", false),
      ("2024-01-01", "2024-01-01", true), ("2020", "2021-05-01T10:00:00Z", true),
    ])
  func dates(_ start: String, _ end: String, _ fits: Bool) throws {
    var session = ResolvingSession(try Resolvers.small.get())
    var plain = ResolvingSession(try Resolvers.small.get())
    func line(_ start: String, _ end: String) -> [UInt8] {
      Array(
        (#"{"resourceType":"MedicationStatement","status":"active","medicationCodeableConcept":{"#
          + #""text":"alfazine"},"effectivePeriod":{"start":"\#(start)","end":"\#(end)"}}"#).utf8)
    }
    let first = line("2020-01-01", "2020-02-01")
    try session.learn(first, number: 4, source: "a b", reading: FHIRReadingOptions())
    #expect(try session.match(first.span, from: 0, options: JSONOptions()) == first.count)
    let other = line(start, end)
    let place = try session.match(other.span, from: 0, options: JSONOptions())
    #expect((place != nil) == fits)
    guard fits else { return }
    var json = JSONWriter()
    _ = session.writeMatched(other.span, number: 4, to: &json, source: "a b")
    #expect(json.text == (try Self.read(other, &plain).text))
  }

  @Test("S2 words alone with a reference that leads to a code fit no shape of a coded concept")
  func wordsAlone() throws {
    var session = ResolvingSession(try Resolvers.small.get())
    func line(_ concept: String) -> [UInt8] {
      Array(
        (#"{"resourceType":"MedicationRequest","status":"active","contained":[{"resourceType":"#
          + #""Medication","id":"m","code":{"coding":[{"system":"http://www.nlm.nih.gov/research/"#
          + #"umls/rxnorm","code":"401"}]}}],"medicationCodeableConcept":\#(concept),"#
          + ##""medicationReference":{"reference":"#m"}}"##).utf8)
    }
    let coded = line(
      #"{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"401"}]}"#)
    try session.learn(coded, number: 4, source: "a b", reading: FHIRReadingOptions())
    let words = line(#"{"text":"gammadol 5 mg tablet"}"#)
    #expect(try session.match(words.span, from: 0, options: JSONOptions()) == nil)
  }

  @Test(
    "S10 S11 a line that differs where its meaning may change fits no other line's shape",
    arguments: [
      (#""status":"active","intent""#, #""status":"entered-in-error","intent""#),
      (#""status":"active"}],"status""#, #""status":"entered-in-error"}],"status""#),
      (#""intent":"order""#, #""intent":"proposal""#),
      (#""intent":"order""#, #""intent":"order","doNotPerform":true"#),
      (#""sequence":1"#, #""sequence":1,"modifierExtension":[{"url":"u","valueBoolean":true}]"#),
      (#""sequence":1"#, #""sequence":"1""#),
      (#""code":"401""#, #""code":401"#),
      (#""code":"401""#, #""code":"401","modifierExtension":[{"url":"u"}]"#),
      (#""code":"401""#, #""code":"401","code":"101""#),
    ])
  func changedMeaning(_ from: String, _ to: String) throws {
    var generator = SeededGenerator(seed: 13)
    var session = ResolvingSession(try Resolvers.small.get())
    let line = Self.fill(Self.contained, &generator)
    try session.learn(Array(line.utf8), number: 4, source: "a b", reading: FHIRReadingOptions())
    #expect(try session.match(line.utf8.span, from: 0, options: JSONOptions()) != nil)
    let other = line.replacing(from, with: to)
    #expect(other != line)
    #expect(try session.match(other.utf8.span, from: 0, options: JSONOptions()) == nil)
  }

  @Test(
    "S1 a line that breaks off within a concept or a dosage does not go on in the next",
    arguments: [#""code":"401""#, #""sequence":1"#, #""text":"x y""#])
  func lineEnds(_ place: String) throws {
    var generator = SeededGenerator(seed: 17)
    var session = ResolvingSession(try Resolvers.small.get())
    let line = Self.fill(Self.contained, &generator, words: ["x y"])
    try session.learn(Array(line.utf8), number: 4, source: "a b", reading: FHIRReadingOptions())
    #expect(try session.match(line.utf8.span, from: 0, options: JSONOptions()) == line.utf8.count)
    for blank in ["\n", "\r\n", "\n\t"] {
      let broken = line.replacing(place, with: blank + place)
      #expect(broken != line)
      #expect(try session.match(broken.utf8.span, from: 0, options: JSONOptions()) == nil)
    }
  }

  /// A statement whose words stand in four places.
  private static func statement(
    text: String = "alfazine", reference: String = "alfazine", display: String = "alfazine",
    instruction: String = "with food"
  ) -> [UInt8] {
    let line =
      #"{"resourceType":"MedicationStatement","status":"active","medicationCodeableConcept":{"#
      + #""text":"\#(text)","coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","#
      + #""code":"401","display":"\#(display)"}]},"medicationReference":{"display":"\#(reference)"},"#
      + #""subject":{"reference":"Patient/1"},"dosage":[{"additionalInstruction":[{"text":"see "#
      + #"coding","coding":[{"display":"\#(instruction)"}]}]}]}"#
    return Array(line.utf8)
  }

  @Test(
    "S10 words are looked at beside a harmless text, in lines of a known shape, too",
    arguments: [
      statement(text: "alfazine (not taking)"), statement(reference: "patient is not taking this"),
      statement(display: "alfazine (not taking)"), statement(instruction: "Patient not taking"),
    ])
  func wordsBesideText(_ line: [UInt8]) throws {
    let resolver = try Resolvers.small.get()
    var session = ResolvingSession(resolver)
    var plain = ResolvingSession(resolver)
    let harmless = Self.statement(text: "betanol", display: "betanol", instruction: "at night")
    try session.learn(
      Self.statement(), number: 4, source: "a b", reading: FHIRReadingOptions())
    try session.learn(harmless, number: 4, source: "a b", reading: FHIRReadingOptions())
    // A shape was learned: a line of it with other words fits.
    let other = Self.statement(text: "x y", display: "x y", instruction: "x y")
    #expect(try session.match(other.span, from: 0, options: JSONOptions()) == other.count)
    let expected = try #require(try Self.read(line, &plain).text)
    #expect(expected.contains("use-denied-in-words"))
    if try session.match(line.span, from: 0, options: JSONOptions()) != nil {
      var json = JSONWriter()
      _ = session.writeMatched(line.span, number: 4, to: &json, source: "a b")
      #expect(json.text == expected)
    }
  }
}
