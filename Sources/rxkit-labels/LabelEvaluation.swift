// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import JSONText
import MedicationModel
import SymptomMapping

/// An annotated label: the plain text of its sections by their names.
///
/// Format: one object a line with `id`, `drug` and `sections`
/// (`adverse_reactions`, `warnings_and_precautions`, `boxed_warning`).
struct AnnotatedLabel: Sendable {
  /// The names of the sections with their codes, in the order of a label.
  static let sections = [
    ("boxed_warning", "34066-1"), ("warnings_and_precautions", "43685-7"),
    ("adverse_reactions", "34084-4"),
  ]

  /// The identifier.
  let id: String
  /// The label; ``names`` runs parallel to its sections.
  let label: DrugLabel
  /// The names of its sections.
  let names: [String]

  /// Reads one line; `nil` if it is no annotated label.
  init?(_ node: JSONNode, file: String) {
    guard let id = node["id"]?.string, let sections = node["sections"], sections.isObject else {
      return nil
    }
    var label = DrugLabel(source: .annotated, file: file, kind: .prescription)
    label.title = node["drug"]?.string ?? id
    label.setID = id
    var names: [String] = []
    for (name, loinc) in Self.sections {
      guard let text = sections[name]?.string else { continue }
      var section = LabelSection(loinc: loinc)
      section.text = LabelText(text)
      label.sections.append(section)
      names.append(name)
    }
    self.id = id
    self.label = label
    self.names = names
  }
}

/// How well the extraction does on annotated labels: sets of symptoms per label and section.
struct LabelEvaluation: Sendable {
  /// Right, wrong and missed ones.
  struct Counts: Sendable, Hashable {
    /// Found and annotated.
    var found = 0
    /// Found and not annotated.
    var wrong = 0
    /// Annotated and not found.
    var missed = 0

    /// Nothing counted yet.
    init() {}

    /// Found of all that was found.
    var precision: Share { Share(found, of: found + wrong) }
    /// Found of all that is annotated.
    var recall: Share { Share(found, of: found + missed) }
    /// The harmonic mean of both.
    var f1: Share { Share(2 * found, of: 2 * found + wrong + missed) }
    /// How many are annotated.
    var expected: Int { found + missed }
  }

  /// A share as printed: four decimals, rounded half up, in whole numbers.
  struct Share: Sendable, Hashable, CustomStringConvertible {
    /// Ten thousandths; `nil` of nothing.
    let tenThousandths: Int?

    init(_ count: Int, of total: Int) {
      tenThousandths = total > 0 ? (count * 20_000 + total) / (2 * total) : nil
    }

    /// `0.9840`; empty for a share of nothing.
    var description: String {
      guard let tenThousandths else { return "" }
      let digits = String(tenThousandths % 10_000)
      let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
      return "\(tenThousandths / 10_000).\(zeros)\(digits)"
    }
  }

  /// A symptom that was found or annotated, but not both.
  struct Miss: Sendable, Hashable {
    /// The label.
    let label: String
    /// The name of the section.
    let section: String
    /// The symptom.
    let symptom: SymptomCategory
    /// Whether it is annotated, and was not found.
    let isMissed: Bool
    /// The label's words of the first statement or, of one that was missed, the first reason.
    let words: String
  }

  /// The counts of each section by name.
  var sections: [String: Counts] = [:]
  /// The counts of each symptom over all sections.
  var categories: [SymptomCategory: Counts] = [:]
  /// The counts over all sections.
  var all = Counts()
  /// What was wrong or missed.
  var misses: [Miss] = []
  /// How many labels were counted.
  var labelCount = 0

  /// Nothing counted yet.
  init() {}

  /// Compares a reading with the annotated symptoms, by the names of the sections.
  mutating func add(
    _ annotated: AnnotatedLabel, _ reading: LabelReading,
    expected: [String: Set<SymptomCategory>]
  ) {
    labelCount += 1
    for (index, name) in annotated.names.enumerated() {
      let statements = reading.statements.filter { $0.section == index && $0.sense == .effect }
      let found = Set(statements.map(\.symptom))
      let right = expected[name] ?? []
      for symptom in SymptomCategory.allCases {
        let isFound = found.contains(symptom)
        let isRight = right.contains(symptom)
        guard isFound || isRight else { continue }
        count(isFound, isRight, name, symptom)
        guard isFound != isRight else { continue }
        let words =
          isFound
          ? statements.first { $0.symptom == symptom }?.term
          : reading.passed.first { $0.section == index && $0.symptom == symptom }?.reason.rawValue
        misses.append(
          Miss(
            label: annotated.id, section: name, symptom: symptom, isMissed: isRight,
            words: words ?? ""))
      }
    }
  }

  private mutating func count(
    _ isFound: Bool, _ isRight: Bool, _ section: String, _ symptom: SymptomCategory
  ) {
    let path: WritableKeyPath<Counts, Int> =
      isFound && isRight ? \.found : isFound ? \.wrong : \.missed
    all[keyPath: path] += 1
    sections[section, default: Counts()][keyPath: path] += 1
    categories[symptom, default: Counts()][keyPath: path] += 1
  }
}
