// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Where the catalog is: the option, then the environment, then the user's data folder.
package struct CatalogLocation: Equatable, Sendable {
  /// What named the place.
  package enum Origin: Equatable, Sendable { case option, environment, userData }

  package let path: String
  package let origin: Origin

  /// Finds the place by the rules; whether a file is there is another question.
  ///
  /// - Parameters:
  ///   - option: The value of `--catalog`.
  ///   - environment: Where the other places come from.
  /// - Throws: A failure with ``ExitCode/catalog`` if there is no place at all, which
  ///   is so without a home folder.
  package init(option: String?, environment: Environment) throws(CommandFailure) {
    if let option {
      (path, origin) = (option, .option)
    } else if let named = environment.catalog {
      (path, origin) = (named, .environment)
    } else if let place = Self.userDataPath(environment) {
      (path, origin) = (place, .userData)
    } else {
      throw CommandFailure(
        .catalog, "catalog.no-place", "no catalog is named, and HOME is not set to look for one",
        try: "--catalog <file>")
    }
  }

  /// The catalog in the user's data folder; `nil` without a home folder.
  ///
  /// A relative `XDG_DATA_HOME` is ignored, as its specification says.
  package static func userDataPath(_ environment: Environment) -> String? {
    #if os(macOS)
      return environment.home.map { $0 + "/Library/Application Support/rxkit/catalog.rxkit" }
    #else
      if let folder = environment.dataHome, folder.hasPrefix("/") {
        return folder + "/rxkit/catalog.rxkit"
      }
      return environment.home.map { $0 + "/.local/share/rxkit/catalog.rxkit" }
    #endif
  }

  /// The failure of a place where no catalog is.
  package var missing: CommandFailure {
    let named =
      switch origin {
      case .option: "named by --catalog"
      case .environment: "named by RXKIT_CATALOG"
      case .userData: "default location"
      }
    return CommandFailure(
      .catalog, "catalog.missing", "\(path): catalog not found (\(named))",
      try: "rxkit build <release.zip> -o \(path), or Scripts/get-rxnorm for NLM's current release")
  }
}
