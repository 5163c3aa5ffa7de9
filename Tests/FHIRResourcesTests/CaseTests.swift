// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import MedicationModel
import TestSupport
import Testing

/// The resource types that say that something is taken, and both forms of a document.
struct UseForm: Sendable, CustomTestStringConvertible {
  static let all = [
    "MedicationRequest", "MedicationStatement", "MedicationOrder", "MedicationPrescription",
    "MedicationUsage",
  ].flatMap { type in [UseForm(type, isXML: false), UseForm(type, isXML: true)] }

  let type: String
  let isXML: Bool

  init(_ type: String, isXML: Bool) {
    self.type = type
    self.isXML = isXML
  }

  var testDescription: String { "\(type) in \(isXML ? "XML" : "JSON")" }

  /// Reads a document in which `TYPE` is the type.
  func document(_ text: String) throws -> FHIRDocument {
    let text = text.replacing("TYPE", with: type)
    return Fixture.document(text: isXML ? try XMLForm.of(text) : text)
  }
}

/// The documents of `Fixtures/cases`, each with what is read of it.
///
/// The options of a case say in which forms a document with `TYPE` is read: in `json` alone, or as
/// one type; without any as each type, in JSON and in XML. With `claims` the items of claims are
/// read, too, in JSON and in XML.
@Suite("What is read of documents written by hand")
struct CaseTests {
  static let cases = CaseFile.cases(in: "Tests/FHIRResourcesTests/Fixtures/cases")

  @Test("Each document gives what its case expects", arguments: cases)
  func read(_ item: CaseFile.Case) throws {
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      if item.options.contains("claims") {
        try expect(row, of: Fixture.document(text: row.text, readsClaims: true), "")
        if item.options.contains("json") { continue }
        let xml = try XMLForm.of(row.text)
        try expect(row, of: Fixture.document(text: xml, readsClaims: true), "in XML")
        continue
      }
      guard row.text.contains(/\bTYPE\b/) else {
        let document =
          row.text.hasPrefix("file ")
          ? try Fixture.document(String(row.text.dropFirst(5))) : Fixture.document(text: row.text)
        try expect(row, of: document, "")
        continue
      }
      for form in UseForm.all where Self.isRead(form, item.options) {
        try expect(row, of: form.document(row.text), form.testDescription)
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count >= 100)
  }

  private static func isRead(_ form: UseForm, _ options: Set<String>) -> Bool {
    let types = options.subtracting(["json"])
    return (types.isEmpty || types.contains(form.type)) && !(form.isXML && options.contains("json"))
  }

  private func expect(_ row: CaseFile.Row, of document: FHIRDocument, _ form: String) throws {
    for (key, value) in row.expected {
      let names = value.split(separator: ",").map(String.init)
      let of = Comment("\(key) of \(row.text) \(form)")
      let records = document.records
      switch key {
      case "has":
        #expect(!records.isEmpty && records.allSatisfy { Set($0.codes).isSuperset(of: names) }, of)
      case "says": #expect(Set(document.codes).isSuperset(of: names), of)
      case "lacks":
        let codes = Set(document.codes + records.flatMap(\.codes))
        #expect(!records.isEmpty && codes.isDisjoint(with: names), of)
      case "flagged":
        #expect(
          !records.isEmpty
            && records.allSatisfy { Set($0.flags.map(\.rawValue)).isSuperset(of: names) }, of)
      case "unflagged":
        #expect(
          !records.isEmpty
            && records.allSatisfy { Set($0.flags.map(\.rawValue)).isDisjoint(with: names) }, of)
      case "not said":
        let all = "\(document)"
        #expect(names.allSatisfy { !all.contains($0) }, of)
      case _ where key.hasSuffix(" contains"):
        let found = StoredValues.text(of: document, at: String(key.dropLast(9)))
        #expect(found?.contains(value) == true, of)
      default:
        let facts = try #require(RecordFacts.of(document, key: key), "no key \(key)")
        #expect(facts == value, of)
      }
    }
  }
}
