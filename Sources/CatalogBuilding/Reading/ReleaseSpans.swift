// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What stood in which of several releases. A release has a number, 0 for the
// oldest; a span is a run of consecutive numbers. Rows that stay the same from
// release to release share one span, so twelve months cost little more than one.

/// A run of releases that hold something.
struct ReleaseRun: Hashable {
  var first: UInt16
  var last: UInt16
}

/// Names and NDCs of SAB RXNORM with the releases that hold them.
struct ReleaseSpans {
  /// One name of a code, as one release has it.
  struct NameKey: Hashable {
    let rxcui: UInt32
    /// Number of the text in the pool of strings.
    let text: UInt32
    /// Number of the term type among the symbols, as given out while reading.
    let termType: UInt16
    /// The SUPPRESS letter.
    let suppress: UInt8
  }

  /// An NDC of a code.
  struct NDCKey: Hashable {
    let ndc: UInt64
    let rxcui: UInt32
  }

  /// The releases, oldest first.
  var releases: [Release] = []
  private(set) var names: [(key: NameKey, run: ReleaseRun)] = []
  private(set) var ndcs: [(key: NDCKey, run: ReleaseRun)] = []
  private var lastOfName: [NameKey: Int] = [:]
  private var lastOfNDC: [NDCKey: Int] = [:]

  /// Removes names, after all are read.
  mutating func removeNames(where isRemoved: (NameKey) -> Bool) {
    names.removeAll { isRemoved($0.key) }
  }

  /// Removes NDCs, after all are read.
  mutating func removeNDCs(where isRemoved: (NDCKey) -> Bool) {
    ndcs.removeAll { isRemoved($0.key) }
  }

  /// One of the releases.
  struct Release {
    let name: String
    let date: String
    let isOfficial: Bool
    let isPrescribable: Bool
  }

  /// The number of the release that is being read.
  private var current: UInt16 { UInt16(truncatingIfNeeded: releases.count - 1) }

  /// Notes a name of the release that was added last; repeated rows count once.
  mutating func note(_ key: NameKey) {
    let number = current
    if let place = lastOfName[key], Int(names[place].run.last) + 1 >= Int(number) {
      names[place].run.last = number
      return
    }
    lastOfName[key] = names.count
    names.append((key, ReleaseRun(first: number, last: number)))
  }

  /// Notes an NDC of the release that was added last.
  mutating func note(_ key: NDCKey) {
    let number = current
    if let place = lastOfNDC[key], Int(ndcs[place].run.last) + 1 >= Int(number) {
      ndcs[place].run.last = number
      return
    }
    lastOfNDC[key] = ndcs.count
    ndcs.append((key, ReleaseRun(first: number, last: number)))
  }

  /// Lets go of what is needed while reading only.
  mutating func finish() {
    lastOfName = [:]
    lastOfNDC = [:]
  }
}
