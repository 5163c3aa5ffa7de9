// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Threads

/// Buffers of parts that were read or written, to be filled again.
///
/// A part of dense lines becomes megabytes. Answers are kept between parts and take pieces of what
/// was freed, so that the next part would need new memory, whose pages the system clears first:
/// to read 100 MB takes 5 ms into one buffer, 48 ms into new ones.
package final class BufferPool: Sendable {
  /// Larger ones are not kept, nor more than these.
  private static let sizeLimit = 16 << 20
  private static let countLimit = 8

  private let idle = Monitor<[[UInt8]]>([])

  /// Makes a pool that holds nothing yet.
  package init() {}

  /// A buffer whose bytes are no longer needed, or an empty one.
  package func take() -> [UInt8] {
    idle.withLock { $0.popLast() } ?? []
  }

  /// Takes a buffer back.
  package func give(back buffer: [UInt8]) {
    guard !buffer.isEmpty, buffer.capacity <= Self.sizeLimit else { return }
    idle.withLock { idle in
      if idle.count < Self.countLimit { idle.append(buffer) }
    }
  }
}
