// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import RxNormRelease

/// Folders as the system gives them.
enum LabelFolder {
  /// Whether a folder is at a path.
  static func isFolder(_ path: String) throws(LabelError) -> Bool {
    do {
      return try pathKind(path) == .folder
    } catch {
      throw failure(error, path)
    }
  }

  /// The names in a folder, sorted.
  static func names(_ path: String) throws(LabelError) -> [String] {
    do {
      return try namesInFolder(path)
    } catch {
      throw failure(error, path)
    }
  }

  private static func failure(_ error: FileAccessError, _ path: String) -> LabelError {
    LabelError(
      "input.unreadable", path, found: error.reason, expected: "",
      try: error.isMissing ? "check the spelling of the path" : nil)
  }
}
