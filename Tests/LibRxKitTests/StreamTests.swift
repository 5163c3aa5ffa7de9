// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow
import CRxKit
import Testing

@Suite("Streams of the library")
struct StreamTests {
  /// Batches of a producer, and how often it was released.
  private final class Source {
    let batches: [TestColumn]
    var next = 0
    var releaseCount = 0
    /// The batch at which it fails.
    var failing: Int?

    init(_ batches: [TestColumn]) { self.batches = batches }

    static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> Source {
      guard let data = stream?.pointee.private_data else { preconditionFailure("a foreign stream") }
      return Unmanaged<Source>.fromOpaque(data).takeUnretainedValue()
    }

    var stream: ArrowArrayStream {
      ArrowArrayStream(
        get_schema: { stream, schema in
          schema?.pointee = Source.of(stream).batches[0].schema.pointee
          return 0
        },
        get_next: { stream, array in
          let source = Source.of(stream)
          if source.next == source.failing { return 5 }
          array?.pointee = ArrowArray()
          if source.next < source.batches.count {
            array?.pointee = source.batches[source.next].array.pointee
          }
          source.next += 1
          return 0
        },
        get_last_error: { _ in nil },
        release: { stream in
          Source.of(stream).releaseCount += 1
          stream?.pointee.release = nil
        },
        private_data: Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private static func answers(
    _ source: Source, _ catalog: TestCatalog, function: String = "lookup", options: String? = nil
  ) throws -> ArrowArrayStream {
    var (given, answers, error) = (source.stream, ArrowArrayStream(), rxkit_error())
    let number = rxkit_stream(catalog.handle, function, options, &given, &answers, &error)
    #expect(given.release == nil, "taken over, also in an error")
    guard number == 0 else { throw CallError(number, error) }
    return answers
  }

  @Test("Batches of a stream are answered in their order, and the source is released once")
  func batches() throws {
    let catalog = try TestCatalog.small()
    let codes = ["861007", nil, "314076", "99999999"]
    let source = Source([.text(codes), .text([]), .text(["314076"])])
    var stream = try Self.answers(source, catalog)
    let found = try rows(of: &stream)
    #expect(found == (try rows(rxkit_lookup, catalog.handle, .text(codes + ["314076"]))))
    #expect(source.releaseCount == 1 && stream.release == nil)
  }

  @Test("Without a stream of questions all concepts are answered in the order of their RxCUIs")
  func allConcepts() throws {
    let catalog = try TestCatalog.small()
    let codes = ["6809", "6810", "29046", "29047", "314076", "861007"]
    let options = "{\"columns\": [\"code\", \"rxcui\", \"name\"]}"
    var (stream, error) = (ArrowArrayStream(), rxkit_error())
    #expect(rxkit_stream(catalog.handle, "lookup", options, nil, &stream, &error) == 0)
    let found = try rows(of: &stream)
    #expect(found == (try rows(rxkit_lookup, catalog.handle, .text(codes), options: options)))
    #expect(found.map { $0["rxcui"].text } == codes)
    // RxCUIs are no texts and no codes of other systems.
    let others: [(String, String?)] = [
      ("match", nil), ("ndc", nil), ("lookup", #"{"system": "ndc"}"#),
    ]
    for (function, options) in others {
      let number = rxkit_stream(catalog.handle, function, options, nil, &stream, &error)
      #expect(CallError(number, error).code == "questions.none", "\(function)")
    }
  }

  @Test("A stream that is not read is released all the same")
  func unread() throws {
    let catalog = try TestCatalog.small()
    let source = Source([.text(["861007"])])
    var stream = try Self.answers(source, catalog)
    stream.release(&stream)
    #expect(source.releaseCount == 1 && source.next == 0)
  }

  @Test("A wrong function or option, a failing source and a broken batch give errors")
  func errors() throws {
    let catalog = try TestCatalog.small()
    let source = Source([.text(["861007"]), .text(["1"])])
    #expect(throws: CallError.self) { try Self.answers(source, catalog, function: "look") }
    #expect(throws: CallError.self) { try Self.answers(source, catalog, options: "{\"limit\": 1}") }
    #expect(source.releaseCount == 2)
    source.failing = 1
    var failing = try Self.answers(source, catalog)
    #expect(throws: StreamError.self) { try rows(of: &failing) }
    let broken = Source([.text(["861007"]), .text(["1"])])
    broken.batches[1].buffers[1] = nil
    var stream = try Self.answers(broken, catalog)
    let error = #expect(throws: StreamError.self) { try rows(of: &stream) }
    #expect(error?.text?.contains("[arrow.buffers]") == true)
    #expect(broken.releaseCount == 1)
  }

  @Test("One answer goes to several readers, and lives as long as the last")
  func shared() throws {
    let catalog = try TestCatalog.small()
    let column = TestColumn.text(["861007", nil, "314076"])
    var (schema, answers, error) = (ArrowSchema(), ArrowArray(), rxkit_error())
    let number = rxkit_lookup(
      catalog.handle, nil, column.schema, column.array, &schema, &answers, &error)
    try #require(number == 0)
    let expected = AnswerValue.values(schema, answers)
    var streams = [ArrowArrayStream(), ArrowArrayStream()]
    for place in streams.indices {
      let number = withUnsafePointer(to: &answers) { pointer in
        var batches: [UnsafePointer<ArrowArray>?] = [pointer, pointer]
        return rxkit_share(&schema, &batches, 2, &streams[place], &error)
      }
      #expect(number == 0)
    }
    answers.release(&answers)
    schema.release(&schema)
    #expect(rxkit_share(&schema, nil, 0, &streams[0], nil) == RXKIT_USAGE, "released")
    #expect(try rows(of: &streams[1]) == expected + expected)
  }

  @Test("A child that was moved away outlives its table")
  func movedChild() throws {
    let catalog = try TestCatalog.small()
    let column = TestColumn.text(["861007", "314076"])
    var (schema, answers) = (ArrowSchema(), ArrowArray())
    #expect(
      rxkit_lookup(catalog.handle, nil, column.schema, column.array, &schema, &answers, nil) == 0)
    let place = try #require(AnswerValue.names(schema).firstIndex(of: "ingredients"))
    let source = try #require(answers.children[place])
    var child = source.pointee
    source.pointee.release = nil
    answers.release(&answers)
    #expect(answers.release == nil)
    let values = AnswerValue.values(try #require(schema.children[place]).pointee, child)
    #expect(values.count == 2 && values.allSatisfy { $0 != .list([]) })
    child.release(&child)
    schema.release(&schema)
  }

  @Test("S9 a line that is no JSON is a row of its own")
  func brokenLines() throws {
    let catalog = try TestCatalog.small()
    let lines =
      "{\"resourceType\": \"MedicationRequest\", \"status\": \"active\"}\n{\"resourceType\": \n"
      + "{\"resourceType\": \"MedicationRequest\", \"status\": \"stopped\"}\n"
    let bytes = Array(lines.utf8)
    var (stream, error) = (ArrowArrayStream(), rxkit_error())
    let number = rxkit_read_fhir_bytes(
      catalog.handle, nil, bytes, bytes.count, &stream, &error)
    try #require(number == 0, "\(CallError(number, error).message)")
    let found = try rows(of: &stream)
    #expect(found.compactMap { $0["statusMeaning"].text } == ["active", "stopped"])
    #expect(found.count { $0["error"] != .null } == 1)
  }

  @Test("S1 Lines in bytes are rows by themselves, however they are cut and whatever the first is")
  func linesInBytes() throws {
    let catalog = try TestCatalog.small()
    let lines = [
      "no JSON", "{\"resourceType\": \"Medication\", \"id\": \"m\"}",
      "{\"resourceType\": \"MedicationRequest\", "
        + "\"medicationReference\": {\"reference\": \"Medication/m\"}}",
    ]
    func read(_ lines: ArraySlice<String>) throws -> [AnswerValue] {
      let bytes = Array(lines.joined(separator: "\r\n").utf8)
      let options = "{\"firstLine\": \(lines.startIndex)}"
      var (stream, error) = (ArrowArrayStream(), rxkit_error())
      let number = rxkit_read_fhir_bytes(
        catalog.handle, options, bytes, bytes.count, &stream, &error)
      try #require(number == 0, "\(CallError(number, error).message)")
      return try rows(of: &stream)
    }
    let whole = try read(lines[...])
    #expect(whole.compactMap { $0["entryPath"].text } == ["1", "2", "0"])
    #expect(whole[1]["via"].text == "unresolved")
    #expect(try read(lines[0...0]) == [whole[2]])
    #expect(try read(lines[1...1]) == [whole[0]])
    #expect(try read(lines[2...2]) == [whole[1]])
  }
}
