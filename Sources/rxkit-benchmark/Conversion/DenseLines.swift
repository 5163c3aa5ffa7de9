// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText

/// Requests as a hospital's bulk export has them: each with the Medication that it contains.
enum DenseLines {
  /// Writes so many requests of about 1.6 KB, none like another.
  static func write(_ count: Int, _ drugs: DrawnDrugs) -> (bytes: [UInt8], codings: Int) {
    var generator = SeededGenerator(seed: 5)
    var json = JSONWriter(capacity: count * 1700)
    for _ in 0..<count {
      write(drugs.draw(using: &generator), &generator, to: &json)
      json.endLine()
    }
    return (json.bytes, count)
  }

  private static func write(
    _ drug: DrawnDrugs.Drug, _ generator: inout SeededGenerator, to json: inout JSONWriter
  ) {
    let number = { (range: Range<Int>, generator: inout SeededGenerator) in
      Int.random(in: range, using: &generator)
    }
    let day = [
      2010 + number(0..<16, &generator), 1 + number(0..<12, &generator),
      1 + number(0..<28, &generator),
    ]
    let date = String(format: "%04d-%02d-%02d", day[0], day[1], day[2])
    let status = ["active", "completed", "stopped"][number(0..<3, &generator)]
    let fields: [String] = [
      identifier(&generator), "\(number(1..<9, &generator))",
      date
        + String(
          format: "T10:%02d:%02d.000+00:00", number(0..<60, &generator),
          number(0..<60, &generator)),
      drug.code, quoted(drug.name), quoted(drug.name), status, identifier(&generator),
      identifier(&generator), date, identifier(&generator), "\(number(0..<9999, &generator))",
      identifier(&generator), "\(number(0..<9999, &generator))",
      "\(number(1..<4, &generator))", "\(number(2..<13, &generator))",
      "\(number(1..<5, &generator))", "\(number(1..<4, &generator))",
      "\(number(0..<6, &generator))", "\(number(10..<91, &generator))",
    ]
    var text = Substring(template)
    var line = ""
    for field in fields {
      guard let mark = text.firstIndex(of: "§") else { break }
      line += text[..<mark] + field
      text = text[text.index(after: mark)...]
    }
    json.raw(Array((line + text).utf8))
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return json.text
  }

  private static func identifier(_ generator: inout SeededGenerator) -> String {
    let digits =
      String(generator.next() | 1 << 63, radix: 16)
      + String(generator.next() | 1 << 63, radix: 16)
    let cuts = [0, 8, 12, 16, 20, 32].map { digits.index(digits.startIndex, offsetBy: $0) }
    return zip(cuts, cuts.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
  }

  /// A request; each § is a field.
  private static let template = [
    #"{"resourceType":"MedicationRequest","id":"§","meta":{"versionId":"§","lastUpdated":"§","#,
    #""profile":["http://hl7.org/fhir/us/core/StructureDefinition/us-core-medicationrequest"]},"#,
    #""contained":[{"resourceType":"Medication","id":"med","code":{"coding":[{"system":"#,
    #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"§","display":§}],"text":§},"#,
    #""status":"active"}],"status":"§","intent":"order","category":[{"coding":[{"system":"#,
    #""http://terminology.hl7.org/CodeSystem/medicationrequest-category","code":"community","#,
    #""display":"Community"}],"text":"Community"}],"medicationReference":{"reference":"#,
    ##""#med"},"subject":{"reference":"Patient/§"},"encounter":{"reference":"Encounter/§"},"##,
    #""authoredOn":"§T08:00:00+00:00","requester":{"reference":"Practitioner/§","display":"#,
    #""Dr. Person§"},"reasonReference":[{"reference":"Condition/§","display":"Condition §"}],"#,
    #""dosageInstruction":[{"sequence":1,"text":"Take § tablet(s) by mouth every § hours","#,
    #""timing":{"repeat":{"frequency":§,"period":1,"periodUnit":"d"}},"asNeededBoolean":false,"#,
    #""route":{"coding":[{"system":"http://snomed.info/sct","code":"26643006","display":"#,
    #""Oral route"}]},"doseAndRate":[{"type":{"coding":[{"system":"#,
    #""http://terminology.hl7.org/CodeSystem/dose-rate-type","code":"ordered","display":"#,
    #""Ordered"}]},"doseQuantity":{"value":§,"unit":"tablet"}}]}],"dispenseRequest":{"#,
    #""numberOfRepeatsAllowed":§,"quantity":{"value":§,"unit":"tablet"}}}"#,
  ].joined()
}
