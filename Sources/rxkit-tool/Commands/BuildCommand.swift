// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogBuilding
import ConceptCatalog
import DrugMatching
import FHIRResources
import MedicationModel
import RxNormRelease
import SymptomMapping

/// `rxkit build`: a release becomes a catalog.
struct BuildCommand: Command {
  private static let with = OptionDefinition.file(
    "--with", "file",
    "FHIR terminology to load with the release: a document, a folder of them or a .tgz package."
  ).repeatable()
  private static let report = OptionDefinition.file(
    "--report", "file",
    "Write what --with loaded, resource by resource: JSON, or a table if the name ends in .tsv.")
  private static let prescribable = OptionDefinition.flag(
    "--prescribable", "Read prescribe/rrf/ of a full release instead of rrf/.")
  private static let atomRelations = OptionDefinition.flag(
    "--atom-relations", "Keep relations between atoms: what sources other than RXNORM state.")
  private static let sourceAttributes = OptionDefinition.flag(
    "--source-attributes",
    "Keep all attributes of sources other than RXNORM, such as a tablet's color and imprint.")
  private static let subset = OptionDefinition.flag(
    "--subset",
    "Keep only prescribable concepts, what they consist of, and their RXNORM names.")
  private static let without = OptionDefinition.text(
    "--without", "parts",
    "Parts to leave out, comma-separated: history (of codes and names), ndcs, search-index."
  ).repeatable()
  private static let threads = OptionDefinition.count(
    "--threads", "count", "Number of threads, 1 to 64.",
    default: "one for each processor, at most 8")
  private static let sideEffects = OptionDefinition.file(
    "--side-effects", "file",
    "Use this side-effect table, such as one made by Scripts/get-labels, with its labels.tsv.",
    default:
      "side-effects.tsv next to the default catalog if it exists, else the built-in table")
  private static let lenient = OptionDefinition.flag(
    "--lenient", "Skip bad rows and count them, instead of stopping at the first.")

  private static let output = OptionDefinition.file(
    "--output", "file", "Name of the catalog; - is standard output.",
    default: "the place where the other commands look for it"
  ).short("o")

  static let definition = CommandDefinition(
    name: "build",
    abstract: "Build a catalog from an RxNorm release.",
    examples: [
      .init("rxkit build RxNorm_full_prescribe_10062025.zip -o catalog.rxkit", "from NLM's zip"),
      .init("rxkit build RxNorm_full_10062025/ -o catalog.rxkit", "from an unpacked release"),
      .init(
        "rxkit build release.zip --with CodeSystem-drugs.json -o catalog.rxkit",
        "with a code system of your own"),
      .init(
        "rxkit build release.zip --with package.tgz --report loaded.json -o catalog.rxkit",
        "with the code systems, value sets and maps of a FHIR package"),
      .init("rxkit build release.zip --lenient -o catalog.rxkit", "skip bad rows"),
      .init(
        "rxkit build RxNorm_full_*.zip -o catalog.rxkit",
        "the newest of several releases, with the history of all"),
      .init(
        "rxkit build release.zip --subset --without history,ndcs,search-index -o phone.rxkit",
        "small enough for a phone"),
    ],
    arguments: [
      ArgumentDefinition(
        "release", "A release: NLM's zip, its folder, or the folder with the RRF files.",
        count: .oneOrMore, value: .file)
    ],
    options: [
      output, with, report, prescribable, atomRelations, sourceAttributes, subset, without,
      threads, lenient, sideEffects, CommonOptions.mappings, CommonOptions.force,
    ],
    discussion: [
      "Without --output the catalog at the default location is replaced. RXNCONSO is required; "
        + "what else the release lacks is noted in the catalog. Inputs may be compressed with gzip. "
        + "Nothing is written when the build fails.",
      "The catalog has all names, codes and drug codes of every source, the relations between "
        + "concepts, the attributes of RXNORM, UNIIs and label set ids. What other sources state "
        + "beyond that is left out and counted (see rxkit info); --atom-relations and "
        + "--source-attributes keep it.",
      "With --subset or --without, a query for what was left out is an error or reports "
        + "that this catalog does not contain it, never \"there is none\".",
      "CodeSystem (supplements are merged onto their base), ValueSet, ConceptMap and NamingSystem "
        + "of every FHIR version are loaded, in JSON, NDJSON or XML. In a folder or package other "
        + "resources are skipped.",
      "Of several releases the newest by date is current, whatever their order; the others show "
        + "when names and NDCs came and went (see rxkit history). Releases must have different "
        + "dates and be all whole or all prescribable.",
    ],
    seeAlso: ["rxkit verify", "rxkit info"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    if let path = invocation.value(of: report) {
      // Checked before the work: an existing file is reported at once.
      try AtomicFile.check(path, replacing: invocation.isSet(CommonOptions.force))
    }
    guard invocation.value(of: output) == "-" else {
      let place = try outputPlace(invocation, streams.environment)
      let file = try AtomicFile(place.path, replacing: place.replaces)
      let (catalog, loaded) = try make(invocation, &streams)
      var writer = OutputWriter(
        descriptor: file.descriptor, name: place.path, from: streams.sources)
      try write(catalog, to: &writer)
      try writer.flush()
      try file.commit(from: streams.sources)
      try write(loaded, invocation, streams)
      return report(catalog, place.path, &streams)
    }
    guard !streams.terminal.isTerminal else {
      throw definition.error(
        "binary-output", "--output - would write a catalog to the terminal, expected a file or pipe"
      )
    }
    let (catalog, loaded) = try make(invocation, &streams)
    try streams.output.flush()
    try write(catalog, to: &streams.output)
    try streams.output.flush()
    try write(loaded, invocation, streams)
    return report(catalog, "standard output", &streams)
  }

  private static func write(_ output: CatalogBuilder.Output, to writer: inout OutputWriter) throws {
    try output.forEachPiece { piece in try writer.write(piece) }
  }

  /// Reads the release and its additional inputs, and lays out the catalog.
  private static func make(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws -> (CatalogBuilder.Output, TerminologyReport) {
    var options = RxNormRelease.Options()
    options.prescribable = invocation.isSet(prescribable)
    options.isLenient = invocation.isSet(lenient)
    let releases = try invocation.arguments.map { try RxNormRelease(path: $0, options: options) }
    var builder = try CatalogBuilder(
      releases: releases, toolVersion: VersionReport.tool, options: buildOptions(invocation))
    builder.keepLexicon()
    var mappings = try MappingFiles(invocation)
    if let path = sideEffectsPath(invocation, streams.environment) {
      try mappings.take(sideEffects: path)
      streams.messages.note("side effects of \(path)")
    }
    // Checked here, so that no catalog holds a table that its reader refuses.
    let tables = try mappings.tables()
    for (name, bytes) in mappings.files { builder.attach(name, bytes: bytes) }
    for (name, bytes) in tables.indexFiles { builder.attach(name, bytes: bytes) }
    var loading = TerminologyLoading(streams.messages)
    for path in invocation.values(of: with) { try loading.load(path, into: &builder) }
    let output = try ReleaseOpening.build(builder, streams.messages)
    var loaded = loading.report
    loaded.add(output.terminologyProblems, streams.messages)
    if let summary = loaded.summary { streams.messages.note(summary) }
    return (output, loaded)
  }

  /// The named table, else the one in the folder of the user's catalog, if the catalog is written
  /// there.
  private static func sideEffectsPath(
    _ invocation: Invocation, _ environment: Environment
  ) -> String? {
    if let path = invocation.value(of: sideEffects) { return path }
    let isDefault =
      invocation.value(of: output) == nil && invocation.value(of: CommonOptions.mappings) == nil
    return isDefault ? MappingFiles.ownSideEffects(environment) : nil
  }

  /// Writes what `--with` loaded, if requested.
  private static func write(
    _ loaded: TerminologyReport, _ invocation: Invocation, _ streams: borrowing Streams
  ) throws {
    guard let path = invocation.value(of: report) else { return }
    try streams.writeFile(
      path, path.hasSuffix(".tsv") ? loaded.table.rendered(as: .tsv) : loaded.json,
      replacing: invocation.isSet(CommonOptions.force))
  }

  /// What `--without` can name.
  private static let removableParts: CatalogParts = [.history, .ndcs, .searchIndex]

  private static func buildOptions(_ invocation: Invocation) throws -> CatalogBuilder.Options {
    var options = CatalogBuilder.Options()
    if invocation.isSet(atomRelations) { options.contents.insert(.atomRelations) }
    if invocation.isSet(sourceAttributes) { options.contents.insert(.sourceAttributes) }
    for name in try invocation.words(of: without, among: removableParts.names) {
      options.leftOut.formUnion(CatalogParts(names: [name[...]]))
    }
    if invocation.isSet(subset) { options.leftOut.formUnion(.subset) }
    if let count = try invocation.count(of: threads, in: 1...64) { options.threads = count }
    return options
  }

  /// The named file, or the user's catalog with its folder made.
  private static func outputPlace(
    _ invocation: Invocation, _ environment: Environment
  ) throws -> (path: String, replaces: Bool) {
    if let path = invocation.value(of: output) {
      return (path, invocation.isSet(CommonOptions.force))
    }
    let location = try CatalogLocation(option: nil, environment: environment)
    let folder = location.path.split(separator: "/").dropLast().joined(separator: "/")
    try CommandFailure.writing(location.path) { try SystemCalls.makeFolders("/" + folder) }
    return (location.path, true)
  }

  /// Says what was skipped and what was written.
  private static func report(
    _ output: CatalogBuilder.Output, _ path: String, _ streams: inout Streams
  ) -> ExitCode {
    let release = output.release
    if !release.isOfficial { CatalogOpening.sayNotOfficial(release.name, &streams) }
    for (table, tally) in output.tallies where tally.skipped > 0 {
      streams.messages.warn(
        "\(table.fileName): " + DisplayText.counted(tally.skipped, "bad row", "bad rows")
          + " skipped")
      for problem in tally.problems.prefix(5) {
        streams.messages.note(
          "   \(problem.file):\(problem.line):\(problem.column): \(problem.message)")
      }
    }
    for earlier in output.earlierTallies where earlier.tally.skipped > 0 {
      streams.messages.warn(
        "\(earlier.table.fileName) of \(earlier.release): "
          + DisplayText.counted(earlier.tally.skipped, "bad row", "bad rows") + " skipped")
    }
    for (kind, count) in output.skippedRows {
      streams.messages.note("skipped \(kind): \(DisplayText.grouped(count))")
    }
    if !output.absentTables.isEmpty {
      let names = output.absentTables.map(\.fileName).joined(separator: ", ")
      streams.messages.note("the release lacks \(names)")
    }
    // By their tables: a reconstructed release may bear the name of another one.
    let earlier = output.earlierTallies.count { $0.table == .concepts }
    if earlier > 0 {
      streams.messages.note(
        "current is \(release.name) of \(release.date ?? ""); history from "
          + DisplayText.counted(earlier, "earlier release", "earlier releases"))
    }
    let rows = output.tallies.reduce(0) { $0 + $1.tally.rows }
    streams.messages.note(
      "wrote \(path) (\(release.name), \(DisplayText.grouped(rows)) rows, "
        + "\(DisplayText.grouped(output.byteCount)) bytes)" + next(path, streams.environment))
    return (output.tallies.map(\.tally) + output.earlierTallies.map(\.tally))
      .contains { $0.skipped > 0 } ? .incomplete : .done
  }

  /// What could be typed next; nothing where the catalog went into a pipe.
  private static func next(_ path: String, _ environment: Environment) -> String {
    if path == "standard output" { return "" }
    let usual = try? CatalogLocation(option: nil, environment: environment).path
    return "; try: rxkit lookup 308192" + (path == usual ? "" : " --catalog \(path)")
  }
}

extension ReleaseError: CommandError {
  var failure: CommandFailure {
    let lines = description.split(separator: "\n").dropFirst()
    let details = lines.filter { !$0.hasPrefix("   try: ") }.map { line in
      String(line.hasPrefix("   ") ? line.dropFirst(3) : line)
    }
    return CommandFailure(
      .input, code.rawValue, CommandFailure.firstLine(of: description), details: details,
      try: remedy)
  }
}

extension CommandFailure {
  init(_ problem: FHIRDocumentProblem, in name: String) {
    var place = name
    if let line = problem.line { place += ":\(line)" }
    if let column = problem.column { place += ":\(column)" }
    if !problem.entryPath.isEmpty { place += ": entry \(problem.entryPath)" }
    if !problem.problem.path.isEmpty { place += ": \(problem.problem.path)" }
    self.init(
      .input, problem.problem.code.rawValue,
      "\(place): \(Self.firstLine(of: problem.problem.message))")
  }
}
