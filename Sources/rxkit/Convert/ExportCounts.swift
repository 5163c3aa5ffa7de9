// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRStreams

/// How many resources a manifest says that the files of an export hold, and how many were read.
///
/// A download that was cut between two lines looks whole in every other way.
struct ExportCounts {
  /// By the path of the file.
  private var stated: [String: Int] = [:]
  private(set) var read: [String: Int] = [:]

  /// The files whose resources are to be counted.
  var paths: Set<String> { Set(stated.keys) }

  /// Takes over what a manifest says of a file; `nil` where it says nothing.
  mutating func state(_ count: Int?, of path: String) {
    guard let count else { return }
    // A file that is named twice holds what both say only if they agree; the larger one counts.
    stated[path] = max(stated[path] ?? 0, count)
  }

  /// Adds what was read of a file.
  mutating func add(_ count: Int, of path: String) {
    guard count > 0, stated[path] != nil else { return }
    read[path, default: 0] += count
  }

  /// Takes over what an earlier run read, of the files that it speaks of.
  mutating func goOn(after read: [String: Int]) {
    self.read.merge(read) { $1 }
  }

  /// A line for every file that holds another number than its manifest says, in byte order.
  var differences: [String] {
    stated.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap {
      path, stated in
      let read = read[path] ?? 0
      guard read != stated else { return nil }
      return "\(path): the file holds "
        + DisplayText.counted(read, "resource", "resources")
        + ", expected \(DisplayText.grouped(stated)), as the manifest of the export says; download "
        + "it again, or correct the manifest  [export.count]"
    }
  }
}
