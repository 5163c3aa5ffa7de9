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

  static func records(of nodes: [(JSONNode, String)]) -> ImportedRecords {
    var records = ImportedRecords()
    for (node, path) in nodes {
      let reader = HealthKitBridgeImport(node: node, path: path)
      let isSymptom = node["categoryType"] != nil
      let kind: ImportReport.Kind = isSymptom ? .symptom : .dose
      do throws(Refusal) {
        guard isSample(node) else {
          throw Refusal("it is neither a dose event nor a symptom", at: path)
        }
        if isSymptom {
          records.symptoms.append(.init(record: try reader.symptom(), place: path))
        } else {
          records.doses.append(.init(record: try reader.dose(), place: path))
        }
        if node["uuid"]?.string.flatMap({ SampleUUID($0) }) == nil {
          records.note(kind, path, "it has no uuid; one was made of its content")
        }
        if reader.member("metadata")?.members.contains(where: { !$1.isNull && $1.isArray }) ?? false
        {
          records.note(kind, path, "a list in its metadata was left out")
        }
      } catch {
        records.leaveOut(kind, error.place, error.reason)
      }
    }
    return records
  }

  private let node: JSONNode
  private let path: String

  private func member(_ name: String) -> JSONNode? {
    guard let value = node["harmonized"]?[name] ?? node[name], !value.isNull else { return nil }
    return value
  }

  private func dose() throws(Refusal) -> MedicationDoseEvent {
    let concept = member("medicationConceptIdentifier")
    let domain = concept?["domain"]?.string.map(HealthConceptDomain.init(rawValue:))
    guard let value = concept?.string ?? concept?["value"]?.string,
      // One that is empty or too long is no identifier.
      let identifier = try? HealthConceptIdentifier(domain: domain ?? .medication, value: value)
    else { throw refusal("medicationConceptIdentifier", "it names no medication") }
    let status = member("logStatus")
    guard
      let logStatus = status?.integer.map(LogStatus.init(rawValue:))
        ?? status?.string.flatMap(LogStatus.init(name:))
    else { throw refusal("logStatus", "its status is unknown") }
    let given = member("scheduleType")
    guard
      let type = ScheduleType.allCases.first(where: {
        $0.rawValue == given?.integer || $0.name == given?.string
      })
    else { throw refusal("scheduleType", "its schedule type is unknown") }
    guard let start = try moment("start") else { throw refusal("startDate", "it has no date") }
    return MedicationDoseEvent(
      uuid: uuid, medicationConceptIdentifier: identifier, scheduleType: type,
      scheduledDate: try moment("scheduled"),
      scheduledDoseQuantity: member("scheduledDoseQuantity")?.number,
      doseQuantity: member("doseQuantity")?.number,
      unit: DoseUnit(member("unit")?.string ?? member("unit")?["unitString"]?.string ?? ""),
      logStatus: logStatus, startDate: start, endDate: try moment("end") ?? start, source: source,
      device: device, metadata: metadata)
  }

  private func symptom() throws(Refusal) -> CategorySample {
    guard let type = member("categoryType")?.string.flatMap({ SymptomCategory(reading: $0) }) else {
      throw refusal("categoryType", "it is none of the symptom types")
    }
    guard let value = member("value")?.integer else {
      throw refusal("value", "the symptom type has no such value")
    }
    guard let start = try moment("start") else { throw refusal("startDate", "it has no date") }
    return CategorySample(
      type: type, value: value, start: start, end: try moment("end") ?? start, device: device,
      metadata: metadata, uuid: uuid, source: source)
  }

  // MARK: Parts

  private func refusal(_ name: String, _ words: String) -> Refusal {
    Refusal(words, at: path.isEmpty ? name : "\(path).\(name)")
  }

  /// A moment as text with an offset, or in seconds since 1970.
  private func moment(_ name: String) throws(Refusal) -> Instant? {
    if let text = member("\(name)Date")?.string {
      do { return try Instant(text) } catch { throw refusal("\(name)Date", error.description) }
    }
    guard let seconds = (member("\(name)Timestamp") ?? member("\(name)Date"))?.number else {
      return nil
    }
    guard abs(seconds) < 9_000_000_000 else {
      throw refusal("\(name)Timestamp", "\(InstantError.outOfRange)")
    }
    let whole = seconds.rounded(.down)
    // Microseconds: a Double of today has no more.
    let micro = Int64(((seconds - whole) * 1_000_000).rounded())
    return Instant(nanosecondsSince1970: Int64(whole) * 1_000_000_000 + micro * 1000)
  }

  private var uuid: SampleUUID {
    member("uuid")?.string.flatMap { SampleUUID($0) }
      ?? SampleUUID(ofContent: [String(decoding: node.rawBytes, as: UTF8.self)])
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
