// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import FHIRXML
import Foundation
import Testing
import TestSupport

@Suite("Real documents of every FHIR version")
struct CorpusTests {
  /// Differences that are believed to be errors of the expected tables, one by one.
  static let known: [(record: String, column: String, reason: String)] =
    [
      "hl7-r5/medicationexample0310.json", "hl7-r5/medicationexample0316.json",
      "hl7-r5/medicationexample0320.json", "hl7-r5/medicationexample0321.json",
    ].map { file in
      (
        record: "\(file) [] Medication", column: "ingredientCodings",
        reason: "the ingredient is a Substance of R5, whose code is a CodeableReference; "
          + "the table looked for codings directly in it"
      )
    }
    + ["via", "codings"].map { column in
      (
        record: "smart-custom/diabetes.json [50] MedicationStatement", column: column,
        reason: "words alone with a reference that leads to a code: the code is the identity"
      )
    }

  @Test(
    "S1 F1-F10 every medication resource gives exactly the record, no document another version",
    .enabled(if: !Effort.isFast),
    arguments: ["fhir", "fhir-xml"])
  func expectedTables(_ name: String) throws {
    guard let folder = TestData.path(name, skipping: "records of real FHIR documents") else {
      return
    }
    let versions = Dictionary(
      uniqueKeysWithValues: try TestData.table(folder.appendingPathComponent("documents.tsv")).map {
        ($0["file"] ?? "", $0["fhirVersion"] ?? "")
      })
    var expected: [String: CorpusRow] = [:]
    for name in ["expected-codings.tsv", "expected-details.tsv"] {
      for row in try TestData.table(folder.appendingPathComponent(name)) {
        let key = Self.key(row["file"] ?? "", row["entry"] ?? "", row["resourceType"] ?? "")
        let cells = CorpusRow(expected: row).cells
        expected[key, default: CorpusRow(expected: [:])].cells.merge(cells) { $1 }
      }
    }
    var differences: [Difference] = []
    var count = 0
    for (file, version) in versions.sorted(by: { $0.key < $1.key }) {
      let document = FHIRDocument(
        try TestData.bytes(folder.appendingPathComponent(file)), reading: .withXML)
      expectVersion(document.fhirVersion, version, file)
      for record in document.records {
        count += 1
        let key = Self.key(file, record.entryPath, record.resourceType)
        guard let wanted = expected.removeValue(forKey: key) else {
          differences.append(Difference(version, key, "", "a record", "none"))
          continue
        }
        let row = CorpusRow(record)
        for column in CorpusRow.columns where row.cells[column] != wanted.cells[column] ?? "" {
          differences.append(
            Difference(
              version, key, column, row.cells[column] ?? "", wanted.cells[column] ?? ""))
        }
      }
    }
    for key in expected.keys.sorted() {
      let file = key.split(separator: " ").first.map { String($0) } ?? ""
      differences.append(Difference(versions[file] ?? "", key, "", "no record", "one"))
    }
    report(differences, documents: versions.count, records: count)
  }

  /// What a document shows never contradicts where it comes from; of some that is not sure.
  private func expectVersion(_ shown: FHIRVersion?, _ stated: String, _ file: String) {
    guard let shown = shown?.rawValue, shown != FHIRVersion.mixed.rawValue else { return }
    let isAgreed = shown == stated || (stated.hasPrefix("R4") && shown.hasPrefix("R4"))
    #expect(isAgreed || stated.hasSuffix("?"), "\(file) is \(stated), shows \(shown)")
  }

  /// A cell that is not what a table expects.
  struct Difference {
    let version: String
    let record: String
    let column: String
    let text: String

    init(
      _ version: String, _ record: String, _ column: String, _ found: String, _ expected: String
    ) {
      self.version = version
      self.record = record
      self.column = column
      text = "\(record) \(column): «\(found)» expected «\(expected)»"
    }
  }

  /// Prints the counts and every difference; only known ones of versions after R4B may remain.
  private func report(_ differences: [Difference], documents: Int, records: Int) {
    print("\(documents) documents, \(records) records, \(differences.count) differences")
    for difference in differences {
      let known = Self.known.first {
        $0.record == difference.record && $0.column == difference.column
      }
      print("FHIR \(difference.version): \(difference.text)")
      if let known { print("  known: \(known.reason)") }
      #expect(known != nil, "\(difference.text)")
      #expect(!difference.version.hasPrefix("R4"), "R4 and R4B have no difference")
    }
  }

  private static func key(_ file: String, _ entry: String, _ type: String) -> String {
    "\(file) [\(entry)] \(type)"
  }
}

/// A record in the columns of the expected tables.
struct CorpusRow {
  /// Column names and values; lists are sorted as the tables sort them.
  var cells: [String: String]

  static let columns = [
    "id", "status", "text", "via", "codings", "ingredientCodings", "reference", "refDisplay",
    "statusMeaning", "flags", "intent", "subject", "dosageTexts", "formCodings", "formText",
    "dispenseQuantity",
  ]

  init(_ record: MedicationRecord) {
    cells = [
      "id": Self.escaped(record.id), "status": Self.escaped(record.status),
      "text": Self.escaped(record.text), "via": record.via.rawValue,
      "codings": Self.list(record.codings.map(Self.parts).sorted(by: Self.byteOrder)),
      "ingredientCodings": Self.list(
        record.ingredients.flatMap(\.codings).map(Self.parts).sorted(by: Self.byteOrder)),
      "reference": Self.escaped(record.reference),
      "refDisplay": Self.escaped(record.referenceDisplay),
      "statusMeaning": record.statusMeaning.rawValue,
      "flags": record.flags.filter { $0 == .onHold || $0 == .prohibited }.map(\.rawValue)
        .joined(separator: ","),
      "intent": Self.escaped(record.intent), "subject": Self.escaped(record.subject),
      "dosageTexts": Self.list(record.dosageTexts),
      "formCodings": Self.list(
        (record.form?.codings ?? []).map(Self.parts).sorted(by: Self.byteOrder)),
      "formText": Self.escaped(record.form?.text),
      "dispenseQuantity": Self.escaped(record.dispenseQuantity?.parts),
    ]
  }

  /// A row of the tables, its lists decoded and written again in one spelling.
  init(expected row: [String: String]) {
    cells = row
    for name in ["codings", "ingredientCodings", "dosageTexts", "formCodings"] {
      // The tables escape every cell but the two lists of codings.
      let isPlain = name == "codings" || name == "ingredientCodings"
      guard let cell = row[name],
        let data = (isPlain ? cell : Self.unescaped(cell)).data(using: .utf8),
        let values = try? JSONDecoder().decode([String].self, from: data)
      else { continue }
      cells[name] = Self.list(values)
    }
  }

  private static func parts(_ coding: FHIRCoding) -> String {
    "\(coding.system ?? "")|\(coding.code ?? "")|\(coding.display ?? "")"
  }

  private static func byteOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func list(_ values: [String]) -> String {
    values.map { "<\($0)>" }.joined()
  }

  private static func unescaped(_ cell: String) -> String {
    cell.replacingOccurrences(of: "\\\\", with: "\\")
  }

  private static func escaped(_ text: String?) -> String {
    (text ?? "").replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\t", with: "\\t").replacingOccurrences(of: "\n", with: "\\n")
      .replacingOccurrences(of: "\r", with: "\\r")
  }
}

/// Values at a path of stored members, such as `valueSets.clauses.filters.operation`.
enum StoredValues {
  /// What stands at a path, between commas, through every element of lists.
  ///
  /// `none` if there is nothing, `-` for nil; a number in a path is the place in a list.
  static func text(of document: FHIRDocument, at path: String) -> String? {
    let parts = path.split(separator: ".")
    let all: [Substring: Any] = [
      "codeSystems": document.codeSystems, "valueSets": document.valueSets,
      "conceptMaps": document.conceptMaps, "lists": document.lists, "patients": document.patients,
      "immunizationCount": document.immunizationCount,
    ]
    guard let value = parts.first.flatMap({ all[$0] }) else { return nil }
    let found = texts(of: value, at: parts.dropFirst())
    return found.isEmpty ? "none" : found.joined(separator: ",")
  }

  private static func texts(of value: Any, at path: ArraySlice<Substring>) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { texts(of: $0.value, at: path) } ?? ["-"]
    case .collection:
      let items = mirror.children.map(\.value)
      guard let place = path.first.flatMap({ Int($0) }) else {
        return items.flatMap { texts(of: $0, at: path) }
      }
      return items.indices.contains(place) ? texts(of: items[place], at: path.dropFirst()) : []
    default:
      guard let name = path.first else {
        return ["\((value as? any RawRepresentable)?.rawValue ?? value)"]
      }
      let member = mirror.children.first { $0.label == String(name) }
      return member.map { texts(of: $0.value, at: path.dropFirst()) } ?? ["no member \(name)"]
    }
  }
}
