// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import Testing

@Suite("S2 S10 documents written as FHIR R4 and R5 say the same when they are read again")
struct FHIRReadingBackTests {
  private static let members =
    #""medicationCodeableConcept":{"coding":[{"system":"urn:x","code":"1"}],"text":"x"}"#

  /// Writes the records of a resource or bundle.
  private func written(
    _ text: String, _ release: FHIRRelease
  ) throws -> (records: [MedicationRecord], again: [MedicationRecord], texts: [String]) {
    let records = FHIRDocument(Array(text.utf8)).records
    let written = try records.map { try Starter.written($0, release) }
    return (records, written.map(\.again), written.map(\.text))
  }

  @Test(
    "the adherence that R5 tells use by becomes a word in R4",
    arguments: [
      ("taking", StatusMeaning.active), ("not-taking", .notTaken), ("stopped", .stopped),
      ("on-hold-as-directed", .stopped), ("unknown", .active),
    ], ["active", "recorded"])
  func adherence(_ sample: (code: String, meaning: StatusMeaning), _ status: String) throws {
    let text = """
      {"resourceType":"MedicationStatement","status":"\(status)",\(Self.members),
       "adherence":{"code":{"coding":[{"code":"\(sample.code)"}]}}}
      """
    for release in FHIRRelease.allCases {
      let (records, again, _) = try written(text, release)
      let isUnknown = sample.code == "unknown" && status == "recorded"
      #expect(records.map(\.statusMeaning) == [isUnknown ? .unknown : sample.meaning])
      #expect(again.map(\.statusMeaning) == records.map(\.statusMeaning))
      #expect(again.map(\.flags) == records.map(\.flags))
    }
  }

  @Test(
    "an intent in capitals is written in the spelling of the value set, and kept",
    arguments: [("Proposal", StatusMeaning.planned), ("OPTION", .planned), ("Plan", .active)])
  func intent(_ intent: String, _ meaning: StatusMeaning) throws {
    let text = """
      {"resourceType":"MedicationRequest","status":"active","intent":"\(intent)",\(Self.members)}
      """
    for release in FHIRRelease.allCases {
      let (records, again, texts) = try written(text, release)
      #expect(records.map(\.statusMeaning) == [meaning])
      #expect(again.map(\.statusMeaning) == [meaning])
      #expect(again.map(\.intent) == [intent.lowercased()])
      #expect(texts[0].contains(#""\#(intent)""#))
    }
  }

  @Test("no adherence is added where the period says that the use is over")
  func period() throws {
    for (end, asserted) in [("2020-02-01", "2020-02-01"), ("2020", "2020-05-05")] {
      let text = """
        {"resourceType":"MedicationStatement","status":"recorded",\(Self.members),
         "effectivePeriod":{"end":"\(end)"},"dateAsserted":"\(asserted)"}
        """
      let (records, again, texts) = try written(text, .r5)
      #expect(records.map(\.statusMeaning) == [.completed])
      #expect(again.map(\.statusMeaning) == [.completed])
      #expect(!texts[0].contains("adherence"))
    }
  }

  @Test("a timing in place of a date is written in R5 and kept in words in R4")
  func timing() throws {
    let timing = #"{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}}"#
    let text = """
      [{"resourceType":"MedicationStatement","status":"recorded",\(Self.members),
        "effectiveTiming":\(timing)},
       {"resourceType":"MedicationAdministration","status":"completed",\(Self.members),
        "occurenceTiming":\(timing)}]
      """
    let (records, again, _) = try written(text, .r5)
    #expect(records.allSatisfy { $0.dates.timing?.frequency == "2" })
    #expect(again.map(\.dates.timing) == records.map(\.dates.timing))
    let (_, older, texts) = try written(text, .r4)
    #expect(older.allSatisfy { $0.dates.timing == nil })
    #expect(texts.allSatisfy { $0.contains("frequency 2; period 1; periodUnit d") })
  }

  @Test("when it was given is said to be absent, which both versions require")
  func administration() throws {
    let text = """
      {"resourceType":"MedicationAdministration","status":"completed",\(Self.members)}
      """
    let absent = #"{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/"#
    let (older, newer) = (try written(text, .r4), try written(text, .r5))
    #expect(older.texts[0].contains(#""effectivePeriod":\#(absent)data-absent-reason"#))
    #expect(newer.texts[0].contains(#""occurencePeriod":\#(absent)data-absent-reason"#))
  }

  @Test("doses and limits of an administration that has room for one are kept in words")
  func dosages() throws {
    let text = """
      {"resourceType":"MedicationAdministration","status":"completed",\(Self.members),
       "dosage":[{"text":"a","timing":{"code":{"text":"BID"}},
                  "doseAndRate":[{"doseRange":{"low":{"value":1.50},"high":{"value":2,"unit":"mg"}}}]},
                 {"quantity":{"value":0.50,"unit":"tab"}}]}
      """
    for release in FHIRRelease.allCases {
      let (records, _, texts) = try written(text, release)
      #expect(records[0].dosages.count == 2)
      for kept in ["code BID", "1.50|| to 2|mg|", "dose 0.50|tab|"] {
        #expect(texts[0].contains(kept))
      }
    }
  }

  @Test("an ordered dose and a calculated rate keep their types")
  func rates() throws {
    let text = """
      {"resourceType":"MedicationRequest","status":"active","intent":"order",\(Self.members),
       "dosageInstruction":[{"doseAndRate":[
         {"type":{"text":"ordered"},"doseQuantity":{"value":1}},
         {"type":{"text":"calculated"},"rateQuantity":{"value":2}}]}]}
      """
    for release in FHIRRelease.allCases {
      let (records, again, _) = try written(text, release)
      #expect(again.map(\.dosages) == records.map(\.dosages))
    }
  }

  @Test("what the dosage of an administration has no element for stands beside it")
  func administrationDosage() throws {
    let dosage = """
      {"sequence":3,"additionalInstruction":[{"text":"NEVER with alcohol"}],"asNeededBoolean":true,
       "maxDosePerAdministration":{"value":41},"maxDosePerLifetime":{"value":43},
       "doseAndRate":[{"doseQuantity":{"value":5}}]}
      """
    let text = """
      {"resourceType":"MedicationAdministration","status":"completed",\(Self.members),
       "dosage":[\(dosage),\(dosage)]}
      """
    for release in FHIRRelease.allCases {
      let (_, _, texts) = try written(text, release)
      for name in [
        "sequence", "additionalInstruction", "asNeeded", "maxDosePerAdministration",
        "maxDosePerLifetime",
      ] {
        #expect(texts[0].contains("\"dosage.\(name)\""))
        #expect(texts[0].contains("; \(name) ") || texts[0].contains("\"\(name) "))
      }
      #expect(!texts[0].contains("\"dosage.dose\""))
    }
  }

  @Test("identifiers of the Medication referred to stay with it")
  func identifiers() throws {
    let medication = """
      "contained":[{"resourceType":"Medication","id":"m","code":{"text":"x"},
        "identifier":[{"system":"http://hl7.org/fhir/sid/ndc","value":"0093-7314-98"}]}],
       "medicationReference":{"reference":"#m"}
      """
    let head = #"{"resourceType":"MedicationStatement","status":"active""#
    for release in FHIRRelease.allCases {
      let (records, again, _) = try written("\(head),\(medication)}", release)
      #expect(records.first?.productIdentifiers.first?.value == "0093-7314-98")
      #expect(again.map(\.productIdentifiers) == records.map(\.productIdentifiers))
      // Beside a concept it may be another drug's.
      let both = try written("\(head),\(Self.members),\(medication)}", release)
      #expect(both.again.map(\.productIdentifiers) == [[]])
      #expect(both.texts[0].contains(#"valueString":"Medication.identifier""#))
      #expect(both.texts[0].contains("http://hl7.org/fhir/sid/ndc|0093-7314-98"))
    }
  }

  @Test("a logical reference stays one")
  func logical() throws {
    let text = """
      {"resourceType":"MedicationStatement","status":"active",
       "medicationReference":{"identifier":{"system":"urn:x","value":"7"}}}
      """
    for release in FHIRRelease.allCases {
      let (records, again, _) = try written(text, release)
      #expect(records.map(\.via) == [.unresolved])
      #expect(again.map(\.via) == [.unresolved])
      #expect(again.map(\.productIdentifiers) == records.map(\.productIdentifiers))
    }
  }

  @Test("MedicationKnowledge keeps its amount, and R5 tells what is active by a type")
  func knowledge() throws {
    let text = """
      {"resourceType":"MedicationKnowledge","status":"active","code":{"text":"x"},
       "amount":{"value":50.0,"unit":"mL"},"ingredient":[
         {"itemCodeableConcept":{"text":"a"},"isActive":true},
         {"itemCodeableConcept":{"text":"b"},"isActive":false}]}
      """
    for release in FHIRRelease.allCases {
      let (records, again, texts) = try written(text, release)
      #expect(again[0].ingredients.map(\.isActive) == [true, false])
      #expect(records[0].amount?.numerator?.value == "50.0")
      #expect(release == .r5 ? again[0].amount == nil : again[0].amount == records[0].amount)
      #expect(texts[0].contains("isActive") == (release == .r4))
      #expect(texts[0].contains("50.0"))
    }
  }
}
