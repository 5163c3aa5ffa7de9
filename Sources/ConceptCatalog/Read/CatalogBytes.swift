// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import Synchronization

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

// The one place where bytes of a catalog are read.
//
// Why it is sound: `base` points to `count` readable bytes that live as long as
// this object (a private read-only mapping, or memory it owns), and every read
// passes a bounds check first.
//
// Why no answer comes from damaged bytes: the first read in a block of 4 KiB
// checks the block against its CRC-32 and remembers the result. A read in a
// damaged block, or outside the body, gives zero and leaves a mark that the
// catalog reports (`Catalog.damage`) and that never goes away. By default all
// blocks are checked on opening (`Catalog.Checking`); the tool, which must
// answer at once, writes nothing that was read from a marked catalog. The check
// costs under 1 µs a block, once; after that it is one relaxed atomic load.

/// Bounds-checked, checksum-checked reads of a catalog's bytes.
@safe
package final class CatalogBytes: @unchecked Sendable {
  private let base: UnsafeRawPointer
  package let count: Int
  private let dispose: @Sendable () -> Void

  package private(set) var bodyStart = 0
  private(set) var checksumStart = 0
  /// One byte per block: 0 not checked, 1 intact, 2 damaged.
  private let blockStates: UnsafeMutablePointer<Atomic<UInt8>>
  private let blockCapacity: Int
  /// Offset of the first read that could not be answered, or -1.
  private let firstDamage = Atomic<Int>(-1)

  /// Takes over `count` bytes at `base`, which `dispose` gives back at the end.
  @unsafe
  init(base: UnsafeRawPointer, count: Int, dispose: @escaping @Sendable () -> Void) {
    unsafe self.base = base
    self.count = count
    self.dispose = dispose
    blockCapacity = count >> CatalogFormat.blockShift + 1
    unsafe blockStates = .allocate(capacity: blockCapacity)
    for index in 0..<blockCapacity {
      unsafe (blockStates + index).initialize(to: Atomic<UInt8>(0))
    }
  }

  deinit {
    unsafe blockStates.deinitialize(count: blockCapacity)
    unsafe blockStates.deallocate()
    dispose()
  }

  /// Tells where the blocks lie; called once, before the object is shared.
  func setBody(start: Int, checksumStart: Int) {
    bodyStart = start
    self.checksumStart = checksumStart
  }

  package var blockCount: Int {
    (checksumStart - bodyStart + CatalogFormat.blockLength - 1) >> CatalogFormat.blockShift
  }

  var damage: Int? {
    let offset = firstDamage.load(ordering: .relaxed)
    return offset < 0 ? nil : offset
  }

  // MARK: Reading the body

  /// A 32-bit number; zero outside the body or in a damaged block.
  ///
  /// Sections begin at multiples of 64, so that no number lies in two blocks.
  @inline(__always)
  package func word(at offset: Int) -> UInt32 {
    guard isInBody(offset, 4), isSound(offset) else {
      markDamage(at: offset)
      return 0
    }
    return unsafe UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A record of ``CodeBitmap``: its bits and its rank; zeros outside the body or in a damaged block.
  ///
  /// One check for all of it, but for the few that lie in two blocks.
  @inline(__always)
  func bitmap(at offset: Int) -> (bits: UInt64, rank: UInt32) {
    guard isInBody(offset, 12), isSound(offset), isSound(offset &+ 11) else {
      markDamage(at: offset)
      return (0, 0)
    }
    return (
      unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      unsafe UInt32(littleEndian: base.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt32.self))
    )
  }

  /// Two words of 32 bits, the first at a multiple of eight bytes; zeros outside the body or in a
  /// damaged block.
  @inline(__always)
  func words(at offset: Int) -> (first: UInt32, second: UInt32) {
    guard isInBody(offset, 8), offset & 7 == 0, isSound(offset) else {
      markDamage(at: offset)
      return (0, 0)
    }
    let pair = unsafe UInt64(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    return (UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair >> 32))
  }

  /// Where a record of 64 bytes lies; `nil` outside the body or in a damaged block.
  ///
  /// Sections begin at multiples of 64, as blocks do: such a record is in one block.
  @inline(__always)
  @unsafe
  func record(at offset: Int) -> UnsafeRawPointer? {
    guard isInBody(offset, 64), offset & 63 == 0, isSound(offset) else {
      markDamage(at: offset)
      return nil
    }
    return unsafe base + offset
  }

  /// The offset of a record that ``record(at:)`` gave.
  @unsafe
  func offset(of record: UnsafeRawPointer) -> Int {
    unsafe record - base
  }

  /// The bytes of a range of the body; empty outside it or in damaged blocks.
  @inline(__always)
  @_lifetime(borrow self)
  package func bytes(at offset: Int, count length: Int) -> Span<UInt8> {
    guard offset >= bodyStart, length >= 0, offset <= checksumStart &- length else {
      markDamage(at: offset)
      return Span()
    }
    guard length == 0 || areSound(offset, through: offset &+ length &- 1) else {
      markDamage(at: offset)
      return Span()
    }
    let start = unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
    let span = unsafe Span(_unsafeStart: start, count: length)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// A copy of the bytes of a range of the body; empty outside it or in damaged blocks.
  func copy(at offset: Int, count length: Int) -> [UInt8] {
    [UInt8](copying: bytes(at: offset, count: length))
  }

  /// Consecutive little-endian numbers; empty outside the body or in damaged
  /// blocks.
  func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, count: Int
  ) -> [Number] {
    let span = bytes(at: offset, count: count * MemoryLayout<Number>.stride)
    guard !span.isEmpty else { return [] }
    // Sound: the span has the bytes of `count` numbers, and every bit pattern is valid.
    let numbers = unsafe span.withUnsafeBytes { source in
      unsafe [Number](unsafeUninitializedCapacity: count) { buffer, initialized in
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
        initialized = count
      }
    }
    return Number(1).littleEndian == 1 ? numbers : numbers.map(\.littleEndian)
  }

  /// A string of the pool: LEB128 length, then UTF-8, which the builder checked.
  @_lifetime(borrow self)
  package func string(at offset: Int, limit: Int) -> Span<UInt8> {
    // Nearly all strings are shorter than 128 bytes and lie in one block.
    if offset >= bodyStart, offset < limit, limit <= checksumStart, isSound(offset) {
      let length = Int(unsafe base.load(fromByteOffset: offset, as: UInt8.self))
      if length < 0x80, length < limit &- offset,
        blockIndex(offset) == blockIndex(offset &+ length)
      {
        let start = unsafe (base + offset + 1).assumingMemoryBound(to: UInt8.self)
        let span = unsafe Span(_unsafeStart: start, count: length)
        return unsafe _overrideLifetime(span, borrowing: self)
      }
    }
    return longString(at: offset, limit: limit)
  }

  @_lifetime(borrow self)
  private func longString(at offset: Int, limit: Int) -> Span<UInt8> {
    var position = offset
    var length = 0
    var shift = 0
    while true {
      guard position < limit, shift <= 28, position >= bodyStart, position < checksumStart,
        isSound(position)
      else {
        markDamage(at: position)
        return Span()
      }
      let byte = unsafe base.load(fromByteOffset: position, as: UInt8.self)
      position += 1
      length |= Int(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else { break }
      shift += 7
    }
    guard length <= limit - position else {
      markDamage(at: offset)
      return Span()
    }
    return bytes(at: position, count: length)
  }

  package func text(at offset: Int, limit: Int) -> String {
    String(utf8: string(at: offset, limit: limit))
  }

  // MARK: Reading header and checksums, before or beside the body

  /// Bytes anywhere in the file, without a checksum; empty outside it.
  @_lifetime(borrow self)
  func rawBytes(at offset: Int, count length: Int) -> Span<UInt8> {
    guard offset >= 0, length >= 0, offset <= count &- length else { return Span() }
    let start = unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
    let span = unsafe Span(_unsafeStart: start, count: length)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// A 32-bit number anywhere in the file; zero outside it.
  func rawWord(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= count &- 4 else { return 0 }
    return unsafe UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A 64-bit number anywhere in the file; zero outside it.
  func rawDoubleWord(at offset: Int) -> UInt64 {
    UInt64(rawWord(at: offset)) | UInt64(rawWord(at: offset + 4)) << 32
  }

  func checksum(from start: Int, to end: Int) -> UInt32 {
    unsafe BlockChecksum.of(rawBytes(at: start, count: end - start).bytes, after: 0)
  }

  // MARK: Blocks

  /// Whether a block's bytes have their checksum; looks once and remembers.
  package func isSound(block: Int) -> Bool {
    guard block >= 0, block < blockCapacity else { return false }
    let state = unsafe blockStates[block].load(ordering: .relaxed)
    return state == 1 || (state == 0 && check(block: block))
  }

  func checkAllBlocks() {
    for block in 0..<blockCount where !isSound(block: block) {
      return markDamage(at: bodyStart + block << CatalogFormat.blockShift)
    }
  }

  /// The blocks that were checked so far, because they were read or on opening.
  var checkedBlocks: [Int] {
    (0..<blockCount).filter { unsafe blockStates[$0].load(ordering: .relaxed) != 0 }
  }

  @inline(__always)
  private func isInBody(_ offset: Int, _ length: Int) -> Bool {
    offset >= bodyStart && offset <= checksumStart &- length
  }

  @inline(__always)
  private func blockIndex(_ offset: Int) -> Int {
    (offset &- bodyStart) >> CatalogFormat.blockShift
  }

  @inline(__always)
  private func isSound(_ offset: Int) -> Bool {
    let block = blockIndex(offset)
    return unsafe blockStates[block].load(ordering: .relaxed) == 1 || isSound(block: block)
  }

  /// Whether all blocks from the one of an offset of the body to that of another are sound.
  @inline(__always)
  private func areSound(_ first: Int, through last: Int) -> Bool {
    // Texts lie in one block, seldom in two.
    guard blockIndex(last) &- blockIndex(first) > 1 else { return isSound(first) && isSound(last) }
    return (blockIndex(first)...blockIndex(last)).allSatisfy { isSound(block: $0) }
  }

  @inline(never)
  private func check(block: Int) -> Bool {
    let start = bodyStart + block << CatalogFormat.blockShift
    let end = min(start + CatalogFormat.blockLength, checksumStart)
    let stated = rawWord(at: checksumStart + block * 4)
    let isSound = start < end && checksum(from: start, to: end) == stated
    unsafe blockStates[block].store(isSound ? 1 : 2, ordering: .relaxed)
    return isSound
  }

  @inline(never)
  func markDamage(at offset: Int) {
    _ = firstDamage.compareExchange(expected: -1, desired: max(0, offset), ordering: .relaxed)
  }
}

// Maps a catalog file, read-only and private. The only use of the C library's
// file calls in reading.
//
// Why it is sound: the mapping stays until `CatalogBytes` is released. A file
// that another program truncates while it is mapped can still end the process
// (SIGBUS), as with every mapped file; the builder therefore never writes into
// a catalog in place, but renames a whole new file over it.

extension CatalogBytes {
  /// Maps a file.
  ///
  /// - Throws: ``CatalogError`` with code `catalog.unreadable`, or
  ///   `catalog.empty` for a file without bytes.
  static func mapping(path: String) throws(CatalogError) -> CatalogBytes {
    // Without O_NONBLOCK a named pipe would wait for a writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path, reason: "it is not a regular file")
    }
    let count = Int(status.st_size)
    guard count > 0 else { throw .damaged(path, at: 0, "the file is empty") }
    let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address = unsafe address, unsafe address != UnsafeMutableRawPointer(bitPattern: -1)
    else {
      throw .unreadable(path, reason: unsafe String(cString: strerror(errno)))
    }
    let place = Int(bitPattern: address)
    return unsafe CatalogBytes(base: UnsafeRawPointer(address), count: count) {
      _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: place), count)
    }
  }

  /// Copies bytes into memory of their own.
  static func copying(_ bytes: [UInt8]) -> CatalogBytes {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    let place = Int(bitPattern: memory)
    return unsafe CatalogBytes(base: UnsafeRawPointer(memory), count: bytes.count) {
      unsafe UnsafeMutableRawPointer(bitPattern: place)?.deallocate()
    }
  }
}
