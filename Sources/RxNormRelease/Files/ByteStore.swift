// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Memory with an owner.
//
// `unsafe` here: a store's buffer is set once, lives exactly as long as the
// store, and is written only before the store is shared (see `fill`), so
// reading from several threads needs no lock.

/// Bytes that nobody changes: a mapped file, a decompressed entry, a copied array.
@safe final class ByteStore: @unchecked Sendable {
  private let buffer: UnsafeMutableRawBufferPointer
  private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  /// Whether pages may be given back: those of a mapped file come again when they are read.
  private let isForgetting: Bool

  /// Takes over a buffer, which `release` gives back at the end.
  init(
    _ buffer: UnsafeMutableRawBufferPointer, isForgetting: Bool = false,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    unsafe self.buffer = unsafe buffer
    self.isForgetting = isForgetting
    unsafe self.release = unsafe release
  }

  /// Makes a store of no bytes.
  convenience init() {
    unsafe self.init(UnsafeMutableRawBufferPointer(start: nil, count: 0)) { _ in }
  }

  /// Makes a store of a copy.
  convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    unsafe copy.copyBytes(from: bytes)
    unsafe self.init(copy) { unsafe $0.deallocate() }
  }

  deinit {
    unsafe release(buffer)
  }

  var count: Int { unsafe buffer.count }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = unsafe Span<UInt8>(_unsafeElements: buffer.assumingMemoryBound(to: UInt8.self))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Says that a range was read and is not needed soon.
  func forget(_ range: Range<Int>) {
    if isForgetting { unsafe givePagesBack(of: buffer, range) }
  }

  /// Lets its maker write the bytes, once, before anybody else has the store.
  func fill<Result>(_ write: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    unsafe write(buffer)
  }
}

/// A part of a store, which it keeps alive.
struct ByteSlice: Sendable {
  let store: ByteStore
  let range: Range<Int>

  /// All bytes of a store.
  init(_ store: ByteStore) {
    self.store = store
    range = 0..<store.count
  }

  /// A part of a slice.
  ///
  /// - Precondition: The range lies within the slice.
  init(_ slice: ByteSlice, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= slice.count, "slice out of bounds")
    store = slice.store
    self.range =
      range.lowerBound + slice.range.lowerBound..<range.upperBound
      + slice.range.lowerBound
  }

  var count: Int { range.count }

  /// Says that a part was read and is not needed soon.
  func forget(_ part: Range<Int>) {
    store.forget(part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound)
  }

  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let span = store.bytes.extracting(range)
      // Sound: the store is not freed while this slice holds it.
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
