// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CArrow
import CRxKit
import Testing

@Suite("Broken arrays")
struct BrokenArrayTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let code: String
    let make: @Sendable () -> TestColumn
    var testDescription: String { id }

    init(
      _ id: String, _ code: String,
      of make: @autoclosure @escaping @Sendable () -> TestColumn = .text(["1", nil, "22"]),
      breaking: @escaping @Sendable (TestColumn) -> Void = { _ in }
    ) {
      (self.id, self.code) = (id, code)
      self.make = {
        let column = make()
        breaking(column)
        return column
      }
    }
  }

  static let cases: [Case] = [
    Case("released array", "arrow.released") { $0.array.pointee.release = nil },
    Case("released schema", "arrow.released") { $0.schema.pointee.release = nil },
    Case("negative length", "arrow.length") { $0.array.pointee.length = -1 },
    Case("length beyond 32 bits", "arrow.length") { $0.array.pointee.length = 1 << 40 },
    Case("negative offset", "arrow.length") { $0.array.pointee.offset = -1 },
    Case("offset that overflows", "arrow.length") { $0.array.pointee.offset = .max },
    Case("more nulls than rows", "arrow.null-count") { $0.array.pointee.null_count = 4 },
    Case("fewer nulls than none", "arrow.null-count") { $0.array.pointee.null_count = -2 },
    Case("nulls without a bitmap", "arrow.buffers") { $0.buffers[0] = nil },
    Case("too few buffers", "arrow.buffers") { $0.array.pointee.n_buffers = 2 },
    Case("too many buffers", "arrow.buffers") { $0.array.pointee.n_buffers = 4 },
    Case("no buffers", "arrow.buffers") { $0.array.pointee.buffers = nil },
    Case("no offsets", "arrow.buffers") { $0.buffers[1] = nil },
    Case("no bytes", "arrow.buffers") { $0.buffers[2] = nil },
    Case("no format", "arrow.format") { $0.schema.pointee.format = nil },
    Case("unknown format", "arrow.type", of: TestColumn("+l", rows: 1, [[0, 0, 0, 0]])),
    Case("half floats", "arrow.type", of: TestColumn("e", rows: 1, [[0, 0]])),
    Case("endless format", "arrow.format", of: TestColumn(Self.longFormat, rows: 1, [])),
    Case(
      "offsets that go down", "arrow.offsets",
      of: TestColumn(
        "u", rows: 2, [[0, 0, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0], [UInt8](repeating: 65, count: 9)])),
    Case(
      "a negative first offset", "arrow.offsets",
      of: TestColumn("u", rows: 1, [[255, 255, 255, 255, 1, 0, 0, 0], [65]])),
    Case(
      "text that is not UTF-8", "arrow.utf8",
      of: TestColumn("u", rows: 1, [[0, 0, 0, 0, 1, 0, 0, 0], [0xFF]])),
    Case(
      "an index behind its dictionary", "arrow.index", of: .dictionary([0, 2], of: ["1", "2"])),
    Case("a negative index", "arrow.index", of: .dictionary([-1], of: ["1"])),
    Case("a dictionary without a schema", "arrow.missing", of: .dictionary([0], of: ["1"])) {
      $0.schema.pointee.dictionary = nil
    },
    Case("a dictionary of itself", "arrow.type", of: .dictionary([0], of: ["1"])) {
      $0.schema.pointee.dictionary = $0.schema
      $0.array.pointee.dictionary = $0.array
    },
    Case("a table of itself", "arrow.columns", of: .table([.text(["1"])], rows: 1)) {
      $0.schema.pointee.children[0] = $0.schema
      $0.array.pointee.children[0] = $0.array
    },
    Case(
      "a table of two columns", "arrow.columns",
      of: .table([.text(["1"]), .text(["1"])], rows: 1)),
    Case("a table without columns", "arrow.columns", of: .table([], rows: 1)),
    Case(
      "a table whose columns are missing", "arrow.children",
      of: .table([.text(["1"])], rows: 1)
    ) { $0.array.pointee.children = nil },
    Case("a table whose column is null", "arrow.missing", of: .table([.text(["1"])], rows: 1)) {
      $0.array.pointee.children[0] = nil
    },
    Case(
      "a table longer than its column", "arrow.children",
      of: .table([.text(["1"])], rows: 2)),
    Case(
      "a view behind its buffer", "arrow.view",
      of: TestColumn(
        "vu", rows: 1,
        [
          [20, 0, 0, 0, 65, 65, 65, 65, 0, 0, 0, 0, 1, 0, 0, 0], [UInt8](repeating: 65, count: 20),
          [20, 0, 0, 0, 0, 0, 0, 0],
        ])),
    Case("views without lengths", "arrow.buffers", of: .views(["long enough for a buffer"])) {
      $0.buffers[3] = nil
    },
    Case("an integer of 64 bits", "arrow.number", of: .integers("L", [UInt64.max])),
  ]

  private static let longFormat: StaticString =
    "+++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++"

  @Test("An array that is broken gives an error and no answer", arguments: cases)
  func broken(_ broken: Case) throws {
    let catalog = try TestCatalog.small()
    let error = #expect(throws: CallError.self) {
      try rows(rxkit_lookup, catalog.handle, broken.make())
    }
    #expect(error?.code == broken.code, "\(error?.message ?? "no error")")
    #expect(error?.number == RXKIT_INPUT)
  }

  @Test("What is missing of a call gives an error")
  func missing() throws {
    let column = TestColumn.text(["1"])
    #expect(throws: CallError.self) { try rows(rxkit_lookup, nil, column) }
    let catalog = try TestCatalog.small()
    #expect(throws: CallError.self) { try rows(rxkit_lookup, catalog.handle, nil) }
    #expect(rxkit_lookup(catalog.handle, nil, column.schema, column.array, nil, nil, nil) == 2)
    #expect(rxkit_open(nil, nil, nil) == 2)
    #expect(rxkit_build(nil, nil, nil, nil) == RXKIT_USAGE)
    #expect(rxkit_build("/nowhere", { _, _, _ in 0 }, nil, nil) == RXKIT_INPUT)
    var (schema, answers) = (ArrowSchema(), ArrowArray())
    #expect(
      rxkit_answer(
        catalog.handle, "look", nil, column.schema, column.array, &schema, &answers, nil)
        == RXKIT_USAGE)
    #expect(rxkit_stream(catalog.handle, "lookup", nil, nil, nil, nil) == RXKIT_USAGE)
    #expect(rxkit_share(nil, nil, 3, nil, nil) == RXKIT_USAGE)
    var (stream, released) = (ArrowArrayStream(), ArrowArrayStream())
    #expect(rxkit_stream(catalog.handle, "lookup", nil, &released, &stream, nil) == RXKIT_INPUT)
    #expect(rxkit_share(column.schema, nil, 0, &stream, nil) == RXKIT_USAGE)
    #expect(rxkit_read_fhir(catalog.handle, nil, nil, 1, &stream, nil) == RXKIT_USAGE)
    #expect(rxkit_read_fhir_bytes(catalog.handle, nil, nil, 1, &stream, nil) == RXKIT_USAGE)
    rxkit_close(nil)
  }

  @Test(
    "Options that are not understood give an error",
    arguments: [
      "[]", "{", "{\"limit\": 11}", "{\"limit\": \"5\"}", "{\"system\": \"x\"}", "{\"limit\": -1}",
    ])
  func options(_ options: String) throws {
    let catalog = try TestCatalog.small()
    let error = #expect(throws: CallError.self) {
      try rows(rxkit_match, catalog.handle, .text(["aspirin"]), options: options)
    }
    #expect(error?.number == RXKIT_USAGE)
  }

  @Test("A catalog that is none says so, in a text that fits")
  func noCatalog() {
    var (handle, error) = (OpaquePointer?.none, rxkit_error())
    let path = "/nowhere/" + String(repeating: "é", count: 2000)
    #expect(rxkit_open(path, &handle, &error) == RXKIT_CATALOG)
    let found = CallError(RXKIT_CATALOG, error)
    #expect(handle == nil && found.code == "catalog.unreadable")
    #expect(found.message.utf8.count > 900 && !found.message.contains("\u{FFFD}"))
  }
}
