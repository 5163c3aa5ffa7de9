// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import RxNormRelease

// Which of several releases is the current one. Dates decide, never the order
// in which they were named: a command line sorts `RxNorm_full_01062025` before
// `RxNorm_full_12022024`.

/// Why releases cannot be put in order.
public struct ReleaseOrderError: Error, Sendable, Hashable {
  /// A stable name for programs, such as `build.same-date`.
  public let code: String
  /// Which releases, and what is the matter with them.
  public let message: String
  /// What to do next.
  public let remedy: String
}

extension ReleaseOrderError: CustomStringConvertible {
  /// The message with its code, and the remedy on a line of its own.
  public var description: String { "\(message)  [\(code)]\n   try: \(remedy)" }
}

enum ReleaseOrder {
  /// The releases, oldest first; the last one is current.
  ///
  /// - Throws: ``ReleaseOrderError`` if one of several is undated, two have one
  ///   date, or one is a part of RxNorm of another kind than the rest: what is
  ///   missing in such a part may still have existed.
  static func sorted(_ releases: [RxNormRelease]) throws(ReleaseOrderError) -> [RxNormRelease] {
    guard releases.count > 1 else { return releases }
    for release in releases {
      if release.date == nil {
        throw ReleaseOrderError(
          code: "build.undated",
          message: "\(release.path): nothing tells the date of \(release.name), expected one "
            + "because several releases were named",
          remedy: "keep NLM's name of the zip or folder, RxNorm_full_MMDDYYYY")
      }
      if isWeekly(release) {
        throw ReleaseOrderError(
          code: "build.weekly",
          message: "\(release.path): a weekly release holds additions only, expected whole "
            + "releases because several were named", remedy: "the monthly releases")
      }
    }
    let sorted = releases.sorted {
      ($0.date ?? "", $0.path) < ($1.date ?? "", $1.path)
    }
    for (older, newer) in zip(sorted, sorted.dropFirst()) {
      if older.date == newer.date {
        throw ReleaseOrderError(
          code: "build.same-date",
          message: "\(older.path) and \(newer.path) are both of \(older.date ?? ""), "
            + "expected releases of different dates", remedy: "name each release once")
      }
      if older.isPrescribable != newer.isPrescribable {
        let (part, whole) = older.isPrescribable ? (older, newer) : (newer, older)
        throw ReleaseOrderError(
          code: "build.mixed-releases",
          message: "\(part.path) is the prescribable part of a release and \(whole.path) is whole, "
            + "expected one kind: what the part lacks was not gone",
          remedy: "--prescribable, to read the prescribable part of each")
      }
    }
    return sorted
  }

  /// A weekly release holds what was added since the month's, not the whole.
  static func isWeekly(_ release: RxNormRelease) -> Bool {
    let file = release.path.split(separator: "/").last ?? ""
    return "\(file) \(release.name)".lowercased().contains("_weekly_")
  }
}
