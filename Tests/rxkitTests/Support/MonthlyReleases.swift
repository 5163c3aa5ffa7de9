// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Two releases of a few rows, a month apart, written into folders.
///
/// Codes and names are real ones of SAB RXNORM (U.S. National Library of
/// Medicine, no restrictions); what happens to them is made up.
struct MonthlyReleases {
  let folder: TemporaryFolder
  /// The folder of the release of January 2026.
  let older: String
  /// The folder of the release of February 2026.
  let newer: String
  /// A catalog of both.
  let catalog: String

  init() throws {
    folder = try TemporaryFolder()
    older = folder["RxNorm_full_01052026"].path
    newer = folder["RxNorm_full_02022026"].path
    catalog = folder["both.rxkit"].path
    try Self.write(
      [
        Self.name(861007, "SCD", "metformin hydrochloride 500 MG Oral Tablet"),
        Self.name(6809, "IN", "Metformin"),
        Self.name(204897, "SCD", "Aspirin 228 MG Chewing Gum"),
        Self.name(853499, "SCD", "aspirin 228 MG Chewing Gum"),
        Self.name(317173, "SCD", "captopril 25 MG Oral Tablet"),
        Self.name(201372, "SBD", "Captopril 25 MG Oral Tablet [Capoten]"),
      ], Self.ndc("00093104801", 204897), "", "RxNorm_full_01052026", folder)
    try Self.write(
      [
        Self.name(861007, "SCD", "metformin hydrochloride 500 MG Oral Tablet"),
        Self.name(6809, "IN", "metformin"),
        Self.name(853499, "SCD", "aspirin 228 MG Chewing Gum"),
        Self.name(317173, "SCD", "captopril 25 MG Oral Tablet"),
        Self.name(201372, "SBD", "Captopril 25 MG Oral Tablet [Capoten]", suppress: "O"),
        Self.name(1886, "IN", "caffeine"),
      ], Self.ndc("00093104801", 853499), "204897|||1|853499|\n", "RxNorm_full_02022026", folder)
  }

  /// Builds the catalog of both with the tool.
  @discardableResult
  func build() throws -> ToolProcess {
    try ToolProcess.run(["build", newer, older, "-o", catalog, "--force"])
  }

  private static func name(
    _ code: Int, _ termType: String, _ text: String, suppress: String = "N"
  ) -> String {
    "\(code)|ENG||||||\(code)|\(code)|\(code)||RXNORM|\(termType)|\(code)|\(text)||\(suppress)|4096|\n"
  }

  private static func ndc(_ digits: String, _ code: Int) -> String {
    "\(code)|||\(code)|CUI|\(code)|||NDC|RXNORM|\(digits)|N|4096|\n"
  }

  private static func write(
    _ names: [String], _ attributes: String, _ retired: String, _ name: String,
    _ folder: TemporaryFolder
  ) throws {
    try folder.write(names.joined(), to: "\(name)/rrf/RXNCONSO.RRF")
    try folder.write(attributes, to: "\(name)/rrf/RXNSAT.RRF")
    try folder.write(retired, to: "\(name)/rrf/RXNCUI.RRF")
    try folder.write(
      "317173||CUI|RN|201372||CUI|tradename_of|||RXNORM||||N||\n", to: "\(name)/rrf/RXNREL.RRF")
  }
}
