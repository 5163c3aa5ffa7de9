// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds bytes to the reader of zip archives alone: no archive may crash it, hang
// it, make it read outside of its buffers, or unpack more than its limits allow.
//
// A changed byte of an entry would end at its checksum, and one of its lengths
// at the directory, so that little behind them were ever tried. Each input is
// therefore read twice: as it is, and with the checksums and the sizes of its
// stored entries put right.
// Scripts/fuzz Zip builds and runs it.

@testable import RxNormRelease

private let entryLimit = 1 << 20

/// Reads every entry of an archive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzZip(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  read(input)
  if let repaired = repair(input) { read(repaired) }
  return 0
}

private func read(_ input: [UInt8]) {
  var limits = ArchiveLimits()
  limits.entrySize = entryLimit
  limits.ratioFloor = 1 << 14
  do {
    let archive = try ZipArchive(
      ByteSlice(ByteStore(copying: input)), path: "fuzz.zip", limits: limits)
    // Each record of the directory has at least 46 bytes.
    precondition(archive.entries.count <= input.count / 46)
    for entry in archive.entries { read(entry, of: archive, input.count) }
  } catch {
    precondition(!error.description.isEmpty && error.code.rawValue.hasPrefix("zip."))
  }
}

/// Unpacks an entry at once and piece by piece: both must come to the same.
private func read(_ entry: ZipEntry, of archive: ZipArchive, _ size: Int) {
  precondition(!entry.name.isEmpty && !entry.name.hasPrefix("/"))
  precondition(!entry.name.split(separator: "/").contains(".."))
  do {
    let range = try archive.dataRange(of: entry)
    precondition(range.lowerBound >= 0 && range.upperBound <= size)
    precondition(entry.size <= entryLimit)
    let reader = EntryReader(
      entry: entry, data: ByteSlice(archive.bytes, range), archive: archive.path)
    let whole = Result { () throws(ReleaseError) in try reader.contents().count }
    if case .success(let count) = whole { precondition(count == entry.size) }
    guard entry.method == 8 else { return }
    let streamed = Result { () throws(ReleaseError) in
      var scanner = RowScanner(table: .concepts, isLenient: true, isAtStart: true)
      try reader.stream(to: &scanner, progress: nil) { _ in }
    }
    // The scanner may object to the rows, or to the archive earlier than the whole does.
    if case .success = streamed { precondition((try? whole.get()) != nil) }
  } catch {
    precondition(!error.description.isEmpty && error.code.rawValue.hasPrefix("zip."))
  }
}

// MARK: - Putting sizes and checksums right

/// Corrects every record of the directory whose entry is stored, and its local header.
private func repair(_ input: [UInt8]) -> [UInt8]? {
  var bytes = input
  var isChanged = false
  var place = 0
  while place <= bytes.count - 46 {
    guard word(bytes, place) == 0x0201_4B50 else {
      place += 1
      continue
    }
    if bytes[place + 10] == 0, bytes[place + 11] == 0, repairStored(&bytes, record: place) {
      isChanged = true
    }
    place += 46
  }
  return isChanged ? bytes : nil
}

private func repairStored(_ bytes: inout [UInt8], record: Int) -> Bool {
  let header = Int(word(bytes, record + 42))
  let size = Int(word(bytes, record + 20))
  guard header <= bytes.count - 30, word(bytes, header) == 0x0403_4B50 else { return false }
  let start = header + 30 + half(bytes, header + 26) + half(bytes, header + 28)
  guard start <= bytes.count, size <= bytes.count - start else { return false }
  let sum = checksum(bytes[start..<start + size])
  for (field, number) in [(16, sum), (20, UInt32(size)), (24, UInt32(size))] {
    put(number, into: &bytes, at: record + field)
    put(number, into: &bytes, at: header + field - 2)
  }
  return true
}

private func half(_ bytes: [UInt8], _ place: Int) -> Int {
  Int(bytes[place]) | Int(bytes[place + 1]) << 8
}

private func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
  (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32($1 * 8) }
}

private func put(_ number: UInt32, into bytes: inout [UInt8], at place: Int) {
  for index in 0..<4 { bytes[place + index] = UInt8(number >> UInt32(index * 8) & 0xFF) }
}

private let checksumTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in
    value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
  }
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  let table = checksumTable
  var value = UInt32.max
  for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
  return ~value
}
