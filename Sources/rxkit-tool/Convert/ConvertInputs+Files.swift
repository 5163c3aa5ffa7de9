// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams

// What a file is, told by its name and its content.

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

  /// A manifest is told by its content; only files that may be one are opened.
  ///
  /// `isNamed`: whether it is an argument itself, or stands beside NDJSON; otherwise its name must
  /// speak of a manifest or an export.
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
    Set(files.filter(FHIRInput.isNamedForLines).map(folder))
  }

  static func isLog(_ path: String) -> Bool {
    // Behind a colon stands the name within an archive; the content decides anyhow.
    let name = path.split { $0 == "/" || $0 == ":" }.last.map { String($0) } ?? path
    return ["log.ndjson", "log.ndjson.gz"].contains(name.lowercased())
      && ExportManifest.isEventLog(path)
  }

  /// How many bytes the name at the end of a path has.
  static func nameCount(of path: String) -> Int {
    path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.count
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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
  /// The manifests of bulk exports.
  private(set) var manifests: [(path: String, manifest: ExportManifest)] = []
  /// How many files are no documents.
  private(set) var passedOver: Int
  /// Archives, which are read only where they are named themselves.
  let archives: [String]
  /// What could not be listed.
  let failures: [CommandFailure]
  private let folder: String

  /// Looks through a folder.
  init(_ folder: String) {
    self.folder = folder
    let walk = FolderWalk(
      folder, endings: DocumentEndings.all, settingAside: DocumentEndings.archives)
    failures = walk.failures
    archives = walk.setAside
    passedOver = walk.skippedCount
    let folders = ConvertInputs.foldersOfLines(walk.files)
    for path in walk.files {
      let isNamed = folders.contains(ConvertInputs.folder(of: path))
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
