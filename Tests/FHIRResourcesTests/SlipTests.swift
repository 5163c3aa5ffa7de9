// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import JSONText
import MedicationModel
import Testing

@Suite("Slips of real documents")
struct SlipTests {
  @Test("F6 a number or truth value where a string is due is kept as written")
  func notAString() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","id":7,"status":"active","medicationCodeableConcept":
       {"coding":[{"system":"s","code":1049502,"display":true},{"code":1.50}],"text":12}}
      """)
    #expect(record.codings.map(\.code) == ["1049502", "1.50"])
    #expect(record.codings[0].display == "true")
    #expect(record.text == "12")
    #expect(record.id == "7")
    #expect(Set(record.codes) == ["not-a-string"])
    #expect(
      record.problems.map(\.path) == [
        "id", "medicationCodeableConcept.coding[0].code",
        "medicationCodeableConcept.coding[0].display", "medicationCodeableConcept.coding[1].code",
        "medicationCodeableConcept.text",
      ])
  }

  @Test(
    "An object for an array and an array for an object are read and said",
    arguments: [
      #"{"coding":{"code":"a"}}"#, #"[{"coding":[{"code":"a"}]}]"#,
      #"[{"coding":{"code":"a"}}]"#,
    ])
  func shapes(concept: String) throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":\#(concept)}"#
    )
    #expect(record.codings.map(\.code) == ["a"])
    #expect(record.via == .concept)
    #expect(Set(record.codes) == ["shape"])
  }

  /// A bundle whose resources stand where none should, and the addresses of its records.
  static let misplaced: [(bundle: String, entries: [String])] = [
    (#""entry":[R,{"resource":R},{"resourceType":"Patient"},R]"#, ["0", "1", "3"]),
    (#""entries":[{"resource":R}]"#, ["0"]),
    (#""resources":[R,R]"#, ["0", "1"]),
    (#""entry":[{"resource":{"resourceType":"Bundle","resource":[R]}}]"#, ["0.0"]),
    (#""resources":[R],"medications":[R,R]"#, ["0", "1", "2"]),
    (#""entry":[],"resources":[R]"#, ["0"]),
    (#""entry":null,"resources":[R]"#, ["0"]),
    (#""entry":[{"resource":R}],"contained2":[R]"#, ["0", "1"]),
    (#""resource":R"#, ["0"]),
    (#""items":[{"x":1},R]"#, ["1"]),
    (#""entry":[{"item":R}]"#, ["0"]),
    (#""entry":[{"resource":null,"item":R}]"#, ["0"]),
    (#""entry":[{"resource":{},"item":R}]"#, ["0"]),
    (#""entry":[{"content":null,"item":R}]"#, ["0"]),
    (#""entry":[{"resources":[R,R]},{"resource":R}]"#, ["0", "0.1", "1"]),
    (#""entry":[{"item":R,"other":R}]"#, ["0", "0.1"]),
    (#""entry":[{"resource":R,"resource2":R}]"#, ["0", "0.0"]),
    (#""resources":{"MedicationRequest":[R,R]}"#, ["0", "1"]),
    (#""data":{"entry":[{"resource":R}]}"#, ["0"]),
    (#""pages":[{"entry":[{"resource":R},R]},{"entry":[R]}]"#, ["0", "1", "2"]),
  ]

  @Test(
    "S1 a resource without its wrapper, or under another name, is read and said",
    arguments: misplaced)
  func misplacedResources(bundle: String, entries: [String]) throws {
    let request =
      #"{"resourceType":"MedicationRequest","medicationCodeableConcept":{"text":"a"}}"#
    let document = Fixture.document(
      text: #"{"resourceType":"Bundle",\#(bundle)}"#
        .replacing("[R", with: "[\(request)").replacing(",R", with: ",\(request)")
        .replacing(":R", with: ":\(request)"))
    #expect(document.records.map(\.entryPath) == entries)
    #expect(Set(document.problems.map(\.problem.code.rawValue)) == ["shape"])
  }

  @Test("A bundle without entries, or with links alone, is no slip")
  func emptyBundles() {
    for members in [
      #""link":[{"relation":"self","url":"x"}]"#, #""entry":[]"#, #""entry":[{"fullUrl":"a"}]"#,
      #""entry":[{"resource":{},"response":{"outcome":{"resourceType":"OperationOutcome"}}}]"#,
      #""meta":{"tag":[{"code":"a"}]}"#, #""contained":[{"resourceType":"Patient"}]"#,
    ] {
      let document = Fixture.document(text: #"{"resourceType":"Bundle",\#(members)}"#)
      #expect(document.records.isEmpty)
      #expect(document.problems.isEmpty)
    }
  }

  @Test(
    "S2 bare words in place of a concept or dosage are kept as its text",
    arguments: [
      #""medicationCodeableConcept":"metformin 500 mg","dosageInstruction":"one daily""#,
      #""medication":"metformin 500 mg","dosageInstruction":["one daily"]"#,
    ])
  func bareWords(members: String) throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active",\#(members)}"#)
    #expect(record.text == "metformin 500 mg")
    #expect(record.via == .concept)
    #expect(record.dosageTexts == ["one daily"])
    #expect(Set(record.codes) == ["shape"])
  }

  @Test(
    "S4 of several words in place of a concept none is chosen, and empty ones are none",
    arguments: [
      (#"["aspirin","warfarin"]"#, "aspirin", ["shape", "codings-conflict"]),
      (#"["","warfarin"]"#, "warfarin", ["shape"]), (#"["warfarin"]"#, "warfarin", ["shape"]),
      (#"["",""]"#, nil, ["no-medication"]),
    ] as [(String, String?, Set<String>)], ["medication", "medicationCodeableConcept"])
  func severalWords(words: (value: String, text: String?, codes: Set<String>), member: String)
    throws
  {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active","\#(member)":\#(words.value)}"#)
    #expect(record.text == words.text)
    #expect(record.via == (words.text == nil ? .none : .concept))
    #expect(Set(record.codes) == words.codes)
  }

  @Test("A concept among words in `medication` is read as a misplaced concept")
  func conceptAmongWords() throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","medication":["aspirin",{"text":"warfarin"}]}"#)
    #expect(record.text == "aspirin" && record.codings.map(\.display) == ["warfarin"])
    #expect(
      Set(record.codes).isSuperset(of: ["misplaced-concept", "shape", "codings-conflict"]))
  }

  @Test("null, empty strings, objects and arrays are absent, without a problem")
  func emptiness() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","id":"","status":"active","intent":null,
       "medicationCodeableConcept":{"coding":[{},null,{"system":"","code":"a","display":""}],"text":""},
       "medicationReference":{},"subject":[],"dosageInstruction":[],"dispenseRequest":{"quantity":{}}}
      """)
    #expect(record.codings == [FHIRCoding(code: "a")])
    #expect(record.id == nil)
    #expect(record.text == nil)
    #expect(record.dispenseQuantity == nil)
    #expect(record.codes == [])
  }

  @Test("S1 of two members with one name the last counts, and it is said")
  func duplicates() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"stopped","status":"active",
       "medicationCodeableConcept":{"coding":[{"code":"a","code":"b"}]}}
      """)
    #expect(record.status == "active")
    #expect(record.codings.map(\.code) == ["b"])
    // Which status holds cannot be known, so that the record does not count as taken (S10).
    #expect(record.codes.filter { $0 == "duplicate-key" }.count == 2)
    #expect(
      record.codes.filter { $0 != "duplicate-key" }
        == ["codings-conflict", "modifier-not-understood"])
    #expect(record.flags == [.notUnderstood])
  }

  @Test("The type may stand last, and its name may be escaped")
  func typeLast() throws {
    let record = try Fixture.record(
      #"{"medicationCodeableConcept":{"text":"x"},"status":"active","\u0072esourceType":"MedicationRequest"}"#
    )
    #expect(record.text == "x")
  }

  @Test("A concept directly under medication is accepted and said")
  func misplacedConcept() throws {
    let record = try Fixture.record(
      #"{"resourceType":"MedicationRequest","status":"active","medication":{"coding":[{"code":"a"}]}}"#
    )
    #expect(record.via == .concept)
    #expect(record.codes == ["misplaced-concept"])
  }

  @Test("F9 concept and reference together: the concept counts, the reference is shown")
  func conceptAndReference() throws {
    let record = try Fixture.request(#""medicationReference":{"reference":"Medication/9"}"#)
    #expect(record.via == .concept)
    #expect(record.reference == "Medication/9")
    #expect(record.codes == [])
  }

  @Test("F4 a record without any medication stays")
  func noMedication() throws {
    let record = try Fixture.record(#"{"resourceType":"MedicationRequest","status":"active"}"#)
    #expect(record.via == .none)
    #expect(record.codes == ["no-medication"])
  }

  @Test("S8 systems stay as they are written")
  func systems() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"Medication","code":{"coding":[
        {"system":"https://www.nlm.nih.gov/research/umls/rxnorm/","code":"1"},
        {"system":" urn:oid:2.16.840.1.113883.6.88 ","code":"2"},{"code":"3"}]}}
      """)
    #expect(
      record.codings.map(\.system) == [
        "https://www.nlm.nih.gov/research/umls/rxnorm/", " urn:oid:2.16.840.1.113883.6.88 ", nil,
      ])
  }

  @Test(
    "S40 a statement of absence is no drug",
    arguments: [
      ("no-known-medications", AbsenceStatement.noneKnown),
      ("no-medication-info", .noInformation),
    ],
    // A country's own system with the words of IPS.
    [
      "http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips",
      "http://example.org/CodeSystem/absent",
    ])
  func absence(coded: (code: String, statement: AbsenceStatement), system: String) throws {
    let (code, statement) = coded
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationStatement","status":"active","medicationCodeableConcept":
       {"coding":[{"system":"\(system)","code":"\(code)"}]}}
      """)
    #expect(record.absence == statement)
    #expect(record.codes == ["absence-statement"])
    #expect(record.codings.map(\.code) == [code])
  }

  @Test(
    "Text that is not JSON gives no record and one error with its place",
    arguments: [
      ("", "not-json", 1), ("[1,]", "not-json", 1), ("{\"a\":NaN}", "not-json", 1),
      ("{\n\"resourceType\":\"Medication\",\n}", "not-json", 3),
      ("[]", "not-a-resource", 1),
      ("{\"a\":1}", "not-a-resource", 1), ("12", "not-a-resource", 1),
      ("{\"hook\":\"order-sign\",\"prefetch\":{}}", "not-a-resource", 1),
      ("\"\0\"", "not-json", 1),
    ])
  func unreadable(text: String, code: String, line: Int) throws {
    let document = Fixture.document(text: text)
    #expect(document.records.isEmpty)
    #expect(document.codes == [code])
    #expect(document.problems.first?.problem.severity == .error)
    #expect(document.problems.first?.line == line)
  }

  @Test("UTF-16 is named as what it is")
  func wideText() throws {
    let document = FHIRDocument(
      [0xFF, 0xFE] + Array("{}".utf16.flatMap { [UInt8($0), 0] }), reading: .withXML)
    #expect(document.problems.first?.problem.message.contains("UTF-16") == true)
  }

  @Test("A bracket too many after the document is a warning")
  func trailingData() throws {
    let document = Fixture.document(text: "{\"resourceType\":\"Medication\",\"id\":\"1\"}\n}\n")
    #expect(document.records.map(\.id) == ["1"])
    #expect(document.codes == ["trailing-data"])
    #expect(document.problems.first?.line == 2)
  }

  @Test("F3 what is nested too deep, or half a surrogate pair, costs no record")
  func replacements() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let document = Fixture.document(
      text: """
        {"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Patient","x":\(deep)}},
         {"resource":{"resourceType":"Medication","code":{"text":"a\\ud83d"}}}]}
        """)
    #expect(document.records.map(\.text) == ["a\u{FFFD}"])
    #expect(document.codes == ["lone-surrogate", "depth-limit"])
  }

  @Test("A byte order mark, CRLF and a bare bundle entry are read")
  func entry() throws {
    let record = try Fixture.record(
      "\u{FEFF}{\r\n\"fullUrl\":\"urn:uuid:1\",\"resource\":{\"resourceType\":\"Medication\",\"id\":\"m\",\"code\":{\"text\":\"x\"}}}\r\n"
    )
    #expect(record.entryPath == "")
    #expect(record.id == "m")
  }

  @Test("Parameters give their resources, parts too, with addresses of every level")
  func parameters() throws {
    let document = Fixture.document(
      text: """
        {"resourceType":"Parameters","parameter":[{"name":"a"},{"name":"b","part":[
          {"name":"c","resource":{"resourceType":"Medication","id":"m","code":{"text":"x"}}},
          {"name":"d","resource":{"resourceType":"Bundle","entry":[
            {"resource":{"resourceType":"MedicationRequest","status":"active",
              "medicationReference":{"reference":"Medication/m"}}}]}}]}]}
        """)
    #expect(document.records.map(\.entryPath) == ["1.0", "1.1.0"])
    #expect(document.records.map(\.text) == ["x", "x"])
  }

  @Test("S1 contained requests make no record, and that is said")
  func containedRequests() throws {
    let document = Fixture.document(
      text: """
        {"resourceType":"CarePlan","contained":[{"resourceType":"MedicationRequest","id":"1"},
          {"resourceType":"Medication","id":"2"}]}
        """)
    #expect(document.records.isEmpty)
    #expect(document.codes == ["contained-record"])
    #expect(document.problems.first?.problem.path == "contained[0]")
  }

  @Test("Every prefix of a bundle gives records or an error, and never crashes")
  func prefixes() throws {
    let text = Array(ReferenceTests.bundle("Medication/1").utf8)
    for length in stride(from: 0, to: text.count, by: 3) {
      let document = FHIRDocument(Array(text[..<length]), reading: .withXML)
      #expect(document.records.isEmpty)
      #expect(document.problems.contains { $0.problem.severity == .error })
    }
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

  @Test("A List or section of medications that is empty for a reason says so")
  func emptyReason() throws {
    let document = Fixture.document(
      text: """
        {"resourceType":"Composition","section":[{"code":{"coding":[
          {"system":"http://loinc.org","code":"10160-0"}]},
          "emptyReason":{"coding":[{"code":"nilknown"}]}}]}
        """)
    #expect(document.codes == ["absence-statement"])
  }

  @Test("Further names and statuses of MedicationKnowledge are kept")
  func knowledge() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationKnowledge","status":"active","code":{"text":"x"},
       "synonym":["y","z"],"doseForm":{"text":"tablet"}}
      """)
    #expect(record.otherNames == ["y", "z"])
    #expect(record.form?.text == "tablet")
  }

  @Test(
    "S1 a misspelt resource type is said, another resource is not",
    arguments: [
      ("MedicationReqest", true), ("medicationrequest", true), ("MEDICATION", true),
      ("Medications", true), ("bundle", true), ("Observation", false), ("Media", false),
      ("MedicinalProductDefinition", false), ("Group", false),
    ])
  func misspeltType(type: String, isSaid: Bool) throws {
    let document = FHIRDocument(
      Array(#"{"resourceType":"\#(type)","status":"active"}"#.utf8), reading: .withXML)
    #expect(document.records.isEmpty)
    #expect(document.problems.map(\.problem.code.rawValue) == (isSaid ? ["not-a-resource"] : []))
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
    #expect(FHIRDocument(Array(text.utf8), reading: .withXML).records.map(\.id) == ["a"])
  }
}
