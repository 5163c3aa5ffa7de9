// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams

// The order of a walk is the order of the bytes of the paths, the one that
// `LC_ALL=C sort` gives: the same on every machine and file system.

/// The files of a folder and of all folders in it.
struct FolderWalk: Sendable {
  /// Paths of the files with one of the wanted endings, each beginning with the folder as given.
  private(set) var files: [String] = []
  /// Paths of the files with one of the endings to set aside.
  private(set) var setAside: [String] = []
  /// How many files have another ending, or a name that begins with a dot.
  private(set) var skippedCount = 0
  /// What could not be listed; the walk went on beside it.
  private(set) var failures: [CommandFailure] = []
  private var visited: Set<FileStatus.Identity> = []
  private let asideEndings: [String]

  /// Walks a folder.
  ///
  /// Symbolic links are followed; a folder that is reached twice is walked once,
  /// so that a link to a folder above is no endless walk.
  init(_ folder: String, endings: [String], settingAside asideEndings: [String] = []) {
    self.asideEndings = asideEndings
    walk(folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder, endings)
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    setAside.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func walk(_ folder: String, _ endings: [String]) {
    do throws(SystemError) {
      guard visited.insert(try SystemCalls.status(of: folder).identity).inserted else { return }
      let names = try SystemCalls.names(inFolder: folder)
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        visit(name, in: folder, endings)
      }
    } catch {
      failures.append(.unreadable(folder, error))
    }
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
    do throws(SystemError) {
      switch try SystemCalls.status(of: path).kind {
      case .folder: walk(path, endings)
      case .regular where NameEnding.has(name, oneOf: endings): files.append(path)
      case .regular where NameEnding.has(name, oneOf: asideEndings): setAside.append(path)
      case .regular, .other: skippedCount += 1
      }
    } catch {
      failures.append(.unreadable(path, error))
    }
  }
}

/// What names of FHIR documents end with, for the walk of a folder.
enum DocumentEndings {
  /// Endings of documents, plain and gzip; other files of a folder are skipped and counted.
  static let all = [".json", ".ndjson", ".jsonl", ".xml", ".txt"].flatMap { [$0, $0 + ".gz"] }
  /// Endings of archives, which are read where they are named themselves.
  static let archives = [".zip", ".tar", ".tar.gz", ".tgz"]
}
