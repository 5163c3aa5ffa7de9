// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Chooses among paths those that are the tables of one release.
struct TableChoice {
  let paths: [String]
  let isPrescribableAsked: Bool
  /// Whether the whole release calls itself prescribable, so that its `rrf` is what is asked for.
  let isNamedPrescribable: Bool

  /// Finds the tables of the one folder that is meant.
  ///
  /// - Parameters:
  ///   - release: The release's path, for errors.
  ///   - duplicate: Makes the error for two paths that hold the same table.
  /// - Returns: The index in ``paths`` of each table.
  /// - Throws: ``ReleaseError`` unless exactly one such folder holds RXNCONSO.
  func tables(
    in release: String, duplicate: (String, String) -> ReleaseError
  ) throws(ReleaseError) -> [RRFTable: Int] {
    let folders = tablesByFolder()
    let prescribable = folders.filter { $0.isPrescribable }
    let full = folders.filter { !$0.isPrescribable }
    var candidates = isPrescribableAsked ? prescribable : full
    if isPrescribableAsked, prescribable.isEmpty, isNamedPrescribable { candidates = full }
    let complete = candidates.filter { folder in folder.tables.contains { $0.0 == .concepts } }
    guard let chosen = complete.first else {
      if isPrescribableAsked, !full.isEmpty { throw ReleaseError.noPrescribable(release) }
      throw ReleaseError.noConcepts(release)
    }
    if complete.count > 1 {
      throw ReleaseError.ambiguous(release, complete[0].name, complete[1].name)
    }
    var indices: [RRFTable: Int] = [:]
    for (table, index) in chosen.tables {
      if let other = indices[table] { throw duplicate(paths[other], paths[index]) }
      indices[table] = index
    }
    return indices
  }

  private struct Folder {
    let name: String
    var tables: [(RRFTable, Int)]

    var isPrescribable: Bool { name == "prescribe/rrf" || name.hasSuffix("/prescribe/rrf") }
  }

  /// Returns the tables of each folder; names are compared without regard to case.
  private func tablesByFolder() -> [Folder] {
    var folders: [String: Folder] = [:]
    for (index, path) in paths.enumerated() {
      let fileName = lastComponent(path)
      let name = fileName.uppercased()
      guard name.hasSuffix(".RRF"), let table = RRFTable(rawValue: String(name.dropLast(4))) else {
        continue
      }
      let folder = path.dropLast(fileName.count).lowercased().dropLast()
      folders[String(folder), default: Folder(name: String(folder), tables: [])]
        .tables.append((table, index))
    }
    return folders.values.sorted { $0.name < $1.name }
  }
}

extension ReleaseError {
  init(_ error: FileAccessError, path: String) {
    self.init(
      error.isMissing ? .notFound : .unreadable, file: path,
      found: error.isMissing ? error.reason : "cannot be read: \(error.reason)",
      expected: "a release's folder or zip",
      remedy: error.isMissing
        ? "check the path; NLM's zip can be given without unpacking it"
        : "check the rights and the disk")
  }

  package static func changed(_ path: String) -> ReleaseError {
    ReleaseError(
      .changed, file: path, found: "changed its size while it was read",
      expected: "a file that nobody writes to", remedy: "wait until its copy is done, then again")
  }

  static func notRelease(_ path: String) -> ReleaseError {
    ReleaseError(
      .notRelease, file: path, found: "is neither a folder nor a regular file",
      expected: "a release's folder or zip", remedy: "give the release's folder or its zip")
  }

  static func noConcepts(_ path: String) -> ReleaseError {
    ReleaseError(
      .noConcepts, file: path, found: "holds no RXNCONSO.RRF",
      expected: "it in the folder itself or in its rrf folder",
      remedy: "give the folder or zip of a whole release; all other tables may be missing")
  }

  static func noPrescribable(_ path: String) -> ReleaseError {
    ReleaseError(
      .noPrescribable, file: path, found: "holds no prescribe/rrf/RXNCONSO.RRF",
      expected: "the prescribable part of a full release",
      remedy: "give the full release's own folder or zip, or leave the option out")
  }

  static func ambiguous(_ path: String, _ first: String, _ second: String) -> ReleaseError {
    let (first, second) = (first.isEmpty ? "." : first, second.isEmpty ? "." : second)
    return ReleaseError(
      .ambiguous, file: path, found: "RXNCONSO.RRF is in \(first) and in \(second)",
      expected: "one release", remedy: "give the folder that is meant")
  }

  static func duplicateTable(
    _ path: String, _ first: String, _ second: String
  ) -> ReleaseError {
    ReleaseError(
      .duplicateTable, file: path, found: "\(first) and \(second) hold the same table",
      expected: "one file a table", remedy: "remove the one that is not the release's")
  }
}
