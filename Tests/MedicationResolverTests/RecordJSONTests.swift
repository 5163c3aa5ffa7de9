// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import Testing

@Suite("What a document says of use, in JSON")
struct RecordJSONTests {
  private func written(_ text: String) throws -> JSONNode {
    let record = try #require(FHIRDocument(Array(text.utf8)).records.first)
    var writer = JSONWriter()
    try Resolvers.small.get().resolve(.record(record)).write(to: &writer)
    return try JSONDocument(writer.bytes).root
  }

  private func text(_ node: JSONNode?) -> String {
    String(decoding: node?.rawBytes ?? [], as: UTF8.self)
  }

  @Test("S2 dosages, dates and links stand in the answer as they were given")
  func whole() throws {
    let root = try written(
      #"""
      {"resourceType":"MedicationRequest","status":"active","medicationCodeableConcept":{"text":"x"},
       "subject":{"identifier":{"value":"p"}},"authoredOn":"2020-01","basedOn":[{"reference":"CarePlan/1"}],
       "dosageInstruction":[{"timing":{"repeat":{"boundsDuration":{"value":7,"unit":"d"}}},
         "doseAndRate":[{"doseQuantity":{"value":1.50,"unit":"mg"}}]}],
       "dispenseRequest":{"numberOfRepeatsAllowed":0}}
      """#)
    #expect(root["dates"]?["authored"]?.string == "2020-01")
    #expect(root["subjectIdentifier"]?["value"]?.string == "p")
    #expect(root["supply"]?["repeats"]?.string == "0")
    let dosage = try #require(root["dosages"]?.elements.first { _ in true })
    #expect(dosage["withheld"]?.boolean == false)
    #expect(dosage["asNeeded"]?.isNull == true)
    #expect(
      text(dosage["doses"]?.elements.first { _ in true }?["quantity"])
        == #"{"value":"1.50","comparator":null,"unit":"mg","system":null,"code":null}"#)
    #expect(dosage["timing"]?["bounds"]?["duration"]?["value"]?.string == "7")
    #expect(
      text(root["links"])
        == #"[{"kind":"basedOn","reference":"CarePlan/1","display":null,"identifier":null}]"#)
  }

  @Test("S2 identifiers of references and what a package holds stand in the answer")
  func product() throws {
    let root = try written(
      #"""
      {"resourceType":"MedicationRequest","status":"active",
       "medicationReference":{"reference":"Medication/1","identifier":{"system":"s","value":"v"}},
       "dispenseRequest":{"quantity":{"value":30,"comparator":"<","unit":"tab","system":"u","code":"{t}"}}}
      """#)
    let identifier = #"{"use":null,"type":null,"system":"s","value":"v"}"#
    #expect(
      text(root["product"])
        == #"{"amount":null,"packageContents":[],"identifiers":[],"referenceIdentifier":"#
        + identifier + #","ingredients":[],"manufacturer":null,"brand":null,"#
        + #""overTheCounter":null,"batches":[],"otherNames":[]}"#)
    #expect(root["dispenseQuantity"]?.string == "30|tab|{t}")
    #expect(
      text(root["supply"]?["quantity"])
        == #"{"value":"30","comparator":"<","unit":"tab","system":"u","code":"{t}"}"#)
    let medication = try written(
      ##"""
      {"resourceType":"Medication","code":{"text":"x"},"package":{"content":[{"item":{"reference":"#p",
         "display":"d"},"amount":{"value":2}}]},
       "product":{"ingredient":[{"item":{"reference":"#s","identifier":{"system":"s","value":"v"}}}]}}
      """##)
    #expect(
      text(medication["product"]?["packageContents"])
        == ##"[{"codings":[],"text":null,"reference":"#p","referenceDisplay":"d","##
        + #""referenceIdentifier":null,"amount":{"value":"2","comparator":null,"unit":null,"#
        + #""system":null,"code":null}}]"#)
    let ingredient = medication["product"]?["ingredients"]?.elements.first { _ in true }
    #expect(text(ingredient?["referenceIdentifier"]) == identifier)
  }

  @Test("S2 every reason of the status and the adherence stand there with their codes")
  func status() throws {
    let root = try written(
      """
      {"resourceType":"MedicationStatement","status":"recorded","medication":{"concept":{"text":"x"}},
       "adherence":{"code":{"coding":[{"system":"s","code":"taking-not-as-directed"}]},
         "reason":{"text":"a"}},"statusReason":[{"coding":[{"system":"s","code":"c"}]}]}
      """)
    let coding = { (code: String) in
      #"{"codings":[{"system":"s","version":null,"code":"\#(code)","display":null}],"text":null}"#
    }
    #expect(root["statusReason"]?.string == "a")
    #expect(text(root["statusReasons"]) == #"[{"codings":[],"text":"a"},"# + coding("c") + "]")
    #expect(text(root["adherence"]) == coding("taking-not-as-directed"))
    #expect(root["statusMeaning"]?.string == "active")
    let named = try written(
      #"{"resourceType":"MedicationKnowledge","code":{"text":"x"},"synonym":["y","z"]}"#)
    #expect(text(named["product"]?["otherNames"]) == #"["y","z"]"#)
  }

  @Test("A record that says nothing of them has null and [] there, and no member less")
  func empty() throws {
    let root = try written(
      #"{"resourceType":"MedicationStatement","medicationCodeableConcept":{"text":"x"}}"#)
    for name in [
      "supply", "dates", "renderedDosage", "provenance", "product", "subjectIdentifier",
      "adherence",
    ] {
      #expect(root[name]?.isNull == true, "\(name)")
    }
    for name in ["dosages", "reasons", "statusReasons", "category", "links", "identifiers"] {
      #expect(text(root[name]) == "[]", "\(name)")
    }
  }
}
