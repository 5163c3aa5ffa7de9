// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease

// `unsafe` here: the address of an array's memory is given to the system as a
// range to advise on; nothing is read or written through it.

/// Large pages for large arrays.
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
