// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams

// What a file is, detected from its name and its content.

extension ConvertInputs {
  /// Whether what was unpacked under a name is the manifest of an export.
  static func isManifest(_ name: String) -> Bool {
    guard NameEnding.has(name, oneOf: [".json"]), case .document(let file)? = try? FHIRInput(name),
      let bytes = try? file.bytes()
    else { return false }
    return ExportManifest(bytes) != nil
  }

  /// Whether a file of a folder is a text that holds neither JSON nor XML.
  static func isOtherText(_ path: String) -> Bool {
    guard NameEnding.has(path, oneOf: [".txt", ".txt.gz"]),
      case .document(let file)? = try? FHIRInput(path), let bytes = try? file.bytes()
    else { return false }
    let first = FHIRDocument.firstSign(of: bytes.prefix(4096))
    return first != 0x7B && first != 0x5B && !FHIRDocument.isXML(bytes)
  }

  /// A manifest is recognized by its content; only files that may be one are opened.
  ///
  /// `isNamed`: whether it is an argument itself, or next to NDJSON; otherwise
  /// its name must mention a manifest or an export.
  static func manifest(_ path: String, isNamed: Bool) -> ExportManifest? {
    let name = path.suffix(from: path.lastIndex(of: "/") ?? path.startIndex).lowercased()
    // A pipe is not opened: what is read of it is gone.
    guard path != "-", name.hasSuffix(".json"),
      let status = try? SystemCalls.status(of: path), status.kind == .regular,
      status.byteCount < 16 << 20,
      isNamed || name.contains("manifest") || name.contains("export"),
      let input = try? InputFile.read(path)
    else { return nil }
    return ExportManifest(input.bytes)
  }

  /// The folders that hold files named for lines, as those of an export do.
  static func foldersOfLines(_ files: [String]) -> Set<String> {
    Set(files.filter(FHIRInput.isNamedForLines).map(SystemCalls.folder))
  }

  static func isLog(_ path: String) -> Bool {
    // The name within an archive follows a colon; in any case the content decides.
    let name = path.split { $0 == "/" || $0 == ":" }.last.map { String($0) } ?? path
    return ["log.ndjson", "log.ndjson.gz"].contains(name.lowercased())
      && ExportManifest.isEventLog(path)
  }

  /// How many bytes the name at the end of a path has.
  static func nameCount(of path: String) -> Int {
    path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.count
  }

  /// Says that a file is named or found again.
  static func repeated(_ path: String, as before: String) -> String {
    "\(path): the same file as \(before); it is read once  [input.repeated]"
  }

  /// Whether two files hold the same bytes, inflated; `false` if one cannot be read.
  static func holdSame(_ one: String, _ other: String) -> Bool {
    guard var left = try? ByteStream(one, checksFirst: false),
      var right = try? ByteStream(other, checksFirst: false)
    else {
      return false
    }
    var (ours, theirs): ([UInt8], [UInt8]) = ([], [])
    while true {
      if ours.isEmpty {
        guard let more = try? left.next(upTo: 1 << 18) else { return false }
        ours = more
      }
      if theirs.isEmpty {
        guard let more = try? right.next(upTo: 1 << 18) else { return false }
        theirs = more
      }
      let count = min(ours.count, theirs.count)
      if count == 0 { return ours.isEmpty && theirs.isEmpty }
      guard ours.prefix(count) == theirs.prefix(count) else { return false }
      ours.removeFirst(count)
      theirs.removeFirst(count)
    }
  }
}

/// What the files of a folder are, and of the folders in it.
struct FolderContent {
  /// The documents in byte order.
  private(set) var documents: [String] = []
  private(set) var manifests: [(path: String, manifest: ExportManifest)] = []
  /// How many files are not documents.
  private(set) var passedOver: Int
  /// Archives, which are read only where they are named themselves.
  let archives: [String]
  /// What could not be listed.
  let failures: [CommandFailure]
  private let folder: String

  init(_ folder: String) {
    self.folder = folder
    let walk = FolderWalk(
      folder, endings: DocumentEndings.all, settingAside: DocumentEndings.archives)
    failures = walk.failures
    archives = walk.setAside
    passedOver = walk.skippedCount
    let folders = ConvertInputs.foldersOfLines(walk.files)
    for path in walk.files {
      let isNamed = folders.contains(SystemCalls.folder(of: path))
      if let manifest = ConvertInputs.manifest(path, isNamed: isNamed) {
        manifests.append((path, manifest))
      } else if ConvertInputs.isLog(path) || ConvertInputs.isOtherText(path) {
        passedOver += 1
      } else {
        documents.append(path)
      }
    }
  }

  /// Says that there is nothing to read, and what was skipped; `nil` if there is.
  var emptyNote: String? {
    guard documents.isEmpty, manifests.isEmpty, failures.isEmpty else { return nil }
    let others = passedOver + archives.count
    let counted = DisplayText.counted(
      others, "skipped file", "skipped files")
    let more = others == 0 ? "" : ", only \(counted)"
    return "\(folder): a folder that holds no document\(more)  [input.empty-folder]"
  }
}

// Paths are walked in byte order, as `LC_ALL=C sort` gives it: the same on
// every machine and file system.

/// The files of a folder and of all folders in it.
struct FolderWalk: Sendable {
  /// Paths of the files with one of the wanted endings, each starting with the folder as given.
  private(set) var files: [String] = []
  /// Paths of the files with one of the endings to set aside.
  private(set) var setAside: [String] = []
  /// How many files have another ending, or a name that begins with a dot.
  private(set) var skippedCount = 0
  /// Folders that could not be listed; the walk continued without them.
  private(set) var failures: [CommandFailure] = []
  private var visited: Set<FileStatus.Identity> = []
  private let asideEndings: [String]

  /// Walks a folder.
  ///
  /// Symbolic links are followed; a folder that is reached twice is walked once, so that a link to
  /// a parent folder cannot loop.
  init(_ folder: String, endings: [String], settingAside asideEndings: [String] = []) {
    self.asideEndings = asideEndings
    walk(folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder, endings)
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    setAside.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func walk(_ folder: String, _ endings: [String]) {
    do {
      guard visited.insert(try SystemCalls.status(of: folder).identity).inserted else { return }
      let names = try SystemCalls.names(inFolder: folder)
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        visit(name, in: folder, endings)
      }
    } catch { failures.append(.unreadable(folder, error)) }
  }

  private mutating func visit(_ bytes: [UInt8], in folder: String, _ endings: [String]) {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      let shown = folder + "/" + String(decoding: bytes, as: UTF8.self)
      failures.append(
        CommandFailure(.input, "input.file-name", "\(shown): a name that is not UTF-8"))
      return
    }
    guard !name.hasPrefix(".") else {
      skippedCount += 1
      return
    }
    let path = folder == "/" ? "/" + name : folder + "/" + name
    do {
      switch try SystemCalls.status(of: path).kind {
      case .folder: walk(path, endings)
      case .regular where NameEnding.has(name, oneOf: endings): files.append(path)
      case .regular where NameEnding.has(name, oneOf: asideEndings): setAside.append(path)
      case .regular, .other: skippedCount += 1
      }
    } catch { failures.append(.unreadable(path, error)) }
  }
}

/// The file name endings of FHIR documents, for the walk of a folder.
enum DocumentEndings {
  /// Endings of documents, plain and gzip; other files of a folder are skipped and counted.
  static let all = [".json", ".ndjson", ".jsonl", ".xml", ".txt"].flatMap { [$0, $0 + ".gz"] }
  /// Endings of archives, which are read only if they are arguments.
  static let archives = [".zip", ".tar", ".tar.gz", ".tgz"]
}
