// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRStreams
internal import RxNormRelease

/// The formats that are imported.
package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
  case onSIDES2 = "onsides-v2"
  case onSIDES3 = "onsides-v3"
  case sider, csv

  package var title: String { facts.title }
  /// The terms of the source, as its rows carry them; `nil` where rows state their own.
  package var licence: String? { facts.licence }
  /// What whoever imports must have read about the terms; `nil` if nothing.
  package var notice: String? { facts.notice }
  package var isNonCommercial: Bool { self == .sider }
  /// A file that only this format has.
  private var mark: String { facts.mark }

  private var facts: (title: String, mark: String, licence: String?, notice: String?) {
    switch self {
    case .onSIDES2: ("OnSIDES 2 (CSV folder)", "adverse_reactions.csv", "MIT", Self.onSIDES)
    case .onSIDES3: ("OnSIDES 3 (CSV folder)", "product_adverse_effect.csv", "MIT", Self.onSIDES)
    case .sider: ("SIDER 4.1 (TSV folder)", "meddra_all_se.tsv", "CC-BY-NC-SA-4.0", Self.siderTerms)
    case .csv: ("own table (CSV file)", "", nil, nil)
    }
  }

  private static let onSIDES =
    "OnSIDES: Tanaka et al., Med 2025, doi 10.1016/j.medj.2025.100642; repository under the MIT "
    + "licence, for academic research; check the terms of the data of your release"
  private static let siderTerms =
    "SIDER 4.1: Kuhn et al., Nucleic Acids Res. 2016;44:D1075; Creative Commons "
    + "Attribution-NonCommercial-ShareAlike 4.0 (CC BY-NC-SA 4.0): no commercial use, credit, "
    + "and the same terms for what is made of it; its terms are MedDRA's, which are dropped"

  package init(path: String) throws(LabelError) {
    guard let kind = try? pathKind(path) else {
      throw LabelError(
        "import.missing-file", path, found: "nothing of that name",
        expected: "a folder or a CSV file",
        try: "check the spelling of the path")
    }
    self = .csv
    guard kind == .folder else { return }
    let folder = ImportFolder(path)
    let folders = Self.allCases.filter { $0 != .csv }
    let found = folders.filter { folder.has($0.mark) }
    guard let format = found.first, found.count == 1 else {
      throw LabelError(
        "import.unknown-format", path,
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

  func rows(_ name: String, _ form: ImportRows.Form) throws(LabelError) -> ImportRows {
    if let place = place(of: name) { return try .open(place, form) }
    throw LabelError(
      "import.missing-file", "\(path)/\(name)", found: "no such file",
      expected: "it, plain or as gzip",
      try: "take all files of the release")
  }
}

extension LabelError {
  /// An error of reading the file of an import.
  static func ofImport(_ error: FHIRStreamError, file: String) -> LabelError {
    let found = LabelError(error, file: file).found
    if error.code.hasPrefix("gzip.") {
      return LabelError(
        "import.gzip", file, found: found, expected: "whole gzip",
        try: error.remedy ?? "get the file again")
    }
    return LabelError(
      error.remedy == nil ? "import.unreadable" : "import.missing-file", file,
      found: found.prefix(1).lowercased() + found.dropFirst(),
      expected: "a file that can be read",
      try: "check the spelling of the path and who may read it")
  }
}

/// What an import read, what it became, and why the rest was left out.
package struct ImportSummary: Sendable {
  package let format: ImportFormat
  /// The files that were read, in the order of reading, each with its rows.
  package internal(set) var files: [(name: String, rows: Int)] = []
  package internal(set) var mappedCount = 0
  package internal(set) var dropped: [DropReason: Int] = [:]
  /// Codes and names of drugs that are not used as given, by kind.
  package internal(set) var codes: [CodeProblem: Set<String>] = [:]
  /// Distinct terms that name one of the 39 categories, and those that name none.
  package internal(set) var (mappedTermCount, unmappedTermCount) = (0, 0)
  /// Figures that could not be given with their context and were left out.
  package internal(set) var droppedFigureCount = 0
  /// What else a reader of the table must know, sentences without a full stop.
  package internal(set) var notes: [String] = []
  package internal(set) var (rowCount, subjectCount) = (0, 0)

  init(_ format: ImportFormat) { self.format = format }

  package var droppedCount: Int { dropped.values.reduce(0, +) }

  mutating func drop(_ reason: DropReason, _ count: Int = 1) {
    if count > 0 { dropped[reason, default: 0] += count }
  }

  mutating func note(_ problem: CodeProblem, _ code: String) {
    codes[problem, default: []].insert(code)
  }

  /// Codes and names of one kind, sorted: numbers by value, then the rest.
  package func codes(_ problem: CodeProblem) -> [String] {
    (codes[problem] ?? []).sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
  }
}

/// Why a row of effects supports no row of the result, in words.
package enum DropReason: String, Error, Sendable, Hashable, CaseIterable {
  case unmappedTerm = "terms outside the 39 categories"
  case unknownTerm = "terms that the vocabulary does not contain"
  case unknownLabel = "labels that the list of labels does not contain"
  case olderVersion = "older versions of a label"
  case noSubject = "drugs whose codes or names lead to no subject"
  case severalSubjects = "labels of several drugs with different ingredients"
  case belowScore = "scores not above the cut"
  case unscoredWarning = "warnings without a score"
  case belowShare = "named by too small a share of the labels"
  case unknownSection = "sections that are not known"
  case indication = "what the drug is for"
  case placeboOnly = "figures of placebo for terms that the drug does not have"

  package var code: String { kebab("\(self)") }
}

/// Why the code or name of a drug is not used as given, in words.
package enum CodeProblem: String, Sendable, Hashable, CaseIterable {
  case replaced = "retired codes, taken as their successor"
  case retired = "retired codes without a successor, taken as what they were"
  case severalSuccessors = "retired codes with several successors, left out"
  case bySource = "products that the release lacks, taken as the ingredients that the source names"
  case rxnormExtension = "codes of RxNorm Extension, left out"
  case unknown = "codes that the release does not contain, left out"
  case notACode = "no codes of RxNorm, left out"
  case noIngredients = "codes without all of their ingredients, left out"
  case noCombination = "ingredients without a combination in the release, left out"
  case unknownName = "drugs whose name and ATC codes lead to no ingredient, left out"
  case ambiguousName = "drugs whose name and ATC codes lead to several ingredients, left out"

  package var code: String { kebab("\(self)") }
}

/// `invalidUTF8` as `invalid-utf8`, `notACode` as `not-a-code`.
func kebab(_ name: String) -> String {
  name.indices.map { place in
    let isStart =
      name[place].isUppercase && place > name.startIndex
      && (name[name.index(before: place)].isLowercase
        || name[name.index(after: place)...].first?.isLowercase == true)
    return (isStart ? "-" : "") + name[place].lowercased()
  }.joined()
}
