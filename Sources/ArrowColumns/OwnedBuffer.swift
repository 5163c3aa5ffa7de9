// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Memory of a finished column, at one place for as long as any reference to it exists.
///
/// Aligned to 64 bytes, and its size a multiple of them, as the columnar format recommends.
@safe package final class OwnedBuffer: @unchecked Sendable {
  // Written while it is made, by one thread, and only read from then on.
  private let memory: UnsafeMutableRawBufferPointer
  /// How many bytes have a meaning.
  package let byteCount: Int

  /// Memory of zeros.
  init(byteCount: Int) {
    let size = max(64, (byteCount + 63) & ~63)
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    self.byteCount = byteCount
  }

  deinit { unsafe memory.deallocate() }

  /// Memory with a number of elements, each written by its place.
  convenience init<Element: BitwiseCopyable>(
    count: Int, _ element: (Int) throws(ArrowError) -> Element
  ) throws(ArrowError) {
    self.init(byteCount: count * MemoryLayout<Element>.stride)
    let stride = MemoryLayout<Element>.stride
    for place in 0..<count {
      let value = try element(place)
      // Sound: the place lies within, by the byte count above.
      unsafe memory.storeBytes(of: value, toByteOffset: place * stride, as: Element.self)
    }
  }

  /// Memory with one bit per element, the lowest bit of a byte first.
  convenience init(bits count: Int, _ isSet: (Int) -> Bool) {
    self.init(byteCount: (count + 7) / 8)
    for place in 0..<count where isSet(place) {
      // Sound: the place lies within, by the byte count above.
      unsafe memory[place >> 3] |= 1 << UInt8(place & 7)
    }
  }

  /// Memory with ranges of bytes, one behind the other.
  convenience init(byteCount: Int, of bytes: [UInt8], _ ranges: some Sequence<Range<Int>>) {
    self.init(byteCount: byteCount)
    var position = 0
    unsafe bytes.withUnsafeBytes { source in
      for range in ranges where !range.isEmpty {
        precondition(range.upperBound <= source.count && position + range.count <= byteCount)
        // Sound: both ranges were compared with their memory.
        unsafe UnsafeMutableRawBufferPointer(
          rebasing: memory[position..<position + range.count]
        ).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
        position += range.count
      }
    }
  }

  /// Memory with bytes and a zero behind them.
  convenience init(text bytes: [UInt8]) {
    self.init(byteCount: bytes.count + 1, of: bytes, CollectionOfOne(bytes.indices))
  }

  /// Where the memory is; valid as long as the buffer.
  var start: UnsafeRawPointer? { unsafe UnsafeRawPointer(memory.baseAddress) }
  /// The same as text of C.
  var text: UnsafePointer<CChar>? { unsafe start?.assumingMemoryBound(to: CChar.self) }
}
