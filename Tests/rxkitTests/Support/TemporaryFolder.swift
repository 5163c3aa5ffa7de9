// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A folder of a test's own, gone with the value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rxkit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // Nobody misses a temporary folder that cannot be removed.
    try? FileManager.default.removeItem(at: url)
  }

  /// The place of a name within the folder.
  subscript(name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file, and the folders above it.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let place = self[name]
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
    return place.path
  }

  /// The names in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
