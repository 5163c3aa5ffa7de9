// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// The two releases in `Fixtures/months`, a month apart, and a catalog of both.
struct MonthlyReleases {
  let folder: TemporaryFolder
  /// The folder of the release of January 2026.
  let older = Self.fixtures.appendingPathComponent("RxNorm_full_01052026").path
  /// The folder of the release of February 2026.
  let newer = Self.fixtures.appendingPathComponent("RxNorm_full_02022026").path
  /// A list of codes.
  let formulary = Self.fixtures.appendingPathComponent("formulary.csv").path
  /// A catalog of both.
  let catalog: String

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/months")

  init() throws {
    folder = try TemporaryFolder()
    catalog = folder["both.rxkit"].path
  }

  /// Builds the catalog of both with the tool.
  @discardableResult
  func build() throws -> ToolProcess {
    try ToolProcess.run(["build", newer, older, "-o", catalog, "--force"])
  }
}
