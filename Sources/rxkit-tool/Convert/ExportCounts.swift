// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
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

  /// What manifests say, a line for each file in byte order.
  var statements: [String] {
    stated.map { "\($0) holds \($1)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Takes over what a manifest says of a file; `nil` where it says nothing.
  mutating func state(_ count: Int?, of path: String) {
    guard let count else { return }
    // A file that is named twice holds what both say only if they agree; the larger one counts.
    stated[path] = max(stated[path] ?? 0, count)
  }

  /// Notes that a file is read under another path of it.
  mutating func rename(_ path: String, to other: String) {
    guard path != other else { return }
    state(stated.removeValue(forKey: path), of: other)
  }

  /// Adds what was read of a file.
  mutating func add(_ count: Int, of path: String) {
    guard count > 0, stated[path] != nil else { return }
    read[path, default: 0] += count
  }

  /// Notes that a file was read to its end.
  ///
  /// One that holds what its manifest says is forgotten, so that what a journal keeps does not grow
  /// with the files that are done.
  mutating func end(_ path: String) {
    guard let expected = stated[path] else { return }
    if read[path] ?? 0 == expected {
      stated[path] = nil
      read[path] = nil
    } else {
      read[path, default: 0] += 0
    }
  }

  /// Takes over what an earlier run read.
  ///
  /// - Parameters:
  ///   - read: The counts that it kept.
  ///   - ended: The files that it read to their ends: those without a count held what they should.
  mutating func goOn(after read: [String: Int], ended: [String]) {
    for path in ended where read[path] == nil { stated[path] = nil }
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
