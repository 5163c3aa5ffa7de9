// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel
internal import SQLiteDatabase

/// An app that requested something, as the person sees it.
public struct AppAccess: Sendable, Hashable {
  /// The app.
  public let app: SampleSource
  /// Whether it requested medications, so that new ones are offered to it.
  public let hasAskedForMedications: Bool
  /// The medications that it may see.
  public let medications: [HealthConceptIdentifier]
  /// The symptoms that it may write.
  public let shared: [SymptomCategory]
  /// The symptoms that it may read.
  public let read: [SymptomCategory]
}

extension PersonStore {
  /// Lets an app see a medication and its doses.
  ///
  /// - Throws: ``HealthProblem/neverAsked`` if the app never requested medications.
  public func grant(
    _ identifier: HealthConceptIdentifier, to app: String
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      try grant(medication: try transaction.medication(identifier).row, to: app, transaction)
    }
  }

  func grant(
    medication: Int64, to app: String, _ transaction: StoreTransaction
  ) throws(HealthError) {
    let row = try transaction.integer(
      "SELECT id FROM app WHERE bundle_identifier = ?1 AND asked = 1", [.text(app)])
    guard let row else { throw HealthError(.neverAsked) }
    try transaction.setGrant(true, app: row, medication: medication)
  }

  /// Ends that an app sees a medication and its doses.
  public func revoke(
    _ identifier: HealthConceptIdentifier, from app: String
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier).row
      if let row = try transaction.app(app) {
        try transaction.setGrant(false, app: row, medication: medication)
      }
    }
  }

  /// Lets an app read or write a symptom, or ends that; what is `nil` stays.
  ///
  /// - Throws: ``HealthProblem/neverAsked`` if the app never requested anything.
  public func setPermission(
    for symptom: SymptomCategory, of app: String, share: Bool? = nil, read: Bool? = nil
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      guard let row = try transaction.app(app) else { throw HealthError(.neverAsked) }
      try transaction.setPermission(symptom, app: row, share: share, read: read)
    }
  }

  /// Returns the apps that requested something, by bundle identifier.
  public func apps() throws(HealthError) -> [AppAccess] {
    try database.read { (transaction) throws(HealthError) in
      let apps = try transaction.rows(
        "SELECT id, bundle_identifier, name, asked FROM app ORDER BY bundle_identifier"
      ) { ($0.integer(0), $0.text(1), $0.text(2), $0.flag(3)) }
      var answers: [AppAccess] = []
      for (row, bundle, name, asked) in apps {
        let medications = try transaction.rows(
          """
          SELECT m.domain, m.identifier FROM medication_grant g JOIN medication m
            ON m.id = g.medication WHERE g.app = ?1 ORDER BY m.id
          """, [.integer(row)]
        ) { $0.identifier(0, 1) }
        let types = try transaction.rows(
          "SELECT type, share, read FROM type_permission WHERE app = ?1 ORDER BY type",
          [.integer(row)]
        ) { (SymptomCategory(rawValue: $0.text(0)), $0.integer(1), $0.integer(2)) }
        answers.append(
          AppAccess(
            app: SampleSource(name: name, bundleIdentifier: bundle), hasAskedForMedications: asked,
            medications: medications.compactMap(\.self),
            shared: types.filter { $0.1 == 2 }.compactMap(\.0),
            read: types.filter { $0.2 == 2 }.compactMap(\.0)))
      }
      return answers
    }
  }
}

extension StoreTransaction {
  fileprivate func app(_ bundleIdentifier: String) throws(HealthError) -> Int64? {
    try integer("SELECT id FROM app WHERE bundle_identifier = ?1", [.text(bundleIdentifier)])
  }

  /// Switches a medication on or off for an app.
  func setGrant(_ isOn: Bool, app: Int64, medication: Int64) throws(HealthError) {
    let isGranted = try exists(
      "SELECT 1 FROM medication_grant WHERE app = ?1 AND medication = ?2",
      [.integer(app), .integer(medication)])
    guard isGranted != isOn else { return }
    let revision = try newRevision()
    if isOn {
      try run(
        "INSERT INTO medication_grant (app, medication, revision) VALUES (?1, ?2, ?3)",
        [.integer(app), .integer(medication), .integer(revision)])
    } else {
      try run(
        "DELETE FROM medication_grant WHERE app = ?1 AND medication = ?2",
        [.integer(app), .integer(medication)])
    }
  }

  /// Sets what an app may do with a symptom; what is `nil` stays.
  func setPermission(
    _ symptom: SymptomCategory, app: Int64, share: Bool?, read: Bool?
  ) throws(HealthError) {
    let key: [SQLiteValue] = [.integer(app), .text(symptom.rawValue)]
    let revision = try newRevision()
    try run(
      """
      INSERT OR IGNORE INTO type_permission (app, type, share, read, revision)
        VALUES (?1, ?2, 0, 0, ?3)
      """, key + [.integer(revision)])
    if let share {
      try run(
        "UPDATE type_permission SET share = ?3 WHERE app = ?1 AND type = ?2",
        key + [.integer(share ? 2 : 1)])
    }
    if let read {
      // Granting what is granted already does not send anything again.
      try run(
        """
        UPDATE type_permission SET read = ?3, revision = ?4
        WHERE app = ?1 AND type = ?2 AND read <> ?3
        """, key + [.integer(read ? 2 : 1), .integer(revision)])
    }
  }
}
