// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import MedicationModel
@testable import MedicationStore
import Testing

@testable import MedicationExchange

@Suite("Backups")
struct BackupTests {
  @Test("M201 A restored backup gives the same bytes but for the epoch that it begins")
  func roundTrip() throws {
    let diary = try Diary()
    let contents = try Sample.contents()
    _ = try diary.person.takeIn { run in
      for medication in contents.medications { run.add(.medication(medication), "") }
      for dose in contents.doses { run.add(.dose(dose), "") }
      for symptom in contents.symptoms { run.add(.symptom(symptom), "") }
      try run.takeWaiting()
    }
    let bytes = try diary.database.backup()
    let file = try diary.file("backup", String(decoding: bytes, as: UTF8.self))
    #expect(try ImportFile(file).kind == .backup)
    let other = try Diary()
    let copy = try HealthDatabase.restore(
      bytes, to: other.path + "2", surroundings: diary.database.surroundings)
    #expect(try PersonStore(copy).contents() == contents)
    let (before, after) = (try JSONDocument(bytes).root, try JSONDocument(copy.backup()).root)
    for table in try #require(before["tables"]).members {
      let name = try #require(table.name.string)
      let text = after["tables"]?[name].map { Array($0.rawBytes) }
      if name == "epoch" {
        #expect(after["tables"]?[name]?["rows"]?.count == 2)
      } else {
        #expect(text == Array(table.value.rawBytes))
      }
    }
    // A backup is not added to a store.
    #expect(throws: ExchangeError.self) { try other.take(file: file) }
  }

  @Test("S38 A file that cannot be read leaves nothing of the files before it")
  func wholeOrNothing() throws {
    let diary = try Diary()
    let good = try ImportFile(
      diary.file("good", #"[{"medication":{"displayText":"A","relatedCodings":[]}}]"#))
    let bad = try ImportFile(diary.file("bad", "<HealthData><Record"))
    #expect(throws: ExchangeError.self) {
      try diary.person.takeIn { run in
        for file in [good, bad] {
          try file.read(into: run, resolver: nil, today: CivilDate(daysSince1970: 20_000))
        }
      }
    }
    #expect(try diary.person.contents() == StoreContents())
  }
}
