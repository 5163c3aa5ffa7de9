// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import Foundation
import MedicationModel
import SymptomMapping
import TestSupport

/// The shipped phrases, and labels made of single sentences.
enum Extraction {
  static let phrases: PhraseTable = {
    guard let table = try? PhraseTable(bytes: TSV.bytes("Data/Mappings/phrases.tsv")) else {
      preconditionFailure("Data/Mappings/phrases.tsv cannot be read")
    }
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

/// Tables of tab-separated fields as dictionaries by column.
enum TSV {
  static func rows(_ bytes: [UInt8]) -> [[String: String]] {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines.removeFirst()
    return lines.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// The bytes of a file of the repository.
  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.root.appending(path: path)))
  }

  /// The rows of a fixture; one that cannot be read ends the tests.
  static func fixture(_ name: String) -> [[String: String]] {
    guard let bytes = try? bytes("Tests/DrugLabelsTests/Fixtures/\(name)") else {
      preconditionFailure("the fixture \(name) cannot be read")
    }
    return rows(bytes)
  }
}
