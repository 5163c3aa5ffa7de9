// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The tar archives that FHIR packages are (.tgz), in memory; nothing is unpacked to disk.

/// The regular files of a tar archive.
struct TarPackage {
  /// A file of the archive.
  struct Member {
    let name: String
    let range: Range<Int>
  }

  private(set) var members: [Member] = []
  /// How many entries are neither regular files nor folders, as links.
  private(set) var passedOver = 0
  /// Where the archive stops making sense, if it does.
  private(set) var damage: Int?
  private static let block = TarBlock.size

  /// Whether bytes begin with the header of a tar archive.
  static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 * block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  /// Reads the headers.
  init(_ bytes: [UInt8]) {
    var place = 0
    var longName: String?
    while place + Self.block <= bytes.count {
      let header = bytes[place..<place + Self.block]
      if header.allSatisfy({ $0 == 0 }) { return }
      guard let block = TarBlock(header) else {
        damage = place
        return
      }
      let (start, size) = (place + Self.block, block.byteCount)
      guard size <= bytes.count - start else {
        damage = start
        return
      }
      let content = start..<start + size
      switch block.kind {
      case .file:
        members.append(Member(name: longName ?? block.name, range: content))
        longName = nil
      case .longName: longName = TarBlock.text(bytes[content])
      case .attributes: longName = TarBlock.path(inAttributes: bytes[content]) ?? longName
      case .commonAttributes, .remark: break
      case .folder: longName = nil
      case .other:
        passedOver += 1
        longName = nil
      }
      place = start + (size + Self.block - 1) / Self.block * Self.block
    }
    if place != bytes.count { damage = place }
  }
}
