// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationAnswers
import MedicationModel
import MedicationResolver
import MedicationStore
import SymptomMapping

// A diary of medications and symptoms: an app that reads what the person lets it read.
//
//   MedicationDiary STORE CATALOG [NOW]
//
// The person keeps the list (`rxkit med add`); the app shows it, and logs symptoms. The tutorial
// "Building a medication diary" walks through this file.

/// The app.
struct MedicationDiary {
  let store: HealthStore
  let resolver: MedicationResolver
  let zone: Zone
  let clock: @Sendable () -> Instant

  static let app = SampleSource(name: "Diary", bundleIdentifier: "org.example.diary")

  init(store path: String, catalog: String, zone: Zone, clock: @escaping @Sendable () -> Instant)
    throws
  {
    let database = try HealthDatabase(
      path: path, surroundings: StoreSurroundings(zone: zone, clock: clock))
    store = HealthStore(database, app: Self.app, sheet: TerminalSheet())
    resolver = try MedicationResolver(catalog: Catalog(contentsOf: catalog))
    (self.zone, self.clock) = (zone, clock)
  }

  /// Runs a command of the menu; `false` ends the program.
  func run(_ words: [String]) async throws -> Bool {
    switch words.first {
    case "authorize": try await authorize()
    case "list": try await showList()
    case "archive": try await showList(isArchived: true)
    case "detail": try await showDetail(medication(words))
    case "doses": try await showDoses(medication(words))
    case "symptoms": showSymptoms()
    case "log": try await log(words)
    case "why": try await showBackground()
    case "chart": try await showChart()
    case "shared": try await showSharedIngredients()
    case "quit", nil: return false
    default:
      print(
        "authorize list archive detail N doses N symptoms log SYMPTOM 0-4 why chart shared quit")
    }
    return true
  }

  // MARK: Authorization

  /// Asks for medications one by one; their doses come with them.
  func authorize() async throws {
    try await store.requestPerObjectReadAuthorization(for: .userAnnotatedMedicationType())
  }

  // MARK: The list

  func medications(isArchived: Bool) async throws -> [UserAnnotatedMedication] {
    try await UserAnnotatedMedicationQueryDescriptor(predicate: .isArchived(isArchived))
      .result(for: store)
  }

  /// The list with today's dose.
  func showList(isArchived: Bool = false) async throws {
    let medications = try await medications(isArchived: isArchived)
    if medications.isEmpty { print("no medication that this app may see; try authorize") }
    for (index, medication) in medications.enumerated() {
      let dose = try await store.latestDose(
        of: medication.medication.identifier, onDayOf: clock(), in: zone)
      print("\(index + 1)  \(medication.name): \(dose.map(text) ?? "no dose today")")
    }
  }

  /// The medication of a command, by its number in the list.
  func medication(_ words: [String]) async throws -> UserAnnotatedMedication {
    let medications = try await medications(isArchived: false)
    guard words.count > 1, let number = Int(words[1]), medications.indices ~= number - 1 else {
      throw DiaryError(description: "which medication? list shows their numbers")
    }
    return medications[number - 1]
  }

  func text(_ dose: MedicationDoseEvent) -> String {
    let amount = dose.doseQuantity.map { " \($0) \(dose.unit.unitString)" } ?? ""
    let time = "\(zone.localTime(at: dose.startDate))".dropFirst(11).prefix(5)
    return "\(dose.logStatus.name ?? "unknown status")\(amount) at \(time)"
  }

  // MARK: Detail

  /// One medication: what it is, and what its labels say.
  func showDetail(_ medication: UserAnnotatedMedication) async throws {
    let concept = medication.medication
    print("\(medication.name): \(concept.displayText), \(concept.generalForm.rawValue)")
    print(medication.hasSchedule ? "on a schedule" : "as needed")
    for coding in concept.relatedCodings.sorted() { print("code \(coding.code), \(coding.system)") }
    if let seconds = try await store.secondsSinceLatestDose(of: concept.identifier, at: clock()) {
      print("last dose \(seconds / 3600) h \(seconds / 60 % 60) min ago")
    }
    let answer = try resolver.resolve(medication)
    for problem in answer.problems where problem.severity != .note { print("! \(problem.message)") }
    show(answer.sideEffects)
    // The symptoms that labels name are the ones to log: one request for all of them.
    try await store.requestAuthorization(for: answer.sideEffects)
  }

  func show(_ effects: SideEffectAnswer) {
    print("boxed warning: \(effects.boxedWarning.present.rawValue)")
    switch effects.coverage {
    case .full: break
    case .partial: print("labels of some ingredients were read")
    case .none, .unknown: print("no label was read, which does not mean no side effects")
    }
    for finding in effects.symptoms {
      guard let row = finding.toldEvidence?.row else { continue }
      let figure = row.drugPercent.map { percent in
        " \(percent) %"
          + (row.comparatorPercent.map { " vs \($0) % \(row.comparator.rawValue)" } ?? "")
      }
      let date = row.labelDate.map { ", label of \($0)" } ?? ""
      print("- \(finding.symptom.displayName): \(row.evidenceClass.rawValue)\(figure ?? "")\(date)")
    }
    print(SideEffectAnswer.scope)
  }

  /// The doses of the last week, and how many of them were taken.
  func showDoses(_ medication: UserAnnotatedMedication) async throws {
    let week = Week(endingAt: clock(), zone: zone)
    let events = try await SampleQueryDescriptor(
      predicates: [
        .medicationDoseEvent(
          predicate: .and([
            .medication([medication.medication.identifier]),
            .time(start: week.start, end: week.end, options: .strictStartDate),
          ]))
      ], sortDescriptors: [SampleSortDescriptor(.startDate)]
    ).result(for: store)
    for event in events { print("\(zone.day(of: event.startDate))  \(text(event))") }
    for part in Adherence.count(events, start: week.start, end: week.end) {
      print(
        "taken \(part.takenCount) of \(part.dueCount) scheduled, \(part.takenAsNeeded) as needed")
    }
    print("streak \(Adherence.streak(events, through: zone.day(of: clock()), zone: zone)) days")
  }

  // MARK: Symptoms

  func showSymptoms() {
    print(SymptomIntensity.allCases.map { "\($0.rawValue) \($0.emoji)" }.joined(separator: "  "))
    print(SymptomCategory.allCases.map(\.displayName).joined(separator: ", "))
  }

  /// Logs a symptom with an intensity: `log headache 2`.
  func log(_ words: [String]) async throws {
    let name = words.dropFirst().dropLast().joined(separator: " ").lowercased()
    let symptom = SymptomCategory.allCases.first { $0.displayName.lowercased() == name }
    guard let symptom,
      let intensity = words.last.flatMap({ Int($0) })
        .flatMap(SymptomIntensity.init(rawValue:))
    else { throw DiaryError(description: "log SYMPTOM 0-4; symptoms lists both") }
    let type = ObjectType.categoryType(symptom)
    try await store.requestAuthorization(toShare: [type], read: [type])
    try await store.save([
      CategorySample(
        type: symptom, value: intensity.categoryValue(for: symptom), start: clock(), end: clock())
    ])
    print("\(symptom.displayName) \(intensity.emoji)")
  }

  /// The latest symptom, what labels say of it, and when each medication was taken.
  func showBackground() async throws {
    let samples = try await SampleQueryDescriptor(
      predicates: [.categorySample()],
      sortDescriptors: [SampleSortDescriptor(.startDate, isDescending: true)], limit: 1
    ).result(for: store)
    guard let sample = samples.first else { return print("no symptom is logged") }
    print(sample.categoryType.displayName)
    for item in try await store.background(of: sample, from: resolver).medications {
      let dose = item.doses.first.map(text) ?? "not taken in the week before"
      print("- \(item.medication.name): labels: \(item.labels.standing.rawValue); \(dose)")
    }
    print("What labels say and when it was taken; neither shows a cause.")
  }

  // MARK: Charts and facts

  /// The doses of each day of a week, a bar a medication.
  func showChart() async throws {
    let week = Week(endingAt: clock(), zone: zone)
    let medications = try await medications(isArchived: false)
    let empty = DoseChart(
      start: week.start, end: week.end, zone: zone,
      medications: medications.map(\.medication.identifier))
    // The anchor is what an app goes on from: chart.apply(result) takes up later changes.
    let (chart, _) = try await store.filled(empty)
    for (index, day) in chart.days.enumerated() {
      let bars = medications.map { medication in
        let count = chart.series[medication.medication.identifier]?[index] ?? 0
        return medication.name + " " + String(repeating: "█", count: count)
      }
      print("\(day)  \(bars.joined(separator: "  "))")
    }
  }

  func showSharedIngredients() async throws {
    let facts = try await store.sharedIngredients(from: resolver)
    for shared in facts.shared {
      print("\(shared.ingredient.name): \(shared.medications.map(\.name).joined(separator: ", "))")
    }
    for medication in facts.notCompared { print("not compared: \(medication.name)") }
    if facts.shared.isEmpty { print("no shared ingredient found") }
  }
}

/// The seven days up to now.
struct Week {
  let start: Instant
  let end: Instant

  init(endingAt now: Instant, zone: Zone) {
    let today = zone.day(of: now)
    (start, end) = (
      zone.startOfDay(today.adding(days: -6)), zone.startOfDay(today.adding(days: 1))
    )
  }
}

extension UserAnnotatedMedication {
  /// The nickname if there is one.
  var name: String { nickname.flatMap { $0.isEmpty ? nil : $0 } ?? medication.displayText }
}

/// The authorization sheet on a terminal: a line a question, `y` switches on.
struct TerminalSheet: AuthorizationSheet {
  func answer(_ request: AuthorizationRequest) -> AuthorizationAnswer {
    let chosen = request.medications.filter { isAllowed("\($0.name) and its doses", request.app) }
    var answer = AuthorizationAnswer(medications: Set(chosen.map(\.medication.identifier)))
    let names = request.shared.map(\.displayName).sorted().joined(separator: ", ")
    if !request.isForMedications, isAllowed("logging and reading of \(names)", request.app) {
      (answer.shared, answer.read) = (request.shared, request.read)
    }
    return answer
  }

  private func isAllowed(_ what: String, _ app: SampleSource) -> Bool {
    print("\(app.name) asks for \(what). Allow? [y/N]")
    return readLine() == "y"
  }
}

struct DiaryError: Error, CustomStringConvertible {
  let description: String
}

@main
enum Main {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { return print("usage: MedicationDiary STORE CATALOG [NOW]") }
    do {
      let fixed = try arguments.count > 3 ? Instant(arguments[3]) : nil
      let diary = try MedicationDiary(
        store: arguments[1], catalog: arguments[2],
        zone: ZoneFolder().zone(named: ProcessInfo.processInfo.environment["TZ"] ?? "UTC"),
        clock: { fixed ?? Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)) })
      while let line = readLine() {
        do {
          guard try await diary.run(line.split(separator: " ").map(String.init)) else { return }
        } catch {
          print("\(error)")
        }
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}
