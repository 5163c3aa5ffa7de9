// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams
internal import JSONText
internal import RxNormRelease
internal import XMLText

/// The bytes of a file or of a member of an archive, in pieces, inflated if they are gzip.
struct LabelBytes: Sendable {
  private static let pieceSize = 1 << 20
  /// What is read first of a member that is named as an archive: enough to see that it is one.
  private static let signSize = 1 << 9

  private enum Source: Sendable {
    case file(ByteStream)
    case member(ZipMemberStream)
  }

  let file: String
  private(set) var isGzip = false
  private var source: Source
  /// Inflates a member; files are inflated by what reads them.
  private var gzip: GzipStream?
  private var packed: [UInt8] = []
  private var packedPosition = 0
  private var begun: [UInt8]?
  private var memberPiece = pieceSize

  /// Opens a file; `-` is standard input.
  init(path: String) throws(LabelError) {
    file = path
    do { source = .file(try ByteStream(path)) } catch { throw LabelError(error, file: path) }
  }

  init(member index: Int, of archive: ZipFile, file: String) throws(LabelError) {
    self.file = file
    if EntryName.isZip(archive.members[index].name) { memberPiece = Self.signSize }
    do { source = .member(try archive.stream(at: index)) } catch {
      throw LabelError(error, file: file)
    }
  }

  /// Reads a member to its end and keeps nothing: its checksum can only be checked there.
  static func check(member index: Int, of archive: ZipFile, file: String) throws(LabelError) {
    var bytes = try LabelBytes(member: index, of: archive, file: file)
    _ = try bytes.beginning()
    while try !bytes.next().isEmpty {}
  }

  /// The first bytes, which ``next()`` gives once more.
  mutating func beginning() throws(LabelError) -> [UInt8] {
    if let begun { return begun }
    var first = try read()
    if case .member = source, GzipStream.isGzip(first) {
      isGzip = true
      packed = first
      do { gzip = try GzipStream() } catch { throw LabelError(error, file: file) }
      first = try read()
    }
    begun = first
    return first
  }

  /// Reads on; nothing at the end.
  mutating func next() throws(LabelError) -> [UInt8] {
    if let first = begun.take() { return first }
    return try read()
  }

  mutating func whole() throws(LabelError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty { return bytes }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      guard bytes.count <= SPLReader.byteLimit else {
        throw LabelError(
          "labels.too-large", file, found: "an XML text of more than \(SPLReader.byteLimit) bytes",
          expected: "a label with fewer", try: "check that the file is an SPL document")
      }
    }
  }

  private mutating func read() throws(LabelError) -> [UInt8] {
    guard let gzip else { return try readSource() }
    var output: [UInt8] = []
    while output.isEmpty {
      let isDry = packedPosition == packed.count && !gzip.isPending
      if isDry {
        packed = try readSource()
        packedPosition = 0
      }
      do {
        if isDry, packed.isEmpty {
          try gzip.finish()
          return []
        }
        try gzip.inflate(packed, from: &packedPosition, room: Self.pieceSize, into: &output)
      } catch { throw LabelError(error, file: file) }
    }
    return output
  }

  private mutating func readSource() throws(LabelError) -> [UInt8] {
    switch source {
    case .file(var stream):
      defer { source = .file(stream) }
      do { return try stream.next(upTo: Self.pieceSize) } catch {
        throw LabelError(error, file: file)
      }
    case .member(var stream):
      defer {
        source = .member(stream)
        memberPiece = Self.pieceSize
      }
      do { return try stream.next(upTo: memberPiece) } catch { throw LabelError(error, file: file) }
    }
  }
}

extension LabelError {
  init(_ error: FHIRStreamError, file: String) {
    let prefix = "\(file): "
    let found =
      error.message.hasPrefix(prefix)
      ? String(error.message.dropFirst(prefix.count)) : error.message
    self.init(error.code, file, found: found, expected: "", try: error.remedy)
  }

  init(_ error: GzipError, file: String) {
    self.init(error.code, file, found: error.message, expected: "", try: error.remedy)
  }

  init(_ error: ReleaseError, file: String) {
    let code = error.code == .outOfMemory ? "labels.out-of-memory" : error.code.rawValue
    self.init(code, file, found: error.found, expected: error.expected, try: error.remedy)
  }
}

/// Why a label, a file that may contain labels, or a source of an import cannot be read.
///
/// Labels are public documents, but messages quote none of their text: they name the place and
/// the kind of what is there.
public struct LabelError: Error, Sendable, Hashable {
  /// The stable code: `labels.` and `import.` of its own, `xml.`, `json.`, `zip.`, `gzip.` and
  /// `input.` as everywhere.
  public let code: String
  /// The file, with the member of an archive, the line and the column behind it.
  public let place: String
  /// What was found.
  public let found: String
  /// What was expected; empty where the system gives a reason.
  public let expected: String
  /// What to do next.
  public let remedy: String?

  init(_ code: String, _ place: String, found: String, expected: String, try remedy: String? = nil)
  {
    self.code = code
    self.place = place
    self.found = found
    self.expected = expected
    self.remedy = remedy
  }
}

extension LabelError: CustomStringConvertible {
  /// The place, what was found, what was expected and the code; below them what to do.
  public var description: String {
    let expectation = expected.isEmpty ? "" : ", expected \(expected)"
    return "\(place): \(found)\(expectation)  [\(code)]" + (remedy.map { "\n   try: \($0)" } ?? "")
  }
}

extension LabelError {
  /// The error where labels of the file were given out before, which it proves wrong.
  var afterWhatWasRead: LabelError {
    LabelError(
      code, place, found: "\(found); use nothing that was read of it before", expected: expected,
      try: remedy)
  }

  init(_ error: XMLError, file: String) {
    self.init(
      error.code.rawValue, "\(file):\(error.line):\(error.column)", found: error.found,
      expected: error.expected)
  }

  init(_ error: JSONError, file: String, line: Int) {
    let path = error.path.isEmpty ? "" : "\(error.path): "
    self.init(
      error.code.rawValue, "\(file):\(line + error.line - 1):\(error.column)",
      found: path + "found " + error.found, expected: error.expected)
  }
}
