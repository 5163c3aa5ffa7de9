// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

// Given and derived form are kept side by side; neither changes the other.

extension MedicationResolver {
  /// The general form of an answer, and what a person should know about it.
  func generalForm(
    given: MedicationGeneralForm?, _ facts: ConceptFacts, _ problems: inout [Problem]
  ) -> ResolvedGeneralForm {
    let derived = facts.forms.count == 1 ? facts.forms[0] : nil
    let form = derived?.form ?? .unknown
    if let given, !given.isKnown {
      problems.add(
        .generalFormForeign, .note, "the form given is none of the eighteen; kept as it is",
        path: "medication.generalForm")
    }
    if form == .unknown {
      if !facts.forms.isEmpty {
        problems.add(
          .generalFormUnmapped, .warning,
          facts.forms.count > 1
            ? "the concepts have different general forms: "
              + facts.forms.map(\.form.rawValue).joined(separator: ", ")
            : "general form not derivable from the catalog")
      }
    } else if let given, given != .unknown, given.isKnown, given != form {
      problems.append(disagreement(given, form, alternative: derived?.alternative))
    }
    return ResolvedGeneralForm(given: given, derived: form, origin: derived?.origin ?? .none)
  }

  private func disagreement(
    _ given: MedicationGeneralForm, _ derived: MedicationGeneralForm,
    alternative: MedicationGeneralForm?
  ) -> Problem {
    let words = "given \(given.rawValue), derived \(derived.rawValue)"
    let path = "medication.generalForm"
    let onSkin: Set<MedicationGeneralForm> = [
      .cream, .foam, .gel, .lotion, .ointment, .patch, .powder, .spray,
    ]
    if given == alternative {
      return Problem(.generalFormLikely, .note, "\(words): the table weighs both", path: path)
    }
    if (given == .topical && onSkin.contains(derived))
      || (derived == .topical && onSkin.contains(given))
    {
      return Problem(.formBroader, .note, "\(words): one is less exact", path: path)
    }
    return Problem(.formDisagrees, .warning, words, path: path)
  }
}
