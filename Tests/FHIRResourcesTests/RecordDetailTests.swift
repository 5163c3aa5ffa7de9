// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

@testable import FHIRResources
import FHIRXML
import Testing

@Suite("Dates, reasons, people and links of every version")
struct RecordDetailTests {
  /// A resource's members and the facts that they are, by the tables of sections 3.3 and 6.3.
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let members: String
    let facts: [String]

    init(_ type: String, _ members: String, _ facts: String...) {
      self.type = type
      self.members = members
      self.facts = facts
    }

    var testDescription: String { "\(type) \(members.prefix(60))" }
  }

  static let cases: [Case] = [
    Case(
      "MedicationOrder",
      #""dateWritten":"2015-01","dateEnded":"2016","encounter":{"reference":"Encounter/1"},"prescriber":{"reference":"Practitioner/1","display":"Dr"}"#,
      "authored 2015-01", "ended 2016", "encounter Encounter/1", "requester Practitioner/1"),
    Case(
      "MedicationOrder",
      #""reasonCodeableConcept":{"text":"pain"},"priorPrescription":{"reference":"MedicationOrder/0"}"#,
      "reason pain", "priorPrescription MedicationOrder/0"),
    Case(
      "MedicationOrder",
      #""dispenseRequest":{"validityPeriod":{"start":"2015"},"numberOfRepeatsAllowed":0,"expectedSupplyDuration":{"value":40,"unit":"days"}}"#,
      "valid from 2015 to -", "lasts 40|days|", "repeats 0"),
    Case(
      "MedicationRequest",
      #""authoredOn":"2017-01-01T10:00:00Z","requester":{"agent":{"display":"Dr"},"onBehalfOf":{"reference":"Organization/1"}},"context":{"reference":"EpisodeOfCare/1"},"recorder":{"reference":"Practitioner/2"}"#,
      "authored 2017-01-01T10:00:00Z", "encounter EpisodeOfCare/1", "requester Dr",
      "author Practitioner/2"),
    Case(
      "MedicationRequest",
      ##""reportedBoolean":true,"category":[{"text":"a"},{"text":"b"}],"reasonCode":[{"text":"pain"}],"reasonReference":[{"reference":"Condition/1","display":"headache"}],"groupIdentifier":{"value":"g"},"basedOn":[{"reference":"CarePlan/1"}],"eventHistory":[{"reference":"#p"}]"##,
      "reported", "category a", "category b", "reason pain", "basedOn CarePlan/1",
      "groupIdentifier g", "eventHistory #p", "reason Condition/1 headache"),
    Case(
      "MedicationRequest", #""reportedReference":{"reference":"Patient/1"}"#, "reported",
      "source Patient/1"),
    Case(
      "MedicationRequest", #""reportedBoolean":false"#, "not reported"),
    Case(
      "MedicationRequest",
      #""reported":true,"informationSource":[{"reference":"Patient/1"},{"display":"mother"}],"statusChanged":"2024","effectiveDosePeriod":{"start":"2023"},"reason":[{"concept":{"text":"pain"}},{"reference":{"reference":"Condition/1"}}],"renderedDosageInstruction":"one a day""#,
      "from 2023 to -", "status changed 2024", "reported", "source Patient/1", "source mother",
      "reason pain", "reason Condition/1", "rendered one a day"),
    Case(
      "MedicationStatement",
      #""effectiveDateTime":"2015","dateAsserted":"2015-02-22","informationSource":{"reference":"Patient/1"},"reasonForUseCodeableConcept":{"text":"pain"},"supportingInformation":[{"reference":"Observation/1"}]"#,
      "asserted 2015-02-22", "at 2015", "source Patient/1", "reason pain",
      "derivedFrom Observation/1"),
    Case(
      "MedicationStatement",
      #""effectivePeriod":{"start":"2015","end":"2016"},"derivedFrom":[{"reference":"A/1"}],"partOf":[{"reference":"B/1"}],"category":{"text":"c"}"#,
      "from 2015 to 2016", "category c", "partOf B/1", "derivedFrom A/1"),
    Case(
      "MedicationStatement",
      #""whenGiven":{"start":"2013"},"identifier":[{"system":"s","value":"1"}]"#,
      "from 2013 to -", "identifier s 1"),
    Case(
      "MedicationStatement",
      #""effectiveTiming":{"repeat":{"frequency":3}}"#, "timing 3"),
    Case(
      "MedicationDispense",
      #""whenPrepared":"2015-01-01","whenHandedOver":"2015-01-02","daysSupply":{"value":30,"unit":"d"},"quantity":{"value":90},"authorizingPrescription":[{"reference":"MedicationRequest/1"}],"identifier":{"value":"d"}"#,
      "prepared 2015-01-01", "handed over 2015-01-02", "lasts 30|d|", "quantity 90||",
      "authorizingPrescription MedicationRequest/1", "identifier - d"),
    Case(
      "MedicationDispense", #""recorded":"2024-01-01","encounter":{"reference":"Encounter/2"}"#,
      "recorded 2024-01-01", "encounter Encounter/2"),
    Case(
      "MedicationAdministration",
      #""effectiveTimeDateTime":"2015","prescription":{"reference":"MedicationOrder/1"},"reasonGiven":[{"text":"pain"}]"#,
      "at 2015", "reason pain", "prescription MedicationOrder/1"),
    Case(
      "MedicationAdministration",
      #""effectiveTimePeriod":{"end":"2015"},"request":{"reference":"MedicationRequest/1"}"#,
      "from - to 2015", "prescription MedicationRequest/1"),
    Case("MedicationAdministration", #""occurenceDateTime":"2023""#, "at 2023"),
    Case("MedicationAdministration", #""occurrencePeriod":{"start":"2025"}"#, "from 2025 to -"),
  ]

  @Test("Every element is read, under one name for all versions", arguments: cases)
  func elements(_ item: Case) throws {
    let record = try Fixture.record(
      #"{"resourceType":"\#(item.type)","status":"active","medicationCodeableConcept":{"text":"x"},"#
        + item.members + "}")
    #expect(Self.facts(record) == item.facts)
    #expect(!record.codes.contains("shape"))
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

  @Test("The dispense inside a MedicationDispense of DSTU1 names what was given out")
  func dispenseOfDSTU1() throws {
    let record = try Fixture.record(
      #"""
      {"resourceType":"MedicationDispense","status":"completed","patient":{"reference":"Patient/1"},
       "dispense":[{"medication":{"reference":"#m","display":"prednisone"},"quantity":{"value":7},
         "whenHandedOver":"2013-01-02","dosage":[{"quantity":{"value":1}}]}],
       "contained":[{"resourceType":"Medication","id":"m","code":{"text":"prednisone 5 mg"}}]}
      """#)
    #expect(record.text == "prednisone 5 mg")
    #expect(record.dispenseQuantity?.value == "7")
    #expect(record.dates.handedOver == "2013-01-02")
    #expect(record.dosages.first?.doses.first?.quantity?.value == "1")
  }

  @Test("What a Medication says of its pack and its numbers is offered beside its codings")
  func product() throws {
    let records = Fixture.document(
      text: #"""
        [{"resourceType":"Medication","id":"a","code":{"text":"x"},"identifier":[{"system":"s","value":"v"}],
          "amount":{"numerator":{"value":5,"unit":"ml"},"denominator":{"value":1}}},
         {"resourceType":"MedicationRequest","status":"active","medicationReference":{"reference":"Medication/a"}},
         {"resourceType":"Medication","code":{"text":"x"},"totalVolume":{"value":2,"unit":"ml"}},
         {"resourceType":"MedicationKnowledge","code":{"text":"x"},"amount":{"value":3}},
         {"resourceType":"Medication","code":{"text":"x"},"package":{"content":[
           {"itemCodeableConcept":{"coding":[{"code":"0206-8862-02"}]},"amount":{"value":10}}]}},
         {"resourceType":"Medication","code":{"text":"x"},"package":{"content":[
           {"item":{"display":"a"},"amount":{"value":1}},{"item":{"display":"b"},"amount":{"value":2}}]}}]
        """#
    ).records
    #expect(
      records.map { $0.amount?.numerator?.parts }
        == ["5|ml|", "5|ml|", "2|ml|", "3||", "10||", nil])
    #expect(records[0].amount?.denominator?.value == "1")
    #expect(records[0].identifiers.map(\.value) == ["v"])
    #expect(records[1].productIdentifiers.map(\.value) == ["v"])
    #expect(records[1].identifiers.isEmpty)
    #expect(records[4].packageContents.map(\.words) == ["0206-8862-02"])
    #expect(records[5].packageContents.map(\.words) == ["a", "b"])
    #expect(records[5].packageContents.map { $0.amount?.value } == ["1", "2"])
    #expect(records.allSatisfy { $0.codings.isEmpty })
  }

  @Test("S2 what a package holds keeps its reference with everything given with it")
  func packageContent() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"Medication","code":{"text":"x"},"package":{"content":[
        {"itemReference":{"reference":"#m","display":"d","identifier":{"value":"i"}},
         "amount":{"value":5,"unit":"vial"}}]}}
      """)
    let content = try #require(record.packageContents.first)
    #expect(content.reference == "#m")
    #expect(content.referenceDisplay == "d")
    #expect(content.referenceIdentifier?.value == "i")
    #expect(content.amount == FHIRQuantity(value: "5", unit: "vial"))
    #expect(content.words == "d")
  }

  @Test("S2 an encounter or a site that has no address, or words besides, keeps the words")
  func words() throws {
    let record = try Fixture.record(
      """
      {"resourceType":"MedicationOrder","status":"active","medicationCodeableConcept":{"text":"x"},
       "encounter":{"display":"visit"},"dosageInstruction":[
         {"siteReference":{"reference":"BodySite/1","display":"left arm"}},
         {"siteReference":{"reference":"BodySite/1"}},{"siteReference":{"display":"left arm"}}]}
      """)
    #expect(record.encounter == "visit")
    #expect(
      record.dosages.map { $0.site?.text } == ["left arm (BodySite/1)", "BodySite/1", "left arm"])
  }

  @Test(
    "S2 maker, brand and batch are read under the names of every version (section 3.2)",
    arguments: [
      #""manufacturer":{"reference":"Organization/1"},"product":{"batch":[{"lotNumber":"l","expirationDate":"2030"}]}"#,
      #""manufacturer":{"reference":"Organization/1"},"package":{"batch":[{"lotNumber":"l","expirationDate":"2030"}]}"#,
      #""manufacturer":{"reference":"Organization/1"},"batch":{"lotNumber":"l","expirationDate":"2030"}"#,
      #""marketingAuthorizationHolder":{"reference":"Organization/1"},"batch":{"lotNumber":"l","expirationDate":"2030"}"#,
    ])
  func labelling(_ members: String) throws {
    let head = #"{"resourceType":"Medication","code":{"text":"x"},"isBrand":false"#
    let record = try Fixture.record("\(head),\(members)}")
    #expect(record.labelling?.manufacturer == "Organization/1")
    #expect(record.labelling?.isBrand == false)
    #expect(record.labelling?.isOverTheCounter == nil)
    #expect(
      record.labelling?.batches
        == [ProductLabelling.Batch(lotNumber: "l", expirationDate: "2030")])
    #expect(record.problems.isEmpty)
    #expect(
      try Fixture.record(#"{"resourceType":"Medication","code":{"text":"x"}}"#).labelling == nil)
  }

  @Test("S2 the first fill, the time between fills and substitution are read (sections 3.3, 4.3)")
  func terms() throws {
    let record = try Fixture.request(
      """
      "dispenseRequest":{"initialFill":{"quantity":{"value":5},"duration":{"value":6,"unit":"d"}},
        "dispenseInterval":{"value":7,"unit":"d"}},
      "substitution":{"allowedCodeableConcept":{"text":"G"},"reason":{"text":"r"}}
      """)
    let terms = try #require(record.dispenseTerms)
    #expect(terms.firstQuantity?.value == "5")
    #expect(terms.firstDuration?.parts == "6|d|")
    #expect(terms.interval?.parts == "7|d|")
    #expect(terms.allowsSubstitution == nil)
    #expect(terms.substitution?.text == "G")
    #expect(terms.substitutionReason?.text == "r")
    for (member, expected) in [("allowed", false), ("allowedBoolean", true)] {
      let other = try Fixture.request(#""substitution":{"\#(member)":\#(expected)}"#)
      #expect(other.dispenseTerms?.allowsSubstitution == expected)
      // It says nothing of whether the medication is taken.
      #expect(other.statusMeaning == .active)
    }
    #expect(
      try Fixture.request(#""substitution":{"type":{"text":"G"}}"#).dispenseTerms?.substitution?
        .text == "G")
    #expect(try Fixture.request("").dispenseTerms == nil)
  }

  /// The facts of a record, one a line, in a fixed order.
  static func facts(_ record: MedicationRecord) -> [String] {
    var facts: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { facts.append("\(name) \(value)") }
    }
    func words(_ period: FHIRPeriod) -> String { "\(period.start ?? "-") to \(period.end ?? "-")" }
    let dates = record.dates
    add("authored", dates.authored)
    add("asserted", dates.asserted)
    add("at", dates.moment)
    add("from", dates.period.map(words))
    add("timing", dates.timing?.frequency)
    add("valid from", dates.validity.map(words))
    add("prepared", dates.prepared)
    add("handed over", dates.handedOver)
    add("ended", dates.ended)
    add("recorded", dates.recorded)
    add("status changed", dates.statusChanged)
    add("lasts", record.daysSupply?.parts)
    add("repeats", record.repeats)
    add("quantity", record.dispenseQuantity?.parts)
    add("encounter", record.encounter)
    add("requester", record.requester)
    add("author", record.author)
    if let isReported = record.isReported { facts.append(isReported ? "reported" : "not reported") }
    for source in record.informationSource { add("source", source) }
    for category in record.category { add("category", category.words) }
    for reason in record.reasons { add("reason", reason.words) }
    for link in record.links {
      let place = link.reference ?? link.identifier?.value ?? "-"
      add(link.kind.rawValue, place + (link.display.map { " \($0)" } ?? ""))
    }
    for identifier in record.identifiers {
      add("identifier", "\(identifier.system ?? "-") \(identifier.value ?? "-")")
    }
    add("rendered", record.renderedDosage)
    return facts
  }
}
