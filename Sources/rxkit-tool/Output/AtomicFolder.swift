// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

// A folder of files appears whole under its name or not at all: its files are
// written into a folder beside it, which is renamed at the end. Where the
// folder exists and may be replaced, each file is renamed into it: then every
// file is whole, but for a moment some are new and some are old.

/// A folder being written.
struct AtomicFolder: ~Copyable {
  private let target: String
  private let temporaryPath: String
  private let fileNames: [String]
  private let isThere: Bool

  /// Begins a folder.
  ///
  /// - Parameters:
  ///   - path: The name that the folder gets at the end.
  ///   - fileNames: The names of the files that it will hold.
  ///   - replacing: Whether files of these names in an existing folder may be replaced.
  /// - Throws: A usage failure if something is there that may not be replaced.
  init(_ path: String, holding fileNames: [String], replacing: Bool) throws(CommandFailure) {
    let target = Self.withoutSlash(path)
    let isThere = try Self.looksThere(target, replacing: replacing)
    let name = target.split(separator: "/").last.map(String.init) ?? target
    let temporaryPath = "\(target.dropLast(name.count)).\(name).\(SystemCalls.processID()).tmp"
    try CommandFailure.writing(target) { () throws(SystemError) in
      try SystemCalls.makeFolder(temporaryPath)
    }
    self.target = target
    self.temporaryPath = temporaryPath
    self.fileNames = fileNames
    self.isThere = isThere
    Interruption.protect(fileNames.map { "\(temporaryPath)/\($0)" } + [temporaryPath])
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Whether the folder is there; what may not be replaced is a failure.
  private static func looksThere(
    _ path: String, replacing: Bool
  ) throws(CommandFailure) -> Bool {
    guard SystemCalls.exists(path) else { return false }
    guard SystemCalls.isFolder(path) else {
      throw CommandFailure(
        .usage, "output.is-file", "\(path): a file, expected the name of a folder",
        try: "another name with -o, or one table: --table <table>")
    }
    guard replacing else { throw .wouldOverwrite(path) }
    return true
  }

  deinit {
    // After the rename these names are gone, and nothing is removed.
    for name in fileNames { _ = try? SystemCalls.remove("\(temporaryPath)/\(name)") }
    _ = try? SystemCalls.removeFolder(temporaryPath)
    Interruption.unprotect()
  }

  /// Writes one of the files.
  ///
  /// - Parameters:
  ///   - name: One of the names given at the start.
  ///   - body: Writes to the descriptor that it is given.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or why the bytes cannot be written.
  func write<Result>(
    _ name: String, _ body: (Int32) throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    let path = "\(temporaryPath)/\(name)"
    let file = try CommandFailure.writing(path) { () throws(SystemError) in
      try SystemCalls.create(path)
    }
    let result = try body(file.descriptor)
    try CommandFailure.writing(path) { () throws(SystemError) in
      try SystemCalls.synchronize(file.descriptor)
    }
    return result
  }

  /// Gives the folder its name, unless what its files were read from is damaged.
  consuming func commit(from sources: AnswerSources) throws(CommandFailure) {
    try sources.check(file: target)
    let (temporaryPath, target, names, isThere) = (temporaryPath, target, fileNames, isThere)
    try CommandFailure.writing(target) { () throws(SystemError) in
      guard isThere else { return try SystemCalls.rename(temporaryPath, to: target) }
      for name in names {
        try SystemCalls.rename("\(temporaryPath)/\(name)", to: "\(target)/\(name)")
      }
    }
  }
}
