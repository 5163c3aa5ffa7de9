// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import DrugMatching
internal import MedicationModel

// Words of a display that are neither drug nor number: forms, ways of giving,
// packing. What is left over may be an abbreviation of a drug (`HCTZ`), and then
// nothing can be said about what the display leaves out.

/// The words of displays that name no drug.
enum DisplayVocabulary {
  /// Whether a word is neither within a hit nor known as anything else.
  static func hasUnknownWord(_ display: DisplayWords, _ hits: [SubstanceHit]) -> Bool {
    display.words.indices.contains { index in
      !hits.contains { index >= $0.position && index < $0.end } && !isKnown(display.words[index])
    }
  }

  private static func isKnown(_ word: String) -> Bool {
    ExactDecimal(word) != nil || NameWords.fillers.contains(word)
      || NameWords.salts.contains(word) || DosageFormWords.isKnown(word)
      || DisplayWords.unit(word) != nil || plain.contains(word)
  }

  private static let plain: Set<String> = [
    "%", ":", "hr", "actuat", "sqcm", "day", "week", "dose", "oral", "product", "by", "mouth", "po",
    "per", "for", "strength", "extra", "use", "prefilled", "metered", "single", "pack", "kit",
    "generic", "drug", "medication", "unit", "each", "only", "rx", "otc", "usp", "human",
  ]
}
