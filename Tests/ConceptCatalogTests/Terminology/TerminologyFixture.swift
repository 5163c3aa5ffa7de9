// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import MedicationModel
import RxNormRelease
import Testing

/// Catalogs of the fixture release with terminology resources written in a test.
struct TerminologyFixture {
  let catalog: Catalog
  let bytes: [UInt8]
  /// Code and file of every problem that loading reported.
  let problems: [String]

  /// Loads resources, each a JSON text, in the order given.
  init(_ documents: String...) throws {
    try self.init(documents)
  }

  /// Loads resources, on request with concepts that are handed over while they are read.
  init(_ documents: [String], handingOver: Bool = false) throws {
    let files = try FixtureRelease.rows().mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: "fixture")
    var builder = CatalogBuilder(
      release: release, toolVersion: "0.0.0", options: .init(contents: .everything))
    var problems: [String] = []
    for (number, text) in documents.enumerated() {
      let bytes = Array(text.utf8)
      let document =
        handingOver
        ? FHIRDocument(bytes, handingConceptsTo: { builder.hold($1, of: $0) }) : FHIRDocument(bytes)
      let file = "\(number).json"
      #expect(
        !document.problems.contains { $0.problem.severity == .error }, "\(document.problems)")
      for (place, system) in document.codeSystems.enumerated() {
        problems += Self.codes(
          builder.add(system, file: file, held: handingOver ? place : nil))
      }
      for set in document.valueSets { problems += Self.codes(builder.add(set, file: file)) }
      for map in document.conceptMaps { problems += Self.codes(builder.add(map, file: file)) }
      for system in document.namingSystems {
        problems += Self.codes(builder.add(system, file: file))
      }
    }
    let output = try builder.build()
    bytes = output.bytes
    catalog = try Catalog(bytes: bytes)
    self.problems = problems + Self.codes(output.terminologyProblems.map(\.problem))
  }

  private static func codes(_ problems: [Problem]) -> [String] { problems.map(\.code.rawValue) }

  /// Codes of a value set, and whether they are all.
  func members(_ url: String) throws -> (codes: [String], isComplete: Bool) {
    let set = try #require(catalog.valueSets(named: url).first)
    let answer = catalog.members(of: set)
    // Whatever is listed must be in it, one by one.
    for member in answer.members where !member.isAbstract {
      #expect(
        catalog.membership(of: member.code, system: member.system, in: set) == .member,
        "\(member.code)")
    }
    return (answer.members.map(\.code), answer.isComplete)
  }

  func membership(_ code: String, _ system: String, _ url: String) throws -> String {
    let set = try #require(catalog.valueSets(named: url).first)
    return catalog.membership(of: code, system: system, in: set).word
  }

  // MARK: Resources

  /// A hierarchy of forms: nested, with a flat part that names parents.
  static let forms = """
    {"resourceType":"CodeSystem","url":"http://example.org/forms","version":"1","content":"complete",
     "hierarchyMeaning":"is-a","caseSensitive":true,"count":7,
     "property":[{"code":"weight","type":"integer"}],
     "concept":[
      {"code":"form","display":"Form","concept":[
        {"code":"solid","display":"Solid","concept":[
          {"code":"tablet","display":"Tablet","property":[{"code":"weight","valueInteger":2},
            {"code":"status","valueCode":"retired"}]},
          {"code":"capsule","display":"Capsule"}]},
        {"code":"liquid","display":"Liquid"}]},
      {"code":"syrup","display":"Syrup","property":[{"code":"parent","valueCode":"liquid"},
        {"code":"subsumedBy","valueCode":"form"}]},
      {"code":"other"}]}
    """

  static func valueSet(_ url: String, _ compose: String) -> String {
    "{\"resourceType\":\"ValueSet\",\"url\":\"\(url)\",\"compose\":{\(compose)}}"
  }

  /// A value set of one filter over the forms.
  static func filtered(_ property: String, _ operation: String, _ value: String) -> String {
    valueSet(
      "http://example.org/vs",
      """
      "include":[{"system":"http://example.org/forms",
        "filter":[{"property":"\(property)","op":"\(operation)","value":"\(value)"}]}]
      """)
  }
}
