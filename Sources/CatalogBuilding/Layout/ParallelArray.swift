// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease
internal import Threads

// Large arrays that several threads write: each a part of its own, in place, so
// that nothing is put together afterwards.
//
// `unsafe` here: the parts are slices of one array's memory that do not overlap;
// a thread fills its part through an `OutputSpan`, which checks bounds, and the
// array is only seen when all have been joined and every part was full.

/// Makes arrays whose parts are written at the same time.
enum ParallelArray {
  /// An array in large pages.
  ///
  /// - Parameters:
  ///   - counts: How many elements each part has.
  ///   - fill: Gets the number of a part and appends as many elements as it has.
  /// - Returns: The parts, one behind the other.
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
