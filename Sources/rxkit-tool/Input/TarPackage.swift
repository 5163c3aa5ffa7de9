// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

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
  /// Whether it ends without the mark of its end: it may have been cut between entries.
  private(set) var lacksEnd = false
  private static let block = TarBlock.size

  /// Whether bytes begin with the header of a tar archive.
  static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 * block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  /// Reads the headers.
  init(_ bytes: [UInt8]) {
    var place = 0
    var names = TarNames()
    while place + Self.block <= bytes.count {
      let header = bytes[place..<place + Self.block]
      if header.allSatisfy({ $0 == 0 }) {
        // Archives that were joined go on behind the mark.
        damage = bytes[place...].firstIndex { $0 != 0 }
        return
      }
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
        members.append(Member(name: names.name(of: block), range: content))
      case .longName, .attributes: names.note(bytes[content], of: block.kind)
      case .commonAttributes, .remark: break
      case .folder: _ = names.name(of: block)
      case .other:
        passedOver += 1
        _ = names.name(of: block)
      }
      place = start + (size + Self.block - 1) / Self.block * Self.block
    }
    if place == bytes.count { lacksEnd = true } else { damage = place }
  }
}
