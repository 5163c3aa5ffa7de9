// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An entry of a file whose bytes were read but not parsed.
///
/// Finding entries is the work of one thread; reading them can be shared by several.
public struct UnreadLabel: Sendable {
  enum Content: Sendable {
    case spl([UInt8])
    case object(OpenFDAPiece)
    case skipped(String)
    case failed(LabelError)
  }

  /// The file, with the member of an archive behind it.
  public let file: String
  let content: Content

  /// Reads it.
  public func item() -> LabelFiles.Item {
    var file = file
    do throws(LabelError) {
      let document: LabelDocument
      switch content {
      case .skipped(let reason): document = .skipped(reason: reason)
      case .failed(let error): throw error
      case .spl(let bytes): document = try SPLReader.label(bytes, file: file)
      case .object(let piece):
        document = try OpenFDAReader.read(piece, file: file).get()
        file += piece.suffix
      }
      switch document {
      case .label(let label): return .label(label)
      case .skipped(let reason): return .skipped(file: file, reason: reason)
      }
    } catch { return .failed(error) }
  }
}

/// The kind of a file, judged by its first bytes.
enum LabelFormat {
  case empty, xml, json, zip, unknown

  init(_ bytes: [UInt8]) {
    // A local header, or the end record of an empty archive.
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      self = .zip
      return
    }
    // XML may be UTF-16; a byte order mark and white space may come before the first character.
    let sign = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    switch sign {
    case 0x3C: self = .xml
    case 0x7B, 0x5B: self = .json
    case nil where !bytes.contains { $0 > 0x20 }: self = .empty
    default: self = .unknown
    }
  }
}

/// What can be known about an entry from its name.
enum EntryName {
  private static let images = ["jpg", "jpeg", "png", "gif", "tif", "tiff", "bmp", "svg"]
  private static let others = [
    "pdf", "txt", "htm", "html", "xsl", "css", "js", "csv", "tsv", "md", "doc", "docx", "mp4",
  ]

  static func isZip(_ path: String) -> Bool {
    path.utf8.suffix(4).map { $0 | 0x20 }.elementsEqual(".zip".utf8)
  }

  /// Why a file is not opened; `nil` if it may contain labels.
  static func reason(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    if name.hasPrefix(".") || path.holds("__MACOSX/") { return "a hidden file" }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    if images.contains(ending) { return "an image" }
    if others.contains(ending) { return "a file of type .\(ending)" }
    return nil
  }
}
