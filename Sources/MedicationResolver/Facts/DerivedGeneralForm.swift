// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// The general form of a concept, by the rows of its dose forms.

extension ConceptFacts {
  /// A general form and the row that gives it.
  struct DerivedForm: Hashable {
    let form: MedicationGeneralForm
    let alternative: MedicationGeneralForm?
    let origin: ResolvedGeneralForm.Origin
  }

  static func forms(
    of concepts: [NamedForms], _ mappings: MappingTables, _ problems: inout [Problem]
  ) -> [DerivedForm] {
    var found: [DerivedForm] = []
    for concept in concepts {
      let form = form(of: concept, mappings, &problems)
      if !found.contains(form) { found.append(form) }
    }
    return found
  }

  /// The general form of one concept by its dose form's row.
  private static func form(
    of forms: NamedForms, _ mappings: MappingTables, _ problems: inout [Problem]
  ) -> DerivedForm {
    let none = DerivedForm(form: .unknown, alternative: nil, origin: .none)
    switch forms.type {
    case .ingredient, .preciseIngredient, .multipleIngredients, .brandName, .doseFormGroup,
      .clinicalDrugGroup, .brandedDrugGroup, .clinicalDrugComponent, .brandedDrugComponent:
      return none
    case .genericPack, .brandedPack:
      var ignored: [Problem] = []
      let items = forms.concept.packItems
      let parts = Set(
        items.map {
          $0.concept.map { Self.form(of: NamedForms($0), mappings, &ignored).form } ?? .unknown
        })
      guard parts.count == 1, let form = parts.first, form != .unknown else { return none }
      return DerivedForm(form: form, alternative: nil, origin: .packContents)
    default:
      let rows = forms.names.map { mappings.generalForms.row(forDoseForm: $0) }
      guard let row = rows.first, let row, row.certainty != .none,
        rows.allSatisfy({ $0?.form == row.form })
      else { return none }
      if row.certainty == .likely {
        problems.add(
          .generalFormLikely, .note,
          "general form \(row.form.rawValue) is likely for \(row.doseForm), not sure")
      }
      return DerivedForm(form: row.form, alternative: row.alternative, origin: .doseForm)
    }
  }

  /// A name that ends with another dose form than the relation's .
  static func noteDoseForm(of forms: NamedForms, _ problems: inout [Problem]) {
    guard forms.type == .clinicalDrug || forms.type == .brandedDrug, !forms.names.isEmpty else {
      return
    }
    let whole = forms.concept.name
    // Nearly all names end with a form without any folding.
    if forms.names.contains(where: { Self.ends(whole, with: $0) }) { return }
    var name = Substring(whole)
    if let bracket = name.lastIndex(of: "["), name.hasSuffix("]") { name = name[..<bracket] }
    while name.last == " " { name = name.dropLast() }
    let folded = name.lowercased()
    if forms.names.contains(where: { folded.hasSuffix($0.lowercased()) }) { return }
    problems.add(
      .doseFormDisagrees, .note,
      "the release relates \(forms.names.joined(separator: ", ")), the name ends otherwise")
  }

  /// Whether a name ends so byte for byte, before a brand in brackets and blanks.
  private static func ends(_ name: String, with ending: String) -> Bool {
    let (nameUTF8, endingUTF8) = (name.utf8, ending.utf8)
    let (name, ending) = (nameUTF8.span, endingUTF8.span)
    var end = name.count
    if end > 0, name[end - 1] == UInt8(ascii: "]") {
      var bracket = end - 1
      while bracket > 0, name[bracket] != UInt8(ascii: "[") { bracket -= 1 }
      if name[bracket] == UInt8(ascii: "[") { end = bracket }
    }
    while end > 0, name[end - 1] == 0x20 { end -= 1 }
    guard ending.count <= end else { return false }
    for index in ending.indices where name[end - ending.count + index] != ending[index] {
      return false
    }
    return true
  }
}

/// A concept with its dose forms, which several rules ask for.
struct NamedForms {
  let concept: Concept
  let type: TermType
  /// Its dose forms; those of its drug form where none is related to itself.
  let doseForms: [Concept]
  /// The names of those that are related to itself.
  let names: [String]

  init(_ concept: Concept) {
    self.concept = concept
    type = concept.termType
    let own = type == .doseForm ? [concept] : concept.related(.hasDoseForm)
    doseForms = own.isEmpty ? concept.doseForms : own
    names = own.map { $0.name }
  }
}
