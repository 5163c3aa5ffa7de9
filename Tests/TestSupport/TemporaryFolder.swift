// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// A folder of a test's own, gone with the value.
public final class TemporaryFolder: Sendable {
  /// Its place.
  public let url: URL

  /// Makes the folder with files by their names.
  public init(_ files: [(String, [UInt8])] = []) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rxkit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  deinit {
    // Nobody misses a temporary folder that cannot be removed.
    try? FileManager.default.removeItem(at: url)
  }

  /// The place of a name within the folder.
  public subscript(name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file, and the folders above it; gives its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let place = self[name]
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
    return place.path
  }

  /// Writes a text.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// The names in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
