// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The header of a member of a tar archive, "ustar" of POSIX.1-1988: 512 bytes.
//
//   0 name 100 · 100 mode 8 · 108 uid 8 · 116 gid 8 · 124 size 12 · 136 mtime 12
//   148 checksum 8 · 156 type 1 · 157 link 100 · 257 "ustar\0" · 263 "00"
//   265 user 32 · 297 group 32 · 329 device 8 · 337 device 8 · 345 prefix 155
//
// Numbers are octal digits with a zero behind. Owner, group and time are zero,
// so that the same content is the same archive. A member's bytes follow, filled
// up with zeros to a multiple of 512; two blocks of zeros end the archive.

/// The header of one file in a tar archive.
enum TarHeader {
  static let blockLength = 512
  /// The largest size that eleven octal digits write.
  static let largestSize = 8 * 1024 * 1024 * 1024 - 1

  /// The 512 bytes of a header.
  ///
  /// - Parameters:
  ///   - name: A path of at most 100 bytes.
  ///   - size: The bytes of the member, at most ``largestSize``.
  /// - Returns: The header.
  static func bytes(name: String, size: Int) -> [UInt8] {
    precondition(name.utf8.count <= 100 && size <= largestSize, "checked by the caller")
    var block = [UInt8](repeating: 0, count: blockLength)
    func put(_ text: String, at start: Int) {
      for (index, byte) in text.utf8.enumerated() { block[start + index] = byte }
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(size, 11), at: 124)
    put(octal(0, 11), at: 136)
    // The checksum is the sum of all bytes, taken with blanks in its own place.
    put(String(repeating: " ", count: 8), at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(octal(sum, 6), at: 148)
    block[154] = 0
    return block
  }

  /// The zeros that follow a member of a size.
  static func padding(after size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (blockLength - size % blockLength) % blockLength)
  }

  /// The end of an archive.
  static let end = [UInt8](repeating: 0, count: 2 * blockLength)

  private static func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
