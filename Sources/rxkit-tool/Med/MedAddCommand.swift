// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver
import MedicationStore

/// `rxkit med add`: a medication comes onto the list.
struct MedAddCommand: MedCommand {
  private static let nickname = OptionDefinition.text(
    "--nickname", "name", "A name of your own for it.")
  private static let unit = OptionDefinition.text(
    "--unit", "unit", "What amounts count.", default: "by the form: tablet, mL, …")
  private static let custom = OptionDefinition.flag(
    "--custom", "Add it under the given name alone, without looking it up.")
  private static let shareWith = OptionDefinition.text(
    "--share-with", "app", "Let an app see it that asked for medications."
  ).repeatable()

  static let definition = CommandDefinition(
    name: "med add", abstract: "Add a medication to your list.",
    examples: [
      .init("rxkit med add", "search for it and choose"),
      .init("rxkit med add 861007 --nickname Sugar", "by its RxNorm code"),
      .init("rxkit med add 'ibuprofen 200 mg oral tablet'", "by its name"),
      .init("rxkit med add 'Herbal tea' --custom --unit cup", "what no catalog has"),
    ],
    arguments: [
      ArgumentDefinition(
        "medication", "An RxNorm code, an NDC or a name; without it you are asked.", count: .any)
    ],
    options: [nickname, unit, custom, shareWith, CommonOptions.catalog] + MedOptions.answers,
    discussion: [
      "A name is looked up in the catalog if there is one. At a terminal you choose among what is "
        + "found; in a script only a sure match is taken, else the medication has its name alone "
        + "and no code. Its identifier stays the same for ever.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit med schedule", "rxkit search", "rxkit med archive"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    var dialog = Dialog(streams)
    let words = invocation.arguments.joined(separator: " ")
    guard !words.isEmpty || dialog != nil else {
      throw definition.error("missing-argument", "missing argument <medication>")
    }
    let resolver = invocation.isSet(custom) ? nil : try catalog(invocation, &streams)
    // Rows about a medication are not an answer of a release.
    streams.release = nil
    var concept: MedicationConcept
    if let resolver, dialog == nil || MedicationChoice.isCode(words) {
      concept = try MedicationChoice.concept(words, resolver, streams.messages)
    } else if dialog != nil, let found = try MedicationChoice.choose(words, resolver, &dialog) {
      concept = found
    } else {
      concept = MedicationChoice.custom(words)
    }
    var (name, schedule) = (invocation.value(of: nickname), Schedule?.none)
    var apps = Set(invocation.values(of: shareWith))
    if dialog != nil {
      let answers = try ask(about: concept, name, in: store, &dialog)
      (name, schedule) = (answers.nickname, answers.schedule)
      apps.formUnion(answers.apps)
    }
    let added = try store.person.add(
      concept, nickname: name, schedule: schedule,
      unit: invocation.value(of: unit).map { DoseUnit($0) }, sharingWith: apps)
    try store.print([added], &streams)
  }

  /// The resolver of the catalog; `nil` if none is named and none is in the default place.
  private static func catalog(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws -> MedicationResolver? {
    let option = invocation.value(of: CommonOptions.catalog)
    if option == nil, streams.environment.catalog == nil {
      let place = CatalogLocation.userDataPath(streams.environment)
      guard place.map({ SystemCalls.exists($0) }) ?? false else { return nil }
    }
    return try ResolverOpening.open(invocation, &streams)
  }

  /// Asks for what can also be said later.
  private static func ask(
    about concept: MedicationConcept, _ nickname: String?, in store: MedStore,
    _ dialog: inout Dialog?
  ) throws -> (nickname: String?, schedule: Schedule?, apps: Set<String>) {
    guard var asked = dialog else { return (nickname, nil, []) }
    defer { dialog = asked }
    var name = nickname
    if name == nil {
      let text = try asked.ask("Nickname, or nothing:")
      name = text.isEmpty ? nil : text
    }
    var schedule: Schedule?
    while true {
      let text = try asked.ask("Times of day, such as 08:00,20:00=2, or nothing if as needed:")
      if text.isEmpty { break }
      do {
        let part = try MedScheduleCommand.part(text, store)
        schedule = try Schedule(parts: [part])
        break
      } catch let error as CommandFailure {
        asked.say(error.message)
      } catch let error as HealthError { asked.say(error.problem.explanation) }
    }
    var apps: Set<String> = []
    let known = try store.person.apps()
    for app in known where app.hasAskedForMedications {
      let label = DisplayText.printable(app.app.bundleIdentifier)
      if try asked.confirm("Show it to \(label)?") { apps.insert(app.app.bundleIdentifier) }
    }
    return (name, schedule, apps)
  }
}

/// Makes the concept of a medication that is being added.
enum MedicationChoice {
  /// How many hits a person chooses among.
  private static let limit = 12

  /// Whether words are a code and no name.
  static func isCode(_ words: String) -> Bool {
    if case .name = MedicationQueries.query(words, system: nil, isName: false) {
      false
    } else {
      true
    }
  }

  /// A medication that is known by its name alone.
  static func custom(_ name: String) -> MedicationConcept {
    MedicationConcept(
      identifier: .mint(displayText: name, codings: [ClinicalCoding]()), displayText: name,
      generalForm: .unknown, relatedCodings: [])
  }

  /// The concept of a code, which must be known, or of a name, if it is sure what it names.
  static func concept(
    _ words: String, _ resolver: MedicationResolver, _ messages: MessageWriter
  ) throws -> MedicationConcept {
    let query = MedicationQueries.query(words, system: nil, isName: false)
    let answer = try resolver.answer(query)
    let isName = if case .name = query { true } else { false }
    if let found = concept(answer, named: isName ? words : nil) {
      let code = answer.concepts.first?.code?.description ?? ""
      let name = DisplayText.printable(answer.concepts.first?.name ?? "")
      if isName || code != words { messages.note("RxNorm \(code): \(name)") }
      return found
    }
    guard isName else {
      throw CommandFailure(
        .incomplete, "medication.not-found",
        "the code leads to no medication of \(resolver.catalog.release.name), or to several",
        try: "rxkit resolve, to see why; or the name with --custom")
    }
    messages.note("not found for sure in the catalog: added under its name alone, without a code")
    return custom(words)
  }

  /// The concept of an answer that has exactly one.
  private static func concept(
    _ answer: ResolvedMedication, named name: String?
  ) -> MedicationConcept? {
    guard answer.concepts.count == 1, let found = answer.concepts.first, let code = found.code,
      let text = name ?? found.name
    else { return nil }
    let coding = ClinicalCoding(
      system: CodeSystem.rxNorm, version: nil, code: code.description)
    return MedicationConcept(
      identifier: .mint(displayText: text, codings: [coding]), displayText: text,
      generalForm: answer.generalForm.derived, relatedCodings: [coding])
  }

  /// Lets a person search and choose; `nil` if the dialog is with nobody.
  static func choose(
    _ words: String, _ resolver: MedicationResolver?, _ dialog: inout Dialog?
  ) throws -> MedicationConcept? {
    guard var asked = dialog else { return nil }
    defer { dialog = asked }
    var words = words
    while true {
      while words.isEmpty { words = try asked.ask("Medication:") }
      guard let resolver else { return custom(words) }
      if isCode(words) {
        let answer = try resolver.answer(
          MedicationQueries.query(words, system: nil, isName: false))
        if let found = concept(answer, named: nil) { return found }
      }
      let hits = try hits(words, resolver.catalog)
      for (index, hit) in hits.enumerated() {
        asked.say("  \(index + 1)  \(DisplayText.printable(hit.name))")
      }
      asked.say("  0  \(DisplayText.printable(words)), as you typed it, without a code")
      let answer = try asked.ask(
        hits.isEmpty ? "Nothing found. 0, or other words:" : "Number, or more or other words:")
      guard let number = Int(answer), number <= hits.count, number >= 0 else {
        if !answer.isEmpty { words = answer }
        continue
      }
      if number == 0 { return custom(words) }
      guard let code = hits[number - 1].code else { continue }
      let coding = ClinicalCoding(
        system: CodeSystem.rxNorm, version: nil, code: code.description)
      if let found = concept(try resolver.answer(.coding(coding, display: nil)), named: nil) {
        return found
      }
    }
  }

  /// Products that have the words in their names; a name says strength and form.
  private static func hits(
    _ words: String, _ catalog: Catalog
  ) throws -> [Concept] {
    try catalog.need(.searchIndex)
    var filter = SearchFilter()
    filter.termTypes = [.clinicalDrug, .brandedDrug, .genericPack, .brandedPack]
    filter.statuses = [.active]
    return catalog.search(words, filter: filter, limit: limit).hits.map(\.concept)
  }
}
