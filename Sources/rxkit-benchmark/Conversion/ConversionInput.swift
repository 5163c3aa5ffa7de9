// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText

/// Medications in documents, or in what was made of them.
struct Tally: Equatable {
  var records = 0
  /// Codings of the resources themselves, without those that they refer to.
  var codings = 0

  static func += (left: inout Tally, right: Tally) {
    left.records += right.records
    left.codings += right.codings
  }
}

/// Documents that `rxkit convert` is measured on, and what it must find in them.
struct ConversionInput {
  /// The file or folder.
  let path: String
  /// `bundles` or `lines`, an argument of rivals.
  let form: String
  let byteCount: Int
  let tally: Tally
  /// What it is, for people.
  let text: String

  /// How large each input is made.
  private static let size = 100_000_000

  /// Bundles as Synthea writes them.
  static func bundles(_ workshop: Workshop) throws -> ConversionInput {
    let templates = try templates(workshop)
    let folder = workshop.path("grown-bundles")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var (byteCount, count, tally) = (0, 0, Tally())
    while byteCount < size {
      for template in templates {
        let bundle = template.bundle(count)
        try System.save(bundle.bytes, to: "\(folder)/bundle-\(count).json")
        byteCount += bundle.bytes.count
        count += 1
        tally += bundle.tally
      }
    }
    return ConversionInput(
      path: folder, form: "bundles", byteCount: byteCount, tally: tally,
      text: "\(Quantity.memory(byteCount)), \(Quantity.grouped(count)) bundles, unrepeated")
  }

  /// The resources of such bundles as lines: one in fifty is a medication.
  static func mixed(_ workshop: Workshop) throws -> ConversionInput {
    let templates = try templates(workshop)
    var (bytes, count, tally) = ([UInt8](), 0, Tally())
    bytes.reserveCapacity(size + size / 10)
    while bytes.count < size {
      for template in templates {
        tally += template.lines(100_000 + count, to: &bytes)
        count += 1
      }
    }
    return try lines("mixed", "of mixed lines", bytes, tally, workshop)
  }

  /// Requests with the Medication that each contains.
  static func dense(_ workshop: Workshop) throws -> ConversionInput {
    let count = size / 1700
    let bytes = DenseLines.write(count, try DrawnDrugs(workshop.catalog()))
    return try lines(
      "dense", "of requests", bytes, Tally(records: count, codings: count), workshop)
  }

  private static func lines(
    _ name: String, _ what: String, _ bytes: [UInt8], _ tally: Tally, _ workshop: Workshop
  ) throws -> ConversionInput {
    let path = workshop.path("grown-\(name).ndjson")
    try System.save(bytes, to: path)
    return ConversionInput(
      path: path, form: "lines", byteCount: bytes.count, tally: tally,
      text: "\(Quantity.memory(bytes.count)) \(what), unrepeated")
  }

  /// The real bundles, from which others are grown.
  static func templates(_ workshop: Workshop) throws -> [GrownDocument] {
    let folder = try workshop.option("--bundles")
    let drugs = try DrawnDrugs(workshop.catalog())
    let templates = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .compactMap { name -> GrownDocument? in
        let path = "\(folder)/\(name)"
        if name.hasSuffix(".json") {
          return try GrownDocument([UInt8](Data(contentsOf: URL(filePath: path))), drugs: drugs)
        }
        guard name.hasSuffix(".json.gz") else { return nil }
        let bytes = try ChildProcess.check([System.path(of: "gzip"), "-dc", path]).output
        return try GrownDocument([UInt8](bytes), drugs: drugs)
      }
    guard !templates.isEmpty else { throw BenchmarkFailure("\(folder): no bundle in it") }
    return templates
  }
}

/// Requests as a hospital's bulk export has them: each with the Medication that it contains.
enum DenseLines {
  /// Writes `count` requests of about 1.6 KB, no two alike.
  static func write(_ count: Int, _ drugs: DrawnDrugs) -> [UInt8] {
    var generator = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 1700)
    for _ in 0..<count {
      let drug = drugs.draw(using: &generator)
      func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
      func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.text
      }
      let date = String(
        format: "%04d-%02d-%02d", 2010 + number(0..<16), 1 + number(0..<12), 1 + number(0..<28))
      let status = ["active", "completed", "stopped"][number(0..<3)]
      let fields: [String] = [
        identifier(&generator), "\(number(1..<9))",
        date + String(format: "T10:%02d:%02d.000+00:00", number(0..<60), number(0..<60)),
        drug.code, quoted(drug.name), quoted(drug.name), status, identifier(&generator),
        identifier(&generator), date, identifier(&generator), "\(number(0..<9999))",
        identifier(&generator), "\(number(0..<9999))", "\(number(1..<4))", "\(number(2..<13))",
        "\(number(1..<5))", "\(number(1..<4))", "\(number(0..<6))", "\(number(10..<91))",
      ]
      for (part, field) in zip(parts, fields + ["\n"]) { bytes += (part + field).utf8 }
    }
    return bytes
  }

  private static func identifier(_ generator: inout SeededGenerator) -> String {
    let high = generator.next() | 1 << 63
    return Quantity.uuid(high, generator.next() | 1 << 63)
  }

  /// The parts of a request between its fields.
  private static let parts = [
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
  ].joined().split(separator: "§", omittingEmptySubsequences: false)
}
