// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import TestSupport
import Testing

@testable import FHIRStreams

@Suite("Documents that form a set")
struct SetTests {
  @Test("F5 References lead to lines further up and further down", arguments: [1, 3])
  func ownLines(_ threads: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Sample.untidy, to: "a.ndjson")
    for block in [1, 100, 1 << 20] {
      let stream = FHIRStream(
        [.init(path)], options: LineStreamTests.options(block: block, limit: 1 << 20))
      let read = ReadStream(stream, threads: threads)
      #expect(read.records.map(\.entryPath) == ["0", "3", "6", "6", "9", "11"])
      #expect(
        read.codes == ["308192", "308192", "723", "308192", "723", "target not in the document"])
      #expect(
        read.problems.filter { $0.problem.severity == .error }.map(\.line) == [5, 9],
        "a broken line, and an array")
    }
  }

  @Test("Lines of other files come after the own ones, in byte order of the names")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    let requests = try folder.write(
      Sample.request("1", "Medication/x") + "\n" + Sample.request("2", "Medication/own") + "\n"
        + Sample.medication("own", "1") + "\n", to: "MedicationRequest.ndjson")
    let own = try folder.write(
      Sample.medication("x", "308192") + "\n" + Sample.medication("own", "2") + "\n",
      to: "Medication.ndjson")
    let read = ReadStream(FHIRStream(paths: [own, requests]))
    #expect(read.codes == ["308192", "2", "308192", "1", "1"])
    #expect(read.records[2].resolution == "type/id, in another document")
    let alone = ReadStream(FHIRStream([.init(requests)]))
    #expect(alone.codes == ["target not in the document", "1", "1"])
  }

  @Test("S4 Two files that give one id to two drugs leave the reference open")
  func ambiguous() throws {
    let folder = try TemporaryFolder()
    let request = try folder.write(
      Sample.request("1", "Medication/x") + "\n" + Sample.request("2", "Medication/y") + "\n",
      to: "a.ndjson")
    let one = try folder.write(
      Sample.medication("x", "1") + "\n" + Sample.medication("y", "3") + "\n", to: "b.ndjson")
    let other = try folder.write(
      Sample.medication("x", "2") + "\n" + Sample.medication("y", "3") + "\n", to: "c.ndjson")
    let read = ReadStream(FHIRStream(paths: [request, one, other]))
    #expect(read.codes.prefix(2) == ["ambiguous", "3"])
    let problem = read.records[0].problems.first { $0.code == .referenceAmbiguous }
    #expect(problem?.message.contains("entry 0 of \(one), entry 0 of \(other)") == true)
  }

  @Test("Stand-alone documents are neighbours, the inside of other documents' bundles never")
  func documents() throws {
    let folder = try TemporaryFolder()
    let request = try folder.write(Sample.request("1", "Medication/x"), to: "a.json")
    let bundle = try folder.write(
      #"{"resourceType":"Bundle","entry":[{"resource":\#(Sample.medication("x", "1"))}]}"#,
      to: "b.json")
    #expect(
      ReadStream(FHIRStream(paths: [request, bundle])).codes[0] == "target not in the document")
    let medication = try folder.write(
      try Sample.gzip(Array(Sample.medication("x", "723").utf8)), to: "c.json.gz")
    #expect(ReadStream(FHIRStream(paths: [request, bundle, medication])).codes[0] == "723")
    let xml = try folder.write(
      #"<Medication xmlns="http://hl7.org/fhir"><id value="x"/><code><text value="y"/></code>"#
        + "</Medication>", to: "d.xml")
    let read = ReadStream(FHIRStream(paths: [request, xml]))
    #expect(read.records[0].text == "y")
    let lines = FHIRSet([request, medication], holdsDocuments: false)
    let apart = ReadStream(FHIRStream([.init(request, set: (lines, 0))]))
    #expect(apart.records[0].via == .unresolved)
  }

  @Test(
    "F5 A file of an export with a single line belongs to the set of lines, other documents not")
  func singleLines() throws {
    let folder = try TemporaryFolder()
    let request = try folder.write(Sample.request("1", "Medication/x") + "\n", to: "a.ndjson")
    let medication = Sample.medication("x", "723")
    for name in ["m.ndjson", "m.jsonl"] {
      let path = try folder.write(medication, to: name)
      let set = FHIRSet([request, path], holdsDocuments: false)
      #expect(ReadStream(FHIRStream([.init(request, set: (set, 0))])).codes == ["723"])
    }
    let document = try folder.write(medication, to: "m.json")
    let set = FHIRSet([request, document], holdsDocuments: false)
    #expect(ReadStream(FHIRStream([.init(request, set: (set, 0))])).records[0].via == .unresolved)
  }

  @Test("A Medication in another file finds its ingredients in its own file first")
  func chains() throws {
    let folder = try TemporaryFolder()
    let request = try folder.write(
      Sample.request("1", "Medication/x") + "\n" + Self.substance("s", "wrong") + "\n",
      to: "a.ndjson")
    let medication = try folder.write(
      #"{"resourceType":"Medication","id":"x","ingredient":[{"itemReference":"#
        + #"{"reference":"Substance/s"}}]}"# + "\n" + Self.substance("s", "right") + "\n",
      to: "b.ndjson")
    let read = ReadStream(FHIRStream(paths: [request, medication]))
    #expect(read.records[0].via == .ingredient)
    #expect(read.records[0].ingredients.flatMap(\.codings).map(\.code) == ["right"])
  }

  private static func substance(_ id: String, _ code: String) -> String {
    #"{"resourceType":"Substance","id":"\#(id)","code":{"coding":[{"system":"s","code":"\#(code)"}]}}"#
  }

  @Test("Lines of gzip files are neighbours like those of plain ones")
  func packedSet() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<200).map { Sample.medication("m\($0)", "\($0)") + "\n" }.joined()
    let packed = try folder.write(try Sample.gzip(Array(lines.utf8)), to: "m.ndjson.gz")
    let requests = (0..<200).map { Sample.request("\($0)", "Medication/m\(199 - $0)") + "\n" }
    let path = try folder.write(try Sample.gzip(Array(requests.joined().utf8)), to: "r.ndjson.gz")
    let read = ReadStream(FHIRStream(paths: [packed, path]), threads: 3)
    #expect(read.codes.suffix(200) == (0..<200).map { "\(199 - $0)" })
    #expect(read.failures.isEmpty)
  }

  @Test("The index holds every key of lines with the words, and of no others")
  func index() throws {
    let folder = try TemporaryFolder()
    let text =
      "\n" + Sample.request("r", "Medication/x") + "\r\n"
      + #"{"resourceType" : "Substance" , "id":"s"}"# + "\n\n" + Sample.medication("m", "1")
    let path = try folder.write(text, to: "a.ndjson")
    for block in [1, 50, 1 << 20] {
      let stream = try FHIRLineStream(path, options: LineStreamTests.options(block: block))
      var found: [Int: String] = [:]
      while let batch = try stream.next() {
        for line in NeighbourIndex.lines(of: batch, source: 0) {
          found[line.number] = String(decoding: batch.bytes[line.range].prefix(30), as: UTF8.self)
        }
      }
      #expect(found.keys.sorted() == [2, 4])
      #expect(found[2]?.contains("Substance") == true)
    }
  }

  @Test("A set with a file that cannot be read says so once, and finds the others")
  func missingMember() throws {
    let folder = try TemporaryFolder()
    let request = try folder.write(Sample.request("1", "Medication/x") + "\n{}\n", to: "a.ndjson")
    let medication = try folder.write(Sample.medication("x", "1") + "\n{}\n", to: "b.ndjson")
    let set = FHIRSet(["/no/such/file.ndjson", request, medication])
    let read = ReadStream(FHIRStream([.init(request, set: (set, 1))]))
    #expect(read.codes == ["1"])
    #expect(set.takeFailures().map(\.code) == ["input.unreadable"])
    #expect(set.takeFailures().isEmpty)
  }
}

@Suite("Bulk exports")
struct ExportManifestTests {
  static let manifest = #"""
    {"transactionTime":"2026-11-01T00:00:00Z","request":"https://example.org/$export",
     "requiresAccessToken":true,
     "output":[{"type":"Medication","url":"https://example.org/f/1.Medication.ndjson?x=/y","count":2},
               {"type":"Patient","url":"1.Patient.ndjson"}, {"type":"Odd"}],
     "deleted":[{"type":"Bundle","url":"https://example.org/f/del.ndjson"}],
     "error":[{"type":"OperationOutcome","url":"https://example.org/f/err.ndjson"}]}
    """#

  @Test("A manifest is read with its three kinds of files")
  func read() throws {
    let manifest = try #require(ExportManifest(Array(Self.manifest.utf8)))
    #expect(manifest.output.map(\.name) == ["1.Medication.ndjson", "1.Patient.ndjson"])
    #expect(manifest.output.first?.count == 2)
    #expect(manifest.output.map(\.type) == ["Medication", "Patient"])
    #expect(manifest.deleted.map(\.name) == ["del.ndjson"])
    #expect(manifest.errors.map(\.name) == ["err.ndjson"])
    #expect(manifest.withoutFile == ["output[2].url"])
  }

  @Test("Other documents are no manifest", arguments: ["", "[]", "{}", #"{"output":[]}"#])
  func others(_ text: String) {
    #expect(ExportManifest(Array(text.utf8)) == nil)
  }

  @Test("Deletions, issues and event logs are read from their files")
  func files() throws {
    let folder = try TemporaryFolder()
    let bundle =
      #"{"resourceType":"Bundle","type":"transaction","entry":[{"request":{"method":"DELETE","#
      + #""url":"Patient/1"}},{"request":{"method":"DELETE","url":"MedicationRequest/2"}}]}"#
    let one = try folder.write(bundle, to: "one.ndjson")
    let two = try folder.write(bundle + "\n" + bundle + "\n", to: "two.ndjson")
    for path in [one, two] {
      #expect(try ExportManifest.deletions(in: path).names == ["Patient/1", "MedicationRequest/2"])
    }
    let addresses = [
      "https://x.org/fhir/Patient/1/_history/3", "MedicationRequest/2?a=b/c", "/Group/3/",
      "https://x.org/", "1",
    ]
    let entries = addresses.map { #"{"request":{"method":"DELETE","url":"\#($0)"}}"# }
    let spelled = try ExportManifest.deletions(
      in: folder.write(#"{"entry":[\#(entries.joined(separator: ","))]}"#, to: "three.ndjson"))
    #expect(spelled.names == ["Patient/1", "MedicationRequest/2", "Group/3"])
    #expect(spelled.unusable.map(\.path) == ["entry[3].request", "entry[4].request"])
    let none = try ExportManifest.deletions(
      in: folder.write(#"{"resourceType":"Bundle"}"#, to: "none.ndjson"))
    #expect(none.names.isEmpty && none.unusable.isEmpty && none.badLines.isEmpty)
    let outcome =
      #"{"resourceType":"OperationOutcome","issue":[{"severity":"error"},{"severity":"warning"}]}"#
    let errors = try folder.write(outcome + "\n" + outcome + "\n", to: "errors.ndjson")
    #expect(try ExportManifest.issues(in: errors).counts == ["error": 2, "warning": 2])
    let event = #"{"exportId":"1","eventId":"kickoff","timestamp":"2026","eventDetail":{}}"#
    let log = try folder.write(event + "\n" + event + "\n", to: "log.ndjson")
    #expect(ExportManifest.isEventLog(log))
    #expect(!ExportManifest.isEventLog(errors))
  }
}
