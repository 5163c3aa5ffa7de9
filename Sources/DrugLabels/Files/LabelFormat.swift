// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a file is by its first bytes.
enum LabelFormat {
  case empty, xml, json, zip, unknown

  init(_ bytes: [UInt8]) {
    // A local header, or the end record of an archive that holds nothing.
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      self = .zip
      return
    }
    // UTF-16 is read where XML is; marks of byte order and blanks may stand before the first sign.
    let sign = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    switch sign {
    case 0x3C: self = .xml
    case 0x7B, 0x5B: self = .json
    case nil where !bytes.contains { $0 > 0x20 }: self = .empty
    default: self = .unknown
    }
  }
}

/// What the name of an entry tells about it.
enum EntryName {
  private static let images = ["jpg", "jpeg", "png", "gif", "tif", "tiff", "bmp", "svg"]
  private static let others = [
    "pdf", "txt", "htm", "html", "xsl", "css", "js", "csv", "tsv", "md", "doc", "docx", "mp4",
  ]

  /// Whether a file is named as a zip.
  static func isZip(_ path: String) -> Bool {
    path.utf8.suffix(4).map { $0 | 0x20 }.elementsEqual(".zip".utf8)
  }

  /// Why a file is not opened; `nil` if it may hold labels.
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
