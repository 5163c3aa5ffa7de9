// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Why a catalog cannot be opened, trusted or built.
public struct CatalogError: Error, Sendable, Hashable {
  /// A stable name for programs, such as `catalog.version`.
  public let code: String
  /// The file, as it was given.
  public let file: String
  /// Byte offset in the file, where one is known.
  public let offset: Int?
  /// What was found and what was expected.
  public let reason: String
  /// What to do next.
  public let remedy: String

  static func unreadable(_ file: String, reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.unreadable", file: file, offset: nil, reason: "cannot be read: \(reason)",
      remedy: "check the path, or build one: rxkit build <release> -o \(file)")
  }

  static func notACatalog(_ file: String) -> CatalogError {
    CatalogError(
      code: "catalog.magic", file: file, offset: 0,
      reason: "not an rxkit catalog",
      remedy: "build one: rxkit build <release> -o catalog.rxkit")
  }

  static func version(_ file: String, found: UInt32) -> CatalogError {
    CatalogError(
      code: "catalog.version", file: file, offset: HeaderField.version,
      reason: "format version \(found), this rxkit reads \(CatalogFormat.version)",
      remedy: "build it again with this rxkit: rxkit build <release> -o \(file) --force")
  }

  static func damaged(_ file: String, at offset: Int, _ reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.damaged", file: file, offset: offset, reason: reason,
      remedy:
        "build it again: rxkit build <release> -o \(file) --force; rxkit verify names all damage")
  }

  static func leftOut(_ file: String, _ parts: CatalogParts) -> CatalogError {
    let options =
      (parts.isDisjoint(with: .subset) ? [] : ["--subset"])
      + parts.subtracting(.subset).names.map { "--without \($0)" }
    return CatalogError(
      code: "catalog.left-out", file: file, offset: nil,
      reason: "this catalog was built without \(parts.words)",
      remedy: "use a catalog that was built without \(options.joined(separator: " and "))")
  }

  static func unwritable(_ file: String, reason: String) -> CatalogError {
    CatalogError(
      code: "catalog.unwritable", file: file, offset: nil, reason: "cannot be written: \(reason)",
      remedy: "choose another place with -o; nothing was written")
  }

  package static func tooLarge(_ file: String, _ what: String) -> CatalogError {
    CatalogError(
      code: "catalog.too-large", file: file, offset: nil,
      reason: "\(what) does not fit into format version \(CatalogFormat.version)",
      remedy: "build from one release at a time; nothing was written")
  }
}

extension CatalogError: CustomStringConvertible {
  /// File and byte offset, the reason with its code, and the remedy on a line of its own.
  public var description: String {
    let place = offset.map { "\(file): byte \($0)" } ?? file
    return "\(place): \(reason)  [\(code)]\n   try: \(remedy)"
  }
}
