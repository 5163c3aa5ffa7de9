// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import FHIRXML
internal import JSONText
internal import MedicationModel
internal import MedicationResolver

/// One medication as a table has it: a word, or JSON of a coding, of a user-annotated medication
/// or of a FHIR resource.
struct GivenText {
  let query: MedicationQuery
  /// What was noted while it was read.
  private(set) var notes: [Problem] = []

  /// Reads a text.
  ///
  /// - Throws: Why it is none of these.
  init(_ text: String) throws(LibraryFailure) {
    let bytes = Array(text.utf8)
    guard let first = FHIRDocument.firstSign(of: bytes[...]), first == 0x7B || first == 0x3C else {
      query = MedicationQuery(word: text)
      return
    }
    // The reader of medications reports what is wrong with text that is not JSON.
    let root = try? JSONDocument(bytes).root
    if FHIRDocument.isXML(bytes) || root?["resourceType"] != nil {
      query = try Self.resource(bytes)
    } else if let root, root["medication"] == nil, let coding = Self.coding(root) {
      query = coding
    } else {
      let read = try Self.medication(bytes)
      query = .userAnnotated(read.medication)
      notes = read.notes
    }
  }

  /// A coding: an object with a code, and with system, version and display if it has them.
  private static func coding(_ root: JSONNode) -> MedicationQuery? {
    guard let code = root["code"]?.string else { return nil }
    let coding = ClinicalCoding(
      system: root["system"]?.string ?? "", version: root["version"]?.string, code: code)
    return .coding(coding, display: root["display"]?.string)
  }

  private static func medication(_ bytes: [UInt8]) throws(LibraryFailure) -> ReadMedication {
    let read: [ReadMedication]
    do throws(MedicationJSONError) {
      read = try UserAnnotatedMedicationReader.read(bytes)
    } catch {
      throw LibraryFailure(
        .input, error.code,
        "\(error.line):\(error.column): found \(error.found), expected \(error.expected)")
    }
    guard let medication = read.first, read.count == 1 else {
      throw LibraryFailure(.input, "medication.count", "\(read.count) medications, expected one")
    }
    return medication
  }

  private static func resource(_ bytes: [UInt8]) throws(LibraryFailure) -> MedicationQuery {
    let document = FHIRDocument(bytes, reading: .withXML)
    if let broken = document.problems.first(where: { $0.problem.severity == .error }) {
      throw LibraryFailure(.input, broken.problem.code.rawValue, broken.problem.message)
    }
    guard let record = document.records.first, document.records.count == 1 else {
      throw LibraryFailure(
        .input, "resource.count",
        "\(document.records.count) medication resources, expected one; read_fhir reads many")
    }
    return .record(record)
  }
}
