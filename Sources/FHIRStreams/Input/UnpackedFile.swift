// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Threads

/// Documents that were unpacked from an archive: parts of one temporary file without a name.
///
/// A part is opened by the name that it was given, as a file is by its path; health data leaves no
/// file behind (S35).
package struct UnpackedFile {
  /// A part of the file, and the archive that it comes from.
  struct Part {
    let file: StreamFile
    let range: Range<Int>
    let archive: String
  }

  private static let parts = Monitor<[String: Part]>([:])

  private let archive: String
  private let file: StreamFile
  private var start = 0
  /// How many bytes were unpacked.
  package private(set) var byteCount = 0

  /// Makes an empty file.
  ///
  /// - Parameter archive: The path of the archive.
  /// - Throws: Why no temporary file can be made.
  package init(of archive: String) throws(FHIRStreamError) {
    self.archive = archive
    file = try StreamFile(temporaryFor: archive)
  }

  /// Adds bytes to the part that is unpacked.
  ///
  /// - Throws: Why the temporary file cannot be written.
  package mutating func append(_ bytes: [UInt8]) throws(FHIRStreamError) {
    try file.write(bytes[...], at: byteCount)
    byteCount += bytes.count
  }

  /// Ends a part, which can be opened by its name from now on.
  package mutating func endPart(named name: String) {
    let part = Part(file: file, range: start..<byteCount, archive: archive)
    Self.parts.change { $0[name] = part }
    start = byteCount
  }

  /// Gives up the part that is unpacked.
  package mutating func dropPart() { start = byteCount }

  /// The part of this name, if one was unpacked.
  static func part(named name: String) -> Part? { parts.change { $0[name] } }

  /// The archive that a part of this name comes from.
  package static func archive(of name: String) -> String? { part(named: name)?.archive }
}
