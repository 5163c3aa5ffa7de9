// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping

/// The shipped phrases, and labels made of single sentences.
enum Extraction {
  static let phrases: PhraseTable = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = folder.appending(path: "Data/Mappings/phrases.tsv")
    guard let data = try? Data(contentsOf: file), let table = try? PhraseTable(bytes: Array(data))
    else { preconditionFailure("Data/Mappings/phrases.tsv cannot be read") }
    return table
  }()

  static let extractor = LabelExtractor(phrases: phrases)

  /// A label with one section for each code and text.
  static func label(_ sections: [(loinc: String, text: String)], drug: String = "") -> DrugLabel {
    var label = DrugLabel(source: .other, file: "made", kind: .prescription)
    label.title = drug
    for (loinc, text) in sections {
      var section = LabelSection(loinc: loinc)
      section.text = LabelText(text)
      label.sections.append(section)
    }
    return label
  }

  /// What the label says, each statement in one line: symptom, class and what else it has.
  static func lines(_ label: DrugLabel) -> [String] {
    extractor.read(label).statements.map(line)
  }

  static func lines(_ loinc: String, _ text: String, drug: String = "") -> [String] {
    lines(label([(loinc, text)], drug: drug))
  }

  static func line(_ statement: LabelStatement) -> String {
    var words = [name(statement.symptom), statement.evidenceClass.rawValue]
    if statement.direction != .present { words.append(statement.direction.rawValue) }
    if let percent = statement.drugPercent { words.append(percent + "%") }
    if let percent = statement.comparatorPercent {
      words.append("vs \(percent)% \(statement.comparator.rawValue)")
    }
    if let threshold = statement.threshold { words.append("cut \(threshold)%") }
    if statement.sense != .effect { words.append(statement.sense.rawValue) }
    if !statement.context.isEmpty { words.append("under: \(statement.context)") }
    if let population = statement.population { words.append("in: \(population)") }
    return words.joined(separator: " ")
  }

  /// Why places make no statement, each in one line.
  static func passed(_ loinc: String, _ text: String, drug: String = "") -> [String] {
    extractor.read(label([(loinc, text)], drug: drug)).passed
      .map { "\(name($0.symptom)) \($0.reason.rawValue)" }
  }

  static func name(_ symptom: SymptomCategory) -> String {
    String(symptom.rawValue.dropFirst("HKCategoryTypeIdentifier".count))
  }
}

/// Sections by their codes.
enum Section {
  static let adverse = "34084-4"
  static let warnings = "43685-7"
  static let boxed = "34066-1"
  static let indications = "34067-9"
}
