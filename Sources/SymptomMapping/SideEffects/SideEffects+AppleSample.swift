// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension SideEffects {
  /// The table of HealthKit's sample project, for comparison only (M12).
  ///
  /// Three codes with the names that the sample gives. There is no evidence
  /// for it, and it is never merged into the mapping of labels. The sample's
  /// comment on 1665229 (200 mg in 20 mL) is that of 1665227.
  public static let appleSample: [String: Set<SymptomModel>] = [
    "198439": [nausea, headache, dizziness],
    "1012918": [constipation, nausea, dizziness],
    "1665229": [headache, diarrhea, nausea, bodyAche],
  ]

  private static let constipation = SymptomModel(name: "Constipation", categoryID: .constipation)
  private static let diarrhea = SymptomModel(name: "Diarrhea", categoryID: .diarrhea)
  private static let dizziness = SymptomModel(name: "Dizziness", categoryID: .dizziness)
  private static let headache = SymptomModel(name: "Headache", categoryID: .headache)
  private static let nausea = SymptomModel(name: "Nausea", categoryID: .nausea)
  private static let bodyAche = SymptomModel(
    name: "Body Ache", categoryID: .generalizedBodyAche)
}
