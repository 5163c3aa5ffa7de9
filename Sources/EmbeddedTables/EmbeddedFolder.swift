// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import CEmbeddedTables

/// A folder of `Data` whose tables lie within the program, byte for byte.
public enum EmbeddedFolder: Sendable {
  /// `Data/Mappings`: symptoms, phrases, routes, side effects and the like.
  case mappings
  /// The word lists and weights of `Data/Mappings` for reading labels.
  case reading
  /// `Data/Matching`: synonyms, brands and words for text matching.
  case matching

  /// The file names of its tables.
  public var names: [String] {
    indices.map { name($0) }
  }

  /// A table of it.
  ///
  /// - Parameter name: The file name, such as `phrases.tsv`.
  /// - Returns: The file, byte for byte; nil if the folder has no such file, or its encoded
  ///   form is damaged.
  public func bytes(of name: String) -> [UInt8]? {
    indices.first { self.name($0) == name }.flatMap { bytes($0) }
  }

  private var tables: CEmbeddedTables {
    switch self {
    case .mappings: unsafe cembedded_mappings()
    case .reading: unsafe cembedded_reading()
    case .matching: unsafe cembedded_matching()
    }
  }

  private var indices: Range<Int> { unsafe 0..<tables.count }

  // Sound: names and texts are constants of the program, as long as their counts say,
  // and an index is one of `indices`.
  private func name(_ index: Int) -> String {
    unsafe String(cString: tables.tables[index].name)
  }

  private func bytes(_ index: Int) -> [UInt8]? {
    let table = unsafe tables.tables[index]
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: table.bytes, count: table.count))
    return CodedTable.isCoded(bytes) ? try? CodedTable.decoded(bytes) : bytes
  }
}
