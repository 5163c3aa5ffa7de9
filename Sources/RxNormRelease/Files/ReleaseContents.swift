// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Finds the tables and the readme of a release.
//
//   RxNorm_full_07062026/                 or RxNorm_full_07062026.zip
//     Readme_Full_07062026.txt
//     rrf/RXNCONSO.RRF …                  read by default
//     prescribe/rrf/RXNCONSO.RRF …        read with the option `prescribable`
//
// Folders and archives give the same list of paths to `TableChoice`, so they
// follow the same rules.

/// A readme next to the tables.
struct Readme: Sendable {
  let name: String
  let text: String

  /// A readme has a few pages; anything larger is not read for its date.
  static let sizeLimit = 1 << 20

  /// Says whether a file is a readme by its name.
  static func isNamed(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    return name.hasPrefix("readme") && name.hasSuffix(".txt")
  }
}

struct ReleaseContents: Sendable {
  let tables: [RRFTable: TableSource]
  /// The name of the archive without `.zip`, or of the folder and those above it that belong.
  let names: [String]
  let readmes: [Readme]

  init(tables: [RRFTable: TableSource], names: [String], readmes: [Readme]) {
    self.tables = tables
    self.names = names
    self.readmes = readmes
  }

  /// Whether the release as a whole is prescribable, by its names.
  var isNamedPrescribable: Bool {
    Self.isNamedPrescribable(names + readmes.map(\.name))
  }

  private static func isNamedPrescribable(_ names: [String]) -> Bool {
    names.contains { $0.lowercased().contains("prescribe") }
  }

  init(path: String, options: RxNormRelease.Options) throws(ReleaseError) {
    do {
      switch try pathKind(path) {
      case .folder: self = try Self(folder: path, options: options)
      case .file:
        let bytes = ByteSlice(try OpenFile(path).mapped())
        self = try Self(ZipArchive(bytes, path: path, limits: options.limits), options: options)
      case .other: throw ReleaseError.notRelease(path)
      }
    } catch let error as ReleaseError {
      throw error
    } catch let error as FileAccessError {
      throw ReleaseError(error, path: path)
    } catch {
      throw ReleaseError.notRelease(path)
    }
  }

  // MARK: Archives

  init(_ archive: ZipArchive, options: RxNormRelease.Options) throws(ReleaseError) {
    // Folders are in an archive as names that end with a slash.
    let files = archive.entries.filter { !$0.name.hasSuffix("/") }
    var base = String(lastComponent(archive.path))
    if base.lowercased().hasSuffix(".zip") { base.removeLast(4) }
    names = [base]
    let readmeFiles = files.filter { Readme.isNamed(String(lastComponent($0.name))) }
    let readmeNames = readmeFiles.map { String(lastComponent($0.name)) }
    let choice = TableChoice(
      paths: files.map(\.name), isPrescribableAsked: options.prescribable,
      isNamedPrescribable: Self.isNamedPrescribable(names + readmeNames))
    let chosen = try choice.tables(in: archive.path) { (first, second) in
      ZipFault(archive: archive.path, entry: second).duplicate(first)
    }
    var tables: [RRFTable: TableSource] = [:]
    for (table, index) in chosen {
      let entry = files[index]
      let data = ByteSlice(archive.bytes, try archive.dataRange(of: entry))
      tables[table] = .packed(entry, data, archive: archive.path, limits: archive.limits)
    }
    self.tables = tables
    var readmes: [Readme] = []
    for entry in readmeFiles {
      let name = String(lastComponent(entry.name))
      guard entry.size <= Readme.sizeLimit else {
        readmes.append(Readme(name: name, text: ""))
        continue
      }
      let data = ByteSlice(archive.bytes, try archive.dataRange(of: entry))
      let contents = try EntryReader(entry: entry, data: data, archive: archive.path).contents()
      readmes.append(Readme(name: name, text: contents.text))
    }
    self.readmes = readmes
  }

  // MARK: Folders

  private init(folder: String, options: RxNormRelease.Options) throws {
    let canonical = canonicalPath(folder)
    let owners = Self.owners(of: canonical)
    names = owners.map { String(lastComponent($0)) }
    var readmes: [Readme] = []
    for owner in owners {
      for name in try namesInFolder(owner) where Readme.isNamed(name) {
        readmes.append(try Self.readme(owner + "/" + name, name: name))
      }
    }
    self.readmes = readmes
    var paths = try namesInFolder(folder)
    for name in paths where name.lowercased() == "rrf" || name.lowercased() == "prescribe" {
      guard try pathKind(folder + "/" + name) == .folder else { continue }
      for inner in try namesInFolder(folder + "/" + name) {
        paths.append(name + "/" + inner)
        guard name.lowercased() == "prescribe", inner.lowercased() == "rrf" else { continue }
        paths += try namesInFolder("\(folder)/\(name)/\(inner)").map { "\(name)/\(inner)/\($0)" }
      }
    }
    let choice = TableChoice(
      paths: paths, isPrescribableAsked: options.prescribable,
      isNamedPrescribable: Self.isNamedPrescribable(names + readmes.map(\.name)))
    let chosen = try choice.tables(in: folder) { (first, second) in
      ReleaseError.duplicateTable(folder, first, second)
    }
    var tables: [RRFTable: TableSource] = [:]
    for (table, index) in chosen {
      let path = folder + "/" + paths[index]
      do {
        guard try pathKind(path) == .file else { throw ReleaseError.notRelease(path) }
        tables[table] = .file(try OpenFile(path))
      } catch let error as FileAccessError {
        throw ReleaseError(error, path: path)
      }
    }
    self.tables = tables
  }

  private static func readme(_ path: String, name: String) throws -> Readme {
    guard try pathKind(path) == .file else { return Readme(name: name, text: "") }
    let slice = ByteSlice(try OpenFile(path).mapped())
    return Readme(name: name, text: slice.count <= Readme.sizeLimit ? slice.text : "")
  }

  /// Returns a folder and, if it is the `rrf` of a release, the folders above up to the release.
  private static func owners(of path: String) -> [String] {
    var owners = [path]
    var path = path
    while ["rrf", "prescribe"].contains(lastComponent(path).lowercased()),
      let slash = path.lastIndex(of: "/"), slash > path.startIndex
    {
      path = String(path[..<slash])
      owners.append(path)
    }
    return owners
  }
}

/// Returns what follows the last slash.
func lastComponent(_ path: String) -> Substring {
  path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

extension ByteSlice {
  /// The bytes as text, repaired where they are not UTF-8.
  fileprivate var text: String {
    let bytes = bytes
    return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}

struct TableChoice {
  let paths: [String]
  let isPrescribableAsked: Bool
  /// Whether the release as a whole is the prescribable one, so that its `rrf` is the folder to
  /// read.
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
