// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Synchronization
internal import Threads

// All tables at once. Threads take piece after piece from one queue, largest
// tables first; entries of a zip are pieces as a whole. When a row is bad, the
// release is read once more from the start by one thread: that finds the first
// bad row of all, with its line, as if nothing had been divided.

/// Reads a release with several threads.
struct ParallelReading {
  let release: RxNormRelease
  let threads: Int

  /// What one thread has read.
  private struct Share: Sendable {
    var rows: BuildRows
    var tallies: [(piece: Int, tally: PieceTally)] = []
  }

  /// Reads all tables into rows.
  ///
  /// - Throws: ``ReleaseError`` of the first bad row, unless rows are read leniently.
  func read(
    into rows: inout BuildRows, pieceSize: Int, progress: ((RRFTable, Int) -> Void)?
  ) throws(ReleaseError) -> [(table: RRFTable, tally: RowTally)] {
    let pieces = try allPieces(size: pieceSize)
    let queue = PieceQueue(pieces, release)
    var first = BuildRows()
    swap(&first, &rows)
    let contents = first.contents
    var shares = Workers.run(
      others: min(threads, pieces.count) - 1,
      { [threads] _ in
        var rows = BuildRows()
        rows.contents = contents
        rows.reserve(for: queue.release, share: threads)
        return Self.read(queue, into: rows, progress: nil)
      },
      caller: { Self.read(queue, into: first.moved(), progress: progress) })
    if queue.hasFailed { throw try firstFault() }
    var tallies: [(piece: Int, tally: PieceTally)] = []
    for place in shares.indices {
      tallies += shares[place].tallies
      // Taken out of the list, so that nothing is held twice.
      let part = shares[place].rows.moved()
      if place == 0 { rows = part } else { rows.join(part) }
    }
    tallies.sort { $0.piece < $1.piece }
    return release.present.map { table in
      (table, PieceTally.joined(tallies.filter { pieces[$0.piece].table == table }.map(\.tally)))
    }
  }

  /// Large tables first, so that no thread begins one when the others are done.
  private func allPieces(size: Int) throws(ReleaseError) -> [TablePiece] {
    let tables = release.present.sorted { release.byteCount(of: $0) > release.byteCount(of: $1) }
    var pieces: [TablePiece] = []
    for table in tables { pieces += try release.pieces(of: table, size: size) }
    return pieces
  }

  private static func read(
    _ queue: PieceQueue, into given: consuming BuildRows, progress: ((RRFTable, Int) -> Void)?
  ) -> Share {
    var share = Share(rows: given)
    while let (number, piece) = queue.next() {
      var before = 0
      do throws(ReleaseError) {
        let tally = try share.rows.read(piece, of: queue.release) { count in
          let total = queue.note(bytes: count - before)
          before = count
          progress?(piece.table, total)
        }
        share.tallies.append((number, tally))
      } catch {
        queue.fail()
      }
    }
    return share
  }

  /// The error that reading in order meets first.
  private func firstFault() throws(ReleaseError) -> ReleaseError {
    for table in release.present {
      _ = try release.forEachRow(of: table) { _ throws(ReleaseError) in }
    }
    // The files were repaired between both readings.
    return ReleaseError.changed(release.path)
  }
}

extension BuildRows {
  /// These rows, of which none stay here.
  fileprivate mutating func moved() -> BuildRows {
    var rows = BuildRows()
    swap(&rows, &self)
    return rows
  }
}

/// The pieces that are still to be read.
private final class PieceQueue: Sendable {
  let release: RxNormRelease
  private let pieces: [TablePiece]
  private let taken = Atomic<Int>(0)
  private let bytesRead = Atomic<Int>(0)
  private let failed = Atomic<Bool>(false)

  init(_ pieces: [TablePiece], _ release: RxNormRelease) {
    self.pieces = pieces
    self.release = release
  }

  /// The next piece with its number; `nil` when all are taken, or one was bad.
  func next() -> (number: Int, piece: TablePiece)? {
    guard !hasFailed else { return nil }
    let number = taken.add(1, ordering: .relaxed).oldValue
    return number < pieces.count ? (number, pieces[number]) : nil
  }

  /// Counts bytes; how many are read of all.
  func note(bytes: Int) -> Int {
    bytesRead.add(bytes, ordering: .relaxed).newValue
  }

  func fail() {
    failed.store(true, ordering: .relaxed)
  }

  var hasFailed: Bool { failed.load(ordering: .relaxed) }
}
