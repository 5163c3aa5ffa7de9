// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import TestSupport

/// A label document, from openFDA or from SPL, reduced to what the tests read.
struct LabelDocument: Sendable {
  let setID: String
  let version: String
  let date: String
  let route: String
  let sourceKind: String
  /// Text of the sections by LOINC code.
  let sections: [String: [String]]
  /// Highlights of the adverse reactions (SPL only; openFDA prints them inside).
  let highlights: [String]
  /// Markup of the tables in the adverse reactions.
  let tables: [String]

  /// The section's text, all its parts, lower-cased and collapsed.
  func plainText(_ loinc: String) -> String {
    let own = sections[loinc] ?? []
    return (own + (loinc == "34084-4" ? highlights : [])).joined(separator: " ").plain
  }
}

/// The label documents under `RXKIT_TEST_DATA`.
struct LabelShelf: Sendable {
  let documents: [String: LabelDocument]

  /// The labels at hand; `nil` and one printed line where they are not.
  static func atHand() throws -> LabelShelf? { try shelf?.get() }

  private static let shelf: Result<LabelShelf, any Error>? = {
    guard let folder = TestData.folder else {
      print("skipped: derivation from labels (RXKIT_TEST_DATA is not set)")
      return nil
    }
    return Result { try LabelShelf(folder: folder.appending(path: "labels")) }
  }()

  init(folder: URL) throws {
    var documents: [String: LabelDocument] = [:]
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for name in ["labels-train", "labels-full-train"] {
      let lines = try TestArchive.gunzip(
        try Data(contentsOf: folder.appending(path: "openfda/\(name).jsonl.gz")))
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        let label = try decoder.decode(OpenFDALabel.self, from: Data(line)).document
        documents[label.setID] = label
      }
    }
    let archive = TestArchive(
      zip: try Data(contentsOf: folder.appending(path: "spl/spl-train.zip")))
    for name in archive.names where name.hasSuffix(".xml") {
      let xml = String(decoding: try archive.contents(of: name), as: UTF8.self)
      guard let label = SPLReader.document(xml) else { continue }
      documents[label.setID] = label
    }
    self.documents = documents
  }
}

/// An openFDA result object: the members that the tests read.
private struct OpenFDALabel: Decodable {
  struct Annotations: Decodable { var route: [String]? }

  var setId: String
  var version: String
  var effectiveTime: String
  var openfda: Annotations?
  var adverseReactions: [String]?
  var adverseReactionsTable: [String]?
  var boxedWarning: [String]?
  var warningsAndCautions: [String]?
  var stopUse: [String]?
  var whenUsing: [String]?
  var warnings: [String]?
  var precautions: [String]?
  var generalPrecautions: [String]?
  var splPatientPackageInsert: [String]?
  var splMedguide: [String]?
  var patientMedicationInformation: [String]?

  var document: LabelDocument {
    LabelDocument(
      setID: setId, version: version, date: effectiveTime,
      route: (openfda?.route ?? []).sorted().joined(separator: "|"), sourceKind: "openfda",
      sections: [
        "34084-4": adverseReactions ?? [], "34066-1": boxedWarning ?? [],
        "43685-7": warningsAndCautions ?? [], "50566-9": stopUse ?? [],
        "50567-7": whenUsing ?? [], "34071-1": warnings ?? [], "42232-9": precautions ?? [],
        "34072-9": generalPrecautions ?? [], "42230-3": splPatientPackageInsert ?? [],
        "42231-1": splMedguide ?? [], "68498-5": patientMedicationInformation ?? [],
      ],
      highlights: [], tables: adverseReactionsTable ?? [])
  }
}

/// Reads SPL documents as far as the tests need them.
private enum SPLReader {
  static let wanted: Set<String> = [
    "34084-4", "34066-1", "43685-7", "50566-9", "50567-7", "34071-1", "42232-9", "34072-9",
    "42230-3", "42231-1", "68498-5",
  ]

  static func document(_ xml: String) -> LabelDocument? {
    guard let root = MarkupNode.parse(xml).first("document"),
      let code = root.first("code")?.attributes["code"], ["34391-3", "34390-5"].contains(code)
    else { return nil }
    var sections: [String: [String]] = [:]
    var highlights: [String] = []
    var tables: [String] = []
    for section in root.descendants("section") {
      guard let loinc = section.first("code")?.attributes["code"], wanted.contains(loinc) else {
        continue
      }
      sections[loinc, default: []].append(text(of: section))
      guard loinc == "34084-4" else { continue }
      highlights += section.descendants("highlight").flatMap { $0.all("text") }
        .map { $0.flattened(droppingFootnotes: false) }
      tables += section.descendants("table").map(markup)
    }
    let routes = Set(
      root.descendants("routeCode").compactMap { $0.attributes["displayName"] })
    return LabelDocument(
      setID: (root.first("setId")?.attributes["root"] ?? "").lowercased(),
      version: root.first("versionNumber")?.attributes["value"] ?? "",
      date: String((root.first("effectiveTime")?.attributes["value"] ?? "").prefix(8)),
      route: routes.sorted().joined(separator: "|"), sourceKind: "spl", sections: sections,
      highlights: highlights, tables: tables)
  }

  /// Title and text of a section and of the sections in it; no highlights.
  private static func text(of section: MarkupNode) -> String {
    var parts: [String] = []
    for child in section.children {
      switch child.name {
      case "title", "text": parts.append(child.flattened(droppingFootnotes: false))
      case "component": parts += child.all("section").map { text(of: $0) }
      default: break
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The markup again, so that tables of both sources are read alike.
  private static func markup(_ node: MarkupNode) -> String {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing("\"", with: "&quot;")
    }
    guard !node.name.isEmpty else { return escaped(node.text) }
    let attributes = node.attributes.sorted { $0.key < $1.key }
      .map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return "<\(node.name)\(attributes)>\(node.children.map(markup).joined())</\(node.name)>"
  }
}
