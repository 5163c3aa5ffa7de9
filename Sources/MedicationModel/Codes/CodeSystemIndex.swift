// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where the spellings of ``KnownCodeSystem/all`` lead.
struct CodeSystemIndex: Sendable {
  static let ofKnownSystems = CodeSystemIndex(of: KnownCodeSystem.all)

  private struct Entry {
    let uri: String
    let position: Int
  }

  /// The right URIs, by their count of bytes.
  private let exact: [[Entry]]
  /// Every other spelling, folded.
  private let folded: [String: Int]
  /// Two systems that claim one spelling; a test holds this to be empty.
  let conflicts: [String]

  init(of systems: [KnownCodeSystem]) {
    var exact: [[Entry]] = []
    var folded: [String: Int] = [:]
    var conflicts: [String] = []
    for (position, system) in systems.enumerated() {
      let uris = [system.canonical] + system.otherURIs
      for uri in uris {
        while exact.count <= uri.utf8.count { exact.append([]) }
        exact[uri.utf8.count].append(Entry(uri: uri, position: position))
      }
      let oids = system.oids.flatMap { [$0, "urn:oid:\($0)"] }
      for spelling in uris + system.slips + oids + system.words {
        guard let key = Self.fold(spelling) else { continue }
        if folded.updateValue(position, forKey: key) ?? position != position {
          conflicts.append(key)
        }
      }
    }
    self.exact = exact
    self.folded = folded
    self.conflicts = conflicts
  }

  /// The system that has this right URI.
  func position(ofExact literal: String) -> Int? {
    let byteCount = literal.utf8.count
    guard byteCount < exact.count else { return nil }
    for entry in exact[byteCount] where entry.uri == literal {
      // Equality of strings is canonical equivalence, but what is equivalent to
      // ASCII and is not the same takes more bytes: these are the same.
      return entry.position
    }
    return nil
  }

  /// The system that has a spelling which folds to the same.
  func position(ofFolded literal: String) -> Int? {
    Self.fold(literal).flatMap { folded[$0] }
  }

  /// The folded form of a literal, or `nil` if it has other characters than ASCII.
  private static func fold(_ literal: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(literal.utf8.count)
    for byte in literal.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0x09...0x0D, 0x20: continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      default: bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: "/") || bytes.last == UInt8(ascii: "#") { bytes.removeLast() }
    if bytes.starts(with: "https:".utf8) { bytes.remove(at: 4) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
