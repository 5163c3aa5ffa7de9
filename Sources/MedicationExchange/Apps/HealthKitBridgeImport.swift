// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel
internal import MedicationStore

// The JSON that bridges to HealthKit give, and our own: one object, an array, or one object
// per line. The members have HealthKit's names; some bridges put those of a dose event into
// `harmonized`, and give moments as seconds since 1970 under other names.
//
//   {"uuid":…,"startTimestamp":1601065755.0,"harmonized":{"logStatus":4,…}}
//   {"uuid":…,"startDate":"2020-09-25T20:29:15Z","logStatus":"taken",…}

/// Reads dose events and symptoms out of the JSON of HealthKit bridges.
struct HealthKitBridgeImport {
  /// Whether an object is a dose event or a symptom of a bridge.
  static func isSample(_ node: JSONNode) -> Bool {
    node["categoryType"] != nil || node["logStatus"] != nil
      || node["identifier"]?.string == MedicationDoseEvent.typeIdentifier
  }

  static func read(_ values: [ImportFile.Addressed], into run: ImportRun) {
    for (node, _, path) in values {
      let reader = HealthKitBridgeImport(node: node)
      let isSymptom = node["categoryType"] != nil
      let kind: ImportReport.Kind = isSymptom ? .symptom : .dose
      let isRead = run.add(kind, path) { () throws(Refusal) in
        try Refusal.unless(isSample(node), "it is neither a dose event nor a symptom")
        return isSymptom ? .symptom(try reader.symptom()) : .dose(try reader.dose())
      }
      guard isRead else { continue }
      if node["uuid"]?.string.flatMap({ SampleUUID($0) }) == nil {
        run.remark(
          kind, path, "it has no uuid; one was made of its content", isLeftOut: false)
      }
      if reader.member("metadata")?.members.contains(where: { $1.isArray }) ?? false {
        run.remark(kind, path, "a list in its metadata was left out", isLeftOut: false)
      }
    }
  }

  private let node: JSONNode

  private func member(_ name: String) -> JSONNode? {
    guard let value = node["harmonized"]?[name] ?? node[name], !value.isNull else { return nil }
    return value
  }

  private func dose() throws(Refusal) -> MedicationDoseEvent {
    let concept = member("medicationConceptIdentifier")
    let domain = concept?["domain"]?.string.map(HealthConceptDomain.init(rawValue:))
    let identifier = (concept?.string ?? concept?["value"]?.string).flatMap {
      // One that is empty or too long is not an identifier.
      try? HealthConceptIdentifier(domain: domain ?? .medication, value: $0)
    }
    let medication = try Refusal.need(
      identifier, "it names no medication", at: "medicationConceptIdentifier")
    let (status, type) = (member("logStatus"), member("scheduleType"))
    let statusName = status?.string.flatMap { LogStatus(name: $0) }
    let logStatus = try Refusal.need(
      status?.integer.map(LogStatus.init(rawValue:)) ?? statusName, "its status is unknown",
      at: "logStatus")
    let scheduleType = try Refusal.need(
      ScheduleType.allCases.first { $0.rawValue == type?.integer || $0.name == type?.string },
      "its schedule type is unknown", at: "scheduleType")
    let start = try start()
    return MedicationDoseEvent(
      uuid: uuid, medicationConceptIdentifier: medication, scheduleType: scheduleType,
      scheduledDate: try moment("scheduled"),
      scheduledDoseQuantity: member("scheduledDoseQuantity")?.number,
      doseQuantity: member("doseQuantity")?.number,
      unit: DoseUnit(member("unit")?.string ?? member("unit")?["unitString"]?.string ?? ""),
      logStatus: logStatus, startDate: start, endDate: try moment("end") ?? start, source: source,
      device: device, metadata: metadata)
  }

  private func symptom() throws(Refusal) -> CategorySample {
    let type = try Refusal.need(
      member("categoryType")?.string.flatMap { SymptomCategory(reading: $0) },
      "it is none of the symptom types", at: "categoryType")
    let value = try Refusal.need(
      member("value")?.integer, "the symptom type has no such value", at: "value")
    let start = try start()
    return CategorySample(
      type: type, value: value, start: start, end: try moment("end") ?? start, device: device,
      metadata: metadata, uuid: uuid, source: source)
  }

  // MARK: Parts

  private func start() throws(Refusal) -> Instant {
    try Refusal.need(moment("start"), "it has no date", at: "startDate")
  }

  /// A moment as text with an offset, or in seconds since 1970.
  private func moment(_ name: String) throws(Refusal) -> Instant? {
    if let text = member("\(name)Date")?.string {
      return try Refusal.moment(text, at: "\(name)Date")
    }
    guard let seconds = (member("\(name)Timestamp") ?? member("\(name)Date"))?.number else {
      return nil
    }
    try Refusal.unless(
      abs(seconds) < 9_000_000_000, "\(InstantError.outOfRange)", at: "\(name)Timestamp")
    let whole = seconds.rounded(.down)
    // Microseconds: a Double of today has no more.
    let micro = Int64(((seconds - whole) * 1_000_000).rounded())
    return Instant(nanosecondsSince1970: Int64(whole) * 1_000_000_000 + micro * 1000)
  }

  private var uuid: SampleUUID {
    member("uuid")?.string.flatMap { SampleUUID($0) } ?? SampleUUID(ofContent: node)
  }

  private var source: SampleSource {
    let source = member("source") ?? member("sourceRevision")?["source"]
    return SampleSource(
      name: source?["name"]?.string ?? "HealthKit",
      bundleIdentifier: source?["bundleIdentifier"]?.string ?? "")
  }

  private var device: SampleDevice? { member("device").map { SampleDevice($0) } }

  private var metadata: [String: MetadataValue]? {
    member("metadata").map { [String: MetadataValue]($0) }
  }
}
