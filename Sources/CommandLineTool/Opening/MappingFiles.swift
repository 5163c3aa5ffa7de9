// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
import EmbeddedTables
package import SymptomMapping

/// The mapping tables of a command: those of `--mappings`, else those within the tool.
package struct MappingFiles {
  /// Name and bytes of each table.
  package let files: [(name: String, bytes: [UInt8])]

  /// Reads the tables.
  package init(_ invocation: Invocation) throws(CommandFailure) {
    guard let folder = invocation.value(of: CommonOptions.mappings) else {
      files = EmbeddedFolder.mappings.names.compactMap { name in
        EmbeddedFolder.mappings.bytes(of: name).map { (name, $0) }
      }
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
        .input, "mappings.missing", "\(folder): holds none of the mapping tables",
        try: "a folder like Data/Mappings")
    }
    self.files = files
  }

  /// The tables that the files hold, every field checked.
  package func tables() throws(CommandFailure) -> MappingTables {
    do throws(MappingError) {
      return try MappingTables { name in files.first { $0.name == name }?.bytes }
    } catch {
      throw CommandFailure(.input, error)
    }
  }
}

extension MappingFiles {
  /// The mapping tables of an invocation: those of `--mappings`, else those that were built into the
  /// catalog, else those within the tool.
  package static func tables(
    _ invocation: Invocation, _ catalog: Catalog
  ) throws(CommandFailure) -> MappingTables {
    let isNamed = invocation.value(of: CommonOptions.mappings) != nil
    if isNamed || catalog.attachmentNames.isEmpty { return try MappingFiles(invocation).tables() }
    do throws(MappingError) {
      return try MappingTables(catalog: catalog)
    } catch {
      throw CommandFailure(.catalog, error)
    }
  }

  /// The words of labels that name symptoms.
  package func phrases() throws(CommandFailure) -> PhraseTable {
    guard let bytes = files.first(where: { $0.name == "phrases.tsv" })?.bytes else {
      throw CommandFailure(
        .input, "mapping.missing-file", "phrases.tsv: not there, expected the words of labels",
        try: "a folder like Data/Mappings")
    }
    do throws(MappingError) {
      return try PhraseTable(bytes: bytes)
    } catch {
      throw CommandFailure(.input, error)
    }
  }
}

extension CommandFailure {
  /// A mapping table that cannot be read: a file's, or one within a catalog.
  package init(_ exitCode: ExitCode, _ error: MappingError) {
    self.init(
      exitCode, error.code.rawValue, "\(error.place): \(error.found), expected \(error.expected)",
      try: error.remedy)
  }
}
