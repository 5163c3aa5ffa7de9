// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// What the entries of a tar archive are called, which entries before them may tell.
struct TarNames {
  /// The name that was told for the next entry.
  private var told: String?

  /// Takes in the content of an entry that tells the name of the next one, or may tell it.
  mutating func note(_ content: some Collection<UInt8>, of kind: TarBlock.Kind) {
    let name = kind == .longName ? TarBlock.text(content) : Self.path(inAttributes: content)
    // Without a value an attribute takes nothing away that a header says (pax).
    if let name, !name.isEmpty { told = name }
  }

  /// The name of an entry; a name that was told counts once.
  mutating func name(of block: TarBlock) -> String {
    defer { told = nil }
    return told ?? block.name
  }

  /// Whether a name stays within the folder that an archive is unpacked to.
  static func isSafe(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
  }

  /// `path` among the attributes of pax: lines of `length name=value`, the length that of the line.
  private static func path(inAttributes bytes: some Collection<UInt8>) -> String? {
    var rest = Array(bytes)[...]
    var path: String?
    while let blank = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank - rest.startIndex + 1, length <= rest.count
    {
      let line = String(
        decoding: rest[(blank + 1)..<(rest.startIndex + length - 1)], as: UTF8.self)
      if line.hasPrefix("path=") { path = String(line.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return path
  }
}

extension CommandFailure {
  /// A tar archive has an entry that would be written outside the folder it is unpacked to.
  static func tarPath(_ path: String) -> CommandFailure {
    CommandFailure(
      .input, "tar.path",
      "\(path): the name of an entry leads out of the archive, expected names below its root",
      try: "do not unpack it; get it from its source")
  }
}
