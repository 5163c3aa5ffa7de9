// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import Foundation
import MedicationModel
import RxNormRelease
import TestSupport
import Testing

extension StarterRelease {
  /// The bytes of its catalog; `nil` with a line that says what is skipped.
  static func bytes(for test: String) throws -> [UInt8]? {
    guard path(skipping: test) != nil else { return nil }
    return try catalogBytes.get()
  }
}

/// The catalog and the naive reader of the starter release, once for all tests.
enum StarterPair {
  /// Both; `nil` with a line that says so where there is no test data.
  static func get() throws -> (catalog: Catalog, naive: NaiveRelease)? {
    try made.get()
  }

  private static let made = Result { () throws -> (Catalog, NaiveRelease)? in
    guard let path = StarterRelease.path(skipping: "comparison with a naive reader") else {
      return nil
    }
    // With all that a release states: the naive reader leaves nothing out.
    let bytes = try CatalogBuilder(
      release: RxNormRelease(path: path), toolVersion: "0.0.0",
      options: CatalogBuilder.Options(contents: .everything)
    ).build().bytes
    let naive = try NaiveRelease { try StarterRelease.table($0, of: path) }
    return (try Catalog(bytes: bytes), naive)
  }
}

/// A small release of one month, put together row by row.
///
/// Codes and names are real ones of SAB RXNORM (U.S. National Library of
/// Medicine, no restrictions); what happens to them from month to month is made up.
struct MonthlyRelease {
  private var tables: [RRFTable: [String]] = [:]
  let name: String

  /// Begins a release; the name tells the date, as NLM's names do.
  init(_ name: String) {
    self.name = name
  }

  /// Adds a name of RXNORM.
  mutating func name(_ code: Int, _ termType: String, _ text: String, suppress: String = "N") {
    add(
      .concepts,
      "\(code)|ENG||||||\(code)|\(code)|\(code)||RXNORM|\(termType)|\(code)|\(text)||\(suppress)||")
  }

  /// Adds a name of another source.
  mutating func foreignName(_ code: Int, _ text: String) {
    add(.concepts, "\(code)|ENG||||||9|9|9||MTHSPL|SU|9|\(text)||N||")
  }

  /// Adds an NDC.
  mutating func ndc(
    _ digits: String, of code: Int, source: String = "RXNORM", suppress: String = "N"
  ) {
    add(.attributes, "\(code)|||\(code)|CUI|\(code)|||NDC|\(source)|\(digits)|\(suppress)||")
  }

  /// Adds the fact "`subject` `relation` `object`", in one direction.
  mutating func relation(_ subject: Int, _ relation: String, _ object: Int) {
    add(.relations, "\(object)||CUI|RO|\(subject)||CUI|\(relation)|||RXNORM||||N||")
  }

  /// Says in RXNCUI that a code went into another.
  mutating func retired(_ code: Int, into target: Int) {
    add(.retiredConcepts, "\(code)|RXNORM_1|RXNORM_2|1|\(target)|")
  }

  /// Says in RXNCUICHANGES that an atom moved.
  mutating func moved(_ code: Int, to target: Int) {
    add(.conceptChanges, "1|\(code)|RXNORM|SCD|x|\(code)|\(target)|")
  }

  /// Adds a removed name, with the code its meaning went into.
  mutating func archived(_ code: Int, _ termType: String, _ text: String, into target: Int) {
    let time = "01/05/2015 12:00:00 AM"
    add(
      .atomArchive,
      "\(code)||\(text)|\(time)||\(time)|\(code)|N|ENG|20150105|1|RXNORM_20150105|\(code)|RXNORM|\(termType)|\(target)|"
    )
  }

  private mutating func add(_ table: RRFTable, _ row: String) {
    tables[table, default: []].append(row)
  }

  /// The rows of the tables.
  var rows: [RRFTable: [String]] { tables }

  /// The release as the reader opens it.
  func opened(prescribable: Bool = false) throws -> RxNormRelease {
    let files = tables.mapValues { Array($0.map { $0 + "\n" }.joined().utf8) }
    return try RxNormRelease(files: files, name: name)
  }
}

/// Three months of a few codes, each of which has a fate.
enum ThreeMonths {
  /// January: the oldest release.
  static let january = month("RxNorm_full_01052026") { release in
    release.name(6809, "IN", "Metformin")
    release.name(235743, "IN", "metformin hydrochloride")
    release.name(204897, "SCD", "Aspirin 228 MG Chewing Gum")
    release.name(723, "IN", "amoxicillin")
    release.name(8356, "IN", "Piroxicam")
    release.name(310798, "SCD", "hydrochlorothiazide 25 MG Oral Tablet")
    release.name(315854, "SCDC", "Eicosapentaenoic Acid 180 MG")
    release.name(201372, "SBD", "Captopril 25 MG Oral Tablet [Capoten]")
    release.ndc("00093104801", of: 861007)
    release.ndc("00093104805", of: 861007)
    release.ndc("00003045250", of: 201372)
    release.ndc("00003045254", of: 201372)
  }

  /// February.
  static let february = month("RxNorm_full_02022026") { release in
    release.name(6809, "IN", "metformin")
    release.name(235743, "PIN", "metformin hydrochloride")
    release.name(8356, "IN", "Piroxicam")
    release.name(310798, "SCD", "hydrochlorothiazide 25 MG Oral Tablet")
    release.name(201372, "SBD", "Captopril 25 MG Oral Tablet [Capoten]")
    release.ndc("00093104801", of: 860975)
    release.ndc("00093104805", of: 861007)
    release.ndc("00003045250", of: 201372)
    // This month alone tells of it.
    release.moved(204897, to: 853499)
    // An atom of a code that stays.
    release.moved(310798, to: 861007)
    release.archived(315854, "SCDC", "Eicosapentaenoic Acid 180 MG", into: 849078)
  }

  /// March: the current release.
  static let march = month("RxNorm_full_03022026") { release in
    release.name(6809, "IN", "metformin")
    release.name(235743, "PIN", "metformin hydrochloride")
    release.name(723, "IN", "amoxicillin")
    release.name(201372, "SBD", "Captopril 25 MG Oral Tablet [Capoten]", suppress: "O")
    release.name(1886, "IN", "caffeine")
    release.foreignName(8356, "PIROXICAM")
    release.relation(201372, "tradename_of", 317173)
    release.ndc("00093104801", of: 860975)
    release.ndc("00093999999", of: 861007)
    release.ndc("00003045250", of: 201372)
    release.ndc("00781150610", of: 861007, source: "MTHSPL")
    release.ndc("00093104877", of: 861007, suppress: "O")
    // A correction of what February said.
    release.retired(315854, into: 853499)
  }

  /// A month with the rows that every month has.
  private static func month(
    _ name: String, _ fill: (inout MonthlyRelease) -> Void
  ) -> MonthlyRelease {
    var release = MonthlyRelease(name)
    release.name(861007, "SCD", "metformin hydrochloride 500 MG Oral Tablet")
    release.name(861007, "SY", "metformin HCl 500 MG Oral Tablet")
    release.name(
      860975, "SCD", "24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet")
    release.name(853499, "SCD", "aspirin 228 MG Chewing Gum")
    release.name(849078, "SCDC", "eicosapentaenoic acid 180 MG")
    release.name(317173, "SCD", "captopril 25 MG Oral Tablet")
    fill(&release)
    return release
  }

  static let all = [january, february, march]

  /// The bytes of the catalog of releases, in the order given.
  static func bytes(of releases: [MonthlyRelease]) throws -> [UInt8] {
    try CatalogBuilder(releases: releases.map { try $0.opened() }, toolVersion: "0.0.0")
      .build().bytes
  }

  /// The catalog of all three.
  static func catalog() throws -> Catalog { try built.get() }

  private static let built = Result { try Catalog(bytes: bytes(of: all)) }
}

extension TestData {
  /// The text of a file; `nil` with a line that says so where there is no test data.
  static func text(of file: String) throws -> String? {
    try path(file, skipping: file).map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The bytes of a file; `nil` with a line that says so where there is no test data.
  static func bytes(of file: String) throws -> [UInt8]? {
    try path(file, skipping: file).map { try [UInt8](Data(contentsOf: $0)) }
  }
}
