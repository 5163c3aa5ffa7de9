// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import Testing

@Suite("S2 every value of a record stands in the resource that is written of it")
struct FHIRCompletenessTests {
  private static let concept = #""medicationCodeableConcept":{"text":"x"}"#

  /// Writes the only record of a resource.
  private func written(
    _ text: String, _ release: FHIRRelease
  ) throws -> (root: JSONNode, text: String, again: MedicationRecord) {
    let record = try #require(FHIRDocument(Array(text.utf8)).records.first)
    let (written, again) = try Starter.written(record, release)
    return (try JSONDocument(Array(written.utf8)).root, written, again)
  }

  /// What stands in extensions because the version has no room, as `element value`.
  private func left(_ root: JSONNode) -> [String] {
    let kept = root["extension"]?.elements.filter {
      $0["url"]?.string?.hasSuffix("/not-representable") == true
    }
    return (kept ?? []).map { item in
      (item["extension"].map { Array($0.elements) } ?? [])
        .compactMap { $0["valueString"]?.string }.joined(separator: " ")
    }
  }

  private func text(_ node: JSONNode?) -> String {
    String(decoding: node?.rawBytes ?? [], as: UTF8.self)
  }

  @Test("the identifier beside a reference is written where the reference is, else beside it")
  func referenceIdentifier() throws {
    let identifier = #"{"use":"official","type":{"text":"t"},"system":"urn:x","value":"7"}"#
    func statement(_ medication: String) -> String {
      """
      {"resourceType":"MedicationStatement","status":"active",\(medication),"contained":[
        {"resourceType":"Medication","id":"m","code":{"text":"x"},"form":{"text":"tablet"}},
        {"resourceType":"Medication","id":"n","code":{"text":"x"}}]}
      """
    }
    let inside = ##""medicationReference":{"reference":"#m","identifier":\##(identifier)}"##
    let others = [
      ##""medicationReference":{"reference":"#n","identifier":\##(identifier)}"##,
      #""medicationReference":{"reference":"Medication/9","identifier":\#(identifier)}"#,
      #"\#(Self.concept),"medicationReference":{"identifier":\#(identifier)}"#,
    ]
    let part = #"{"url":"identifier","valueIdentifier":\#(identifier)}"#
    for release in FHIRRelease.allCases {
      let (_, _, again) = try written(statement(inside), release)
      #expect(again.referenceIdentifier?.value == "7")
      #expect(again.referenceIdentifier?.use == "official")
      #expect(again.productIdentifiers.isEmpty)
      for other in others {
        let (_, text, again) = try written(statement(other), release)
        #expect(text.contains(part), "\(other)")
        // Beside other documents it could lead to another drug.
        #expect(again.referenceIdentifier == nil)
      }
    }
  }

  @Test("an ingredient's reference is kept with its words and identifier, and its ingredients")
  func ingredients() throws {
    let item = #"{"reference":"Substance/1","display":"d","identifier":{"system":"s","value":"i"}}"#
    func medication(_ members: String) -> String {
      #"{"resourceType":"Medication","code":{"text":"x"},"ingredient":[{\#(members)}]}"#
    }
    for release in FHIRRelease.allCases {
      let reference = #""itemReference":\#(item)"#
      let (_, _, again) = try written(medication(reference), release)
      let ingredient = try #require(again.ingredients.first)
      #expect(ingredient.reference == "Substance/1")
      #expect(ingredient.referenceDisplay == "d")
      #expect(ingredient.referenceIdentifier?.value == "i")
      let both = medication(#""itemCodeableConcept":{"text":"a"},\#(reference)"#)
      let (root, _, _) = try written(both, release)
      #expect(
        left(root) == [
          "ingredient.itemReference Substance/1 (display d; identifier s|i)"
        ])
      let nested = """
        {"resourceType":"Medication","code":{"text":"x"},"contained":[{"resourceType":"Medication",
         "id":"n","ingredient":[{"itemCodeableConcept":{"text":"a"},
           "strength":{"numerator":{"value":5,"unit":"mg"},"denominator":{"value":1}}}]}],
         "ingredient":[{"itemReference":{"reference":"#n"}}]}
        """
      let (outer, _, _) = try written(nested, release)
      #expect(
        left(outer) == [
          "ingredient.itemReference #n", "ingredient.ingredient item a; strength 5|mg| / 1||",
        ])
    }
  }

  @Test("a dose and a rate of several forms keep those that an element has no room for")
  func forms() throws {
    let range = #"{"low":{"value":1,"unit":"mg"},"high":{"value":2,"unit":"mg"}}"#
    let amounts = """
      "doseQuantity":{"value":5,"comparator":"<","unit":"mg"},"doseRange":\(range),
      "rateRatio":{"numerator":{"value":6,"unit":"mL"},"denominator":{"value":7,"unit":"h"}},
      "rateQuantity":{"value":8,"unit":"mL/h"},"rateRange":\(range)
      """
    let request = """
      {"resourceType":"MedicationRequest","status":"active","intent":"order",\(Self.concept),
       "dosageInstruction":[{"doseAndRate":[{\(amounts)}]}]}
      """
    let administration = """
      {"resourceType":"MedicationAdministration","status":"completed",\(Self.concept),
       "dosage":[{"doseAndRate":[{\(amounts)}]},{"doseAndRate":[{\(amounts)}]}]}
      """
    for release in FHIRRelease.allCases {
      let (root, _, again) = try written(request, release)
      #expect(
        left(root) == [
          "doseAndRate.doseRange 1|mg| to 2|mg|", "doseAndRate.rateQuantity 8|mL/h|",
          "doseAndRate.rateRange 1|mg| to 2|mg|",
        ])
      #expect(again.dosages.first?.doses.first?.quantity?.comparator == "<")
      #expect(again.dosages.first?.rates.first?.ratio?.denominator?.value == "7")
      let (given, _, _) = try written(administration, release)
      #expect(text(given["dosage"]?["rateRatio"]?["numerator"]) == #"{"value":6,"unit":"mL"}"#)
      #expect(
        left(given) == [
          "dosage.dose 1|mg| to 2|mg|", "dosage.rate 8|mL/h|, 1|mg| to 2|mg|",
          "dosage dose <5|mg|, 1|mg| to 2|mg|; "
            + "rate 6|mL| / 7|h|, 8|mL/h|, 1|mg| to 2|mg|",
        ])
    }
  }

  @Test("R4 keeps further limits with what they are per, and a no beside a reason")
  func limits() throws {
    let request = """
      {"resourceType":"MedicationRequest","status":"active","intent":"order",\(Self.concept),
       "dosageInstruction":[{"asNeeded":false,"asNeededFor":[{"text":"pain"}],"maxDosePerPeriod":[
         {"numerator":{"value":1,"unit":"g"},"denominator":{"value":4,"unit":"h"}},
         {"numerator":{"value":4,"unit":"g"},"denominator":{"value":24,"unit":"h"}}]}]}
      """
    let (root, _, again) = try written(request, .r4)
    #expect(left(root) == ["asNeededBoolean false", "maxDosePerPeriod 4|g| / 24|h|"])
    #expect(again.dosages.first?.asNeededFor.map(\.text) == ["pain"])
    let (newer, _, r5) = try written(request, .r5)
    #expect(left(newer).isEmpty)
    #expect(r5.dosages.first?.maxDosePerPeriod.count == 2)
    #expect(r5.dosages.first?.asNeeded == false)
  }

  @Test("references to others keep their words and identifiers, and no second one is lost")
  func references() throws {
    let plan = #"{"reference":"CarePlan/1","display":"d","identifier":{"value":"i"}}"#
    let statement = """
      {"resourceType":"MedicationStatement","status":"active",\(Self.concept),
       "subject":{"reference":"Patient/1","identifier":{"value":"p"}},
       "partOf":[\(plan),{"identifier":{"value":"j"}}],
       "reasonReference":[{"reference":"Condition/1","display":"c"},{"reference":"#c"}]}
      """
    for release in FHIRRelease.allCases {
      let (root, _, again) = try written(statement, release)
      #expect(again.subject == "Patient/1")
      #expect(again.subjectIdentifier?.value == "p")
      let expected = [
        RecordLink(
          .partOf, reference: "CarePlan/1", display: "d", identifier: FHIRIdentifier(value: "i")),
        RecordLink(.partOf, identifier: FHIRIdentifier(value: "j")),
        RecordLink(.reason, reference: "Condition/1", display: "c"),
      ]
      #expect(again.links == expected)
      #expect(left(root) == [release == .r4 ? "reasonReference #c" : "reason #c"])
    }
    let given = """
      {"resourceType":"MedicationAdministration","status":"completed",\(Self.concept),
       "request":[{"reference":"MedicationRequest/1"},{"reference":"MedicationRequest/2"}]}
      """
    let (root, _, _) = try written(given, .r4)
    #expect(left(root) == ["request MedicationRequest/2"])
  }

  @Test("what only another kind of resource has an element for stays, codes and all")
  func others() throws {
    let dispense = """
      {"resourceType":"MedicationDispense","status":"completed",\(Self.concept),
       "statusChanged":"2024-01-02","category":[{"text":"a"},
         {"coding":[{"system":"s","version":"1","code":"c","display":"d"}],"text":"b"}]}
      """
    let (root, _, _) = try written(dispense, .r4)
    #expect(left(root) == ["category b (s|c|d|1)", "statusChanged 2024-01-02"])
    let knowledge = """
      {"resourceType":"MedicationKnowledge","code":{"text":"x"},
       "identifier":[{"use":"official","type":{"text":"t"},"system":"s","value":"v"}]}
      """
    let (older, _, _) = try written(knowledge, .r4)
    #expect(left(older) == ["identifier s|v (official, t)"])
    let statement = """
      {"resourceType":"MedicationStatement","status":"active",\(Self.concept),
       "recorder":{"display":"nurse"},"informationSource":[{"reference":"Patient/1"}]}
      """
    for release in FHIRRelease.allCases {
      let (both, _, again) = try written(statement, release)
      #expect(again.informationSource == ["Patient/1"])
      #expect(left(both) == ["recorder nurse"])
    }
  }

  @Test("S10 the adherence stays the document's own where it means what the record does")
  func adherence() throws {
    func statement(_ status: String, _ code: String) -> String {
      """
      {"resourceType":"MedicationStatement","status":"\(status)",\(Self.concept),
       "adherence":{"code":{"coding":[{"system":"s","code":"\(code)","display":"d"}]}}}
      """
    }
    for code in ["taking-not-as-directed", "on-hold-as-directed", "stopped", "not-taking"] {
      let (root, _, again) = try written(statement("recorded", code), .r5)
      #expect(again.adherence?.codings == [FHIRCoding(system: "s", code: code, display: "d")])
      #expect(left(root).isEmpty)
      let (older, _, _) = try written(statement("recorded", code), .r4)
      #expect(left(older) == ["adherence.code s|\(code)|d"])
    }
    // What was entered in error is not taken, and an unknown use beside `active` is active.
    for (status, code) in [("entered-in-error", "taking"), ("active", "unknown")] {
      let (root, _, again) = try written(statement(status, code), .r5)
      #expect(left(root) == (status == "active" ? [] : ["adherence.code s|\(code)|d"]))
      #expect(again.statusMeaning == (status == "active" ? .active : .enteredInError))
    }
  }

  @Test("terms of a dispense, maker and batch are read again, or kept in words")
  func terms() throws {
    let request = """
      {"resourceType":"MedicationRequest","status":"active","intent":"order",\(Self.concept),
       "dispenseRequest":{"initialFill":{"quantity":{"value":5},"duration":{"value":6,"unit":"d"}},
         "dispenseInterval":{"value":7,"unit":"d"}},
       "substitution":{"allowed":false,"type":{"text":"G"},"reason":{"text":"r"}}}
      """
    let medication = """
      {"resourceType":"Medication","code":{"text":"x"},"isBrand":true,"isOverTheCounter":false,
       "manufacturer":{"reference":"Organization/1"},"package":{"batch":[
         {"lotNumber":"l","expirationDate":"2030"},{"lotNumber":"m","expirationDate":"2031"}]}}
      """
    let knowledge =
      #"{"resourceType":"MedicationKnowledge","code":{"text":"x"},"#
      + #""manufacturer":{"display":"y"}}"#
    for release in FHIRRelease.allCases {
      let (root, _, again) = try written(request, release)
      #expect(again.dispenseTerms?.firstQuantity?.value == "5")
      #expect(again.dispenseTerms?.firstDuration?.parts == "6|d|")
      #expect(again.dispenseTerms?.interval?.parts == "7|d|")
      #expect(again.dispenseTerms?.allowsSubstitution == false)
      #expect(again.dispenseTerms?.substitutionReason?.text == "r")
      #expect(left(root) == ["substitution.allowedCodeableConcept G"])
      let (product, _, made) = try written(medication, release)
      #expect(made.labelling?.manufacturer == "Organization/1")
      #expect(made.labelling?.batches.map(\.lotNumber) == ["l"])
      #expect(
        left(product) == [
          "isBrand true", "isOverTheCounter false", "batch lotNumber m; expirationDate 2031",
        ])
      let (known, _, read) = try written(knowledge, release)
      #expect(left(known) == (release == .r4 ? [] : ["manufacturer y"]))
      #expect(read.labelling?.manufacturer == (release == .r4 ? "y" : nil))
    }
  }

  @Test("what a package holds is kept with its reference and amount")
  func package() throws {
    let medication = """
      {"resourceType":"Medication","code":{"text":"x"},"package":{"content":[
        {"itemReference":{"reference":"Medication/1","display":"d"},"amount":{"value":5,"unit":"v"}},
        {"itemCodeableConcept":{"coding":[{"system":"s","code":"c"}]}}]}}
      """
    for release in FHIRRelease.allCases {
      let (root, _, _) = try written(medication, release)
      #expect(
        left(root) == [
          "package.content reference Medication/1 (display d); amount 5|v|",
          "package.content item s|c|",
        ])
    }
  }
}
