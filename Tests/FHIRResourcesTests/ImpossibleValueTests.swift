// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import TestSupport
import Testing

@Suite("S1 S16 dates and units that cannot be")
struct ImpossibleValueTests {
  private static let drug: String = #""medicationCodeableConcept":{"text":"x"}"#

  static let impossible: [String] = [
    "2024-02-31", "2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-13", "2024-02-30",
    "2024-01-32", "2024-01-00", "2024-01-01T25:00:00Z", "2024-01-01T10:61:00Z", "1900-02-29",
    "2024-01-01T10:00:00+15:00", "20240201", "soon", "24-01-01", "2024/01/01", "2024-1-1",
    "2024-01-01T10:00:00Zz", "2024-01-01T",
  ]

  @Test("S1 an impossible date is said wherever it stands", arguments: impossible)
  func dates(_ date: String) throws {
    let places = [
      #""authoredOn":"DATE""#, #""effectiveDateTime":"DATE""#,
      #""effectivePeriod":{"start":"DATE"}"#, #""effectivePeriod":{"end":"DATE"}"#,
      #""dateAsserted":"DATE""#, #""dateWritten":"DATE""#,
      #""dosageInstruction":[{"timing":{"repeat":{"boundsPeriod":{"end":"DATE"}}}}]"#,
      #""dispenseRequest":{"validityPeriod":{"start":"DATE"}}"#,
    ]
    for form in UseForm.all {
      for place in places
      where !place.hasPrefix(#""dispense"#) || form.type != "MedicationStatement" {
        if place.hasPrefix(#""dispense"#), form.type == "MedicationUsage" { continue }
        let record = try form.record("\(Self.drug),\(place.replacing("DATE", with: date))")
        #expect(record.codes.contains("date-invalid"), "\(place)")
      }
    }
  }

  @Test(
    "S1 a date of the calendar is none",
    arguments: [
      "2024", "2024-02", "2024-02-29", "2000-02-29", "2024-02-29T24:00:00Z",
      "2024-02-29T10:00:00.123+14:00", "2024-02-29T10:00", "2016-12-31T23:59:60Z",
    ])
  func possible(_ date: String) throws {
    for form in UseForm.all {
      let record = try form.record(
        #"\#(Self.drug),"authoredOn":"\#(date)","effectivePeriod":{"start":"\#(date)"}"#)
      #expect(!record.codes.contains("date-invalid"))
    }
  }

  @Test(
    "S1 a period that ends before it begins is said",
    arguments: [
      ("2024-05-01", "2024-04-01", true), ("2024", "2023", true), ("2024-05", "2024-04-30", true),
      ("2024-05-01T12:00:00Z", "2024-05-01T11:00:00Z", true), ("2024-05-01", "2024-05-01", false),
      ("2024", "2024-05-01", false), ("2024-05-01T12:00:00+02:00", "2024-05-01T10:30:00Z", false),
    ])
  func periods(_ start: String, _ end: String, _ isReversed: Bool) throws {
    for form in UseForm.all {
      let period = #"{"start":"\#(start)","end":"\#(end)"}"#
      for place in [
        #""effectivePeriod":\#(period)"#,
        #""dosageInstruction":[{"timing":{"repeat":{"boundsPeriod":\#(period)}}}]"#,
      ] {
        let record = try form.record("\(Self.drug),\(place)")
        #expect(record.codes.contains("period-reversed") == isReversed)
      }
    }
  }

  @Test("S10 impossible and reversed dates do not make a recorded statement one in use")
  func recorded() throws {
    for form in UseForm.all where form.type == "MedicationStatement" {
      for period in [
        #"{"start":"2024-13-01"}"#, #"{"start":"2024-05-01","end":"2024-02-31"}"#,
        #"{"start":"2030-01-01","end":"2025-01-01"}"#,
      ] {
        let record = try form.record(
          #"\#(Self.drug),"effectivePeriod":\#(period),"dateAsserted":"2024-06-01""#,
          status: #""recorded""#)
        #expect(record.statusMeaning == .unknown)
      }
    }
  }

  @Test(
    "S16 a unit whose code is another unit is said",
    arguments: [
      ("mg", "ug", true), ("mg", "g", true), ("mcg", "mg", true), ("mL", "mg", true),
      ("ml", "L", true), ("units", "mg", true), ("tablet", "mg", true), ("mg", "{tbl}", true),
      ("hours", "d", true), ("mg/mL", "mg/L", true), ("mg/mL", "ug/mL", true),
      ("mg", "mg/mL", true),
      ("mEq", "mmol", true), ("weeks", "d", true), ("g", "ng", true), ("%", "mg", true),
      ("mg", "mg", false), ("mcg", "ug", false), ("\u{B5}g", "ug", false), ("units", "[IU]", false),
      ("IU", "[iU]", false), ("hours", "h", false), ("tablet", "{tbl}", false), ("Tab", "1", false),
      ("puff", "{actuat}", false), ("actuation", "{actuat}", false), ("day", "d", false),
      ("mg/ML", "mg/mL", false), ("drops", "[drp]", false), ("tablet", "TAB", false),
      ("Tablet", "385055001", false),
    ])
  func units(_ unit: String, _ code: String, _ disagrees: Bool) throws {
    let quantity = #"{"value":5,"unit":"\#(unit)","code":"\#(code)"}"#
    let ingredient = #"{"itemCodeableConcept":{"text":"x"},"strength":{"numerator":\#(quantity)}}"#
    for form in UseForm.all {
      for members in [
        #"\#(Self.drug),"dosageInstruction":[{"doseAndRate":[{"doseQuantity":\#(quantity)}]}]"#,
        ##""contained":[{"resourceType":"Medication","id":"a","code":{"text":"x"},"##
          + ##""ingredient":[\##(ingredient)]}],"medicationReference":{"reference":"#a"}"##,
      ] {
        let record = try form.record(members)
        #expect(record.codes.contains("unit-code-disagrees") == disagrees)
      }
    }
  }

  // MARK: Ingredients

  @Test(
    "S10 an ingredient that is said to be inactive is kept, and names no medication",
    arguments: [
      #""isActive":false"#, #""isActive":"false""#, #""isActive":[false]"#,
      #""type":{"coding":[{"code":"IACT"}]}"#, #""type":{"text":"Inactive ingredient"}"#,
    ])
  func inactive(_ member: String) throws {
    let item = #"{"coding":[{"system":"urn:x","code":"1"}]}"#
    for form in UseForm.all {
      for ingredient in [
        #"{"itemCodeableConcept":\#(item),\#(member)}"#,
        #"{"item":{"concept":\#(item)},\#(member),"strengthRatio":{"numerator":{"value":5,"unit":"mg"}}}"#,
      ] {
        let record = try form.record(
          ##""contained":[{"resourceType":"Medication","id":"a","ingredient":[\##(ingredient)]}],"##
            + ##""medicationReference":{"reference":"#a"}"##)
        #expect(record.via != .ingredient)
        #expect(record.ingredients.map(\.isActive) == [false])
        #expect(record.activeIngredients.isEmpty)
        #expect(record.codes.contains("no-medication"))
      }
    }
  }

  @Test("S14 several strengths of one ingredient: none is used")
  func strengths() throws {
    let strength = #"{"numerator":{"value":5,"unit":"mg"}}"#
    let amounts = #"{"numerator":[{"value":5,"unit":"mg"},{"value":10,"unit":"mg"}]}"#
    for (form, strengths) in UseForm.all.flatMap({ form in
      ["[\(strength),\(strength)]", amounts].map { (form, $0) }
    }) {
      let record = try form.record(
        ##""contained":[{"resourceType":"Medication","id":"a","ingredient":[{"##
          + ##""itemCodeableConcept":{"text":"x"},"strength":\##(strengths)}]}],"##
          + ##""medicationReference":{"reference":"#a"}"##)
      #expect(record.ingredients.first?.strength?.numerator == nil)
      #expect(record.codes.contains("strengths-incomplete"))
    }
  }
}
