// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The blocks of a text, parted where the text repeats a table.
enum SectionPieces {
  /// A block, or a part of one.
  struct Piece: Equatable {
    var block: LabelText.Block
    /// The index of the table whose text it is.
    var table: Int?
  }

  /// The pieces in order.
  static func pieces(of blocks: [LabelText.Block], _ tables: [FlatTable?]) -> [Piece] {
    let places = tables.enumerated().compactMap { index, table in
      table.map { (index, $0.range) }
    }
    guard !places.isEmpty else { return blocks.map { Piece(block: $0) } }
    var pieces: [Piece] = []
    for block in blocks {
      var start = block.range.lowerBound
      for (index, range) in places where range.overlaps(start..<block.range.upperBound) {
        let own = range.clamped(to: start..<block.range.upperBound)
        if own.lowerBound > start {
          pieces.append(Piece(block: LabelText.Block(block.kind, start..<own.lowerBound)))
        }
        pieces.append(Piece(block: LabelText.Block(block.kind, own), table: index))
        start = own.upperBound
      }
      if start < block.range.upperBound {
        pieces.append(Piece(block: LabelText.Block(block.kind, start..<block.range.upperBound)))
      }
    }
    return pieces
  }
}
