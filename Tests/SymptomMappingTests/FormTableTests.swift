// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import TestSupport
import Testing

/// Dose forms, routes and confused names, alone and against the release.
@Suite("The tables of dose forms, routes and confused names")
struct FormTableTests {
  @Test("S18 A general form is one of the eighteen; none means unknown")
  func generalForms() throws {
    let records = try MappingTable("general-forms.tsv").records
    let forms = Set(MedicationGeneralForm.all.map(\.rawValue))
    for record in records {
      #expect(forms.contains(record["general_form"] ?? ""))
      #expect(["sure", "likely", "none"].contains(record["certainty"]))
      #expect((record["certainty"] == "none") == (record["general_form"] == "unknown"))
      #expect(
        record["certainty"] == "sure" || record["reason"] != "" || record["status"] == "older")
    }
    #expect(Set(records.map { $0["dose_form"] }).count == records.count)
  }

  @Test("S19 Every dose form has its routes, upper-case and sorted, or says why it has none")
  func routes() throws {
    let routes = try MappingTable("routes.tsv")
    #expect(try MappingTable("general-forms.tsv").column("dose_form") == routes.column("dose_form"))
    for record in routes.records {
      let names = (record["routes"] ?? "").split(separator: "|").map(String.init)
      #expect(names == names.sorted() && names.allSatisfy { $0 == $0.uppercased() })
      #expect(record["reason"] != "")
    }
  }

  @Test("S19 Routes follow the form", arguments: FixtureRows.pairs("routes by form"))
  func routesOfForm(form: String, routes: String) throws {
    let record = try MappingTable("routes.tsv").records.first { $0["dose_form"] == form }
    #expect(record?["routes"] == routes)
  }

  @Test("S5 Confused names are pairs, each once, in order; those that the rule names are there")
  func confusedNames() throws {
    let records = try MappingTable("confused-names.tsv").records
    #expect(records.count >= 60)
    let pairs = records.map { [$0["name_a"] ?? "", $0["name_b"] ?? ""] }
    #expect(Set(pairs).count == pairs.count)
    #expect(pairs.allSatisfy { $0[0] < $0[1] })
    for pair in [
      ["hydralazine", "hydroxyzine"], ["clonazepam", "clonidine"], ["vinblastine", "vincristine"],
    ] {
      #expect(pairs.contains(pair))
    }
  }

  /// RxCUI, term type and name of the release's own concepts.
  private func release() throws -> [(rxcui: String, termType: String, name: String)]? {
    guard let path = StarterRelease.path(skipping: "dose forms of the release") else { return nil }
    return try StarterRelease.table("RXNCONSO", of: path).split(separator: "\n").compactMap {
      line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      return fields[11] == "RXNORM" ? (fields[0], fields[12], fields[14]) : nil
    }
  }

  @Test(
    "Every dose form of the release has a row; ingredients and names are the release's",
    .enabled(if: !Effort.isFast))
  func releaseAgrees() throws {
    guard let release = try release() else { return }
    let forms = release.filter { $0.termType == "DF" }
    #expect(forms.count == 109)
    for table in ["general-forms.tsv", "routes.tsv"] {
      let rows = try MappingTable(table)
      let codes = Dictionary(
        uniqueKeysWithValues: zip(rows.column("dose_form"), rows.column("rxcui")))
      for form in forms { #expect(codes[form.name] == form.rxcui, "\(form.name)") }
    }
    let names = Set(release.map { "\($0.termType) \($0.rxcui) \($0.name)" })
    // A salt of which the release has no base is a subject of its own.
    let terms = ["ingredient": ["IN", "PIN"], "combination": ["MIN"]]
    for label in try MappingTable("labels.tsv").records {
      let subject = "\(label["rxcui"] ?? "") \(label["name"] ?? "")"
      let isNamed = terms[label["subject_kind"] ?? ""]?.contains {
        names.contains("\($0) \(subject)")
      }
      #expect(isNamed == true, "\(subject)")
    }
    let lowered = Set(
      release.filter { $0.termType == "IN" }.map { "\($0.rxcui) \($0.name.lowercased())" })
    for record in try MappingTable("confused-names.tsv").records {
      for side in ["a", "b"] where record["rxcui_\(side)"] != "" {
        let pair = "\(record["rxcui_\(side)"] ?? "") \(record["name_\(side)"] ?? "")"
        #expect(lowered.contains(pair), "\(pair)")
      }
    }
  }
}
