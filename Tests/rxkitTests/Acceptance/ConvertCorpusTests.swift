// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import Testing
import TestSupport

@testable import CommandLineTool
@testable import rxkit_tool

/// Runs `rxkit convert FOLDER --format ndjson` over real documents and compares
/// every record of R4 and R4B with tables that an independent program made.
@Suite("Real FHIR documents through the tool")
struct ConvertCorpusTests {
  private static let versions: Set = ["R4", "R4B", "R4?"]
  private static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"

  /// The whole folder, converted once for all tests of the suite.
  private static let whole = Result {
    try ToolProcess.asking("convert", folder?.path ?? "", "--format", "ndjson")
  }
  private static let folder = TestData.path("fhir", skipping: "convert of real documents")

  private static func documents(_ folder: URL) throws -> [String: String] {
    let rows = try TestData.table(folder.appendingPathComponent("documents.tsv"))
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0["file"] ?? "", $0["fhirVersion"] ?? "") })
  }

  private static func records(
    _ run: ToolProcess, below folder: URL
  ) throws -> [(file: String, record: ConvertedRecord)] {
    let decoder = JSONDecoder()
    return try run.output.split(separator: "\n").map { line in
      let record = try decoder.decode(ConvertedRecord.self, from: Data(line.utf8))
      try #require(
        record.source.hasPrefix(folder.path + "/"), "source is the argument and the path")
      return (String(record.source.dropFirst(folder.path.count + 1)), record)
    }
  }

  @Test(
    "S1 Every R4 and R4B resource gives one record that equals the expected tables",
    .enabled(if: !Effort.isFast))
  func records() throws {
    guard let folder = Self.folder else { return }
    let versions = try Self.documents(folder)
    var found = Dictionary(
      grouping: try Self.records(try Self.whole.get(), below: folder).filter {
        Self.versions.contains(versions[$0.file] ?? "R4")
      }, by: { "\($0.file)\t\($0.record.entryPath ?? "")" })
    let details = Dictionary(
      uniqueKeysWithValues: try TestData.table(
        folder.appendingPathComponent("expected-details.tsv")
      ).map { ("\($0["file"] ?? "")\t\($0["entry"] ?? "")", $0) })
    var rowCount = 0
    var differences: [String] = []
    for row in try TestData.table(folder.appendingPathComponent("expected-codings.tsv")) {
      guard Self.versions.contains(versions[row["file"] ?? ""] ?? "") else { continue }
      rowCount += 1
      let key = "\(row["file"] ?? "")\t\(row["entry"] ?? "")"
      let records = found.removeValue(forKey: key) ?? []
      guard records.count == 1, let record = records.first?.record else {
        differences.append("\(key): \(records.count) records, expected 1")
        continue
      }
      let detail = try #require(details[key])
      for (cells, expected) in [(record.codingCells, row), (record.detailCells, detail)] {
        for cell in cells {
          let other = try ConvertedRecord.expected(expected, cell.name)
          if Array(cell.value.utf8) != Array(other.utf8) {
            differences.append(
              "\(key) \(cell.name):\n----- expected\n\(other)\n----- found\n\(cell.value)\n-----")
          }
        }
      }
    }
    differences += found.keys.sorted().map { "\($0): a record that no row expects" }
    print("convert: \(rowCount) R4 records compared, \(differences.count) differences")
    #expect(rowCount > 0)
    for difference in differences.prefix(100) { Issue.record("\(difference)") }
    #expect(differences.isEmpty)
  }

  @Test("A document that cannot be read is named, the others are printed, and the exit code is 3")
  func brokenDocuments() throws {
    guard Self.folder != nil else { return }
    let run = try Self.whole.get()
    #expect(run.exitCode == 3)
    #expect(run.errors.contains("cdshooks-request-order-sign-good.json:1:1: found an object"))
    #expect(!run.errors.contains("]  ["), "a code is said once")
  }

  @Test(
    "S23 The note on a release that is not NLM's stands once on standard error",
    .enabled(if: !Effort.isFast))
  func starterNote() throws {
    guard Self.folder != nil else { return }
    let run = try Self.whole.get()
    #expect(run.errors.components(separatedBy: CatalogOpening.notOfficial).count == 2)
    #expect(run.output.components(separatedBy: "\n").allSatisfy { $0.isEmpty || $0.hasPrefix("{") })
  }

  @Test(
    "S37 Converting again gives the same bytes, and so does each folder for itself",
    .enabled(if: Effort.isFull))
  func sameBytes() throws {
    guard let folder = Self.folder else { return }
    let whole = try Self.whole.get()
    let lines = whole.output.split(separator: "\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var count = 0
    for name in names {
      let path = folder.appendingPathComponent(name).path
      guard SystemCalls.isFolder(path) else { continue }
      let run = try ToolProcess.asking("convert", path, "--format", "ndjson")
      let expected = lines.filter { $0.holds("\"source\":\"\(path)/") }
      let own = run.output.split(separator: "\n")
      #expect(own == expected, "\(name)")
      #expect(run.exitCode == 0 || run.exitCode == 3)
      count += own.count
    }
    #expect(count == lines.count)
  }

  @Test(
    "S9 Of the RxNorm codes in R4 documents it is known how many resolve, and why the rest do not",
    .enabled(if: !Effort.isFast))
  func resolvedCodes() throws {
    guard let folder = Self.folder else { return }
    let versions = try Self.documents(folder)
    var outcomes: [String: Set<String>] = [:]
    var displays: [String: String] = [:]
    for (file, record) in try Self.records(try Self.whole.get(), below: folder)
    where Self.versions.contains(versions[file] ?? "") {
      for coding in record.codings + record.ingredients.flatMap(\.codings) {
        guard let code = coding.code, coding.system == Self.rxNorm else { continue }
        outcomes[code, default: []].insert(coding.outcome ?? "none")
        if let display = coding.display { displays[code] = display }
      }
    }
    let counts = Dictionary(grouping: outcomes.values, by: { $0.sorted().joined(separator: "+") })
    print("distinct RxCUIs in R4 documents: \(outcomes.count)")
    for (outcome, codes) in counts.sorted(by: { $0.key < $1.key }) {
      print("  \(outcome)\t\(codes.count)")
    }
    for code in outcomes.keys.sorted() where outcomes[code] != ["resolved"] {
      let outcome = outcomes[code]?.sorted().joined(separator: "+") ?? ""
      let status = try ToolProcess.asking("lookup", code, "--format", "tsv")
      let why =
        status.exitCode == 1
        ? "the starter release has no row of this code, current or archived" : "see lookup"
      print("  \(code)\t\(outcome)\t\(why)\t\(displays[code] ?? "without a display")")
      #expect(outcome != "unknown" || status.exitCode == 1, "\(code): lookup and convert agree")
    }
    #expect(outcomes.values.allSatisfy { $0.count == 1 }, "a code has one outcome")
    #expect((counts["resolved"]?.count ?? 0) * 100 >= outcomes.count * 85)
  }
}

/// A line of `rxkit convert --format ndjson`, as far as the expected tables speak of it.
struct ConvertedRecord: Decodable {
  struct Coding: Decodable {
    let system: String?
    let code: String?
    let display: String?
    let outcome: String?

    /// The coding as the expected tables write it.
    var text: String { "\(system ?? "")|\(code ?? "")|\(display ?? "")" }
  }
  struct Ingredient: Decodable { let codings: [Coding] }
  struct DoseForm: Decodable {
    let codings: [Coding]
    let text: String?
  }

  let source: String
  let entryPath: String?
  let resourceType: String
  let id: String?
  let status: String?
  let statusMeaning: String
  let flags: [String]
  let intent: String?
  let subject: String?
  let via: String
  let reference: String?
  let referenceDisplay: String?
  let codings: [Coding]
  let text: String?
  let ingredients: [Ingredient]
  let doseFormSource: DoseForm?
  let dosageTexts: [String]
  let dispenseQuantity: String?

  /// The columns of `expected-codings.tsv`, but `resolution`.
  var codingCells: [(name: String, value: String)] {
    [
      ("resourceType", resourceType), ("id", id ?? ""), ("status", status ?? ""),
      ("text", text ?? ""), ("via", via), ("codings", Self.sorted(codings)),
      ("ingredientCodings", Self.sorted(ingredients.flatMap(\.codings))),
      ("reference", reference ?? ""), ("refDisplay", referenceDisplay ?? ""),
    ]
  }

  /// The columns of `expected-details.tsv`.
  var detailCells: [(name: String, value: String)] {
    [
      ("statusMeaning", statusMeaning), ("flags", flags.joined(separator: ",")),
      ("intent", intent ?? ""), ("subject", subject ?? ""),
      ("dosageTexts", Self.listed(dosageTexts)),
      ("formCodings", Self.sorted(doseFormSource?.codings ?? [])),
      ("formText", doseFormSource?.text ?? ""), ("dispenseQuantity", dispenseQuantity ?? ""),
    ]
  }

  /// A row of an expected table in the same spelling.
  static func expected(_ row: [String: String], _ name: String) throws -> String {
    let cell = row[name] ?? ""
    switch name {
    case "codings", "ingredientCodings": return listed(try TestData.list(cell))
    case "dosageTexts", "formCodings":
      return listed(try TestData.list(TestData.unescaped(cell)))
    default: return TestData.unescaped(cell)
    }
  }

  private static func sorted(_ codings: [Coding]) -> String {
    listed(codings.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Each text on a line of its own, so that a difference is seen.
  private static func listed(_ texts: [String]) -> String {
    texts.map { "<\($0)>" }.joined(separator: "\n")
  }
}
