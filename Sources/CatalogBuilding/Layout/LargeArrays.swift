// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// `unsafe` here: the address of an array's memory is given to the system as a
// range to advise on; nothing is read or written through it.

enum LargePages {
  /// Makes room in an empty array, and asks for large pages for it.
  ///
  /// Memory that is not written to is not taken from the system.
  static func reserve<Element>(_ count: Int, in array: inout [Element]) {
    array.reserveCapacity(count)
    let byteCount = array.capacity * MemoryLayout<Element>.stride
    unsafe array.withUnsafeMutableBufferPointer { buffer in
      let memory = unsafe UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(buffer.baseAddress), count: byteCount)
      unsafe adviseLargePages(memory)
    }
  }

  /// An array of zeros in large pages.
  static func zeros<Element: FixedWidthInteger>(_ count: Int, of _: Element.Type) -> [Element] {
    repeated(0, count: count)
  }

  /// An array of equal numbers in large pages.
  static func repeated<Element: FixedWidthInteger>(_ number: Element, count: Int) -> [Element] {
    var array: [Element] = []
    reserve(count, in: &array)
    array.append(contentsOf: repeatElement(number, count: count))
    return array
  }
}

// Large arrays that several threads write: each a part of its own, in place, so
// that nothing is put together afterwards.
//
// `unsafe` here: the parts are slices of one array's memory that do not overlap;
// a thread fills its part through an `OutputSpan`, which checks bounds, and the
// array is only seen when all have been joined and every part was full.

/// Makes arrays whose parts are written at the same time.
enum ParallelArray {
  /// An array in large pages.
  static func make<Element: BitwiseCopyable & Sendable>(
    counts: [Int], _ fill: @escaping @Sendable (Int, inout OutputSpan<Element>) -> Void
  ) -> [Element] {
    let count = counts.reduce(0, +)
    var starts = [0]
    for count in counts { starts.append((starts.last ?? 0) + count) }
    return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe adviseLargePages(UnsafeMutableRawBufferPointer(buffer))
      let memory = unsafe Memory(buffer: buffer)
      let write: @Sendable (Int) -> Void = { [starts] part in
        let slice = unsafe UnsafeMutableBufferPointer(
          rebasing: memory.buffer[starts[part]..<starts[part + 1]])
        var output = unsafe OutputSpan(buffer: slice, initializedCount: 0)
        fill(part, &output)
        precondition(output.isFull, "a part was not filled")
        _ = unsafe output.finalize(for: slice)
      }
      _ = Workers.run(others: counts.count - 1, { write($0) }, caller: { write(0) })
      initialized = count
    }
  }

  /// Memory that parts are cut from.
  @unsafe
  private struct Memory<Element>: @unchecked Sendable {
    let buffer: UnsafeMutableBufferPointer<Element>
  }
}
