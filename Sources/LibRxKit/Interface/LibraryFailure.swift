// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import CRxKit
internal import ConceptCatalog
internal import FHIRStreams
internal import SymptomMapping

/// Why a function of the library failed.
struct LibraryFailure: Error, Sendable, Hashable {
  /// The number that the function returns.
  enum Kind: Int32, Sendable {
    case usage = 2
    case input = 3
    case catalog = 4
  }

  let kind: Kind
  let code: String
  let message: String

  init(_ kind: Kind, _ code: String, _ message: String) {
    (self.kind, self.code, self.message) = (kind, code, message)
  }

  init(_ error: ArrowError) {
    self.init(error.code.hasPrefix("catalog.") ? .catalog : .input, error.code, error.message)
  }

  init(_ error: CatalogError) {
    let place = error.offset.map { "\(error.file): byte \($0)" } ?? error.file
    self.init(.catalog, error.code, "\(place): \(error.reason); try: \(error.remedy)")
  }

  init(_ error: MappingError) {
    self.init(
      .catalog, error.code.rawValue,
      "\(error.place): \(error.found), expected \(error.expected); "
        + "try: rxkit build, with this version of rxkit")
  }

  init(_ error: FHIRStreamError) {
    self.init(.input, error.code, error.message + (error.remedy.map { "; try: \($0)" } ?? ""))
  }

  /// The same as an error of a stream, which has no number.
  var inStream: ArrowError { ArrowError(code, message) }
}

extension LibraryFailure {
  /// Writes code and message into the caller's structure.
  func write(to error: UnsafeMutablePointer<rxkit_error>?) {
    guard let error = unsafe error else { return }
    unsafe withUnsafeMutableBytes(of: &error.pointee.code) { unsafe Self.fill($0, with: code) }
    unsafe withUnsafeMutableBytes(of: &error.pointee.message) {
      unsafe Self.fill($0, with: message)
    }
  }

  /// Writes as much of a text as fits before a final zero, cut between two characters.
  private static func fill(_ room: UnsafeMutableRawBufferPointer, with text: String) {
    var text = text
    while text.utf8.count >= room.count { text.removeLast() }
    unsafe room.copyBytes(from: text.utf8)
    unsafe room[text.utf8.count] = 0
  }
}
