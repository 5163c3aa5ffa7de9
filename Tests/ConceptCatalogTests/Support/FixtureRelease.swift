// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import RxNormRelease
import Testing

/// The hand-made release in `Fixtures/release`, and catalogs of it and of its variants.
enum FixtureRelease {
  /// The rows of each table, without line ends, in file order.
  static func rows() throws -> [RRFTable: [String]] {
    var tables: [RRFTable: [String]] = [:]
    for table in RRFTable.allCases {
      let file = folder.appendingPathComponent("release/rrf/\(table.fileName)")
      let text = try String(contentsOf: file, encoding: .utf8)
      tables[table] = text.split(separator: "\n").map(String.init)
    }
    return tables
  }

  /// The catalog of the fixture release.
  static func catalog() throws -> Catalog {
    try opened.get()
  }

  /// The bytes of its file.
  static func bytes() throws -> [UInt8] {
    try built.get()
  }

  private static let built = Result { try bytes(of: rows()) }
  private static let opened = Result { try Catalog(bytes: built.get()) }

  /// Builds a catalog of rows.
  static func bytes(
    of rows: [RRFTable: [String]],
    options: CatalogBuilder.Options = .init(contents: .everything),
    configure: (inout CatalogBuilder) -> Void = { _ in }
  ) throws -> [UInt8] {
    let files = rows.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    let release = try RxNormRelease(files: files, name: "fixture")
    var builder = CatalogBuilder(release: release, toolVersion: "0.0.0", options: options)
    configure(&builder)
    return try builder.build().bytes
  }

  /// The bytes of a catalog of several blocks: an attached file in the middle makes it so long.
  static func bytesInBlocks() throws -> [UInt8] {
    try bytes(of: rows()) { $0.attach("filler", bytes: [UInt8](repeating: 7, count: 140_000)) }
  }

  /// Builds a catalog of the fixture release with rows added.
  static func catalog(adding more: [RRFTable: [String]]) throws -> Catalog {
    let all = try rows().merging(more) { $0 + $1 }
    return try Catalog(bytes: bytes(of: all))
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures")

  /// Rows that differ in one column that is no key, or contradict each other.
  static let ties: [RRFTable: [String]] = [
    .concepts: [
      "6809|ENG||||||x||||GS|CD|1|same||N||", "6809|ENG||||||x||||VANDF|CD|1|same||N||",
      "6809|ENG||||||x||||USP|CD|1|same||O||", "6809|ENG||||||x||||USP|CD|1|same||N||",
      "6809|SPA||||||x||||USP|CD|1|same||N||", "6809|SPA||||||x||||USP|CD|1|same||N|4|",
      "6809|SPA||||||x||||USP|PT|1|same||Y|4|", "6809|SPA||||||x||||USP|PT|1|same||E|4|",
    ],
    .relations: [
      "6809||CUI|RO|69749||CUI|loops|||GS||||||", "69749||CUI|RO|6809||CUI|loops|||GS||||||",
      "6809||CUI|RO|69749||CUI|a_of|||GS||||||", "6809||AUI|RO|69749||CUI|a_of|||GS||||||",
      "9999991||CUI|RO|6809||CUI|tradename_of|||RXNORM||||||",
      "6809||CUI|RO|9999991||CUI|has_tradename|||RXNORM||||||",
    ],
    .sources: [
      "||GS_1|GS|one|GS|1|||||||3||||||||||||",
      "||GS_1|GS|two|GS|1|||||||3||||||||||||",
      "||GS_0|GS|three|GS|1|||||||3||||||||||||",
      "||GS_0|GS|three|GS|1|||||||1||||||||||||",
    ],
    .documentation: [
      "RELA|a_of|rela_inverse|b_of|", "RELA|a_of|rela_inverse|c_of|",
    ],
    .atomArchive: [
      "x||same|||||||20100101|||2998062|GS|PT||", "x||same|||||||20100101|||2998062|USP|PT||",
      "x||same|||||||20110101|||2998062|USP|PT|6809|", "x||same|||||||20110101|||2998062|USP|PT||",
    ],
    .retiredConcepts: ["2998062|a|b|1|6809|", "2998062|a|b|2|6809|", "2998062|a|c|1|6809|"],
  ]
}

extension [Concept] {
  /// The numbers of the concepts.
  var codes: [UInt32] { map(\.rxcui.rawValue) }
}

extension Catalog {
  /// The concept of a number.
  func concept(_ code: UInt32) -> Concept? { concept(for: RxCUI(rawValue: code)) }
}

/// Asks a catalog everything that its public API answers, and keeps a figure of the answers.
///
/// Used where the answers do not matter, but asking must be safe: damaged and
/// crafted files, many threads.
enum AnswerSpread {
  static let names = ["metformin", "Entresto", "vitamin e®", "βιταμίνη ες", "no such name", ""]
  static let searches = ["m", "met 500 or", "entresto", "metfromin", "no such name", ""]
  static let ndcs = ["00093104801", "0078-0659", "1234567890", "66666000011", ""]

  /// Asks about the catalog as a whole.
  static func ask(_ catalog: Catalog) -> Int {
    var sum = catalog.release.name.utf8.count + catalog.conceptCount
    sum += catalog.sources.count + catalog.documentation.count + catalog.facts.count
    for name in catalog.attachmentNames { sum += catalog.attachment(name)?.count ?? 0 }
    for system in catalog.codeSystems {
      sum += system.url.utf8.count
      for concept in system.concepts {
        sum += concept.designations.count + concept.properties.count + concept.depth
        sum += catalog.codeSystemConcepts(system: system.url, code: concept.code).count
      }
    }
    for name in names {
      sum += catalog.concepts(named: name, comparing: .exact).count
      sum += catalog.concepts(named: name, comparing: .normalized, source: nil).count
    }
    for name in names {
      catalog.forEachConcept(named: name, comparing: .normalized, source: nil) { view in
        sum += ask(view)
      }
    }
    catalog.forEachConcept(source: "MTHSPL", code: "786Z46389E") { sum += ask($0) }
    if let ndc = NationalDrugCode(number: 93_104_801) {
      catalog.forEachConcept(ndc: ndc) { sum += ask($0) }
    }
    for search in searches {
      sum += catalog.search(search, limit: 1000).hits.reduce(0) { $0 + $1.matchedName.utf8.count }
      sum += catalog.spellingSuggestions(for: search).count
      for way in NameMatching.allCases { sum += catalog.matches(named: search, by: way).count }
    }
    for ndc in ndcs { sum += catalog.ndcMatches(for: ndc).concepts.count }
    for system in [CodeSystem.unii, CodeSystem.atc, CodeSystem.rxNorm, "MTHSPL"] {
      sum += catalog.concepts(system: system, code: "786Z46389E").count
    }
    return sum
  }

  /// Asks about one code.
  static func ask(_ catalog: Catalog, about code: UInt32) -> Int {
    let rxcui = RxCUI(rawValue: code)
    let history = catalog.history(of: rxcui)
    var sum = history.successors.count + history.steps.count + history.archivedNames.count
    if let view = catalog.view(of: rxcui) { sum += ask(view) }
    guard let concept = catalog.concept(for: rxcui) else { return sum }
    return sum + ask(concept)
  }

  /// Asks a view everything.
  static func ask(_ view: ConceptView) -> Int {
    var sum = view.nameUTF8.count + view.displayNameUTF8.count + view.termTypeUTF8.count
    sum += view.sourceUTF8.count + view.termType.rawValue.utf8.count
    sum += view.status.rawValue.utf8.count + (view.code == nil ? 0 : 1)
    // A crafted file may state any count.
    for count in [
      view.nameCount, view.relationCount, view.attributeCount, view.semanticTypeCount,
      view.ndcRowCount,
    ] { sum += count }
    return sum
  }

  /// Asks a concept everything.
  static func ask(_ concept: Concept) -> Int {
    var sum = concept.name.utf8.count + concept.displayName.utf8.count
    sum += concept.termType.rawValue.utf8.count + concept.status.rawValue.utf8.count
    sum += concept.source.utf8.count + (concept.code == nil ? 0 : 1)
    concept.withNameUTF8 { sum += $0.count }
    for name in concept.names {
      sum += name.text.utf8.count + name.code.utf8.count + name.source.utf8.count
      sum += name.language.utf8.count + Int(name.rxaui) + (name.suppress == "N" ? 1 : 0)
    }
    for relation in concept.relations {
      sum += Int(relation.targetCode.rawValue) + relation.source.utf8.count
    }
    for attribute in concept.attributes { sum += attribute.value.utf8.count }
    sum += concept.semanticTypes.count + concept.uniis.count + concept.labelSetIDs.count
    sum += concept.ingredientList.ingredients.count + concept.preciseIngredients.count
    sum += concept.components.count + (concept.multipleIngredients == nil ? 0 : 1)
    sum += concept.brandNames.count + concept.genericForms.count + concept.brandedForms.count
    sum += concept.doseForms.count + concept.doseFormGroups.count + concept.packItems.count
    sum += concept.products.count + concept.unquantifiedForms.count + concept.ndcs.count
    sum += concept.strengthList.strengths.count + (concept.quantity?.utf8.count ?? 0)
    return sum + askRelations(concept)
  }

  /// Asks a concept about others.
  private static func askRelations(_ concept: Concept) -> Int {
    var sum = concept.generalCardinality?.rawValue.utf8.count ?? 0
    for group in concept.allRelated.groups {
      for other in group.concepts { sum += group.way(to: other)?.count ?? 0 }
    }
    sum += concept.related(by: [.isA, .ingredientOf]).groups.count
    sum += concept.genericProducts.count + concept.relatedProducts.groups.count
    sum += concept.packMemberships.count + concept.reformulatedTo.count
    sum += concept.reformulationOf.count + concept.catalog.brands(holding: [concept]).count
    sum += concept.ancestors().count + concept.descendants(basis: .kind).count
    return sum + concept.subsumption(of: concept).way.count
  }
}

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
