// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// The commands about symptoms.
enum SymptomCommands {
  private static let medication = OptionDefinition.text(
    "--for", "medication", "The medication that it may be related to.")
  private static let dose = OptionDefinition.text(
    "--dose", "id", "The dose that it may be related to, and with it its medication.")

  static let log = ToolCommand.med(
    "symptom log", "Log a symptom.",
    examples: [
      ("headache mild", "now"),
      ("nausea severe --at 07:30 --for metformin", "with a medication"),
      ("nausea mild --dose 3F2504E0", "with a dose of rxkit med doses"),
      ("appetiteChanges decreased", "less appetite"),
    ],
    arguments: [
      ArgumentDefinition("type", "The symptom: one of the names below."),
      ArgumentDefinition(
        "value", "none, mild, moderate, severe or extreme, or a value of the type or its number."),
    ],
    options: [MedOptions.at, medication, dose],
    discussion: "Symptoms: " + SymptomCategory.allCases.map(\.name).joined(separator: ", ") + ".\n"
      + "The values of a type are those of HealthKit: unspecified, notPresent, mild, moderate, "
      + "severe; of moodChanges and sleepChanges present, notPresent; of appetiteChanges "
      + "unspecified, noChange, decreased, increased. A number is HealthKit's number of the value.",
    seeAlso: ["rxkit med symptom list", "rxkit side-effects"],
    run: MedStore.opened(for: .anyoneForSymptoms, .creating) { store, streams in
      let invocation = store.invocation
      let symptom = try find(invocation.arguments[0], of: invocation.command)
      guard let value = symptom.value(named: invocation.arguments[1]) else {
        throw invocation.command.invalid(
          "not a value of \(symptom.name), expected "
            + symptom.valueKind.names.joined(separator: ", "))
      }
      let date = try store.moment(MedOptions.at)
      let metadata = try link(store)
      try store.request(toShare: [symptom], read: [symptom], streams)
      let sample = try store.health.log(symptom, value: value, at: date, metadata: metadata)
      try store.print([sample], &streams)
    })

  /// What a symptom may be related to: a medication, or a dose and its medication.
  private static func link(_ store: MedStore) throws -> [String: MetadataValue]? {
    let invocation = store.invocation
    let named = try invocation.value(of: medication)
      .map { try store.medication($0).medication.identifier }
    guard let text = invocation.value(of: dose) else {
      return named.map { [CategorySample.medicationKey: .string($0.value)] }
    }
    let uuid = try store.uuid(text)
    let event = try SampleQueryDescriptor(predicates: [.medicationDoseEvent()])
      .samples(in: store.health).first { $0.uuid == uuid }
    guard let event else { throw HealthError.noSuchSample }
    let identifier = event.medicationConceptIdentifier
    guard named == nil || named == identifier else {
      throw invocation.command.invalid("\(dose.name): a dose of another medication")
    }
    return [
      CategorySample.medicationKey: .string(identifier.value),
      CategorySample.doseKey: .string(event.uuid.description),
    ]
  }

  static let list = ToolCommand.med(
    "symptom list", "List symptoms that were logged.",
    examples: [
      ("", "all"),
      ("headache --from 2026-03-01 --format csv", "one, since a day"),
    ],
    arguments: [ArgumentDefinition("type", "The symptom.", count: .optional)],
    options: [MedOptions.from, MedOptions.to], seeAlso: ["rxkit med symptom log"],
    run: MedStore.opened(for: .anyoneForSymptoms, .reading) { store, streams in
      let symptom = try store.invocation.arguments.first
        .map { try find($0, of: store.invocation.command) }
      let window = try store.window()
      if let symptom { try store.request(read: [symptom], streams) }
      let samples = try SampleQueryDescriptor(
        predicates: [.categorySample(type: symptom, predicate: window)],
        sortDescriptors: [SampleSortDescriptor(.startDate)]
      ).samples(in: store.health)
      try store.print(samples, &streams)
    })

  /// The symptom that a person means.
  private static func find(
    _ text: String, of command: CommandDefinition
  ) throws -> SymptomCategory {
    if let symptom = SymptomCategory.find(text) { return symptom }
    let names = SymptomCategory.allCases.map(\.name)
    let nearest = Suggestion.nearest(to: text, among: names).map { ". Did you mean '\($0)'?" }
    throw command.invalid("not a symptom" + (nearest ?? ""))
  }
}

extension SymptomCategory {
  /// Finds a symptom by its name, its identifier, or its name for people.
  static func find(_ text: String) -> SymptomCategory? {
    let lower = text.lowercased()
    return SymptomCategory(reading: text)
      ?? allCases.first { $0.displayName.lowercased() == lower || $0.name.lowercased() == lower }
  }
}

extension MedStore {
  /// Prints symptoms in the chosen form.
  fileprivate func print(_ samples: [CategorySample], _ streams: inout Streams) throws {
    let names = Dictionary(
      try names().map { ($0.value, $1) }, uniquingKeysWith: { first, _ in first })
    try print(samples, &streams) {
      var table = Table("time", "symptom", "value", "medication", "source", "id")
      for sample in samples {
        let medication = sample.text(CategorySample.medicationKey).map { names[$0] ?? $0 }
        let type = sample.categoryType
        let face = SymptomIntensity(categoryValue: sample.value, for: type).map { " " + $0.emoji }
        table.append(
          text(sample.startDate), type.name,
          type.valueKind.name(of: sample.value) + (isForPeople ? face ?? "" : ""), medication,
          sample.source.name, text(sample.uuid))
      }
      return table
    } json: { sample, json in
      sample.write(to: &json, in: zone)
    }
  }
}
