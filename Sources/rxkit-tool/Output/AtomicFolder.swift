// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogExport
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

/// Where the bytes of an export go: a descriptor, through a buffer.
///
/// A class, because the export keeps a closure that writes to it.
final class ExportSink {
  private var writer: OutputWriter
  private var failure: CommandFailure?

  private init(descriptor: Int32, name: String, from sources: AnswerSources) {
    writer = OutputWriter(descriptor: descriptor, name: name, from: sources)
  }

  /// Writes an export to a descriptor.
  static func write<Result>(
    to descriptor: Int32, name: String, from sources: AnswerSources,
    _ body: (ExportOutput) throws(ExportError) -> Result
  ) throws(CommandFailure) -> Result {
    let sink = ExportSink(descriptor: descriptor, name: name, from: sources)
    let output = ExportOutput { sink.take($0) }
    let result: Result
    do throws(ExportError) {
      result = try body(output)
    } catch {
      throw sink.failure ?? CommandFailure(error)
    }
    try sink.writer.flush()
    return result
  }

  private func take(_ piece: [UInt8]) -> Bool {
    do throws(CommandFailure) {
      try writer.write(piece)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

extension CommandFailure {
  /// An export that stopped.
  init(_ error: ExportError) {
    self.init(.input, error.code, error.message, try: error.remedy)
  }
}
