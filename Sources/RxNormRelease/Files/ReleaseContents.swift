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

/// A readme that lies beside the tables.
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

/// The tables of a release and what tells its identity.
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

  /// Finds the contents of a folder or of a zip.
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

  /// Finds the contents of a zip.
  init(_ archive: ZipArchive, options: RxNormRelease.Options) throws(ReleaseError) {
    // Folders stand in an archive as names that end with a slash.
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
