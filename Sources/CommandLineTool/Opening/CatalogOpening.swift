// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import DrugMatching
import EmbeddedTables
package import SymptomMapping

/// Opens the catalog that a command queries, with a notice if it is not an NLM release.
package enum CatalogOpening {
  /// Opens the catalog of an invocation.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - parts: What the answers need, whatever the question is.
  ///   - streams: Where messages go.
  /// - Returns: The catalog.
  /// - Throws: A failure with ``ExitCode/catalog``: there is none, or it cannot be used.
  package static func open(
    _ invocation: Invocation, with parts: CatalogParts = [], _ streams: inout Streams
  ) throws -> Catalog {
    let location = try CatalogLocation(
      option: invocation.value(of: CommonOptions.catalog), environment: streams.environment)
    let catalog = try open(location, &streams)
    try catalog.require(parts)
    return catalog
  }

  /// Whether a catalog is named, or is in the default place.
  package static func isPresent(_ invocation: Invocation, _ streams: borrowing Streams) -> Bool {
    let place = CatalogLocation.userDataPath(streams.environment)
    return invocation.isSet(CommonOptions.catalog) || streams.environment.catalog != nil
      || place.map { SystemCalls.exists($0) } ?? false
  }

  /// Opens the catalog at a location, with a notice if it is not an NLM release.
  package static func open(
    _ location: CatalogLocation, _ streams: inout Streams
  ) throws -> Catalog {
    let catalog = try unwatched(location)
    streams.sources.add(catalog)
    streams.release = catalog.release
    if !catalog.release.isOfficial { sayNotOfficial(catalog.release.name, &streams) }
    if let reason = catalog.reasonNotFound(.all), !streams.isQuiet {
      streams.messages.warn("note: \(reason); what is not found may exist")
    }
    return catalog
  }

  /// Says that a release is not NLM's own: once a run, on standard error, unless `--quiet`.
  package static func sayNotOfficial(_ name: String, _ streams: inout Streams) {
    if streams.isQuiet { return }
    streams.messages.warn("note: \(name) is \(notOfficial); do not rely on it")
  }

  /// The notice for a release that is not NLM's own.
  package static let notOfficial = "not a release of the U.S. National Library of Medicine"

  /// Opens the catalog at a location without stopping at damage: for commands that report damage.
  package static func unwatched(_ location: CatalogLocation) throws -> Catalog {
    guard SystemCalls.exists(location.path) else { throw location.missing }
    return try Catalog(contentsOf: location.path, checking: .onReading)
  }
}

extension CatalogParts {
  /// What answers are made from: every part but the index, which only finds it.
  package static let contents = CatalogParts.all.subtracting(.searchIndex)
}

extension CatalogError: CommandError {
  package var failure: CommandFailure {
    let place = offset.map { "\(file): byte \($0)" } ?? file
    return CommandFailure(.catalog, code, "\(place): \(reason)", try: remedy)
  }
}

/// Where the catalog is: the option, then the environment, then the user's data folder.
package struct CatalogLocation: Equatable, Sendable {
  /// What named the place.
  package enum Origin: Equatable, Sendable { case option, environment, userData }

  package let path: String
  package let origin: Origin

  /// Finds the place by the rules; whether a file is there is another question.
  package init(option: String?, environment: Environment) throws {
    if let option {
      (path, origin) = (option, .option)
    } else if let named = environment.catalog {
      (path, origin) = (named, .environment)
    } else if let place = Self.userDataPath(environment) {
      (path, origin) = (place, .userData)
    } else {
      throw CommandFailure(
        .catalog, "catalog.no-place", "no catalog is named, and HOME is not set to look for one",
        try: "--catalog <file>")
    }
  }

  /// The catalog in the user's data folder; `nil` without a home folder.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as its specification says.
  package static func userDataPath(_ environment: Environment) -> String? {
    #if os(macOS)
      return environment.home.map { $0 + "/Library/Application Support/rxkit/catalog.rxkit" }
    #else
      if let folder = environment.dataHome, folder.hasPrefix("/") {
        return folder + "/rxkit/catalog.rxkit"
      }
      return environment.home.map { $0 + "/.local/share/rxkit/catalog.rxkit" }
    #endif
  }

  /// The failure of a place where no catalog is.
  package var missing: CommandFailure {
    let named =
      switch origin {
      case .option: "named by --catalog"
      case .environment: "named by RXKIT_CATALOG"
      case .userData: "default location"
      }
    return CommandFailure(
      .catalog, "catalog.missing", "\(path): catalog not found (\(named))",
      try: "rxkit build <release.zip> -o \(path), or Scripts/get-rxnorm for NLM's current release")
  }
}

/// Opens the catalog of an invocation and makes a matcher of it.
package enum MatcherOpening {
  /// The matcher of an invocation, with the confused names that the catalog or the tool has.
  package static func open(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws -> (matcher: DrugMatcher, catalog: Catalog) {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let names = try EmbeddedFolder.mappings.bytes(of: "confused-names.tsv").map {
      try ConfusedNames(bytes: $0)
    }
    return (DrugMatcher(catalog, confusedNames: names), catalog)
  }
}

/// The mapping tables of a command: those of `--mappings`, else the built-in ones.
package struct MappingFiles {
  /// Name and bytes of each table.
  package private(set) var files: [(name: String, bytes: [UInt8])]

  package init(_ invocation: Invocation) throws {
    guard let folder = invocation.value(of: CommonOptions.mappings) else {
      files = Self.builtIn
      return
    }
    var files: [(name: String, bytes: [UInt8])] = []
    for name in MappingTables.fileNames {
      let path = folder + "/" + name
      guard SystemCalls.exists(path) else { continue }
      files.append((name, try InputFile.read(path).bytes))
    }
    guard !files.isEmpty else {
      throw CommandFailure(
        .input, "mappings.missing", "\(folder): contains none of the mapping tables",
        try: "a folder like Data/Mappings")
    }
    self.files = files
  }

  /// The user's own table of side effects, next to the default catalog; `nil` if there is none.
  package static func ownSideEffects(_ environment: Environment) -> String? {
    guard let catalog = CatalogLocation.userDataPath(environment) else { return nil }
    let path = path(of: "side-effects.tsv", beside: catalog)
    return SystemCalls.exists(path) ? path : nil
  }

  /// Says that a catalog keeps other tables of side effects than a build would take now: its answers
  /// are those of its build.
  package static func noteAge(of catalog: Catalog, _ streams: borrowing Streams) throws {
    guard catalog.attachmentNames.contains("side-effects.tsv") else { return }
    var current = MappingFiles(files: builtIn)
    if let path = ownSideEffects(streams.environment) { try current.take(sideEffects: path) }
    let names = ["side-effects.tsv", "labels.tsv"].filter { name in
      current.files.contains { $0.name == name && catalog.attachment(name) != $0.bytes }
    }
    guard !names.isEmpty else { return }
    streams.messages.note(
      "\(names.joined(separator: " and ")) are as they were when the catalog was built; "
        + "rxkit build takes others now")
  }

  private static var builtIn: [(name: String, bytes: [UInt8])] {
    EmbeddedFolder.mappings.names.compactMap { name in
      EmbeddedFolder.mappings.bytes(of: name).map { (name, $0) }
    }
  }

  private init(files: [(name: String, bytes: [UInt8])]) { self.files = files }

  /// Replaces the table of side effects, and the table of its labels if there is one in the same
  /// folder.
  package mutating func take(sideEffects path: String) throws {
    let labels = Self.path(of: "labels.tsv", beside: path)
    var taken = [("side-effects.tsv", try InputFile.read(path).bytes)]
    if SystemCalls.exists(labels) { taken.append(("labels.tsv", try InputFile.read(labels).bytes)) }
    files.removeAll { file in taken.contains { $0.0 == file.name } }
    files += taken
  }

  /// The path of a file in the same folder as another one.
  package static func path(of name: String, beside path: String) -> String {
    path.lastIndex(of: "/").map { path[...$0] + name } ?? name
  }

  /// The tables in the files, with every field checked.
  package func tables() throws -> MappingTables {
    try MappingTables { name in files.first { $0.name == name }?.bytes }
  }
}

extension MappingFiles {
  /// The mapping tables of an invocation: those of `--mappings`, else those in the catalog, else
  /// the built-in ones.
  package static func tables(_ invocation: Invocation, _ catalog: Catalog) throws -> MappingTables {
    let isNamed = invocation.value(of: CommonOptions.mappings) != nil
    if isNamed || catalog.attachmentNames.isEmpty { return try MappingFiles(invocation).tables() }
    do { return try MappingTables(catalog: catalog) } catch { throw error.failure(.catalog) }
  }

  /// The phrases in labels that name symptoms.
  package func phrases() throws -> PhraseTable {
    guard let bytes = files.first(where: { $0.name == "phrases.tsv" })?.bytes else {
      throw CommandFailure(
        .input, "mapping.missing-file", "phrases.tsv: not there, expected the words of labels",
        try: "a folder like Data/Mappings")
    }
    return try PhraseTable(bytes: bytes)
  }
}

extension MappingError: CommandError {
  package var failure: CommandFailure { failure(.input) }

  /// A mapping table that cannot be read: a file's, or one within a catalog.
  package func failure(_ exitCode: ExitCode) -> CommandFailure {
    // The tables within a catalog are those of the program that built it.
    let remedy = exitCode == .catalog ? "rxkit build, with this version of rxkit" : remedy
    return CommandFailure(
      exitCode, code.rawValue, "\(place): \(found), expected \(expected)", try: remedy)
  }
}
