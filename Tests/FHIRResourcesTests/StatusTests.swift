// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import Testing

@Suite("What a status means")
struct StatusTests {
  /// A status of a resource type and its meaning.
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let members: String
    let meaning: StatusMeaning
    let flags: [RecordFlag]

    init(
      _ type: String, _ members: String, _ meaning: StatusMeaning, _ flags: [RecordFlag] = []
    ) {
      self.type = type
      self.members = members
      self.meaning = meaning
      self.flags = flags
    }

    var testDescription: String { "\(type) \(members)" }
  }

  static let words: [Case] = [
    Case("MedicationRequest", #""status":"active""#, .active),
    Case("MedicationRequest", #""status":"draft""#, .planned),
    Case("MedicationRequest", #""status":"on-hold""#, .stopped, [.onHold]),
    Case("MedicationRequest", #""status":"stopped""#, .stopped),
    Case("MedicationRequest", #""status":"inactive""#, .stopped),
    Case("MedicationRequest", #""status":"completed""#, .completed),
    Case("MedicationRequest", #""status":"ended""#, .completed),
    Case("MedicationRequest", #""status":"cancelled""#, .notTaken),
    Case("MedicationRequest", #""status":"entered-in-error""#, .enteredInError),
    Case("MedicationRequest", #""status":"unknown""#, .unknown),
    Case("MedicationRequest", #""status":"recorded""#, .unknown),
    Case("MedicationRequest", #""status":"nonsense""#, .unknown),
    Case("MedicationRequest", #""id":"x""#, .unknown),
    Case("MedicationPrescription", #""status":"entered in error""#, .enteredInError),
    Case("MedicationPrescription", #""status":"superceded""#, .stopped),
    Case("MedicationPrescription", #""status":" On Hold ""#, .stopped, [.onHold]),
    Case("MedicationStatement", #""status":"intended""#, .planned),
    Case("MedicationStatement", #""status":"not-taken""#, .notTaken),
    Case("MedicationStatement", #""status":"recorded""#, .unknown),
    Case("MedicationDispense", #""status":"in-progress""#, .planned),
    Case("MedicationDispense", #""status":"preparation""#, .planned),
    Case("MedicationDispense", #""status":"declined""#, .notTaken),
    Case("MedicationAdministration", #""status":"in_progress""#, .active),
    Case("MedicationAdministration", #""status":"not-done""#, .notTaken),
    Case("Medication", #""status":"inactive""#, .stopped),
    Case("MedicationKnowledge", #""status":"retired""#, .stopped),
  ]

  static let modifiers: [Case] = [
    Case(
      "MedicationRequest", #""status":"active","doNotPerform":true"#, .notTaken, [.prohibited]),
    Case("MedicationRequest", #""status":"active","doNotPerform":false"#, .active),
    Case(
      "MedicationRequest", #""status":"active","doNotPerform":"true""#, .notTaken, [.prohibited]),
    Case(
      "MedicationRequest", #""status":"entered-in-error","doNotPerform":true"#, .enteredInError,
      [.prohibited]),
    Case("MedicationStatement", #""status":"active","wasNotTaken":true"#, .notTaken),
    Case("MedicationStatement", #""status":"active","taken":"n""#, .notTaken),
    Case("MedicationStatement", #""status":"active","taken":"y""#, .active),
    Case("MedicationStatement", #""status":"active","taken":"unk""#, .active, [.takenUnknown]),
    Case("MedicationStatement", #""status":"active","taken":"na""#, .active),
    Case(
      "MedicationAdministration", #""status":"completed","wasNotGiven":true"#, .notTaken),
    Case(
      "MedicationAdministration", #""status":"completed","notGiven":true"#, .notTaken),
    Case("MedicationDispense", #""status":"completed","notDone":true"#, .notTaken),
    Case("MedicationRequest", #""status":"active","intent":"proposal""#, .planned),
    Case("MedicationRequest", #""status":"active","intent":"option""#, .planned),
    Case("MedicationRequest", #""status":"active","intent":"plan""#, .active),
    Case("MedicationRequest", #""status":"stopped","intent":"option""#, .stopped),
  ]

  static let adherence: [Case] = [
    ("taking-as-directed", .active), ("taking", .active), ("not-taking", .notTaken),
    ("stopped-not-as-directed", .stopped), ("unknown", .unknown),
  ].map { (code: String, meaning: StatusMeaning) in
    Case(
      "MedicationStatement",
      #""status":"recorded","adherence":{"code":{"coding":[{"code":"\#(code)"}]}}"#, meaning)
  }

  static let periods: [Case] = [
    (#""effectivePeriod":{"start":"2020-01"}"#, .active),
    (#""effectivePeriod":{"end":"2020-01-05"}"#, .unknown),
    (#""effectivePeriod":{"end":"2020-01-05"},"dateAsserted":"2020-01-06""#, .completed),
    (#""effectivePeriod":{"end":"2020-01-05"},"dateAsserted":"2020-01""#, .completed),
    (#""effectivePeriod":{"end":"2021"},"dateAsserted":"2020-12-31""#, .active),
    (
      #""effectivePeriod":{"end":"2020-01-05T01:30:00+02:00"},"dateAsserted":"2020-01-05T00:00:00Z""#,
      .completed
    ),
    (
      #""effectivePeriod":{"end":"2020-01-05T01:30:00-02:00"},"dateAsserted":"2020-01-05T00:00:00Z""#,
      .active
    ),
    (#""effectivePeriod":{"end":"yesterday"},"dateAsserted":"2020-12-31""#, .unknown),
  ].map { (members: String, meaning: StatusMeaning) in
    Case("MedicationStatement", #""status":"recorded",\#(members)"#, meaning)
  }

  @Test(
    "S10 one vocabulary for the status of every type and version",
    arguments: words + modifiers + adherence + periods)
  func meaning(_ item: Case) throws {
    let record = try Fixture.record(
      """
      {"resourceType":"\(item.type)",\(item.members),"code":{"text":"x"},
       "medicationCodeableConcept":{"text":"x"}}
      """)
    #expect(record.statusMeaning == item.meaning)
    #expect(record.flags == item.flags)
    #expect(record.negated == (item.meaning == .notTaken))
  }

  @Test("The literal status stays, and what had to be done to read it is said")
  func problems() throws {
    let untidy = try Fixture.request("", status: "\" Active\"")
    #expect(untidy.status == " Active")
    #expect(untidy.statusMeaning == .active)
    #expect(untidy.codes == ["status-normalised"])
    #expect(try Fixture.request("", status: "\"gone\"").codes == ["status-unknown"])
    #expect(try Fixture.request("", status: "null").codes == ["status-missing"])
    #expect(try Fixture.request("", status: "\"active\"").codes == [])
  }

  @Test(
    "S10 an unknown modifier keeps the record and flags it as not understood",
    arguments: [
      (#""modifierExtension":[{"url":"http://x.org/not"}]"#, "modifierExtension[0]"),
      (#""implicitRules":"http://x.org/rules""#, "implicitRules"),
      (
        #""dispenseRequest":{"modifierExtension":[{"url":"http://x.org/not"}]}"#,
        "dispenseRequest.modifierExtension[0]"
      ),
    ])
  func unknownModifier(members: String, path: String) throws {
    let record = try Fixture.request(members)
    #expect(record.codes == ["modifier-not-understood"])
    #expect(record.problems.first?.path == path)
    #expect(record.flags == [.notUnderstood])
    #expect(record.text == "x")
  }

  @Test(
    "S10 a modifier that cannot be read, or stands twice, is not understood",
    arguments: [
      #""doNotPerform":1"#, #""wasNotTaken":1"#, #""wasNotTaken":"yes""#,
      #""notGiven":{"value":true}"#, #""wasNotTaken":true,"wasNotTaken":false"#, #""taken":"no""#,
      #""taken":false"#, #""taken":"n","taken":"y""#, #""intent":"xyz""#, #""intent":3"#,
      #""status":"entered-in-error","status":"active""#,
      #""status":["active","entered-in-error"]"#,
    ])
  func unreadableModifier(members: String) throws {
    let record = try Fixture.request(members)
    #expect(record.codes.contains("modifier-not-understood"))
    #expect(record.flags.contains(.notUnderstood))
    #expect(record.text == "x")
  }

  @Test(
    "S10 a modifier in an array of one, or as a word, is read",
    arguments: [#""wasNotTaken":[true]"#, #""wasNotTaken":"true""#, #""taken":["n"]"#])
  func wrappedModifier(members: String) throws {
    let record = try Fixture.request(members)
    #expect(record.negated)
    #expect(record.statusMeaning == .notTaken)
  }

  @Test("S10 a modifier of the entry or rules of the bundle count for the record")
  func outerModifier() throws {
    let request =
      #"{"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":{"text":"x"}}"#
    for bundle in [
      #"{"resourceType":"Bundle","implicitRules":"http://x.org","entry":[{"resource":\#(request)}]}"#,
      #"{"resourceType":"Bundle","entry":[{"modifierExtension":[{"url":"u"}],"resource":\#(request)}]}"#,
    ] {
      let record = try Fixture.record(bundle)
      #expect(record.flags == [.notUnderstood])
      #expect(record.codes == ["modifier-not-understood"])
    }
  }

  @Test("S10 a modifier inside a dosage withholds that dosage only")
  func dosageModifier() throws {
    let record = try Fixture.request(
      #""dosageInstruction":[{"text":"a","modifierExtension":[{"url":"u"}]},{"text":"b"}]"#)
    #expect(record.dosageTexts == ["b"])
    #expect(record.flags == [])
    #expect(record.codes == ["modifier-not-understood"])
  }

  @Test("S11 a Medication that was entered in error or is inactive is said on the record")
  func medicationStatus() throws {
    func record(_ status: String) throws -> MedicationRecord {
      try Fixture.record(
        """
        {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"#m"},
         "contained":[{"resourceType":"Medication","id":"m","status":"\(status)","code":{"text":"x"}}]}
        """)
    }
    let error = try record("entered-in-error")
    #expect(error.flags == [.medicationEnteredInError])
    #expect(error.codes == ["medication-entered-in-error"])
    #expect(error.problems.first?.path == "contained[0].status")
    #expect(try record("inactive").flags == [.medicationInactive])
    #expect(try record("active").flags == [])
  }

  @Test("Reasons under any name are kept and change no meaning")
  func reasons() throws {
    let record = try Fixture.request(
      #""statusReason":{"coding":[{"code":"salg"}]},"reasonEnded":{"text":"done"}"#)
    #expect(record.statusReasons.count == 2)
    #expect(record.statusReason == "salg")
    #expect(record.statusMeaning == .active)
  }

  @Test("S11 a Medication referred to beside a concept is looked at, though the concept counts")
  func medicationBesideConcept() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationRequest","status":"active",
       "medicationCodeableConcept":{"coding":[{"system":"s","code":"a"}]},
       "medicationReference":{"reference":"#m"},
       "contained":[{"resourceType":"Medication","id":"m","status":"entered-in-error",
        "code":{"coding":[{"system":"s","code":"b"}]}}]}
      """)
    #expect(record.via == .concept)
    #expect(record.codings.map(\.code) == ["a"])
    #expect(record.referencedCodings.map(\.code) == ["b"])
    #expect(record.flags == [.medicationEnteredInError])
  }

  @Test(
    "S10 adherence of R5 beside an active status says what is taken",
    arguments: [
      ("not-taking", StatusMeaning.notTaken), ("stopped-as-directed", .stopped),
      ("on-hold", .stopped), ("taking-as-directed", .active), ("unknown", .active),
    ])
  func adherenceBesideActive(word: String, meaning: StatusMeaning) throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationStatement","status":"active",
       "medication":{"concept":{"text":"x"}},"adherence":{"code":{"coding":[{"code":"\(word)"}]}}}
      """)
    #expect(record.statusMeaning == meaning)
    #expect(record.flags.contains(.onHold) == (word == "on-hold"))
  }
}
