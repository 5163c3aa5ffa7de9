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
  /// `Data/RxNav`: words of names and paths between term types.
  case rxNav

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

  /// The fields of each row of a table but its header; none if the folder has no such table.
  package func rows(of name: String) -> [[Substring]] {
    let text = String(decoding: bytes(of: name) ?? [], as: UTF8.self)
    // Bytes are much faster to split than characters.
    return text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        Substring($0)
      }
    }
  }

  private var tables: CEmbeddedTables {
    switch self {
    case .mappings: unsafe cembedded_mappings()
    case .reading: unsafe cembedded_reading()
    case .matching: unsafe cembedded_matching()
    case .rxNav: unsafe cembedded_rxnav()
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
