// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

extension SymptomCategory {
  /// The symptom that a person means: by its name, its identifier, or its name for people.
  static func named(
    _ text: String, of command: CommandDefinition
  ) throws -> SymptomCategory {
    if let symptom = find(text) { return symptom }
    let names = allCases.map(\.name)
    let nearest = Suggestion.nearest(to: text, among: names).map { ". Did you mean '\($0)'?" }
    throw CommandFailure.usage(
      "usage.unknown-value", "\(command.words): not a symptom" + (nearest ?? ""), of: command)
  }

  static func find(_ text: String) -> SymptomCategory? {
    let lower = text.lowercased()
    return SymptomCategory(reading: text)
      ?? allCases.first { $0.displayName.lowercased() == lower || $0.name.lowercased() == lower }
  }
}

/// `rxkit med symptom log`: a symptom now or earlier.
struct MedSymptomLogCommand: MedCommand {
  private static let at = OptionDefinition.text("--at", "date", "When it was.", default: "now")
  private static let medication = OptionDefinition.text(
    "--for", "medication", "The medication that it may be related to.")

  static let role = MedStore.Role.anyoneForSymptoms

  static let definition = CommandDefinition(
    med: "symptom log", "Log a symptom.",
    examples: [
      ("headache mild", "now"),
      ("nausea severe --at 07:30 --for metformin", "with a medication"),
      ("appetiteChanges decreased", "less appetite"),
    ],
    arguments: [
      ArgumentDefinition("type", "The symptom: one of the names below."),
      ArgumentDefinition(
        "value", "none, mild, moderate, severe or extreme, or a value of the type or its number."),
    ],
    options: [at, medication],
    discussion: [
      "Symptoms: " + SymptomCategory.allCases.map(\.name).joined(separator: ", ") + ".",
      "The values of a type are those of HealthKit: unspecified, notPresent, mild, moderate, severe; "
        + "of moodChanges and sleepChanges present, notPresent; of appetiteChanges unspecified, "
        + "noChange, decreased, increased. A number is HealthKit's number of the value.",
    ],
    seeAlso: ["rxkit med symptom list", "rxkit side-effects"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let symptom = try SymptomCategory.named(invocation.arguments[0], of: definition)
    guard let value = symptom.value(named: invocation.arguments[1]) else {
      throw definition.invalid(
        "not a value of \(symptom.name), expected "
          + symptom.valueKind.names.joined(separator: ", "))
    }
    let date = try store.dates(invocation).moment(at, of: invocation)
    var metadata: [String: MetadataValue]?
    if let words = invocation.value(of: medication) {
      let identifier = try store.medication(words).medication.identifier
      metadata = [CategorySample.medicationKey: .string(identifier.value)]
    }
    try store.request(toShare: [symptom], read: [symptom], streams)
    let sample = try store.health.log(symptom, value: value, at: date, metadata: metadata)
    try store.print([sample], &streams)
  }
}

/// `rxkit med symptom list`: the symptoms that were logged.
struct MedSymptomListCommand: MedCommand {
  static let role = MedStore.Role.anyoneForSymptoms

  static let definition = CommandDefinition(
    med: "symptom list", "List symptoms that were logged.",
    examples: [
      ("", "all"),
      ("headache --from 2026-03-01 --format csv", "one, since a day"),
    ],
    arguments: [ArgumentDefinition("type", "The symptom.", count: .optional)],
    options: [MedDosesCommand.from, MedDosesCommand.to], seeAlso: ["rxkit med symptom log"])

  static func run(_ invocation: Invocation, on store: MedStore, _ streams: inout Streams) throws {
    let symptom = try invocation.arguments.first
      .map { text in try SymptomCategory.named(text, of: definition) }
    let window = try MedDosesCommand.window(invocation, store)
    if let symptom { try store.request(read: [symptom], streams) }
    let samples = try SampleQueryDescriptor(
      predicates: [.categorySample(type: symptom, predicate: window)],
      sortDescriptors: [SampleSortDescriptor(.startDate)]
    ).samples(in: store.health)
    try store.print(samples, &streams)
  }
}

extension MedStore {
  /// Prints symptoms in the chosen form.
  fileprivate func print(
    _ samples: [CategorySample], _ streams: inout Streams
  ) throws {
    let names = Dictionary(
      try names().map { ($0.value, $1) }, uniquingKeysWith: { first, _ in first })
    try print(samples, &streams) { () throws(CommandFailure) in
      var table = Table("time", "symptom", "value", "medication", "source", "id")
      for sample in samples {
        let medication = sample.text(CategorySample.medicationKey).map { names[$0] ?? $0 }
        let type = sample.categoryType
        let face = SymptomIntensity(categoryValue: sample.value, for: type).map { " " + $0.emoji }
        table.append([
          text(sample.startDate), type.name,
          type.valueKind.name(of: sample.value) + (isForPeople ? face ?? "" : ""), medication,
          sample.source.name, text(sample.uuid),
        ])
      }
      return table
    } json: { sample, json in
      sample.write(to: &json, in: zone)
    }
  }
}
