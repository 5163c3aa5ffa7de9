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
  /// Whether it may write each symptom that it requested to write.
  let sharing: [SymptomCategory: AuthorizationStatus]
  /// The same for reading.
  let reading: [SymptomCategory: AuthorizationStatus]

  /// The symptoms that it may write.
  public var shared: [SymptomCategory] { Self.authorized(sharing) }
  /// The symptoms that it may read.
  public var read: [SymptomCategory] { Self.authorized(reading) }

  private static func authorized(
    _ permissions: [SymptomCategory: AuthorizationStatus]
  ) -> [SymptomCategory] {
    permissions.filter { $0.value == .sharingAuthorized }.keys.sorted()
  }
}

extension PersonStore {
  /// Lets an app see a medication and its doses.
  ///
  /// - Throws: ``HealthError/neverAsked`` if the app never requested medications.
  public func grant(_ identifier: HealthConceptIdentifier, to app: String) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      try transaction.grant(medication: try transaction.medication(identifier).row, to: app)
    }
  }

  /// Ends that an app sees a medication and its doses.
  ///
  /// - Throws: ``HealthError/neverAsked`` if the app never requested anything.
  public func revoke(_ identifier: HealthConceptIdentifier, from app: String) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      let medication = try transaction.medication(identifier).row
      guard let row = try transaction.app(app) else { throw .neverAsked }
      try transaction.setGrant(false, app: row, medication: medication)
    }
  }

  /// Lets an app read or write a symptom, or ends that; what is `nil` stays.
  ///
  /// - Throws: ``HealthError/neverAsked`` if the app never requested anything.
  public func setPermission(
    for symptom: SymptomCategory, of app: String, share: Bool? = nil, read: Bool? = nil
  ) throws(HealthError) {
    try change { (transaction) throws(HealthError) in
      guard let row = try transaction.app(app) else { throw .neverAsked }
      try transaction.setPermission(symptom, app: row, share: share, read: read)
    }
  }

  /// Answers a request as the person in front of its sheet: what it shows is switched on or off.
  public func answer(
    request: AuthorizationRequest, with chosen: AuthorizationAnswer
  ) throws(HealthError) {
    try database.write { (transaction) throws(HealthError) in
      try transaction.answer(request, with: chosen)
    }
  }

  /// Returns the apps that requested something, by bundle identifier.
  public func apps() throws(HealthError) -> [AppAccess] {
    try database.read { (transaction) throws(HealthError) in try transaction.apps() }
  }
}

extension StoreTransaction {
  /// The apps that requested something, by bundle identifier, or one of them.
  func apps(_ bundleIdentifier: String? = nil) throws(HealthError) -> [AppAccess] {
    let apps = try rows(
      """
      SELECT id, bundle_identifier, name, asked FROM app
      WHERE ?1 IS NULL OR bundle_identifier = ?1 ORDER BY bundle_identifier
      """, [bundleIdentifier]
    ) { ($0.integer(0), $0.source(2, 1), $0.flag(3)) }
    return try apps.map { (row, app, hasAsked) throws(HealthError) in
      let medications = try rows(
        """
        SELECT m.domain, m.identifier FROM medication_grant g JOIN medication m
          ON m.id = g.medication WHERE g.app = ?1 ORDER BY m.id
        """, [row]
      ) { $0.identifier(0, 1) }
      return AppAccess(
        app: app, hasAskedForMedications: hasAsked, medications: medications.compactMap(\.self),
        sharing: try permissions("share", app: row), reading: try permissions("read", app: row))
    }
  }

  /// What was answered to an app's requests to write or to read symptoms.
  private func permissions(
    _ column: String, app: Int64
  ) throws(HealthError) -> [SymptomCategory: AuthorizationStatus] {
    var found: [SymptomCategory: AuthorizationStatus] = [:]
    try forEach("SELECT type, \(column) FROM type_permission WHERE app = ?1", [app]) { row in
      let status = AuthorizationStatus(rawValue: Int(row.integer(1)))
      guard let type = SymptomCategory(rawValue: row.text(0)), status != .notDetermined else {
        return
      }
      found[type] = status
    }
    return found
  }

  func app(_ bundleIdentifier: String) throws(HealthError) -> Int64? {
    try integer("SELECT id FROM app WHERE bundle_identifier = ?1", [bundleIdentifier])
  }

  func answer(
    _ request: AuthorizationRequest, with chosen: AuthorizationAnswer
  ) throws(HealthError) {
    let app = request.app
    try insert(
      "INSERT OR IGNORE", into: "app",
      [("bundle_identifier", app.bundleIdentifier), ("name", app.name), ("asked", false)])
    let row = try self.app(app.bundleIdentifier) ?? 0
    if request.isForMedications { try run("UPDATE app SET asked = 1 WHERE id = ?1", [row]) }
    for identifier in request.medications.map(\.medication.identifier) {
      try setGrant(
        chosen.medications.contains(identifier), app: row,
        medication: try medication(identifier).row)
    }
    for symptom in request.shared.union(request.read).sorted() {
      try setPermission(
        symptom, app: row,
        share: request.shared.contains(symptom) ? chosen.shared.contains(symptom) : nil,
        read: request.read.contains(symptom) ? chosen.read.contains(symptom) : nil)
    }
  }

  func grant(medication: Int64, to app: String) throws(HealthError) {
    let row = try integer("SELECT id FROM app WHERE bundle_identifier = ?1 AND asked = 1", [app])
    guard let row else { throw .neverAsked }
    try setGrant(true, app: row, medication: medication)
  }

  /// Switches a medication on or off for an app.
  func setGrant(_ isOn: Bool, app: Int64, medication: Int64) throws(HealthError) {
    let isGranted = try exists(
      "SELECT 1 FROM medication_grant WHERE app = ?1 AND medication = ?2", [app, medication])
    guard isGranted != isOn else { return }
    let revision = try newRevision()
    if isOn {
      try insert(
        into: "medication_grant",
        [("app", app), ("medication", medication), ("revision", revision)])
    } else {
      try run(
        "DELETE FROM medication_grant WHERE app = ?1 AND medication = ?2", [app, medication])
    }
  }

  /// Sets what an app may do with a symptom; what is `nil` stays.
  func setPermission(
    _ symptom: SymptomCategory, app: Int64, share: Bool?, read: Bool?
  ) throws(HealthError) {
    let key: [any ColumnValue] = [app, symptom.rawValue]
    let revision = try newRevision()
    try insert(
      "INSERT OR IGNORE", into: "type_permission",
      [
        ("app", app), ("type", symptom.rawValue), ("share", 0), ("read", 0),
        ("revision", revision),
      ])
    if let share {
      try run(
        "UPDATE type_permission SET share = ?3 WHERE app = ?1 AND type = ?2",
        key + [share ? 2 : 1])
    }
    if let read {
      // Granting what is granted already does not send anything again.
      try run(
        """
        UPDATE type_permission SET read = ?3, revision = ?4
        WHERE app = ?1 AND type = ?2 AND read <> ?3
        """, key + [read ? 2 : 1, revision])
    }
  }
}
