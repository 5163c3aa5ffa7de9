// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CDeflate
import Foundation

/// Packs the files of a folder as NLM packs a release.
enum ZipWriter {
  /// The level that archives usually have.
  private static let level: Int32 = 6

  private struct Entry {
    let name: [UInt8]
    let checksum: UInt32
    let packedSize: Int
    let size: Int
    let offset: Int
  }

  /// Writes a zip of the RRF files of a folder, under `rrf/`.
  static func write(_ folder: URL, to path: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".RRF") }.sorted()
    let descriptor = try System.create(path).get()
    defer { System.closeFile(descriptor) }
    var entries: [Entry] = []
    var offset = 0
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      let (packed, checksum) = try deflated(bytes)
      let entry = Entry(
        name: Array("rrf/\(name)".utf8), checksum: checksum, packedSize: packed.count,
        size: bytes.count, offset: offset)
      let header = localHeader(entry)
      try System.write(header, to: descriptor, name: path)
      try System.write(packed, to: descriptor, name: path)
      offset += header.count + packed.count
      entries.append(entry)
    }
    let directory = entries.flatMap { directoryRecord($0) }
    try System.write(
      directory + endRecord(entries.count, directory.count, offset), to: descriptor, name: path)
  }

  private static func deflated(_ bytes: [UInt8]) throws -> (packed: [UInt8], checksum: UInt32) {
    guard let compressor = libdeflate_alloc_compressor(level) else {
      throw BenchmarkFailure("libdeflate: no memory")
    }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_deflate_compress_bound(compressor, bytes.count)
    var packed = [UInt8](repeating: 0, count: bound)
    let count = libdeflate_deflate_compress(
      compressor, bytes, bytes.count, &packed, packed.count)
    guard count > 0 else { throw BenchmarkFailure("libdeflate: nothing came out") }
    packed.removeLast(packed.count - count)
    return (packed, libdeflate_crc32(0, bytes, bytes.count))
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Version 2.0, no flags, deflate, midnight of 23 July 2026, checksum and sizes.
  private static func description(_ entry: Entry) -> [UInt8] {
    let date = (2026 - 1980) << 9 | 7 << 5 | 23
    return number(20, 2) + number(0, 2) + number(8, 2) + number(0, 2) + number(date, 2)
      + number(Int(entry.checksum), 4) + number(entry.packedSize, 4) + number(entry.size, 4)
      + number(entry.name.count, 2) + number(0, 2)
  }

  private static func localHeader(_ entry: Entry) -> [UInt8] {
    number(0x0403_4B50, 4) + description(entry) + entry.name
  }

  private static func directoryRecord(_ entry: Entry) -> [UInt8] {
    number(0x0201_4B50, 4) + number(20, 2) + description(entry) + number(0, 10)
      + number(entry.offset, 4) + entry.name
  }

  private static func endRecord(_ count: Int, _ size: Int, _ offset: Int) -> [UInt8] {
    number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2) + number(size, 4)
      + number(offset, 4) + number(0, 2)
  }
}
