// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import RxNormRelease

/// The formats that are imported.
package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
  case onSIDES2 = "onsides-v2"
  case onSIDES3 = "onsides-v3"
  case sider, csv

  package var title: String {
    switch self {
    case .onSIDES2: "OnSIDES 2 (CSV folder)"
    case .onSIDES3: "OnSIDES 3 (CSV folder)"
    case .sider: "SIDER 4.1 (TSV folder)"
    case .csv: "own table (CSV file)"
    }
  }

  /// The terms of the source, as its rows carry them; `nil` where rows state their own.
  package var licence: String? {
    switch self {
    case .onSIDES2, .onSIDES3: "MIT"
    case .sider: "CC-BY-NC-SA-4.0"
    case .csv: nil
    }
  }

  /// What whoever imports must have read about the terms; `nil` if nothing.
  package var notice: String? {
    switch self {
    case .onSIDES2, .onSIDES3:
      "OnSIDES: Tanaka et al., Med 2025, doi 10.1016/j.medj.2025.100642; repository under the MIT "
        + "licence, for academic research; check the terms of the data of your release"
    case .sider:
      "SIDER 4.1: Kuhn et al., Nucleic Acids Res. 2016;44:D1075; Creative Commons "
        + "Attribution-NonCommercial-ShareAlike 4.0 (CC BY-NC-SA 4.0): no commercial use, credit, "
        + "and the same terms for what is made of it; its terms are MedDRA's, which are dropped"
    case .csv: nil
    }
  }

  package var isNonCommercial: Bool { self == .sider }

  var mark: String {
    switch self {
    case .onSIDES2: "adverse_reactions.csv"
    case .onSIDES3: "product_adverse_effect.csv"
    case .sider: "meddra_all_se.tsv"
    case .csv: ""
    }
  }

  package init(path: String) throws(ImportError) {
    guard let kind = try? pathKind(path) else {
      throw ImportError(
        .missingFile, path, found: "nothing of that name", expected: "a folder or a CSV file",
        try: "check the spelling of the path")
    }
    self = .csv
    guard kind == .folder else { return }
    let folder = ImportFolder(path)
    let folders = Self.allCases.filter { $0 != .csv }
    let found = folders.filter { folder.has($0.mark) }
    guard let format = found.first, found.count == 1 else {
      throw ImportError(
        .unknownFormat, path,
        found: found.isEmpty
          ? "none of the files that identify a format"
          : "files of " + found.map(\.rawValue).joined(separator: " and "),
        expected: "one of " + folders.map(\.mark).joined(separator: ", "),
        try: found.isEmpty
          ? "name the folder that holds the files, after unpacking the release"
          : "--from \(found[0].rawValue), or a folder for each")
    }
    self = format
  }
}

/// A folder with the files of a format, each plain or as gzip.
struct ImportFolder {
  private let path: String

  init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private func place(of name: String) -> String? {
    ["\(path)/\(name)", "\(path)/\(name).gz"].first {
      let kind = try? pathKind($0)
      return kind == .file || kind == .other
    }
  }

  func has(_ name: String) -> Bool { place(of: name) != nil }

  func rows(_ name: String, _ form: ImportRows.Form) throws(ImportError) -> ImportRows {
    if let place = place(of: name) { return try ImportRows(place, form) }
    throw ImportError(
      .missingFile, "\(path)/\(name)", found: "no such file", expected: "it, plain or as gzip",
      try: "take all files of the release")
  }
}
