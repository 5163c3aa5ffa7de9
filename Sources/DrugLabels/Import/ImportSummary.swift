// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What an import read, what became of it, and why the rest was left out.
package struct ImportSummary: Sendable {
  package let format: ImportFormat
  /// The files that were read, in the order of reading, each with its rows.
  package internal(set) var files: [(name: String, rows: Int)] = []
  package internal(set) var mappedCount = 0
  package internal(set) var dropped: [DropReason: Int] = [:]
  /// Codes and names of drugs that are not taken as they stand, by kind.
  package internal(set) var codes: [CodeProblem: Set<String>] = [:]
  /// Distinct terms that name one of the 39 categories, and those that name none.
  package internal(set) var (mappedTermCount, unmappedTermCount) = (0, 0)
  /// Figures that could not be given with their company and were left out.
  package internal(set) var droppedFigureCount = 0
  /// What else a reader of the table must know, sentences without a full stop.
  package internal(set) var notes: [String] = []
  package internal(set) var (rowCount, subjectCount) = (0, 0)

  init(_ format: ImportFormat) {
    self.format = format
  }

  package var droppedCount: Int { dropped.values.reduce(0, +) }

  mutating func drop(_ reason: DropReason, _ count: Int = 1) {
    if count > 0 { dropped[reason, default: 0] += count }
  }

  mutating func note(_ problem: CodeProblem, _ code: String) {
    codes[problem, default: []].insert(code)
  }

  /// Codes and names of one kind, sorted: numbers by value, then the rest.
  package func codes(_ problem: CodeProblem) -> [String] {
    (codes[problem] ?? []).sorted { left, right in
      switch (Int(left), Int(right)) {
      case (let a?, let b?) where a != b: a < b
      case (_?, nil): true
      case (nil, _?): false
      default: left.utf8.lexicographicallyPrecedes(right.utf8)
      }
    }
  }
}

/// Why a row of effects supports no row of the result; ``meaning`` explains it.
package enum DropReason: String, Error, Sendable, Hashable, CaseIterable {
  case unmappedTerm = "unmapped-term"
  case unknownTerm = "unknown-term"
  case unknownLabel = "unknown-label"
  case olderVersion = "older-version"
  case noSubject = "no-subject"
  case severalSubjects = "several-subjects"
  case belowScore = "below-score"
  case unscored = "unscored-warning"
  case belowShare = "below-share"
  case unknownSection = "unknown-section"
  case indication
  case placeboOnly = "placebo-only"

  package var meaning: String {
    switch self {
    case .unmappedTerm: "terms outside the 39 categories"
    case .unknownTerm: "terms that the vocabulary does not hold"
    case .unknownLabel: "labels that the list of labels does not hold"
    case .olderVersion: "older versions of a label"
    case .noSubject: "drugs whose codes or names lead to no subject"
    case .severalSubjects: "labels of several drugs with different ingredients"
    case .belowScore: "scores not above the cut"
    case .unscored: "warnings without a score"
    case .belowShare: "named by too small a share of the labels"
    case .unknownSection: "sections that are not known"
    case .indication: "what the drug is for"
    case .placeboOnly: "figures of placebo for terms that the drug does not have"
    }
  }
}

/// Why the code or name of a drug is not used as given; ``meaning`` explains it.
package enum CodeProblem: String, Sendable, Hashable, CaseIterable {
  case replaced, retired
  case severalSuccessors = "several-successors"
  case bySource = "by-source"
  case extensionCode = "rxnorm-extension"
  case unknown
  case notACode = "not-a-code"
  case noIngredients = "no-ingredients"
  case noCombination = "no-combination"
  case unknownName = "unknown-name"
  case ambiguousName = "ambiguous-name"

  package var meaning: String {
    switch self {
    case .replaced: "retired codes, taken as their successor"
    case .retired: "retired codes without a successor, taken as what they were"
    case .severalSuccessors: "retired codes with several successors, left out"
    case .bySource: "products that the release lacks, taken as the source's ingredients of them"
    case .extensionCode: "codes of RxNorm Extension, left out"
    case .unknown: "codes that the release does not hold, left out"
    case .notACode: "no codes of RxNorm, left out"
    case .noIngredients: "codes without all of their ingredients, left out"
    case .noCombination: "ingredients without a combination in the release, left out"
    case .unknownName: "drugs whose name and ATC codes lead to no ingredient, left out"
    case .ambiguousName: "drugs whose name and ATC codes lead to several ingredients, left out"
    }
  }
}
