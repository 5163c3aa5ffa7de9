// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Files that were built into the catalog, such as `side-effects.tsv`.
extension Catalog {
  /// The names of the files that were built into the catalog.
  public var attachmentNames: [String] {
    (0..<file.section(.attachments).count).map { file.text(file.word(.attachments, $0, 0)) }
  }

  /// The bytes of a file; `nil` if the catalog has none of the name.
  public func attachment(_ name: String) -> [UInt8]? {
    place(ofAttachment: name).map { bytes(at: $0.lowerBound, count: $0.count) }
  }

  /// How many bytes a file has; `nil` if the catalog has none of the name.
  public func attachmentByteCount(_ name: String) -> Int? {
    place(ofAttachment: name)?.count
  }

  /// Some bytes of a file; `nil` if the file does not have them.
  ///
  /// - Complexity: O(*n*) in these bytes: the others are not read, nor are their checksums.
  public func attachment(_ name: String, _ range: Range<Int>) -> [UInt8]? {
    guard let place = place(ofAttachment: name), range.lowerBound >= 0,
      range.upperBound <= place.count
    else { return nil }
    return bytes(at: place.lowerBound + range.lowerBound, count: range.count)
  }

  /// Says that a file does not hold what it was built with, as a read of damaged bytes does.
  package func noteDamage(ofAttachment name: String) {
    file.bytes.markDamage(at: place(ofAttachment: name)?.lowerBound ?? 0)
  }

  private func place(ofAttachment name: String) -> Range<Int>? {
    for index in 0..<file.section(.attachments).count
    where file.text(file.word(.attachments, index, 0)) == name {
      let start = file.section(.attachmentBytes).start + Int(file.word(.attachments, index, 1))
      return start..<start + Int(file.word(.attachments, index, 2))
    }
    return nil
  }

  private func bytes(at start: Int, count: Int) -> [UInt8] {
    let bytes = file.bytes
    return bytes.copy(at: start, count: count)
  }
}
