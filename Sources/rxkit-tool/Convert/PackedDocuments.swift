// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRStreams
import RxNormRelease

/// The documents of an archive: a zip, a tar or a tar that is gzip.
///
/// They are unpacked into a temporary file without a name, and go by the archive's path, a colon
/// and their own name: `export.zip:a/Medication.ndjson`. Archives within archives are passed over.
struct PackedDocuments {
  private static let pieceSize = 1 << 18
  private static let zipEndings = [".zip"]
  private static let tarEndings = [".tar", ".tar.gz", ".tgz"]

  /// What the documents go by, in byte order.
  private(set) var names: [String] = []
  /// How many files of the archive are none.
  private(set) var passedOver = 0
  /// What could not be unpacked.
  private(set) var failures: [CommandFailure] = []
  /// Whether a tar archive ends without the mark of its end, so that files may be missing.
  private(set) var mayBeCut = false

  private let path: String

  /// The message for an archive that may be truncated.
  var cutNote: String { TarBlock.noEnd(path) }

  /// Whether a path is named as an archive is, and a zip begins like one.
  static func isArchive(_ path: String) -> Bool {
    if NameEnding.has(path, oneOf: tarEndings) { return true }
    guard NameEnding.has(path, oneOf: zipEndings),
      var file = try? ByteStream(path, checksFirst: false)
    else {
      return false
    }
    return (try? file.next(upTo: 2)) == Array("PK".utf8)
  }

  init(_ path: String) {
    self.path = path
    do {
      var unpacked = try UnpackedFile(of: path)
      if NameEnding.has(path, oneOf: Self.zipEndings) {
        try unpackZip(into: &unpacked)
      } else {
        try unpackTar(into: &unpacked)
      }
    } catch {
      let failure = CommandFailure(error)
      failures.append(failure)
      // Only a plain tar can be right up to where it is wrong.
      if failure.code != "tar.damaged" { names = [] }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func unpackZip(into unpacked: inout UnpackedFile) throws {
    let archive = try ZipFile(path: path)
    for (index, member) in archive.members.enumerated() where isWanted(member.name) {
      do {
        var stream = try archive.stream(at: index)
        while true {
          let piece = try stream.next(upTo: Self.pieceSize)
          if piece.isEmpty { break }
          try unpacked.append(piece)
        }
        end(member.name, in: &unpacked)
      } catch {
        // One damaged member takes no other with it.
        failures.append(CommandFailure(error))
        unpacked.dropPart()
      }
    }
  }

  private mutating func unpackTar(into unpacked: inout UnpackedFile) throws {
    var entries = try TarEntries(path)
    while let name = try entries.next() {
      guard isWanted(name) else { continue }
      while true {
        let piece = try entries.read(upTo: Self.pieceSize)
        if piece.isEmpty { break }
        try unpacked.append(piece)
      }
      end(name, in: &unpacked)
    }
    mayBeCut = entries.lacksEnd
  }

  /// Whether a file of the archive is a document by its name; folders count as nothing.
  private mutating func isWanted(_ name: String) -> Bool {
    if name.hasSuffix("/") { return false }
    let parts = name.split(separator: "/")
    // Of systems that pack what they hide along.
    let isHidden = parts.contains { $0.hasPrefix(".") && $0 != "." } || parts.first == "__MACOSX"
    if !isHidden, NameEnding.has(name, oneOf: DocumentEndings.all) { return true }
    passedOver += 1
    return false
  }

  private mutating func end(_ name: String, in unpacked: inout UnpackedFile) {
    let name = "\(path):\(name)"
    guard !names.contains(name) else {
      failures.append(
        CommandFailure(
          .input, "input.repeated-member",
          "\(name): stands in the archive more than once; only the first was read"))
      return unpacked.dropPart()
    }
    unpacked.endPart(named: name)
    names.append(name)
  }
}
