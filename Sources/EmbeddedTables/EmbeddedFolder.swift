// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CMappingTables

/// The mapping tables within the tool, byte for byte as they lie in Data/Mappings.
enum EmbeddedMappings {
  /// File name and bytes of each table.
  static var files: [(name: String, bytes: [UInt8])] {
    indices.map { (name($0), bytes($0)) }
  }

  /// The bytes of a table by its file name.
  static func file(_ name: String) -> [UInt8]? {
    indices.first { self.name($0) == name }.map { bytes($0) }
  }

  private static var indices: Range<Int> { 0..<cmapping_tables_count() }

  // Sound: the texts are constants of the program, as long as their counts say.
  private static func name(_ index: Int) -> String {
    unsafe String(cString: cmapping_tables_at(index).name)
  }

  private static func bytes(_ index: Int) -> [UInt8] {
    let table = unsafe cmapping_tables_at(index)
    return unsafe [UInt8](UnsafeBufferPointer(start: table.bytes, count: table.count))
  }
}
