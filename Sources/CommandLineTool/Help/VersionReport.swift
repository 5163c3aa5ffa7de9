// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog

/// What `--version` prints: the tool, the catalog format and the release of the data.
package enum VersionReport {
  /// The version of the tool (semantic versioning; CHANGELOG.md says what changed).
  package static let tool = "0.1.0"

  /// The lines for a program, given the value of `--catalog` and the environment.
  ///
  /// A catalog that is missing or cannot be used is reported, not an error: the versions of the
  /// tool and of its format need no catalog.
  static func lines(of program: String, catalog: String?, _ environment: Environment) -> [String] {
    [
      "\(program) \(tool)", "catalog format \(CatalogFormat.version)",
      "data \(data(catalog: catalog, environment: environment))",
    ]
  }

  private static func data(catalog: String?, environment: Environment) -> String {
    do {
      let location = try CatalogLocation(option: catalog, environment: environment)
      let release = try CatalogOpening.unwatched(location).release
      let date = release.date.map { " of \($0)" } ?? ""
      let origin = release.isOfficial ? "" : ", " + CatalogOpening.notOfficial
      return "\(release.name)\(date)\(origin) (\(location.path))"
    } catch { return "none: \(CommandFailure(error).message)" }
  }
}
