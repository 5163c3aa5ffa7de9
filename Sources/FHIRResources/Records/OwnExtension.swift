// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The extensions of converted resources that are read again, so that nothing is weakened on the
/// way to FHIR and back (S10).
package enum OwnExtension {
  /// Where the definitions would be; the host exists nowhere.
  package static let base = "https://rxkit.invalid/fhir/StructureDefinition"
  /// A mark that FHIR has no element for.
  static let flag = "\(base)/flag"
  /// What status and modifiers mean.
  static let statusMeaning = "\(base)/status-meaning"
}
