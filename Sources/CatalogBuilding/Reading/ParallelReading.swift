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

struct ParallelReading {
  let release: RxNormRelease
  let threads: Int

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

// What several threads have read becomes one. Each thread numbers strings and
// abbreviations for itself; those of the second are looked up among those of the
// first, and its rows take over the new numbers. Which thread has read what
// leaves no trace in the file: everything is sorted by values afterwards.

extension BuildRows {
  mutating func join(_ other: consuming BuildRows) {
    let strings = self.strings.absorb(other.strings)
    guard let symbols = self.symbols.absorb(other.symbols) else {
      hasTooManySymbols = true
      return
    }
    hasTooManySymbols = hasTooManySymbols || other.hasTooManySymbols
    let map = NumberMap(strings: strings, symbols: symbols)
    // Each list is let go of as soon as it is copied.
    Self.move(&other.names, to: &names, map.renumber)
    Self.move(&other.relations, to: &relations, map.renumber)
    Self.move(&other.attributes, to: &attributes, map.renumber)
    Self.move(&other.semanticTypes, to: &semanticTypes, map.renumber)
    Self.move(&other.ndcs, to: &ndcs, map.renumber)
    Self.move(&other.sources, to: &sources, map.renumber)
    Self.move(&other.archive, to: &archive, map.renumber)
    Self.move(&other.retirements, to: &retirements, map.renumber)
    documentation += other.documentation.map { $0.map { strings[Int($0)] } }
    statedInverses += other.statedInverses.map { (symbols[Int($0.0)], symbols[Int($0.1)]) }
    for (place, symbol) in symbols.enumerated() {
      nameCounts.add(symbol, other.nameCounts.count(of: place))
      relationCounts.add(symbol, other.relationCounts.count(of: place))
      attributeCounts.add(symbol, other.attributeCounts.count(of: place))
    }
    leftOutRelations += other.leftOutRelations
    leftOutAttributes += other.leftOutAttributes
    passedOver.merge(other.passedOver) { $0 + $1 }
  }

  @inline(__always)
  private static func move<Row>(
    _ rows: inout [Row], to target: inout [Row], _ renumber: (inout Row) -> Void
  ) {
    guard !rows.isEmpty else { return }
    target.reserveCapacity(target.count + rows.count)
    for row in rows {
      var row = row
      renumber(&row)
      target.append(row)
    }
    rows = []
  }
}

private struct NumberMap {
  let strings: [UInt32]
  let symbols: [UInt16]

  @inline(__always)
  private func map(_ first: inout UInt32, _ second: inout UInt32) {
    first = strings[Int(first)]
    second = strings[Int(second)]
  }

  @inline(__always)
  private func map(_ first: inout UInt16, _ second: inout UInt16) {
    first = symbols[Int(first)]
    second = symbols[Int(second)]
  }

  func renumber(_ row: inout NameRow) {
    map(&row.text, &row.code)
    map(&row.source, &row.termType)
    row.language = symbols[Int(row.language)]
  }

  func renumber(_ row: inout RelationRow) { map(&row.relationship, &row.source) }

  func renumber(_ row: inout AttributeRow) {
    map(&row.name, &row.source)
    map(&row.value, &row.code)
  }

  func renumber(_ row: inout SemanticTypeRow) {
    for place in row.kind.indices { row.kind[place] = strings[Int(row.kind[place])] }
  }

  func renumber(_ row: inout NDCRow) { row.source = symbols[Int(row.source)] }

  func renumber(_ row: inout SourceRow) {
    row.abbreviation = symbols[Int(row.abbreviation)]
    map(&row.version, &row.name)
    row.release = strings[Int(row.release)]
  }

  func renumber(_ row: inout ArchiveRow) {
    map(&row.source, &row.termType)
    map(&row.text, &row.code)
    map(&row.lastReleased, &row.archived)
  }

  func renumber(_ row: inout RetirementRow) { map(&row.versionStart, &row.versionEnd) }
}
