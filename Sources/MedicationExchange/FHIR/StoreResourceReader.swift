// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationLists
internal import MedicationModel
internal import MedicationStore

/// Reads the resources that were written for a store, one by one, whatever else is around them.
///
/// Elements have the names of R4 or R5; of XML, numbers and truth values are strings.
struct StoreResourceReader {
  let resource: JSONNode

  var type: String? { resource["resourceType"]?.string }

  /// The identifier of the medication that a statement was written for.
  var conceptIdentifier: HealthConceptIdentifier? {
    resource.items("identifier").lazy.compactMap(Self.concept).first
  }

  /// Whether a timing or dose has an extension: it may change the days, or be the "to" of an amount.
  var hasExtendedDosage: Bool {
    ["dosage", "dosageInstruction"].flatMap(resource.items).contains { dosage in
      let (timing, doses) = (dosage["timing"], dosage.items("doseAndRate"))
      let parts =
        [timing, timing?["repeat"]] + doses.map(\.self)
        + ["dose", "quantity", "doseQuantity"].flatMap { name in
          [dosage[name]] + doses.map { $0[name] }
        }
      return parts.contains { $0?["extension"] != nil || $0?["modifierExtension"] != nil }
        || ([dosage] + parts).contains { $0?.isExtended ?? false }
    }
  }

  // MARK: Medications

  /// The form that a store wrote.
  var generalForm: MedicationGeneralForm? {
    own("general-form")?["valueCode"]?.string.map { MedicationGeneralForm(rawValue: $0) }
  }

  /// Whether a store wrote a schedule.
  var hasSchedule: Bool { own("schedule-definition") != nil }

  /// Whether only the dosages say when the medication is taken.
  var isScheduledByDosages: Bool {
    !hasSchedule && own("has-schedule")?["valueBoolean"]?.isTrue != false
  }

  /// Whether a store wrote that there is a schedule, but not which.
  var saysScheduledOnly: Bool {
    !hasSchedule && own("has-schedule")?["valueBoolean"]?.isTrue == true
  }

  /// The medication of a statement that has an identifier of a store.
  ///
  /// The record is the same statement as the reader of medication lists has it; the timing is what
  /// its dosages say, if a store wrote no schedule.
  func medication(
    _ identifier: HealthConceptIdentifier, _ record: MedicationRecord,
    form: MedicationGeneralForm, isArchived: Bool, timing: DosageReading
  ) throws(Refusal) -> OwnedMedication {
    let display = record.codings.lazy.compactMap(\.display).first
    let name = try Refusal.need(
      record.text ?? display ?? record.referenceDisplay, "the medication has no name")
    return OwnedMedication(
      MedicationConcept(
        identifier: identifier, displayText: name, generalForm: form,
        relatedCodings: Set(record.codings.compactMap(ClinicalCoding.init))),
      nickname: text("nickname"), isArchived: isArchived,
      schedule: timing.problem == nil ? try schedule() ?? timing.schedule : nil,
      unit: (text("unit") ?? timing.unit).flatMap { $0.isEmpty ? nil : DoseUnit($0) },
      strength: text("strength"), stock: own("stock")?["valueDecimal"]?.number)
  }

  private func schedule() throws(Refusal) -> Schedule? {
    guard hasSchedule else { return nil }
    let schedule = json("schedule-definition").flatMap { try? Schedule($0) }
    return try Refusal.need(schedule, "the schedule cannot be read")
  }

  // MARK: Doses

  /// The dose event of an administration, whose record is what the reader of medication lists made
  /// of it, with notes of what is to be known about the event.
  func dose(
    _ record: MedicationRecord, _ notes: inout [String]
  ) throws(Refusal) -> MedicationDoseEvent {
    let status = try logStatus(record)
    let reference = resource["medicationReference"] ?? resource["medication"]?["reference"]
    let (given, minted) = (reference?["identifier"].flatMap(Self.concept), Self.minted(record))
    try Refusal.unless(
      given == nil || minted == nil || given == minted,
      "it names its medication by an identifier and by a concept")
    let identifier = try Refusal.need(
      given ?? minted, "it names no medication by identifier or concept")
    let (start, end) = try times(["effective", "effectiveTime", "occurence", "occurrence"])
    let plan = own("schedule")
    let type = plan?.part("type")?["valueCode"]?.string
    try Refusal.unless(
      type == nil || ScheduleType.allCases.contains { $0.name == type },
      "the schedule type is unknown")
    let planned = plan?.part("date")?["valueDateTime"]
    let doses = record.dosages.flatMap(\.doses)
    let amount = doses.count == 1 && !hasExtendedDosage ? doses[0].amount : nil
    if amount == nil, !doses.isEmpty {
      notes.append("its amount is not one number with one unit; none was used")
    }
    // A skipped dose has the amount 0, whatever was planned.
    let quantity =
      amount?.value ?? (own("log-status") == nil && status == .skipped ? 0 : nil)
    return MedicationDoseEvent(
      uuid: uuid(), medicationConceptIdentifier: identifier,
      scheduleType: type == ScheduleType.schedule.name ? .schedule : .asNeeded,
      scheduledDate: try planned.map { (node) throws(Refusal) in try instant(node, "schedule") },
      scheduledDoseQuantity: plan?.part("quantity")?["valueDecimal"]?.number,
      doseQuantity: quantity, unit: DoseUnit(text("unit") ?? amount?.unit ?? ""), logStatus: status,
      startDate: start,
      endDate: end, source: source, device: device, metadata: metadata)
  }

  /// What a record means, unless the document denies, deletes or corrects it.
  private func logStatus(_ record: MedicationRecord) throws(Refusal) -> LogStatus {
    let block = try Refusal.need(ListBlock(record), "it was entered in error")
    try Refusal.unless(
      block != .removed && !record.isWithdrawn,
      "it was taken off a list, deleted, or replaced by a later version")
    try Refusal.unless(
      (block == .eventsOnly || block == .notTaken) && !record.flags.contains(.prohibited)
        && !record.dosages.contains(where: \.isWithheld),
      "something in it denies the status, or was not understood")
    let isTaken = record.statusMeaning == .completed && record.status == "completed"
    let stated: LogStatus? = block == .notTaken ? .skipped : isTaken ? .taken : nil
    guard let name = own("log-status")?["valueCode"]?.string else {
      return try Refusal.need(stated, "the status does not say whether it was taken")
    }
    // The status may have been changed elsewhere since a store wrote both.
    guard let status = LogStatus(name: name) ?? Int(name).map(LogStatus.init(rawValue:)),
      stated == ([.taken, .skipped].contains(status) ? status : nil)
    else { throw Refusal("its status is unknown or contradicts itself") }
    return status
  }

  // MARK: Symptoms

  /// What symptom an observation is about; `nil` if it is about something else.
  func symptomType() throws(Refusal) -> SymptomCategory? {
    let codings = resource["code"]?.items("coding") ?? []
    let types = codings.compactMap { coding -> SymptomCategory? in
      guard let code = coding["code"]?.string else { return nil }
      return switch coding["system"]?.string {
      case ExchangeVocabulary.healthKit: SymptomCategory(rawValue: code)
      case ExchangeVocabulary.personalHealthRecord:
        SymptomCategory.allCases.first { $0.name == code }
      default: nil
      }
    }
    try Refusal.unless(Set(types).count < 2, "its codes name different symptoms", at: "code")
    return types.first
  }

  /// The symptom of an observation.
  func symptom(_ type: SymptomCategory) throws(Refusal) -> CategorySample {
    let values = resource.members.filter { name, value in
      let name = name.string ?? ""
      return !value.isNull
        && ["value", "dataAbsentReason", "focus"].contains(where: name.hasPrefix)
    }
    try Refusal.unless(
      resource["implicitRules"] == nil
        && values.allSatisfy { $0.name.isString("valueCodeableConcept") },
      "it has another value or focus, or implicit rules")
    try Refusal.unless(
      ["final", "amended", "corrected"].contains(resource["status"]?.string),
      "the observation is not final", at: "status")
    let kind = type.valueKind
    let stated = resource["valueCodeableConcept"]?.items("coding").compactMap { coding in
      coding["system"]?.string == kind.codeSystem
        ? coding["code"]?.string.flatMap { kind.names.firstIndex(of: $0) } : nil
    }
    let known = try Refusal.need(
      Set(stated ?? []).count == 1 ? stated?.first : nil, "the symptom type has no such value",
      at: "valueCodeableConcept")
    let (start, end) = try times(["effective"])
    return CategorySample(
      type: type, value: known, start: start, end: end, device: device, metadata: metadata,
      uuid: uuid(), source: source)
  }

  // MARK: Parts

  /// The text of an extension of our own.
  private func text(_ name: String) -> String? { own(name)?["valueString"]?.string }

  private func own(_ name: String) -> JSONNode? {
    let url = ExchangeVocabulary.url(name)
    return resource.items("extension").first { $0["url"]?.string == url }
  }

  private static func concept(_ identifier: JSONNode) -> HealthConceptIdentifier? {
    guard let system = identifier["system"]?.string, let value = identifier["value"]?.string else {
      return nil
    }
    if system == ExchangeVocabulary.concept { return HealthConceptIdentifier(value) }
    guard system.hasPrefix(ExchangeVocabulary.concept + ":") else { return nil }
    let domain = system.dropFirst(ExchangeVocabulary.concept.utf8.count + 1)
    // One that is too long is not an identifier.
    return try? HealthConceptIdentifier(
      domain: HealthConceptDomain(rawValue: String(domain)), value: value)
  }

  /// The identifier that the medication of a record gets when it is added.
  private static func minted(_ record: MedicationRecord) -> HealthConceptIdentifier? {
    let codings = record.codings.compactMap(ClinicalCoding.init)
    guard
      let text = record.text ?? record.codings.lazy.compactMap(\.display).first
        ?? (codings.isEmpty ? nil : "")
    else { return nil }
    return .mint(displayText: text, codings: codings)
  }

  /// The given uuid; one made of the content if there is none.
  private func uuid() -> SampleUUID {
    for identifier in resource.items("identifier") {
      if let value = identifier["value"]?.string, value.lowercased().hasPrefix("urn:uuid:"),
        let uuid = SampleUUID(value.dropFirst(9))
      {
        return uuid
      }
    }
    return SampleUUID(ofContent: resource)
  }

  private func times(_ names: [String]) throws(Refusal) -> (start: Instant, end: Instant) {
    for name in names {
      if let node = resource[name + "DateTime"] {
        let moment = try instant(node, name + "DateTime")
        return (moment, moment)
      }
      guard let period = resource[name + "Period"] else { continue }
      guard let start = period["start"] else { break }
      let begin = try instant(start, name + "Period.start")
      let end = try period["end"].map { (node) throws(Refusal) in
        try instant(node, name + "Period.end")
      }
      return (begin, end ?? begin)
    }
    throw Refusal("it does not say when")
  }

  private func instant(_ node: JSONNode, _ member: String) throws(Refusal) -> Instant {
    try Refusal.moment(node.string ?? "", at: member)
  }

  private var source: SampleSource {
    guard let given = own("sample-source") else {
      return SampleSource(name: "FHIR", bundleIdentifier: "")
    }
    func text(_ name: String) -> String { given.part(name)?["valueString"]?.string ?? "" }
    return SampleSource(name: text("name"), bundleIdentifier: text("bundleIdentifier"))
  }

  private var device: SampleDevice? { json("sample-device").map { SampleDevice($0) } }

  private var metadata: [String: MetadataValue]? {
    json("sample-metadata").map { [String: MetadataValue]($0) }
  }

  /// The value of an extension that holds JSON.
  private func json(_ name: String) -> JSONNode? {
    text(name).flatMap { JSONNode(columnText: $0) }
  }
}

extension JSONNode {
  /// The elements of a member; one that is no array counts as its only element.
  func items(_ name: String) -> [JSONNode] {
    guard let value = self[name], !value.isNull else { return [] }
    return value.isArray ? value.elements.map(\.self) : [value]
  }

  /// Whether a member without children has an extension; words may.
  fileprivate var isExtended: Bool {
    members.contains { name, _ in
      let name = name.string ?? ""
      return name.hasPrefix("_") && name != "_text" && name != "_patientInstruction"
    }
  }

  /// A number, also one in quotation marks.
  var number: Double? { scalarText.flatMap { Double($0) } }

  var isTrue: Bool { scalarText == "true" }

  /// A part of an extension.
  func part(_ name: String) -> JSONNode? {
    items("extension").first { $0["url"]?.string == name }
  }
}

extension MedicationRecord {
  /// Whether the document has taken it back, also where it says that nothing was taken.
  fileprivate var isWithdrawn: Bool {
    flags.contains(.removedFromList)
      || problems.contains { $0.code == .deletedAtSource || $0.code == .versionReplaced }
  }
}

extension ClinicalCoding {
  /// The coding of a document; `nil` without system or code.
  fileprivate init?(_ coding: FHIRCoding) {
    guard let system = coding.system, let code = coding.code else { return nil }
    self.init(system: system, version: coding.version, code: code)
  }
}
