// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationResolver

/// `rxkit side-effects`: what the labels of a medication name, with the evidence.
struct SideEffectsCommand: Command {
  private static let all = OptionDefinition.flag(
    "--all", "In a table, show every symptom, also less common ones.")
  private static let top = OptionDefinition.count(
    "--top", "count", "In a table, maximum symptoms shown; boxed warnings always.")
  private static let why = OptionDefinition.flag(
    "--why", "In a table, show each statement: label, section, words, figures, population.")

  static let definition = CommandDefinition(
    name: "side-effects",
    abstract: "List labelled side effects of a medication (39 symptom categories).",
    examples: [
      .init("rxkit side-effects 860975", "a product, by its RxNorm code"),
      .init("rxkit side-effects 6809 --all", "an ingredient, every symptom"),
      .init("rxkit side-effects 860975 --why", "where each label says so"),
      .init("rxkit side-effects 860975 --format json", "every row of evidence"),
    ],
    arguments: [
      ArgumentDefinition(
        "medication", "A code, an NDC, a name, a JSON file, or - for standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [
      all, top, why, LabelAge.asOf, ResolveCommand.system, ResolveCommand.name,
      CommonOptions.format,
      CommonOptions.catalog, CommonOptions.mappings, CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "Every row says which label states it, in which section, with the figures of drug and "
        + "comparator, and the label's date; labels dated more than two years before --as-of are "
        + "marked. A table shows what a person would ask about first: what labels call most "
        + "common, and what trials found above the comparator, else the first ten others; JSON "
        + "has everything, with its step. Boxed warnings come first and are never cut, other "
        + "warnings follow, one line per heading. Only 39 symptom categories "
        + "are covered: others (rash, swelling, bleeding, suicidal thoughts …) are not listed. "
        + "No row does not mean no side effect: read coverage.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit symptoms", "rxkit explain", "rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let resolver = try ResolverOpening.open(invocation, &streams)
    let view = SideEffectTables.View(
      showsAll: invocation.isSet(all), showsWhy: invocation.isSet(why),
      limit: try invocation.count(of: top))
    let day = try LabelAge.day(of: invocation)
    return try ResolveCommand.answer(
      invocation, by: resolver, detail: .sideEffects(view), &streams
    ) { $0.countingLabelAges(to: day) }
  }
}
