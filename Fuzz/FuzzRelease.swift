// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Feeds bytes to the reader of releases: no input may crash it, hang it or make
// it read outside of its buffers.
// Scripts/fuzz Release builds and runs it.

@testable import RxNormRelease

/// Reads an archive if the bytes begin like one, else the rows of a table that the first byte picks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRelease(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if input.starts(with: [0x50, 0x4B]) {
    readZip(input)
  } else if let first = input.first {
    let table = RRFTable.allCases[Int(first & 0x7F) % RRFTable.allCases.count]
    readRows(table, Array(input.dropFirst()), isLenient: first >= 0x80)
  }
  return 0
}

/// Reads every table of an archive, whole and streaming: both must come to the same.
private func readZip(_ input: [UInt8]) {
  var limits = ArchiveLimits()
  limits.entrySize = 1 << 20
  limits.ratioFloor = 1 << 16
  let whole = outcome(input, limits)
  limits.wholeEntrySize = 0
  let streamed = outcome(input, limits)
  precondition(whole == nil || whole == streamed, "streaming differs from reading as a whole")
}

/// Returns the tallies of all tables; `nil` if there is an error.
///
/// An error need not be the same: streaming sees rows before the entry's end.
private func outcome(_ input: [UInt8], _ limits: ArchiveLimits) -> [RowTally]? {
  var tallies: [RowTally] = []
  do {
    let options = RxNormRelease.Options(isLenient: true, limits: limits)
    let release = try RxNormRelease(
      zip: input, name: "RxNorm_full_07062026.zip", options: options)
    for table in release.present {
      tallies.append(try release.forEachRow(of: table) { row in touch(row) })
    }
  } catch {
    precondition(!error.description.isEmpty)
    return nil
  }
  return tallies
}

/// Reads rows at once and in two pieces: both must come to the same.
private func readRows(_ table: RRFTable, _ input: [UInt8], isLenient: Bool) {
  let whole = tally(table, input, isLenient, cut: input.count)
  for cut in [input.count / 2, input.count - min(input.count, 70)] {
    let pieces = tally(table, input, isLenient, cut: cut)
    precondition(whole == pieces, "reading in two pieces differs from reading at once")
  }
}

private func tally(
  _ table: RRFTable, _ input: [UInt8], _ isLenient: Bool, cut: Int
) -> Result<RowTally, ReleaseError> {
  let store = ByteSlice(ByteStore(copying: input))
  var scanner = RowScanner(table: table, isLenient: isLenient, isAtStart: true)
  do {
    var used = 0
    // As streaming does, the first piece has at least the bytes of a byte order mark.
    if cut >= 3, cut < input.count {
      let piece = ByteSlice(ByteStore(copying: Array(input[..<cut])))
      used = try scanner.scan(piece.bytes, isLast: false, progress: nil) { row in touch(row) }
    }
    let rest = ByteSlice(store, used..<input.count)
    _ = try scanner.scan(rest.bytes, isLast: true, progress: nil) { row in touch(row) }
    return .success(scanner.tally)
  } catch {
    precondition(!error.description.isEmpty)
    return .failure(error)
  }
}

/// Reads every field of a row in every way.
private func touch(_ row: borrowing RRFRow) {
  var length = 0
  for column in 0..<row.table.columnCount {
    let field = row.field(column)
    length += field.count + 1
    _ = row.matches(column, "RXNORM")
    _ = try? row.rxcui(column)
    precondition(row.string(column).utf8.count == field.count)
    precondition(row.isEmpty(column) == field.isEmpty)
  }
  precondition(length == row.bytes.count)
}
