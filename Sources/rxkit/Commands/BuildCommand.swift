// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import MedicationModel
import RxNormRelease

/// `rxkit build`: a release becomes a catalog.
struct BuildCommand: Command {
  private static let with = OptionDefinition.file(
    "--with", "file", "FHIR CodeSystem (JSON) to load beside the release."
  ).repeatable()
  private static let prescribable = OptionDefinition.flag(
    "--prescribable", "Read prescribe/rrf/ of a full release instead of rrf/.")
  private static let lenient = OptionDefinition.flag(
    "--lenient", "Skip bad rows and count them, instead of stopping at the first.")

  static let definition = CommandDefinition(
    name: "build",
    abstract: "Build a catalog from an RxNorm release.",
    examples: [
      .init("rxkit build RxNorm_full_prescribe_10062025.zip -o catalog.rxkit", "from NLM's zip"),
      .init("rxkit build RxNorm_full_10062025/ -o catalog.rxkit", "from an unpacked release"),
      .init(
        "rxkit build release.zip --with CodeSystem-drugs.json -o catalog.rxkit",
        "with a code system of your own"),
      .init("rxkit build release.zip --lenient -o catalog.rxkit", "in spite of bad rows"),
    ],
    arguments: [
      ArgumentDefinition(
        "release", "A release: NLM's zip, its folder, or the folder with the RRF files.",
        value: .file)
    ],
    options: [
      with, prescribable, lenient, CommonOptions.mappings, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Without --output the catalog goes to the place where the other commands look for it, and "
        + "replaces what is there. RXNCONSO is required; what else the release lacks is noted in "
        + "the catalog. Nothing is written when the build fails."
    ],
    seeAlso: ["rxkit verify", "rxkit info"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let place = try outputPlace(invocation, streams.environment)
    let file = try AtomicFile(place.path, replacing: place.replaces)
    var options = RxNormRelease.Options()
    options.prescribable = invocation.isSet(prescribable)
    options.isLenient = invocation.isSet(lenient)
    let release: RxNormRelease
    do throws(ReleaseError) {
      release = try RxNormRelease(path: invocation.arguments[0], options: options)
    } catch {
      throw CommandFailure(error)
    }
    var builder = CatalogBuilder(release: release, toolVersion: VersionReport.tool)
    for (name, bytes) in try MappingFiles(invocation).files { builder.attach(name, bytes: bytes) }
    for path in invocation.values(of: with) { try add(path, to: &builder, &streams) }

    let output = try build(builder, streams.messages)
    var writer = OutputWriter(descriptor: file.descriptor, name: place.path)
    try writer.write(output.bytes)
    try writer.flush()
    try file.commit()
    report(output, release, place.path, &streams)
    return output.tallies.contains { $0.tally.skipped > 0 } ? .incomplete : .done
  }

  /// The named file, or the user's catalog with its folder made.
  private static func outputPlace(
    _ invocation: Invocation, _ environment: Environment
  ) throws(CommandFailure) -> (path: String, replaces: Bool) {
    if let path = invocation.value(of: CommonOptions.output) {
      return (path, invocation.isSet(CommonOptions.force))
    }
    let location = try CatalogLocation(option: nil, environment: environment)
    let folder = location.path.split(separator: "/").dropLast().joined(separator: "/")
    try CommandFailure.writing(location.path) { () throws(SystemError) in
      try SystemCalls.makeFolders("/" + folder)
    }
    return (location.path, true)
  }

  private static func build(
    _ builder: consuming CatalogBuilder, _ messages: MessageWriter
  ) throws(CommandFailure) -> CatalogBuilder.Output {
    let display = ProgressDisplay(messages)
    defer { display.finish() }
    do throws(BuildError) {
      return try builder.build { progress in
        display.update(
          ProgressDisplay.State(
            name: progress.file.isEmpty ? "laying out the catalog" : progress.file,
            count: progress.bytesRead / 1_000_000, unit: "MB", done: progress.bytesRead,
            total: progress.byteCount))
      }
    } catch {
      switch error {
      case .release(let error): throw CommandFailure(error)
      case .catalog(let error): throw CommandFailure(error)
      }
    }
  }

  private static func add(
    _ path: String, to builder: inout CatalogBuilder, _ streams: inout Streams
  ) throws(CommandFailure) {
    let input = try InputFile.read(path)
    let document = FHIRDocument(input.bytes)
    if let broken = document.problems.first(where: { $0.problem.severity == .error }) {
      throw CommandFailure(broken, in: input.name)
    }
    guard !document.codeSystems.isEmpty else {
      throw CommandFailure(
        .input, "build.no-code-system", "\(input.name): holds no CodeSystem",
        try: "a FHIR CodeSystem resource as JSON")
    }
    for system in document.codeSystems {
      for problem in builder.add(system, file: path) {
        streams.messages.warn("\(input.name): \(problem.message)  [\(problem.code.rawValue)]")
      }
    }
  }

  private static func report(
    _ output: CatalogBuilder.Output, _ release: RxNormRelease, _ path: String,
    _ streams: inout Streams
  ) {
    for (table, tally) in output.tallies where tally.skipped > 0 {
      streams.messages.warn(
        "\(table.fileName): \(DisplayText.grouped(tally.skipped)) bad rows skipped")
      for problem in tally.problems.prefix(5) {
        streams.messages.note(
          "   \(problem.file):\(problem.line):\(problem.column): \(problem.message)")
      }
    }
    if !output.absentTables.isEmpty {
      let names = output.absentTables.map(\.fileName).joined(separator: ", ")
      streams.messages.note("the release lacks \(names)")
    }
    let rows = output.tallies.reduce(0) { $0 + $1.tally.rows }
    streams.messages.note(
      "wrote \(path) (\(release.name), \(DisplayText.grouped(rows)) rows, "
        + "\(DisplayText.grouped(output.bytes.count)) bytes); try: rxkit lookup 308192"
        + (path.hasSuffix("rxkit/catalog.rxkit") ? "" : " --catalog \(path)"))
  }
}

extension CommandFailure {
  /// A release that cannot be read.
  init(_ error: ReleaseError) {
    var lines = error.description.split(separator: "\n").map(String.init)
    var message = lines.isEmpty ? error.code.rawValue : lines.removeFirst()
    let suffix = "  [\(error.code.rawValue)]"
    if message.hasSuffix(suffix) { message = String(message.dropLast(suffix.count)) }
    let details = lines.filter { !$0.hasPrefix("   try: ") }.map { line in
      line.hasPrefix("   ") ? String(line.dropFirst(3)) : line
    }
    self.init(.input, error.code.rawValue, message, details: details, try: error.remedy)
  }

  /// A document of which something could not be read.
  init(_ problem: FHIRDocumentProblem, in name: String) {
    var place = name
    if let line = problem.line { place += ":\(line)" }
    if let column = problem.column { place += ":\(column)" }
    if !problem.entryPath.isEmpty { place += ": entry \(problem.entryPath)" }
    self.init(
      .input, problem.problem.code.rawValue, "\(place): \(problem.problem.message)")
  }
}
