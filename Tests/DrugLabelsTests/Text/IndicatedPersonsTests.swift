// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import DrugLabels
import SymptomMapping
import Testing

// Indications are shaped like those of the labels named beside them; whom they name is read by
// hand.

@Suite("Whom the rows of a label for children only are about")
struct IndicatedPersonsTests {
  private static let effects = "The following occurred in trials: nausea 5%."

  private static func populations(_ indications: String, _ effects: String) -> Set<String> {
    let label = Extraction.label([
      (Section.indications, indications), (Section.adverse, effects),
    ])
    return Set(Extraction.extractor.read(label).statements.map { $0.population ?? "" })
  }

  @Test(
    "S27 Where the indications name children only, their population is that of every row",
    arguments: [
      // 279a43b8, 307431c7, 930f8c02, vosoritide, mirabegron granules.
      "Alphador is indicated for the short-term treatment of apnea of prematurity in infants "
        + "between 28 and <33 weeks gestational age.",
      "Alphador is indicated for the treatment of apnea of prematurity.",
      "Alphador is indicated to close a significant patent ductus arteriosus in premature infants.",
      "Alphador is indicated for palliative, not definitive, therapy in neonates who have "
        + "congenital heart defects.",
      "Alphador is indicated to increase linear growth in pediatric patients with open epiphyses. "
        + "Continued approval may depend upon a confirmatory trial.",
      "Alphador is indicated for pediatric patients aged 3 years and older.",
      "Alphador is indicated for children. Safety in adults has not been established.",
      "Alphador is indicated for the treatment of illness in patients 6 to 17 years of age.",
    ])
  func children(_ indications: String) {
    #expect(Self.populations(indications, Self.effects) == ["pediatric"])
  }

  @Test(
    "A label that names others as well, or nobody, is not about children",
    arguments: [
      "Alphador is indicated for hypertension.",
      "Alphador is indicated for epilepsy in adults and children 2 years and older.",
      "Alphador is indicated for epilepsy in patients 4 years of age and older.",
      "Alphador is indicated for hypertension. It is not recommended for children.",
      "Alphador is indicated for pneumonia. Alphador is indicated for otitis in children.",
      "Alphador is indicated for infants. Alphador is indicated for epilepsy in adults whose symptoms "
        + "have not been controlled.",
      "Alphador is indicated for children. Alphador is indicated in adults when surgery is not "
        + "recommended.",
      "Alphador is indicated for use in pregnant individuals to prevent illness in infants.",
      "",
    ])
  func others(_ indications: String) {
    #expect(Self.populations(indications, Self.effects) == [""])
  }

  @Test("Rows that name adults or the elderly stay theirs")
  func otherRows() {
    let indications = "Alphador is indicated for growth failure in children."
    #expect(Self.populations(indications, "In adults, nausea occurred in 5%.") == [""])
    #expect(
      Self.populations(indications, "In elderly patients, nausea occurred in 5%.") == ["elderly"])
  }
}
