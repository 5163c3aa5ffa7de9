// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow
import CRxKit
import ConceptCatalog
import DrugMatching
import FHIRResources
import FHIRXML
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

@Suite("Answers in columns")
struct AnswerTests {
  /// The JSON of the library's own answer.
  private static func json(
    _ query: MedicationQuery, _ resolver: MedicationResolver, source: String? = nil
  ) throws -> JSONNode {
    var json = JSONWriter()
    try resolver.resolve(query).write(to: &json, source: source)
    return try JSONDocument(json.bytes).root
  }

  /// What differs between a row and the JSON of the same answer, which has these other members.
  private static func difference(_ row: AnswerValue, _ json: JSONNode) -> String? {
    for (name, value) in json.members {
      let name = name.string ?? ""
      if ["schema", "release"].contains(name) { continue }
      if let found = row[name].difference(from: value, at: name) { return found }
    }
    return nil
  }

  @Test("S2 S9 S14 S23 every product of the release has the columns of its JSON")
  func lookups() throws {
    guard let catalog = try TestCatalog.starter(skipping: "lookups") else { return }
    let codes = catalog.resolver.catalog.concepts.compactMap { $0.code?.description }
      .enumerated().filter { $0.offset % 41 == 0 }.map(\.element)
    let texts: [String?] = codes + [nil, "99999999", "1", "x y", "", "0093-7314-98"] + codes
    let found = try rows(rxkit_lookup, catalog.handle, .text(texts))
    #expect(found.count == texts.count)
    for (text, row) in zip(texts, found) {
      guard let text else {
        #expect(row["code"] == .null && row["release"] == .null)
        continue
      }
      var query = MedicationQuery(word: text)
      if case .name = query {
        query = .coding(
          ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: text), display: nil)
      }
      let json = try Self.json(query, catalog.resolver)
      for name in [
        "concepts", "certainty", "ingredients", "doseForm", "generalForm", "brand",
        "packContents", "problems",
      ] {
        #expect(row[name].difference(from: json[name], at: name) == nil, "\(text)")
      }
      #expect(row["code"].text == text)
      #expect(row["release"].text == catalog.resolver.catalog.release.name)
      let concepts = json["concepts"].map { Array($0.elements) } ?? []
      let only = concepts.count == 1 ? concepts[0] : nil
      #expect(row["rxcui"].difference(from: only?["rxcui"]) == nil, "S4 none of several is chosen")
      #expect(row["status"].difference(from: only?["status"]) == nil)
    }
  }

  @Test("S24 S29 S31 side effects have the columns of their JSON, coverage and scope")
  func sideEffects() throws {
    guard let catalog = try TestCatalog.starter(skipping: "side effects") else { return }
    let codes = ["314076", "860975", "309362", "6711", "99999999", "198440"]
    let found = try rows(rxkit_side_effects, catalog.handle, .text(codes))
    for (code, row) in zip(codes, found) {
      let json = try Self.json(MedicationQuery(word: code), catalog.resolver)
      let effects = try #require(json["sideEffects"])
      #expect(Self.difference(row, effects) == nil)
      #expect(row["coverage"] != .null && row["scope"] != .null)
    }
  }

  @Test("S2 S10 every resource of a document is one row with the columns of its JSON")
  func records() throws {
    guard let catalog = try TestCatalog.starter(skipping: "records") else { return }
    let folder = Repository.root.appendingPathComponent("Data/Samples/FHIR")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { name in [".json", ".xml", ".ndjson"].contains { name.hasSuffix($0) } }
    for name in names {
      let path = folder.appendingPathComponent(name).path
      let document = FHIRDocument(
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), reading: .withXML)
      var (stream, error) = (ArrowArrayStream(), rxkit_error())
      let number = path.withCString { text in
        var paths: [UnsafePointer<CChar>?] = [text]
        return rxkit_read_fhir(
          catalog.handle, "{\"sideEffects\": true}", &paths, 1, &stream, &error)
      }
      try #require(number == 0, "\(CallError(number, error).message)")
      let found = try rows(of: &stream).filter { $0["resourceType"] != .null }
      #expect(found.count == document.records.count, "S1 \(name)")
      for (record, row) in zip(document.records, found) {
        let json = try Self.json(.record(record), catalog.resolver, source: path)
        #expect(Self.difference(row, json) == nil, "\(name) \(record.entryPath)")
      }
    }
  }

  @Test("S5 only an accepted text has a code")
  func matches() throws {
    guard let catalog = try TestCatalog.starter(skipping: "matches") else { return }
    let texts = ["paracetmol 0.5 g tab", "hydroxizine", "pleural drain", "metformin"]
    let found = try rows(rxkit_match, catalog.handle, .text(texts), options: "{\"limit\": 3}")
    for (text, row) in zip(texts, found) {
      var json = JSONWriter()
      try catalog.resolver.match(text).write(
        to: &json, release: catalog.resolver.catalog.release, limit: 3)
      let answer = try JSONDocument(json.bytes).root
      for (name, value) in answer.members {
        let name = name.string ?? ""
        if ["schema", "line", "release"].contains(name) { continue }
        #expect(row[name].difference(from: value, at: name) == nil, "\(text)")
      }
      #expect((row["rxcui"] == .null) == (row["verdict"] != .text("accepted")), "\(text)")
    }
  }

  @Test("Related concepts are those of the catalog; a code without any says why")
  func related() throws {
    guard let catalog = try TestCatalog.starter(skipping: "related") else { return }
    let found = try rows(
      rxkit_related, catalog.handle, .text(["861007", "99999999"]),
      options: "{\"types\": [\"IN\", \"BN\"]}")
    let code = try #require(RxCUI("861007"))
    let concept = try #require(catalog.resolver.catalog.concept(for: code))
    let groups = concept.related(to: [.brandName, .ingredient]).groups
    guard case .list(let lists) = found[0]["groups"] else { return #expect(Bool(false)) }
    #expect(lists.map { $0["tty"].text } == groups.map(\.termType.rawValue))
    for (list, group) in zip(lists, groups) {
      guard case .list(let members) = list["concepts"] else { return #expect(Bool(false)) }
      #expect(members.map { $0["name"].text } == group.concepts.map(\.name))
    }
    #expect(found[1]["groups"] == .list([]) && found[1]["reason"] != .null)
  }

  @Test("Any layout of the same values gives the same answers")
  func layouts() throws {
    guard let catalog = try TestCatalog.starter(skipping: "layouts") else { return }
    let codes = ["861007", nil, "99999999", "314076"]
    func ask(_ column: TestColumn) throws -> [AnswerValue] {
      try rows(rxkit_lookup, catalog.handle, column)
    }
    let expected = try ask(.text(codes))
    #expect(try ask(.text(codes, isLarge: true)) == expected)
    #expect(try ask(.views(codes)) == expected)
    #expect(
      try ask(.dictionary([2, 1, 0, 3], of: ["99999999", nil, "861007", "314076"])) == expected)
    #expect(try ask(.table([.text(codes)], rows: 4)) == expected)
    #expect(try ask(.table([.text(codes)], rows: 4).sliced(1..<3)) == Array(expected[1..<3]))
    #expect(try ask(.text(codes).sliced(1..<4)) == Array(expected[1...]))
    #expect(try ask(.views(["a text of more than twelve bytes"] + codes).sliced(1..<5)) == expected)
    let numbers: [Int32] = [861007, 0, 99_999_999, 314076]
    #expect(try ask(.integers("i", numbers, nulls: [1])) == expected)
    #expect(try ask(.integers("L", numbers.map(UInt64.init), nulls: [1])) == expected)
    #expect(try ask(.numbers([861007, .nan, 99_999_999, 314076])) == expected)
    #expect(try ask(.text([])) == [])
    #expect(try ask(TestColumn("n", rows: 2, [])) == [expected[1], expected[1]])
  }

  @Test("S9 an answer out of a damaged catalog is an error, or the right one")
  func damaged() throws {
    guard let catalog = try TestCatalog.starter(skipping: "damage") else { return }
    let codes = ["861007", "314076", "0093-7314-98", "99999999", "1191", "198440", "6809"]
    let expected = try rows(rxkit_lookup, catalog.handle, .text(codes))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("rxkit-damaged-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    var errorCount = 0
    for place in 1..<24 {
      var bytes = try TestCatalog.starterBytes.get()
      bytes[bytes.count / 24 * place] ^= 0x55
      try Data(bytes).write(to: file)
      do {
        let damaged = try TestCatalog.open(file.path)
        defer { rxkit_close(damaged) }
        let found = try rows(rxkit_lookup, damaged, .text(codes))
        #expect(found == expected, "byte \(bytes.count / 24 * place)")
      } catch let error as CallError {
        #expect(error.number == RXKIT_CATALOG, "\(error.message)")
        errorCount += 1
      }
    }
    #expect(errorCount > 0)
  }

  @Test("S1 what cannot be read is a row that says so")
  func unreadable() throws {
    guard let catalog = try TestCatalog.starter(skipping: "unreadable texts") else { return }
    let texts = [
      "{", "{\"medication\": 1}", "{\"resourceType\": \"Patient\"}", "<a", "861007",
      "{\"code\": \"861007\", \"system\": \"http://www.nlm.nih.gov/research/umls/rxnorm\"}",
    ]
    let found = try rows(rxkit_resolve, catalog.handle, .text(texts))
    #expect(found.map { $0["error"] == .null } == [false, false, false, false, true, true])
    #expect(found[4]["rxcui"] == .text("861007") && found[5]["rxcui"] == .text("861007"))
    #expect(found.allSatisfy { $0["release"] != .null })
  }
}
