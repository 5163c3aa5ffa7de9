// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

@testable import FHIRResources
import FHIRXML
import MedicationModel
import TestSupport
import Testing

@Suite("Texts that are too deep, too large, cut off or in another encoding")
struct LimitTests {
  private static let deep =
    String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)

  private static func request(_ contained: [String]) -> String {
    #"""
    {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#0"},
     "contained":[\#(contained.joined(separator: ","))]}
    """#
  }

  private static func medication(_ id: Int, ingredients: Int = 1) -> String {
    let item = ##"{"itemReference":{"reference":"#\##(id + 1)"}}"##
    let items = Array(repeating: item, count: ingredients).joined(separator: ",")
    return #"{"resourceType":"Medication","id":"\#(id)","ingredient":[\#(items)]}"#
  }

  @Test("A chain of ingredients is followed for eight levels")
  func chain() throws {
    func record(_ length: Int) throws -> MedicationRecord {
      let end =
        #"{"resourceType":"Medication","id":"\#(length)","code":{"coding":[{"code":"end"}]}}"#
      return try Fixture.record(Self.request((0..<length).map { Self.medication($0) } + [end]))
    }
    let (short, long) = (try record(8), try record(10))
    #expect(RecordFacts.ingredients(short.ingredients).first?.hasSuffix("end") == true)
    #expect(RecordFacts.ingredients(long.ingredients).isEmpty)
    #expect(long.codes.contains("depth-limit"))
  }

  @Test("Medications that share all their ingredients cannot make a record without end")
  func sharing() throws {
    let layers = (0..<8).map { Self.medication($0, ingredients: 20) }
    let record = try Fixture.record(Self.request(layers + [Self.medication(8, ingredients: 0)]))
    #expect(record.codes.contains("size-limit"))
  }

  @Test("A text made of problems is read in bounded time, and says how many there were")
  func manyProblems() throws {
    let codings = Array(repeating: "{\"code\":1}", count: 5000).joined(separator: ",")
    let record = try Fixture.record(
      #"{"resourceType":"Medication","code":{"coding":[\#(codings)]}}"#)
    #expect(record.codings.count == 5000)
    #expect(record.problems.count == 257)
    #expect(record.codes.last == "more-problems")
  }

  @Test("F3 what is nested too deep, or half a surrogate pair, costs no record")
  func replacements() throws {
    let document = Fixture.document(
      text: """
        {"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","x":\(Self.deep)}},
         {"resource":{"resourceType":"Medication","code":{"text":"a\\ud83d"}}}]}
        """)
    #expect(document.records.map(\.text) == ["a\u{FFFD}"])
    #expect(document.codes == ["lone-surrogate", "depth-limit"])
    #expect(document.problems.last?.problem.severity == .error && document.problems.last?.line == 1)
  }

  @Test(
    "S1 text that is not read gives no record and one error",
    arguments: [
      ("", "not-json", 1), ("\"\0\"", "not-json", 1), (" null ", "not-a-resource", 1),
      (#"{"resourceType":"Medi\#0cation"}"#, "not-json", 1),
      (deep.dropLast(3_000) + "", "not-json", 1),
      ("\n<Medication/>", "not-a-resource", 2), ("\n<x xmlns=\"urn:a\"/>", "not-a-resource", 2),
      (
        "<Medication xmlns=\"http://hl7.org/fhir\">" + String(repeating: "<a>", count: 600)
          + String(repeating: "</a>", count: 600) + "</Medication>", "depth-limit", 1
      ),
    ])
  func unreadable(text: String, code: String, line: Int) {
    let document = Fixture.document(text: text)
    #expect(document.records.isEmpty)
    #expect(document.codes == [code])
    #expect(document.problems.first?.problem.severity == .error)
    #expect(document.problems.first?.line == line)
  }

  @Test("A byte order mark, CRLF and a bare bundle entry are read; UTF-16 is named as what it is")
  func encodings() throws {
    let record = try Fixture.record(
      "\u{FEFF}{\r\n\"fullUrl\":\"urn:uuid:1\",\"resource\":{\"resourceType\":\"Medication\",\"id\":\"m\",\"code\":{\"text\":\"x\"}}}\r\n"
    )
    #expect(record.entryPath == "" && record.id == "m")
    let wide = FHIRDocument(
      [0xFF, 0xFE] + Array("{}".utf16.flatMap { [UInt8($0), 0] }), reading: .withXML)
    #expect(wide.problems.first?.problem.message.contains("UTF-16") == true)
  }

  @Test("Every prefix of a bundle gives records or an error, and never crashes")
  func prefixes() throws {
    let bundles = CaseTests.cases.first { $0.title.contains("step by step") }
    let text = Array(try #require(bundles?.rows.first).text.utf8)
    for length in stride(from: 0, to: text.count, by: 3) {
      let document = FHIRDocument(Array(text[..<length]), reading: .withXML)
      #expect(document.records.isEmpty)
      #expect(document.problems.contains { $0.problem.severity == .error })
    }
  }

  @Test("XML is refused where nothing reads it, and the option that does is named")
  func noXML() {
    let text =
      #"<MedicationRequest xmlns="http://hl7.org/fhir"><id value="a"/></MedicationRequest>"#
    let document = FHIRDocument(Array(text.utf8))
    #expect(document.records.isEmpty)
    #expect(document.problems.map(\.problem.code) == [.notJSON])
    #expect(document.problems.allSatisfy { $0.problem.severity == .error && $0.line == 1 })
    #expect(document.problems.first?.problem.message.contains("FHIRReadingOptions.xml") == true)
    #expect(Fixture.document(text: text).records.map(\.id) == ["a"])
  }

  @Test("Without details which medication it is, its status and its patient are read as before")
  func brief() throws {
    let text = Array(
      #"""
      {"resourceType":"MedicationStatement","status":"active","taken":"n","subject":{"reference":"Patient/1"},
       "medicationCodeableConcept":{"text":"x"},"dosage":[{"text":"d"}],"dateAsserted":"2017",
       "identifier":[{"value":"i"}]}
      """#.utf8)
    let brief = try #require(
      FHIRDocument(text, reading: FHIRReadingOptions(readsDetails: false)).records.first)
    var whole = try #require(FHIRDocument(text, reading: .withXML).records.first)
    #expect(whole.dosages.count == 1 && whole.identifiers.count == 1)
    whole.dosages = []
    whole.dates = RecordDates()
    whole.identifiers = []
    #expect(brief == whole)
    #expect(brief.statusMeaning == .notTaken)
  }
}
