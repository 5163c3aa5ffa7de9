// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What `--version` prints.
enum VersionReport {
  /// The version of the tool (semantic versioning; CHANGELOG.md says what changed).
  static let tool = "0.1.0"

  /// The lines, given the value of `--catalog` and the environment.
  static func lines(catalog: String?, environment: Environment) -> [String] {
    ["rxkit \(tool)"]
  }
}
