// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Testing

@Suite("Dosages of every version")
struct DosageTests {
  /// A dosage as a version writes it, and its facts as section 3.4 of the definitions names them.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    /// The resource's type and its members besides status and medication.
    let type: String
    let members: String
    /// The facts, one a line.
    let facts: [String]

    init(_ id: String, _ type: String, _ members: String, _ facts: String...) {
      self.id = id
      self.type = type
      self.members = members
      self.facts = facts
    }

    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      "DSTU1 prescription", "MedicationPrescription",
      #"""
      "dosageInstruction":[{"text":"t","additionalInstructions":{"text":"with food"},
       "timingSchedule":{"event":[{"start":"2013-08-04","end":"2013-08-05"}],
         "repeat":{"frequency":2,"duration":1,"units":"d","end":"2013-09-01"}},
       "asNeededBoolean":true,"site":{"text":"arm"},"route":{"text":"oral"},"method":{"text":"m"},
       "doseQuantity":{"value":5,"units":"ml"},
       "rate":{"numerator":{"value":1},"denominator":{"value":2}},
       "maxDosePerPeriod":{"numerator":{"value":4},"denominator":{"value":24,"units":"h"}}}]
      """#,
      "text t", "additional with food", "event 2013-08-04/2013-08-05",
      "until 2013-09-01", "frequency 2", "period 1 d", "as needed", "site arm", "route oral",
      "method m",
      "dose 5|ml|", "rate 1|| / 2||", "at most 4|| / 24|h|"),
    Case(
      "DSTU1 timing as a date", "MedicationAdministration",
      #""dosage":[{"timingDateTime":"2013-01-01","quantity":{"value":1}}]"#,
      "event 2013-01-01", "dose 1||"),
    Case(
      "DSTU2 order", "MedicationOrder",
      #"""
      "dosageInstruction":[{"text":"t","additionalInstructions":{"coding":[{"display":"with food"}]},
       "timing":{"repeat":{"boundsQuantity":{"value":10,"unit":"d"},"count":3,"duration":2,
          "durationMax":4,"durationUnits":"h","frequency":1,"frequencyMax":2,"period":6,"periodMax":8,
          "periodUnits":"h","when":"AC"},"code":{"text":"Q6H"}},
       "asNeededCodeableConcept":{"text":"pain"},"siteReference":{"display":"left arm"},
       "doseRange":{"low":{"value":1,"unit":"tab"},"high":{"value":2,"unit":"tab"}},
       "rateRange":{"low":{"value":1},"high":{"value":3}},
       "maxDosePerPeriod":{"numerator":{"value":8,"unit":"tab"},"denominator":{"value":1,"unit":"d"}}}]
      """#,
      "text t", "additional with food", "for 10|d|", "count 3", "lasting 2-4 h", "frequency 1-2",
      "period 6-8 h", "when AC", "code Q6H", "as needed", "as needed for pain", "site left arm",
      "dose 1|tab| to 2|tab|", "rate 1|| to 3||", "at most 8|tab| / 1|d|"),
    Case(
      "DSTU2 statement", "MedicationStatement",
      #""dosage":[{"quantityQuantity":{"value":2},"siteCodeableConcept":{"text":"s"},"asNeededBoolean":false,"rateRatio":{"numerator":{"value":3}}}]"#,
      "not as needed", "site s", "dose 2||", "rate 3|| / -"),
    Case(
      "DSTU2 administration", "MedicationAdministration",
      #""dosage":{"text":"t","quantity":{"value":2,"unit":"ml"},"rateRatio":{"numerator":{"value":1},"denominator":{"value":1}}}"#,
      "text t", "dose 2|ml|", "rate 1|| / 1||"),
    Case(
      "STU3", "MedicationRequest",
      #"""
      "dosageInstruction":[{"sequence":1,"text":"t","patientInstruction":"p",
       "additionalInstruction":[{"text":"a"},{"text":"b"}],
       "timing":{"event":["2017-01-01","2017-01-02"],"repeat":{"boundsPeriod":{"start":"2017","end":"2018"},
         "countMax":4,"durationUnit":"min","periodUnit":"wk","dayOfWeek":["mon","fri"],
         "timeOfDay":["08:00:00"],"when":["HS","C"],"offset":30}},
       "asNeededBoolean":true,"doseQuantity":{"value":1.50,"comparator":"<","unit":"mg"},
       "rateQuantity":{"value":2,"unit":"mL/h"},
       "maxDosePerAdministration":{"value":9},"maxDosePerLifetime":{"value":99}}]
      """#,
      "sequence 1", "text t", "for the patient p", "additional a", "additional b",
      "event 2017-01-01", "event 2017-01-02", "from 2017 to 2018", "count -4", "period - wk",
      "on mon fri", "at 08:00:00", "when HS C", "offset 30", "as needed", "dose <1.50|mg|",
      "rate 2|mL/h|", "at most 9|| each time", "at most 99|| in a life"),
    Case(
      "R4", "MedicationRequest",
      #"""
      "dosageInstruction":[{"timing":{"repeat":{"boundsDuration":{"value":7,"unit":"d"}}},
       "doseAndRate":[{"type":{"text":"ordered"},"doseQuantity":{"value":1},
         "rateRatio":{"numerator":{"value":1},"denominator":{"value":2}}},
         {"type":{"text":"calculated"},"doseRange":{"low":{"value":3}},
          "rateRange":{"high":{"value":4}}}]}]
      """#,
      "for 7|d|", "ordered dose 1||", "calculated dose 3|| to -", "ordered rate 1|| / 2||",
      "calculated rate - to 4||"),
    Case(
      "R4 administration", "MedicationAdministration",
      #""dosage":{"dose":{"value":3,"unit":"mg","code":"mg"},"rateQuantity":{"value":1}}"#,
      "dose 3|mg|mg", "rate 1||"),
    Case(
      "R5", "MedicationRequest",
      #"""
      "dosageInstruction":[{"asNeeded":true,"asNeededFor":[{"text":"pain"},{"text":"fever"}],
       "timing":{"repeat":{"boundsRange":{"low":{"value":1},"high":{"value":2}}}},
       "maxDosePerPeriod":[{"numerator":{"value":1}},{"numerator":{"value":2}}]}]
      """#,
      "for 1|| to 2||", "as needed", "as needed for pain", "as needed for fever",
      "at most 1|| / -", "at most 2|| / -"),
    Case(
      "nothing said of need", "MedicationRequest", #""dosageInstruction":[{"text":"t"}]"#, "text t"),
    Case(
      "R5 reason alone", "MedicationRequest",
      #""dosageInstruction":[{"asNeededFor":[{"text":"x"}]}]"#,
      "as needed", "as needed for x"),
    Case(
      "an empty dosage is none", "MedicationRequest", #""dosageInstruction":[{},{"timing":{}}]"#),
    Case(
      "one object for an array", "MedicationRequest", #""dosageInstruction":{"text":"t"}"#, "text t"
    ),
  ]

  @Test("S2 each element is read, under one name for all versions", arguments: cases)
  func elements(_ item: Case) throws {
    let record = try Fixture.record(
      #"{"resourceType":"\#(item.type)","status":"active","medicationCodeableConcept":{"text":"x"},"#
        + item.members + "}")
    #expect(record.dosages.flatMap(Self.facts) == item.facts)
    #expect(!record.codes.contains("shape"))
  }

  @Test("S10 a modifier inside a dosage withholds that dosage only, and all of it")
  func withheld() throws {
    let record = try Fixture.request(
      #"""
      "dosageInstruction":[{"sequence":1,"text":"one"},
       {"sequence":2,"text":"two","doseAndRate":[{"modifierExtension":[{"url":"http://x"}],
        "doseQuantity":{"value":1}}]},{"text":"three"}]
      """#)
    #expect(record.dosages.map(\.isWithheld) == [false, true, false])
    #expect(record.dosages[1].text == nil && record.dosages[1].doses.isEmpty)
    #expect(record.dosageTexts == ["one", "three"])
    #expect(record.codes == ["modifier-not-understood"])
    #expect(!record.flags.contains(.notUnderstood), "the record itself counts")
  }

  /// The facts of a dosage, one a line, in a fixed order.
  static func facts(_ dosage: FHIRDosage) -> [String] {
    var facts: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { facts.append("\(name) \(value)") }
    }
    add("sequence", dosage.sequence)
    add("text", dosage.text)
    add("for the patient", dosage.patientInstruction)
    for instruction in dosage.additionalInstructions { add("additional", instruction.words) }
    if let timing = dosage.timing { facts += self.facts(timing) }
    if let asNeeded = dosage.asNeeded { facts.append(asNeeded ? "as needed" : "not as needed") }
    for reason in dosage.asNeededFor { add("as needed for", reason.words) }
    add("site", dosage.site?.words)
    add("route", dosage.route?.words)
    add("method", dosage.method?.words)
    for dose in dosage.doses {
      let type = dose.type?.words.map { "\($0) " } ?? ""
      add("\(type)dose", dose.quantity.map(words) ?? dose.range.map(words))
    }
    for rate in dosage.rates {
      let type = rate.type?.words.map { "\($0) " } ?? ""
      add(
        "\(type)rate", rate.ratio.map(words) ?? rate.range.map(words) ?? rate.quantity.map(words))
    }
    for limit in dosage.maxDosePerPeriod { add("at most", words(limit)) }
    add("at most", dosage.maxDosePerAdministration.map { "\(words($0)) each time" })
    add("at most", dosage.maxDosePerLifetime.map { "\(words($0)) in a life" })
    return facts
  }

  private static func facts(_ timing: FHIRTiming) -> [String] {
    var facts = timing.events.map { "event \($0)" }
    func add(_ name: String, _ value: String?, _ most: String?, _ unit: String? = nil) {
      guard value != nil || most != nil || unit != nil else { return }
      facts.append(
        "\(name) \(value ?? (unit == nil ? "" : "-"))\(most.map { "-\($0)" } ?? "")"
          + (unit.map { " \($0)" } ?? ""))
    }
    switch timing.bounds {
    case .period(let period):
      facts.append(
        period.start.map { "from \($0) to \(period.end ?? "-")" } ?? "until \(period.end ?? "-")")
    case .duration(let duration): facts.append("for \(words(duration))")
    case .range(let range): facts.append("for \(words(range))")
    case nil: break
    }
    add("count", timing.count, timing.countMax)
    if timing.duration != nil {
      add("lasting", timing.duration, timing.durationMax, timing.durationUnit)
    }
    add("frequency", timing.frequency, timing.frequencyMax)
    add("period", timing.period, timing.periodMax, timing.periodUnit)
    if !timing.daysOfWeek.isEmpty {
      facts.append((["on"] + timing.daysOfWeek).joined(separator: " "))
    }
    if !timing.timesOfDay.isEmpty {
      facts.append((["at"] + timing.timesOfDay).joined(separator: " "))
    }
    if !timing.when.isEmpty { facts.append((["when"] + timing.when).joined(separator: " ")) }
    add("offset", timing.offset, nil)
    if let code = timing.code?.words { facts.append("code \(code)") }
    return facts
  }

  private static func words(_ quantity: FHIRQuantity) -> String {
    (quantity.comparator ?? "") + quantity.parts
  }

  private static func words(_ range: FHIRRange) -> String {
    "\(range.low.map(words) ?? "-") to \(range.high.map(words) ?? "-")"
  }

  private static func words(_ ratio: FHIRRatio) -> String {
    "\(ratio.numerator.map(words) ?? "-") / \(ratio.denominator.map(words) ?? "-")"
  }
}
