// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool

/// What `rxkit export` can write.
enum ExportKind: String, CaseIterable {
  case swift
  case codeSystem = "code-system"
  case valueSet = "value-set"
  case conceptMap = "concept-map"
  case clinicalUse = "clinical-use"
  case package, sqlite, csv, tsv, ndjson

  /// What it is, a few words; shells show it beside the word.
  var explanation: String {
    switch self {
    case .swift: "a Swift file: RxNorm code to symptom types, with evidence"
    case .codeSystem: "FHIR CodeSystem RxNorm"
    case .valueSet: "FHIR ValueSet of the codes that fit a filter"
    case .conceptMap: "FHIR ConceptMap: NDCs, retired codes or symptoms"
    case .clinicalUse: "FHIR R5 ClinicalUseDefinition: what labels say of symptoms"
    case .package: "all FHIR resources as one NPM package (.tgz)"
    case .sqlite: "an SQLite database with keys and indexes"
    case .csv: "comma-separated tables, a folder or one table"
    case .tsv: "tab-separated tables, a folder or one table"
    case .ndjson: "one concept an object"
    }
  }

  /// The options that only some kinds take.
  var options: [OptionDefinition] {
    switch self {
    case .swift: [ExportCommand.codes]
    case .codeSystem: [ExportCommand.fhir, ExportCommand.canonical]
    case .valueSet:
      [
        ExportCommand.fhir, ExportCommand.canonical, ExportCommand.termTypes,
        ExportCommand.ingredient, ExportCommand.prescribable, ExportCommand.inactive,
        ExportCommand.rules,
      ]
    case .conceptMap: [ExportCommand.fhir, ExportCommand.canonical, ExportCommand.map]
    case .clinicalUse: [ExportCommand.canonical, ExportCommand.bundle]
    case .package: [ExportCommand.fhir, ExportCommand.canonical, ExportCommand.packageID]
    case .csv, .tsv: [ExportCommand.table]
    case .sqlite, .ndjson: []
    }
  }

  /// Whether a terminal cannot show it.
  var isBinary: Bool { self == .package || self == .sqlite }
}
