// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import MedicationModel
import MedicationStore

/// A process that writes to a store until it is killed, and prints what is confirmed: `StoreWriter FILE`.
///
/// A line names the uuid that went and the one that came, `-` for none, and when it was confirmed, in
/// nanoseconds since 1970.
@main
struct StoreWriter {
  static func main() async throws {
    let zone = try ZoneFolder().zone(named: "Europe/Zurich")
    let database = try HealthDatabase(
      path: CommandLine.arguments[1], surroundings: StoreSurroundings(zone: zone))
    let person = PersonStore(database)
    guard let medication = try person.medications().first?.medication.identifier else { return }
    for count in 1...CommandLine.arguments.dropFirst(2).compactMap({ Int($0) }).reduce(.max, min) {
      let event = try person.logAsNeeded(medication, quantity: Double(count))
      tell(nil, event.uuid)
      guard count % 3 == 0 else { continue }
      let edited = try person.edit(event.uuid, quantity: 0.5)
      tell(event.uuid, edited.uuid)
      guard count % 2 == 0 else { continue }
      let undone = try person.undo(edited.uuid)
      tell(edited.uuid, undone.uuid)
      if count % 4 == 0 {
        try person.delete(undone.uuid)
        tell(undone.uuid, nil)
      }
      if count % 30 == 0 { try database.prune() }
    }
  }

  static func tell(_ old: SampleUUID?, _ new: SampleUUID?) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let words = [old, new].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    let line = words + " \(time.tv_sec * 1_000_000_000 + time.tv_nsec)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}
