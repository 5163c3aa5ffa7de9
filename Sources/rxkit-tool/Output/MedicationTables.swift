// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// Tables of resolved medications.
enum MedicationTables {
  /// The columns of a document's records, as a person reads them.
  static let page = Table("entry", "status", "given", "drug", "match", "problems")

  /// One row of ``page``; unknown values are dashes.
  static func pageRow(_ answer: ResolvedMedication) -> [String?] {
    let record = record(of: answer)
    return [
      record.map { $0.entryPath.isEmpty ? "–" : $0.entryPath }, meaning(of: answer), given(answer),
      drug(answer), answer.concepts.map(\.match.rawValue).distinct().cell ?? "–",
      problemCodes(answer).cell,
    ]
  }

  /// The concepts that were found; where there are none, the document's own ingredients.
  private static func drug(_ answer: ResolvedMedication) -> String {
    let concepts = answer.concepts.map { match in
      (match.name ?? "no name") + (match.code.map { " (\($0))" } ?? "")
    }
    return concepts.cell ?? answer.ingredients.map(words).cell ?? "–"
  }

  private static func record(of answer: ResolvedMedication) -> MedicationRecord? {
    if case .record(let record) = answer.query { record } else { nil }
  }

  /// What a record says of its use, with its marks; `nil` for other queries.
  static func meaning(of answer: ResolvedMedication) -> String? {
    record(of: answer).map { record in
      ([record.statusMeaning.rawValue] + record.flags.map(\.rawValue)).joined(separator: ", ")
    }
  }

  /// Notes are left to the other formats, except if nothing was found: then they say why.
  static func problemCodes(_ answer: ResolvedMedication) -> [String] {
    let weighty = answer.problems.filter { $0.severity != .note }
    let isNothing = answer.concepts.isEmpty && answer.ingredients.isEmpty
    return (weighty.isEmpty && isNothing ? answer.problems : weighty).map(\.code.rawValue)
      .distinct()
  }

  typealias Row = (answer: ResolvedMedication, source: String?)

  /// The columns of one row per medication; several values are separated by semicolons.
  static let columns: [Field<Row>] = [
    Field("source") { $0.source },
    Field("entry") { record(of: $0.answer)?.entryPath },
    Field("resource_type") { record(of: $0.answer)?.resourceType },
    Field("id") { record(of: $0.answer)?.id },
    Field("patient") { row in
      record(of: row.answer).flatMap { $0.subject ?? $0.subjectIdentifier?.value }
    },
    Field("status") { record(of: $0.answer)?.status },
    Field("meaning") { meaning(of: $0.answer) },
    Field("date") { record(of: $0.answer)?.dates.first },
    Field("given") { given($0.answer) },
    Field("dosage") { row in
      record(of: row.answer).flatMap { $0.renderedDosage ?? $0.dosageTexts.cell }
    },
    Field("rxcui") { $0.answer.concepts.map { $0.code?.description ?? "" } },
    Field("name") { $0.answer.concepts.map(\.name) },
    Field("match") { $0.answer.concepts.map(\.match) },
    Field("ingredients") { $0.answer.ingredients.filter(\.isActive).map(words) },
    Field("ingredient_rxcuis") { row in
      row.answer.ingredients.filter(\.isActive).map { $0.concept?.code?.description ?? "" }
    },
    Field("form") { $0.answer.generalForm.derived.rawValue },
    Field("problems") { problemCodes($0.answer) },
  ]

  /// The facts of an answer, one below the other.
  static func card(_ answer: ResolvedMedication) -> Table {
    var table = Table("fact", "value")
    func add(_ fact: String, _ value: String?) {
      if let value, !value.isEmpty { table.append(fact, value) }
    }
    add("given", given(answer))
    add("meaning", meaning(of: answer))
    for coding in answer.codings {
      let code = coding.coding.code ?? ""
      add("coding", "\(coding.coding.system ?? "") \(code): \(coding.outcome.rawValue)")
    }
    for match in answer.concepts {
      let code = match.code.map { " (\($0))" } ?? ""
      add("concept", (match.name ?? "no name") + code)
      let score = match.score.map { ", score \($0)" } ?? ""
      add(
        "found",
        "\(match.termType?.rawValue ?? "") \(match.status.rawValue), "
          + "match \(match.match.rawValue)\(score)")
      if match.path.count > 1 {
        add("path", match.path.map { $0.code ?? "–" }.joined(separator: " → "))
      }
    }
    for match in answer.candidates {
      let code = match.code.map { " (\($0))" } ?? ""
      add("candidate", "\(match.name ?? "no name")\(code), score \(match.score ?? 0)")
    }
    add(
      "certainty",
      "ingredient \(answer.certainty.ingredient.rawValue), "
        + "clinical drug \(answer.certainty.clinicalDrug.rawValue), "
        + "product \(answer.certainty.product.rawValue)")
    for ingredient in answer.ingredients where ingredient.isActive {
      add("ingredient", words(ingredient))
    }
    add("brand", answer.brand?.coded)
    add("dose form", answer.doseForms.map(\.coded).cell)
    add("general form", generalForm(answer.generalForm))
    for item in answer.packContents {
      add("contains", "\(item.count) × \(item.concept?.coded ?? item.name)")
    }
    for words in SideEffectTables.boxedRows(answer) { add("boxed warning", words) }
    add("label coverage", SideEffectTables.coverage(answer))
    if let summary = SideEffectTables.summary(answer) {
      add("side effects", summary)
      add("scope", SideEffectAnswer.scope)
    }
    for problem in answer.problems {
      add(problem.severity.rawValue, "\(problem.message)  [\(problem.code.rawValue)]")
    }
    add("release", answer.release.name)
    return table
  }

  /// What was given, in few words.
  static func given(_ answer: ResolvedMedication) -> String? {
    switch answer.query {
    case .coding(let coding, let display): display ?? coding.code
    case .ndc(let text), .name(let text): text
    case .userAnnotated(let medication): medication.nameToShow
    case .record(let record):
      record.text ?? record.codings.compactMap(\.display).first
        ?? record.referenceDisplay ?? record.codings.compactMap(\.code).first
        ?? record.activeIngredients.map { $0.text ?? $0.codings.first?.display }.cell
    }
  }

  /// An ingredient with its code and strength.
  static func words(_ ingredient: ResolvedIngredient) -> String {
    let code = ingredient.concept?.code.map { " (\($0))" } ?? ""
    let strength = ingredient.strength?.description ?? ingredient.strengthText
    // What the amount is of, so that one of a salt is not read as one of the base.
    let salt = (ingredient.basis ?? ingredient.preciseIngredient?.name).map { " of \($0)" } ?? ""
    return (ingredient.name ?? "no name") + code + (strength.map { " \($0)\(salt)" } ?? "")
  }

  private static func generalForm(_ form: ResolvedGeneralForm) -> String {
    guard let given = form.given else { return form.derived.rawValue }
    return "given \(given.rawValue), derived \(form.derived.rawValue)"
  }
}

extension Concept {
  /// The name followed by the code.
  var coded: String { code.map { "\(name) (\($0))" } ?? name }
  /// The code followed by the name.
  var labelled: String { code.map { "\($0) \(name)" } ?? name }
}

extension RecordDates {
  /// The day or moment by which a list is sorted: of use, else of what was done with the order.
  fileprivate var first: String? {
    moment ?? period?.start ?? authored ?? handedOver ?? prepared ?? asserted ?? recorded
      ?? period?.end ?? ended
  }
}

extension Sequence<String> {
  /// The words, each once, in order.
  func distinct() -> [String] {
    var distinct: [String] = []
    for word in self where !distinct.contains(word) { distinct.append(word) }
    return distinct
  }
}
