// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import MedicationStore
import TestSupport
import Testing

@testable import MedicationExchange

@Suite("Apple Health's export")
struct HealthExportTests {
  private static let attributes =
    #"sourceName="Sam’s Phone" sourceVersion="17.6.1" creationDate="2024-03-01 09:00:00 -0800" "#
    + #"startDate="2024-03-01 07:14:22 -0800" endDate="2024-03-01 08:14:22 -0800""#

  private static func record(
    _ type: String, _ value: String, _ attributes: String = attributes, _ inside: String = ""
  ) -> String {
    #" <Record type="HKCategoryTypeIdentifier\#(type)" \#(attributes) value="\#(value)">\#(inside)</Record>"#
      + "\n"
  }

  private static func export(_ inside: String, doctype: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    \(doctype)<HealthData locale="en_US">
     <ExportDate value="2024-06-15 12:00:00 +0000"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1970-01-01"/>
    \(inside)</HealthData>
    """
  }

  @Test("Symptom records have their values by name, in the enumeration of their type")
  func values() throws {
    let names = FixtureRows.cells("values of symptoms")
    let diary = try Diary()
    let report = try diary.take(Self.export(names.map { Self.record($0[0], $0[1]) }.joined()))
    let expected = names.filter { !$0[2].isEmpty }.map { "\($0[0])=\($0[2])" }
    let found = try diary.person.contents().symptoms.map {
      "\($0.categoryType.rawValue.dropFirst(24))=\($0.value)"
    }
    #expect(found.sorted() == expected.sorted())
    #expect(report.counts[.symptom]?.leftOut == names.count { $0[2].isEmpty })
    #expect(report.remarks.first?.place == "line 17")
  }

  @Test("A record has its dates, source, device and metadata")
  func members() throws {
    let diary = try Diary()
    let device =
      #"device="&lt;&lt;HKDevice: 0x2810b4e60&gt;, name:Watch, big, manufacturer:Apple Inc., model:Watch, hardware:Watch6,4, software:9.1&gt;" "#
    try diary.take(
      Self.export(
        Self.record(
          "Headache", "HKCategoryValueSeverityMild", device + Self.attributes,
          #"<MetadataEntry key="HKWasUserEntered" value="1"/><MetadataEntry key="a&amp;b" value="x"/>"#
        )))
    let sample = try #require(try diary.person.contents().symptoms.first)
    #expect(sample.startDate == (try Instant("2024-03-01T07:14:22-08:00")))
    #expect(sample.endDate == (try Instant("2024-03-01T08:14:22-08:00")))
    #expect(sample.source.name == "Sam’s Phone")
    #expect(
      sample.device
        == SampleDevice(
          name: "Watch, big", manufacturer: "Apple Inc.", model: "Watch",
          hardwareVersion: "Watch6,4", softwareVersion: "9.1"))
    #expect(sample.metadata?["a&b"] == .string("x"))
    #expect(sample.metadata?["HKWasUserEntered"] == .string("1"))
    #expect(sample.metadata?["rxkit.sourceVersion"] == .string("17.6.1"))
  }

  @Test("A record of a Correlation counts once, wherever else it is; importing again adds nothing")
  func correlations() throws {
    let headache = Self.record("Headache", "HKCategoryValueSeverityMild")
    let nausea = Self.record("Nausea", "HKCategoryValueSeverityMild")
    let rate = #"<Record type="HKQuantityTypeIdentifierHeartRate" value="60"/>"#
    let text = Self.export(
      "<Correlation type=\"x\">\(headache)\(nausea)\(rate)</Correlation>\(headache)\(rate)")
    let diary = try Diary()
    let report = try diary.take(text)
    #expect(
      report.counts[.symptom] == .init(read: 3, added: 2, alreadyThere: 0, repeated: 1, leftOut: 0))
    #expect(report.others == ["Me": 1, "Correlation": 1, "HKQuantityTypeIdentifierHeartRate": 1])
    let again = try diary.take(text)
    #expect(
      again.counts[.symptom] == .init(read: 3, added: 0, alreadyThere: 3, repeated: 0, leftOut: 0))
  }

  @Test(
    "Dates have an offset; days of one digit and double blanks are read",
    arguments: FixtureRows.pairs("dates"))
  func dates(_ text: String, _ expected: String) throws {
    let date = try? HealthExportImport.date(text)
    #expect(date?.text() == (expected.isEmpty ? nil : expected))
  }

  @Test("Pieces of any size give the same")
  func pieces() throws {
    let text = Self.export(
      (0..<40).map { number in
        Self.record(
          number % 2 == 0 ? "Headache" : "Acne", "HKCategoryValueSeverityMild",
          Self.attributes.replacingOccurrences(of: "Sam’s Phone", with: "Phone ü&amp;\(number)"),
          number % 3 == 0
            ? #"<MetadataEntry key="k" value="\#(String(repeating: "ä", count: 300))"/>"# : "")
      }.joined(), doctype: Self.doctype)
    let whole = try Diary()
    try whole.take(text)
    #expect(try whole.person.contents().symptoms.count == 40)
    for size in [1, 2, 3, 7, 64, 1000, 5000] {
      let diary = try Diary()
      var rest = Array(text.utf8)[...]
      _ = try diary.person.takeIn { run in
        try HealthExportImport.read(
          from: { count in
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
          }, pieceSize: size, into: run)
      }
      #expect(try diary.person.contents() == whole.person.contents())
    }
  }

  /// Declarations as in Apple's files, with the slips that stop a parser.
  private static let doctype = """
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 12; an apostrophe's here -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ATTLIST Broken
      startDate    CDATA #REQUIRED
      endDate
    <!ELEMENT Record ((MetadataEntry*|HeartRateVariabilityMetadataList)*)>
    <!ATTLIST Record value CDATA "a > b ]" unit CDATA '>'>
    ]>

    """

  private static let floods: [(String, String)] = [
    ("<!DOCTYPE HealthData [" + String(repeating: " ", count: 3_000_000), "import.doctype"),
    ("<HealthData a=\"\(String(repeating: "x", count: 4_000_000))\"/>", "import.xml"),
    ("<HealthData \((0..<2000).map { "a\($0)=\"\"" }.joined(separator: " "))/>", "import.xml"),
    ("<HealthData>" + String(repeating: "<a>", count: 100), "import.xml"),
  ]

  @Test(
    "Entities, other files, floods and broken XML are errors, and nothing is imported",
    arguments: FixtureRows.pairs("hostile exports") + floods)
  func refused(_ text: String, _ code: String) throws {
    let diary = try Diary()
    let path = try diary.file("export.xml", text)
    do {
      try diary.take(file: path)
      Issue.record("it was read")
    } catch let error as ExchangeError {
      #expect(error.code == code)
    }
  }

  @Test("Every export of the test data has the records that another program counted")
  func corpus() throws {
    guard
      let folder = TestData.path("health-samples/apple-export", skipping: "exports of Apple Health")
    else { return }
    // Counted by Python's xml.etree, records inside a Correlation left out.
    let table = try String(
      contentsOf: Diary.fixtures.appendingPathComponent("health-export-counts.tsv"), encoding: .utf8
    )
    var expected: [String: [String: Int]] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: "\t").map(String.init)
      expected[cells[0], default: [:]][cells[1]] = Int(cells[2])
    }
    #expect(expected.count == 7)
    for (name, counts) in expected {
      let diary = try Diary()
      let report = try diary.take(file: folder.appendingPathComponent(name).path)
      #expect(report.others == counts, "\(name)")
      #expect(report.counts.isEmpty)
    }
  }

  @Test(
    "Zips of the test data: sound ones are read, hostile ones refused",
    arguments: [
      ("x4-3-multi-empty-xml", "import.xml"), ("x4-4-zip-slip", "import.zip"),
      ("x4-5-original", nil), ("x4-5-renamed-clone", nil), ("x4-6-future-mtime", nil),
      ("x4-7-broken-xml", "import.xml"),
    ] as [(String, String?)])
  func zips(_ name: String, _ code: String?) throws {
    let folder = "health-samples/apple-export/rinoshiyo-apple-health-mcp-server/adversarial"
    guard let path = TestData.path("\(folder)/\(name).zip", skipping: "hostile zips") else {
      return
    }
    let diary = try Diary()
    do {
      _ = try diary.take(file: path.path)
      #expect(code == nil)
    } catch let error as ExchangeError {
      #expect(error.code == code)
    }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/zip-slip-escape.txt"))
  }
}
