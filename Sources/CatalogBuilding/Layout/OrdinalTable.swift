// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// From codes to ordinals while building: 20 million look-ups, so a table and no
// search. Codes lie below three million; a reconstructed release has some near
// 90 million, for which pages that hold none cost four bytes.

/// The concepts' codes in ascending order, and the way back.
struct OrdinalTable {
  private static let pageShift: UInt32 = 12
  private static let pageMask: UInt32 = 1 << pageShift - 1

  /// A position is an ordinal.
  private(set) var codes: [UInt32] = []
  /// For each page 1 + its number in `ordinals`, 0 where it holds no code.
  private var pages: [UInt32] = []
  /// 1 + the ordinal of each code of the pages that are in use.
  private var ordinals: [UInt32] = []

  /// - Parameter unsorted: Codes in any order, with repeats.
  init(_ unsorted: some Sequence<UInt32>) {
    for code in unsorted {
      let page = Int(code >> Self.pageShift)
      if page >= pages.count { pages += repeatElement(0, count: page + 1 - pages.count) }
      if pages[page] == 0 {
        pages[page] = UInt32(ordinals.count) >> Self.pageShift + 1
        ordinals += repeatElement(0, count: Int(Self.pageMask) + 1)
      }
      ordinals[Int((pages[page] - 1) << Self.pageShift | code & Self.pageMask)] = 1
    }
    for (page, number) in pages.enumerated() where number != 0 {
      let start = Int(number - 1) << Int(Self.pageShift)
      for within in 0...Int(Self.pageMask) where ordinals[start + within] != 0 {
        codes.append(UInt32(page << Int(Self.pageShift) + within))
        ordinals[start + within] = UInt32(codes.count)
      }
    }
  }

  /// The ordinal of a code.
  @inline(__always)
  func ordinal(of code: UInt32) -> UInt32? {
    let page = Int(code >> Self.pageShift)
    guard page < pages.count, pages[page] != 0 else { return nil }
    let number = ordinals[Int((pages[page] &- 1) << Self.pageShift | code & Self.pageMask)]
    return number == 0 ? nil : number &- 1
  }
}
