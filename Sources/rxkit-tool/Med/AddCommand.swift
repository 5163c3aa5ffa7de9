// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver
import MedicationStore

/// `rxkit med add`: a medication comes onto the list.
enum AddCommand {
  private static let nickname = OptionDefinition.text(
    "--nickname", "name", "A name of your own for it.")
  private static let unit = OptionDefinition.text(
    "--unit", "unit", "What amounts count.", default: "by the form: tablet, mL, …")
  private static let custom = OptionDefinition.flag(
    "--custom", "Add it under the given name alone, without looking it up.")
  private static let shareWith = OptionDefinition.text(
    "--share-with", "app", "Show it to an app that requested medications."
  ).repeatable()

  static let add = ToolCommand.med(
    "add", "Add a medication to your list.",
    examples: [
      ("", "search for it and choose"),
      ("861007 --nickname Sugar", "by its RxNorm code"),
      ("'ibuprofen 200 mg oral tablet'", "by its name"),
      ("'Herbal tea' --custom --unit cup", "what no catalog has"),
    ],
    arguments: [
      ArgumentDefinition(
        "medication", "An RxNorm code, an NDC or a name; without it you are asked.", count: .any)
    ],
    options: [nickname, unit, custom, shareWith, CommonOptions.catalog],
    discussion: "A name is looked up in the catalog if there is one. At a terminal you choose "
      + "among what is found; in a script only a sure match is taken, else the medication has its "
      + "name alone and no code. Its identifier stays the same for ever.\n" + HelpText.safetyNote,
    seeAlso: ["rxkit med schedule", "rxkit search", "rxkit med archive"],
    run: MedStore.opened(.creating) { store, streams in
      let (invocation, dialog) = (store.invocation, Dialog(streams))
      let words = invocation.arguments.joined(separator: " ")
      guard !words.isEmpty || dialog != nil else {
        throw invocation.command.error("missing-argument", "missing argument <medication>")
      }
      let isCustom = invocation.isSet(custom)
      let choice = MedicationChoice(
        resolver: isCustom ? nil : try ResolverOpening.openIfPresent(invocation, &streams),
        isCodeKept: !isCustom, messages: streams.messages)
      // Rows about a medication are not an answer of a release.
      streams.release = nil
      var name = invocation.value(of: nickname)
      var apps = Set(invocation.values(of: shareWith))
      var schedule: Schedule?
      let concept: MedicationConcept
      if let dialog {
        concept = try choice.choose(words, dialog)
        if name == nil {
          let text = try dialog.ask("Nickname, or nothing:")
          name = text.isEmpty ? nil : text
        }
        schedule = try Self.schedule(store, dialog)
        for app in try store.person.apps() where app.hasAskedForMedications {
          let bundle = app.app.bundleIdentifier
          if try dialog.confirm("Show it to \(DisplayText.printable(bundle))?") {
            apps.insert(bundle)
          }
        }
      } else {
        concept = try choice.concept(words)
      }
      let added = try store.person.add(
        concept, nickname: name, schedule: schedule,
        unit: invocation.value(of: unit).map { DoseUnit($0) }, sharingWith: apps)
      try store.print([added], &streams)
    })

  /// Asks for times of day until they can be read.
  private static func schedule(_ store: MedStore, _ dialog: Dialog) throws -> Schedule? {
    while true {
      let text = try dialog.ask("Times of day, such as 08:00,20:00=2, or nothing if as needed:")
      if text.isEmpty { return nil }
      do {
        let times = try ScheduleCommand.times(text, of: ScheduleCommand.schedule.definition)
        return try Schedule(times: times, start: store.dates.startOfToday)
      } catch let error as CommandFailure {
        dialog.say(error.message)
      } catch let error as HealthError { dialog.say(error.explanation) }
    }
  }
}

/// Makes the concept of a medication that is being added.
struct MedicationChoice {
  /// How many hits a person chooses among.
  private static let limit = 12

  /// What knows codes and names; `nil` without a catalog.
  let resolver: MedicationResolver?
  /// Whether what looks like a code is one without a catalog, too.
  let isCodeKept: Bool
  let messages: MessageWriter

  /// The concept of a code, which the catalog must know, or of a name, which it may know for sure.
  func concept(_ words: String) throws -> MedicationConcept {
    let query = MedicationQueries.query(words, system: nil, isName: false)
    let isName = !Self.isCode(words)
    guard let resolver else {
      guard isCodeKept, !isName else { return concept(words, coding: nil) }
      messages.note("no catalog: the code is kept as it is, without its name")
      let isNDC = if case .ndc = query { true } else { false }
      return concept(words, coding: (isNDC ? CodeSystem.ndc : CodeSystem.rxNorm, words))
    }
    let answer = try resolver.resolve(query)
    if let found = concept(answer, named: isName ? words : nil) {
      let code = answer.concepts.first?.code?.description ?? ""
      let name = DisplayText.printable(answer.concepts.first?.name ?? "")
      if code != words { messages.note("RxNorm \(code): \(name)") }
      return found
    }
    guard isName else {
      throw CommandFailure(
        .incomplete, "medication.not-found",
        "the code leads to no medication of \(resolver.catalog.release.name), or to several",
        try: "rxkit resolve, to see why; or the name with --custom")
    }
    messages.note("not found for sure in the catalog: added under its name alone, without a code")
    return concept(words, coding: nil)
  }

  private func concept(
    _ text: String, coding: (system: String, code: String)?, form: MedicationGeneralForm = .unknown
  ) -> MedicationConcept {
    let codings = coding.map { [ClinicalCoding(system: $0.system, version: nil, code: $0.code)] }
    return MedicationConcept(
      identifier: .mint(displayText: text, codings: codings ?? []), displayText: text,
      generalForm: form, relatedCodings: Set(codings ?? []))
  }

  /// The concept of an answer that has exactly one.
  private func concept(_ answer: ResolvedMedication, named name: String?) -> MedicationConcept? {
    guard answer.concepts.count == 1, let found = answer.concepts.first, let code = found.code,
      let text = name ?? found.name
    else { return nil }
    return concept(
      text, coding: (CodeSystem.rxNorm, code.description), form: answer.generalForm.derived)
  }

  /// Lets a person search and choose.
  func choose(_ given: String, _ dialog: Dialog) throws -> MedicationConcept {
    var words = given
    while words.isEmpty { words = try dialog.ask("Medication:") }
    guard let resolver else { return try concept(words) }
    while true {
      if Self.isCode(words) { return try concept(words) }
      let hits = try self.hits(words, resolver.catalog)
      for (index, hit) in hits.enumerated() {
        dialog.say("  \(index + 1)  \(DisplayText.printable(hit.name))")
      }
      dialog.say("  0  \(DisplayText.printable(words)), as you typed it, without a code")
      let answer = try dialog.ask(
        hits.isEmpty ? "Nothing found. 0, or other words:" : "Number, or more or other words:")
      switch Int(answer) {
      case 0: return concept(words, coding: nil)
      case let number? where hits.indices.contains(number - 1):
        if let code = hits[number - 1].code { return try concept(code.description) }
      // A number of no line is a slip, unless it is long enough for a code.
      case .some where answer.utf8.count < 3: dialog.say("there is no line \(answer)")
      default:
        // More words of the same name, unless none has them all.
        let more = words + " " + answer
        let isMore = try !Self.isCode(answer) && !self.hits(more, resolver.catalog).isEmpty
        if !answer.isEmpty { words = isMore && !answer.hasPrefix(words) ? more : answer }
      }
    }
  }

  /// Whether words are a code and no name.
  private static func isCode(_ words: String) -> Bool {
    let query = MedicationQueries.query(words, system: nil, isName: false)
    return if case .name = query { false } else { true }
  }

  /// Products that have the words in their names; a name says strength and form.
  private func hits(_ words: String, _ catalog: Catalog) throws -> [Concept] {
    try catalog.require(.searchIndex)
    var filter = SearchFilter()
    filter.termTypes = [.clinicalDrug, .brandedDrug, .genericPack, .brandedPack]
    filter.statuses = [.active]
    return catalog.search(words, filter: filter, limit: Self.limit).hits.map(\.concept)
  }
}
