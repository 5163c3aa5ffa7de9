// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// The questions of `Fixtures/answers.txt`, each with what the JSON of its answer says.
@Suite("What an answer says in JSON")
struct AnswerTests {
  static let cases = CaseFile.cases(of: "Tests/MedicationResolverTests/Fixtures/answers.txt")

  @Test("Each question has the answer that its case expects", arguments: cases)
  func ask(_ item: CaseFile.Case) throws {
    let resolver: MedicationResolver? =
      switch item.options.first {
      case "starter": try Resolvers.starter(skipping: item.title)
      case "reconstructed": try Resolvers.reconstructed.get()
      default: try Resolvers.small.get()
      }
    guard let resolver else { return }
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      let answer = try resolver.resolve(try Self.query(row.text.replacing("␣", with: " ")))
      let root = try JSONDocument(Array(answer.json.utf8)).root
      #expect(row.mismatches(in: root) == [])
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 62)
  }

  private static func query(_ text: String) throws -> MedicationQuery {
    let kind = text.prefix { $0 != " " }
    let rest = String(text.dropFirst(kind.count + 1))
    let words = rest.components(separatedBy: " | ")
    var members: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      members[String(parts[0])] = String(parts[1])
    }
    switch kind {
    case "name": return .name(rest)
    case "codes":
      // A code may begin or end with a blank.
      let codes =
        words[0].contains { $0.isLetter || $0.isNumber }
        ? words[0].components(separatedBy: "&") : []
      return .userAnnotated(
        .sample(
          codes, text: members["text"] ?? "x", form: members["form"] ?? "unknown",
          nickname: members["nickname"]))
    case "fhir":
      return .record(try #require(FHIRDocument(Array(rest.utf8)).records.first))
    default:
      #expect(kind == "record")
      var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
      record.codings = codings(words[0], version: members["version"])
      record.text = members["text"]
      record.referencedCodings = codings(members["ref"] ?? "")
      record.absence = members["absence"].flatMap { AbsenceStatement(rawValue: $0) }
      for word in words where word.hasPrefix("ingredient=") {
        let parts = word.dropFirst(11).components(separatedBy: "\"")
        record.ingredients.append(
          MedicationIngredient(
            codings: codings(parts[0].trimmingCharacters(in: .whitespaces)),
            text: parts.count > 1 ? parts[1] : nil))
      }
      return .record(record)
    }
  }

  /// Codings as `system#code~display`, between pluses; `""` is an empty text, `-` none.
  private static func codings(_ text: String, version: String? = nil) -> [FHIRCoding] {
    let systems = [
      "rx": CodeSystem.rxNorm, "ndc": CodeSystem.ndc, "unii": CodeSystem.unii,
      "atc": CodeSystem.atc, "snomed": CodeSystem.snomedCT,
      "absent": "http://terminology.hl7.org/CodeSystem/data-absent-reason",
    ]
    func value(_ text: String) -> String? {
      text.isEmpty ? nil : text == "\"\"" ? "" : systems[text] ?? text
    }
    return text.components(separatedBy: " + ").filter { !["", "-"].contains($0) }.map { coding in
      let parts = coding.components(separatedBy: "~")
      let pair = parts[0].components(separatedBy: "#")
      return FHIRCoding(
        system: value(pair[0]), version: version, code: pair.count > 1 ? value(pair[1]) : nil,
        display: parts.count > 1 ? parts[1] : nil)
    }
  }
}
