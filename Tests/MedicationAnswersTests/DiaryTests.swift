// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import Foundation
import MedicationModel
import MedicationStore
import RxNormRelease
import TestSupport
import Testing

@Suite("The example app")
struct DiaryTests {
  /// Runs `Examples/MedicationDiary`, which is built with the tests.
  private func diary(_ arguments: [String], _ lines: [String]) throws -> [String] {
    let process = Process()
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places = (bundles + [URL(fileURLWithPath: CommandLine.arguments[0])]).map {
      $0.deletingLastPathComponent().appendingPathComponent("MedicationDiary")
    }
    process.executableURL = places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    process.arguments = arguments
    process.environment = ["TZ": "Europe/Zurich"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    input.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("The diary shows what the person allows: list, detail, symptoms, chart")
  func walk() throws {
    guard let release = StarterRelease.path(skipping: "the example app") else { return }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var builder = CatalogBuilder(
      release: try RxNormRelease(path: release), toolVersion: "0.0.0")
    let mappings = Repository.root.appendingPathComponent("Data/Mappings")
    for name in ["side-effects", "labels", "routes", "general-forms", "symptoms"] {
      let bytes = [UInt8](try Data(contentsOf: mappings.appendingPathComponent("\(name).tsv")))
      builder.attach("\(name).tsv", bytes: bytes)
    }
    let catalog = folder.appendingPathComponent("catalog.rxkit").path
    try Data(try builder.build().bytes).write(to: URL(fileURLWithPath: catalog))

    let store = folder.appendingPathComponent("health.store").path
    let now = try Instant("2026-03-02T12:00:00+01:00")
    let person = PersonStore(
      try HealthDatabase(
        path: store,
        surroundings: StoreSurroundings(
          zone: try ZoneFolder().zone(named: "Europe/Zurich"), clock: { now })))
    let coding = ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: "308192")
    let medication = try person.add(
      MedicationConcept(
        identifier: .rxNorm(RxCUI(rawValue: 308192)),
        displayText: "Amoxicillin Trihydrate 500mg Oral Tablet", generalForm: .tablet,
        relatedCodings: [coding]), nickname: "Antibiotics")
    try person.add(
      MedicationConcept(
        identifier: .userEntered(displayText: "tea", codings: []), displayText: "tea",
        generalForm: .unknown, relatedCodings: []))
    try person.logAsNeeded(
      medication.medication.identifier, at: now.adding(seconds: -3_600))

    let lines = try diary(
      [store, catalog, "2026-03-02T12:00:00+01:00"],
      [
        "list", "authorize", "y", "n", "list", "detail 1", "y", "detail 2", "doses 1", "symptoms",
        "log diarrhea 2", "log headache 9", "why", "chart", "shared", "help", "quit", "list",
      ])
    let expected = [
      "no medication that this app may see; try authorize",
      "Diary asks for Antibiotics and its doses. Allow? [y/N]",
      "Diary asks for tea and its doses. Allow? [y/N]",
      "1  Antibiotics: taken 1.0 tablet at 11:00",
      "Antibiotics: Amoxicillin Trihydrate 500mg Oral Tablet, tablet", "as needed",
      "code 308192, http://www.nlm.nih.gov/research/umls/rxnorm", "last dose 1 h 0 min ago",
      "which medication? list shows their numbers", "2026-03-02  taken 1.0 tablet at 11:00",
      "0 😌  1 😐  2 😕  3 😡  4 🤯", "Diarrhea 😕", "log SYMPTOM 0-4; symptoms lists both",
      "- Antibiotics: labels: named; taken 1.0 tablet at 11:00",
      "What labels say and when it was taken; neither shows a cause.", "2026-03-02  Antibiotics █",
      "no shared ingredient found",
    ]
    var rest = lines[...]
    for line in expected {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "\(line)")
      if let place { rest = rest[place...].dropFirst() }
    }
    #expect(lines.contains { $0.hasPrefix("- Diarrhea: ") })
    #expect(!lines.contains { $0.contains("tea:") })
  }
}
