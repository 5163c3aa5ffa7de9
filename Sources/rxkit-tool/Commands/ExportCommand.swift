// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogExport
import CommandLineTool
import ConceptCatalog
import MedicationModel

/// `rxkit export`: a catalog becomes files for other tools.
struct ExportCommand: Command {
  static let codes = OptionDefinition.text(
    "--codes", "codes", "RxNorm codes of the table, comma-separated, or a file with one per line.")
  static let fhir = OptionDefinition.choice(
    "--fhir", "version", "Version of FHIR.",
    FHIRRelease.allCases.map { Choice($0.rawValue, "FHIR \($0.version)") }, default: "R4")
  static let canonical = OptionDefinition.text(
    "--canonical", "url", "Start of the URLs of value sets, maps and packages.",
    default: TerminologyExport.standInBase)
  static let termTypes = OptionDefinition.text(
    "--tty", "types", "Term types of the value set, comma-separated.", default: "all")
  static let ingredient = OptionDefinition.text(
    "--ingredient", "codes",
    "Base ingredients (IN) of the value set, comma-separated: concepts with any of them.",
    default: "all")
  static let prescribable = OptionDefinition.flag(
    "--prescribable", "Only codes of the prescribable subset.")
  static let inactive = OptionDefinition.flag(
    "--inactive", "Also codes that are not active.")
  static let rules = OptionDefinition.flag(
    "--rules", "Define the value set by rules instead of code by code.")
  static let map = OptionDefinition.choice(
    "--map", "map", "Which map.",
    [
      Choice("ndc", "NDC to RxNorm"), Choice("retired", "retired codes to active ones"),
      Choice("symptoms", "RxNorm to HealthKit symptom categories"),
    ])
  static let bundle = OptionDefinition.flag(
    "--bundle", "One Bundle instead of one resource per line.")
  static let packageID = OptionDefinition.text(
    "--package-id", "name", "Name of the package.", default: "rxkit.rxnorm and the version of FHIR")
  static let table = OptionDefinition.choice(
    "--table", "table", "One table instead of a folder with all.",
    ExportTable.allCases.map { Choice($0.rawValue, $0.meaning) })
  private static let restricted = OptionDefinition.flag(
    "--include-restricted",
    "Also sources with a restriction level above 0, and evidence under restricted licences.")

  static let definition = CommandDefinition(
    name: "export",
    abstract: "Write a catalog as Swift, FHIR terminology, SQLite, CSV, TSV or NDJSON.",
    examples: [
      .init("rxkit export sqlite -o rxnorm.sqlite", "a database with keys and indexes"),
      .init("rxkit export csv -o rxnorm-tables", "a folder with all tables"),
      .init("rxkit export csv --table ndc -o ndc.csv", "one table"),
      .init("rxkit export swift --codes 198439,860975 -o Symptoms.swift", "a static table"),
      .init("rxkit export package -o rxnorm.tgz", "a FHIR package for HAPI, Pathling …"),
      .init("rxkit export code-system --fhir R5 -o rxnorm.json", "the CodeSystem alone"),
      .init("rxkit export value-set --tty SCD,SBD --ingredient 6809", "products of metformin"),
      .init("rxkit export concept-map --map ndc -o ndc-map.json", "NDC to RxNorm"),
      .init("rxkit export clinical-use -o effects.ndjson", "what labels say, as FHIR R5"),
      .init("rxkit export ndjson | head -n 2", "one concept per line"),
    ],
    arguments: [
      ArgumentDefinition(
        "kind", "What to write.",
        value: .oneOf(ExportKind.allCases.map { Choice($0.rawValue, $0.explanation) }))
    ],
    options: [
      codes, table, fhir, map, termTypes, ingredient, prescribable, inactive, rules, canonical,
      bundle, packageID, restricted, CommonOptions.catalog, CommonOptions.mappings,
      CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Kinds: "
        + ExportKind.allCases.map { "\($0.rawValue), \($0.explanation)" }.joined(separator: "; ")
        + ".",
      "Content of restricted sources is left out unless --include-restricted is given, and every "
        + "export says which release it is from and under which terms. Codes that a reconstructed "
        + "release assigned itself are written as null. The same catalog gives the same bytes. A "
        + "file or folder is written atomically; on standard output a failure may leave a part, "
        + "which the exit code reports.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit build", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    guard let kind = invocation.arguments.first.flatMap({ ExportKind(rawValue: $0) }) else {
      throw definition.error("missing-argument", "missing argument <kind>")
    }
    try check(invocation, kind, isTerminal: streams.terminal.isTerminal)
    let catalog = try CatalogOpening.open(
      invocation, with: .contents, &streams)
    let content = ExportContent(
      catalog: catalog, tables: try MappingFiles.tables(invocation, catalog),
      toolVersion: VersionReport.tool, includesRestricted: invocation.isSet(restricted))
    if content.includesRestricted {
      streams.messages.warn(
        "note: restricted sources are included; their licences apply to every recipient")
    } else if !content.withheld.isEmpty {
      let names = content.withheld.map(\.abbreviation).joined(separator: ", ")
      streams.messages.note(
        "excluded (restricted or unlisted sources): \(names); "
          + DisplayText.counted(content.withheldConceptCount, "concept occurs", "concepts occur")
          + " only there")
    }
    if content.withheldEvidenceCount > 0 {
      streams.messages.warn(
        "excluded, evidence under restricted licences: \(content.restrictedEvidenceNames); "
          + "include it with \(restricted.name)")
    }
    let run = ExportRun(
      invocation: invocation, kind: kind, content: content, sources: streams.sources)
    return try run.write(&streams)
  }

  /// Checks what the definition cannot: options of other kinds, and where bytes may go.
  private static func check(_ invocation: Invocation, _ kind: ExportKind, isTerminal: Bool) throws {
    func refused(_ code: String, _ message: String) -> CommandFailure {
      .usage("usage." + code, "rxkit export \(kind.rawValue): " + message, of: definition)
    }
    if kind == .parquet {
      throw refused(
        "written-elsewhere",
        "Parquet is written by the Python package: python -m rxkit export-parquet <folder>"
      )
    }
    let special = ExportKind.allCases.flatMap(\.options).map(\.name)
    let own = kind.options.map(\.name)
    for option in definition.options
    where invocation.isSet(option) && special.contains(option.name) && !own.contains(option.name) {
      throw refused(
        "option-of-another-kind",
        "option \(option.name) does not apply (allowed: "
          + (own.isEmpty ? "none)" : own.joined(separator: ", ") + ")"))
    }
    for (needed, kind) in [(codes, ExportKind.swift), (map, .conceptMap)]
    where kind.rawValue == invocation.arguments.first && !invocation.isSet(needed) {
      throw refused("missing-option", "missing required option \(needed.synopsis)")
    }
    let path = invocation.value(of: CommonOptions.output) ?? "-"
    guard path == "-" else { return }
    let isFolder = (kind == .csv || kind == .tsv) && !invocation.isSet(table)
    if kind == .sqlite || isFolder {
      throw refused(
        "missing-option",
        "requires --output with the name of a "
          + (isFolder ? "folder, or --table <table>" : "file"))
    }
    if kind.isBinary, isTerminal {
      throw refused(
        "binary-output", "refusing to write binary data to a terminal; use --output or a pipe")
    }
  }
}

/// What `rxkit export` can write.
enum ExportKind: String, CaseIterable {
  case swift
  case codeSystem = "code-system"
  case valueSet = "value-set"
  case conceptMap = "concept-map"
  case clinicalUse = "clinical-use"
  case package, sqlite, csv, tsv, ndjson, parquet

  /// What it is, a few words; shells show it next to the word.
  var explanation: String {
    switch self {
    case .swift: "a Swift file: RxNorm code to symptom types, with evidence"
    case .codeSystem: "FHIR CodeSystem RxNorm"
    case .valueSet: "FHIR ValueSet of the codes that fit a filter"
    case .conceptMap: "FHIR ConceptMap: NDCs, retired codes or symptoms"
    case .clinicalUse: "FHIR R5 ClinicalUseDefinition: what labels say of symptoms"
    case .package: "all FHIR resources as one NPM package (.tgz)"
    case .sqlite: "an SQLite database with keys and indexes"
    case .csv: "comma-separated tables, a folder or one table"
    case .tsv: "tab-separated tables, a folder or one table"
    case .ndjson: "one concept per line"
    case .parquet: "tables that the Python package writes (python -m rxkit export-parquet)"
    }
  }

  /// The options that only some kinds take.
  var options: [OptionDefinition] {
    switch self {
    case .swift: [ExportCommand.codes]
    case .codeSystem: [ExportCommand.fhir, ExportCommand.canonical]
    case .valueSet:
      [
        ExportCommand.fhir, ExportCommand.canonical, ExportCommand.termTypes,
        ExportCommand.ingredient, ExportCommand.prescribable, ExportCommand.inactive,
        ExportCommand.rules,
      ]
    case .conceptMap: [ExportCommand.fhir, ExportCommand.canonical, ExportCommand.map]
    case .clinicalUse: [ExportCommand.canonical, ExportCommand.bundle]
    case .package: [ExportCommand.fhir, ExportCommand.canonical, ExportCommand.packageID]
    case .csv, .tsv: [ExportCommand.table]
    case .sqlite, .ndjson, .parquet: []
    }
  }

  /// Whether a terminal cannot show it.
  var isBinary: Bool { self == .package || self == .sqlite }
}

/// Reads the options of `rxkit export` that select content.
enum ExportSelection {
  /// The codes of `--codes`: comma-separated, or a file with one per line, `-` for standard input.
  static func codes(_ invocation: Invocation) throws -> [GivenWord] {
    let value = invocation.value(of: ExportCommand.codes) ?? ""
    if value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }) {
      return try invocation.list(of: ExportCommand.codes).map { GivenWord(argument: $0) }
    }
    let input = try InputFile.read(value)
    guard let lines = ArgumentLines.lines(of: input) else {
      throw CommandFailure(.input, "input.not-utf8", "\(input.name): not UTF-8, expected text")
    }
    let codes = lines.filter { !$0.text.hasPrefix("#") }
    guard !codes.isEmpty else {
      throw CommandFailure(
        .input, "export.no-codes", "\(input.name): contains no code, expected one per line")
    }
    return codes
  }

  /// The filter of a value set.
  static func filter(_ invocation: Invocation, in catalog: Catalog) throws -> ConceptFilter {
    var filter = ConceptFilter(
      isPrescribableOnly: invocation.isSet(ExportCommand.prescribable),
      includesInactive: invocation.isSet(ExportCommand.inactive))
    filter.termTypes = try invocation.words(of: ExportCommand.termTypes, among: termTypes)
      .map(TermType.init)
    for word in try invocation.list(of: ExportCommand.ingredient) {
      guard let code = RxCUI(word), let concept = catalog.concept(for: code),
        concept.code != nil, concept.termType == .ingredient
      else {
        throw CommandFailure(
          .incomplete, "export.not-an-ingredient",
          "--ingredient: \(CommandFailure.quoted(word)) is not a base ingredient (IN) of "
            + "\(catalog.release.name)", try: "rxkit lookup \(DisplayText.printable(word))")
      }
      filter.ingredients.append(code)
    }
    return filter
  }

  private static let termTypes: [String] = [
    TermType.ingredient, .preciseIngredient, .multipleIngredients, .clinicalDrugComponent,
    .clinicalDrugForm, .clinicalDrugFormPrecise, .clinicalDrugGroup, .clinicalDrugGroupPrecise,
    .clinicalDrug, .brandName, .brandedDrugComponent, .brandedDrugForm, .brandedDrugFormPrecise,
    .brandedDrugGroup, .brandedDrug, .genericPack, .brandedPack, .doseForm, .doseFormGroup,
  ].map(\.rawValue)

  /// The base of URLs: an absolute URI without a trailing slash.
  static func canonicalBase(_ invocation: Invocation) throws -> String {
    guard let value = invocation.value(of: ExportCommand.canonical) else {
      return TerminologyExport.standInBase
    }
    let isURI =
      ["http://", "https://", "urn:"].contains { value.hasPrefix($0) && value.count > $0.count }
      && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x7C && $0 != 0x22 }
    guard isURI else {
      throw ExportCommand.definition.error(
        "not-a-url",
        "value \(CommandFailure.quoted(value)) of --canonical, expected a URL such "
          + "as https://example.org/fhir")
    }
    return value.hasSuffix("/") ? String(value.dropLast()) : value
  }

  /// The name of the package, `nil` for the default.
  static func packageIdentifier(_ invocation: Invocation) throws -> String? {
    guard let value = invocation.value(of: ExportCommand.packageID) else { return nil }
    // It also becomes a FHIR id, which has at most 64 characters.
    guard PackageExport.isIdentifier(value), value.utf8.count <= 64 else {
      throw ExportCommand.definition.error(
        "not-a-package",
        "value \(CommandFailure.quoted(value)) of --package-id, expected two or more "
          + "words of lower-case letters, digits and dashes joined by dots")
    }
    return value
  }

  static func nothing(_ what: String) -> CommandFailure {
    CommandFailure(
      .incomplete, "export.nothing", "the catalog has no \(what); nothing was written",
      try: "rxkit info, to see what it holds")
  }
}
