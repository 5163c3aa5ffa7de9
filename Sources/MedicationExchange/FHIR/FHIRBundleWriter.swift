// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
internal import JSONText
internal import MedicationModel
public import MedicationStore

// How records of a store are written as FHIR is section 5 of the medications API:
//
//   medication   MedicationStatement       symptom   Observation
//   dose event   MedicationAdministration
//
// What FHIR has no element for travels in extensions, so that a bundle that was
// written here makes the same records again.

/// The names that both directions use.
enum ExchangeVocabulary {
  static let concept = "urn:rxkit:health-concept"
  static let uuid = "urn:ietf:rfc:3986"
  static let healthKit = "http://developer.apple.com/documentation/healthkit"
  static let personalHealthRecord =
    "http://hl7.org/fhir/uv/phr/CodeSystem/observation-pghd-codes"
  static let adherence = "http://hl7.org/fhir/CodeSystem/medication-statement-adherence"
  static let ucum = "http://unitsofmeasure.org"
  /// Units of doses that are spelled alike in UCUM.
  static let ucumUnits: Set<String> = ["kg", "g", "mg", "ug", "ng", "L", "dL", "mL", "uL", "mmol"]

  static func url(_ name: String) -> String { "\(OwnExtension.base)/\(name)" }
}

/// Writes the contents of a store as a FHIR Bundle, in JSON.
public struct FHIRBundleWriter {
  private let contents: StoreContents
  private let isR5: Bool
  private let zone: Zone
  private var json = JSONWriter(layout: .indented)

  private init(_ contents: StoreContents, version: FHIRVersion, zone: Zone) {
    (self.contents, self.zone) = (contents, zone)
    isR5 = version == .r5
  }

  /// Writes a Bundle.
  ///
  /// - Parameters:
  ///   - contents: What is written, in its order.
  ///   - version: R4 or R5; any other is written as R4.
  ///   - zone: The zone whose offsets the dates show.
  /// - Returns: JSON, indented, with a line feed at its end.
  public static func bundle(
    of contents: StoreContents, version: FHIRVersion, zone: Zone
  ) -> [UInt8] {
    var writer = FHIRBundleWriter(contents, version: version, zone: zone)
    writer.write()
    return writer.json.bytes
  }

  /// The Patient that all resources are about: FHIR demands one, a store knows nobody.
  private static let person =
    "urn:uuid:\(NameBasedUUID(name: "urn:rxkit:person".utf8, in: .urlNamespace))"

  private mutating func write() {
    json.beginObject()
    json.member("resourceType", "Bundle")
    json.member("type", "collection")
    json.key("entry")
    json.beginArray()
    entry(Self.person) { $0.json.member("resourceType", "Patient") }
    for medication in contents.medications {
      let concept = medication.medication.medication
      let name = NameBasedUUID(
        name: "\(ExchangeVocabulary.concept):\(concept.identifier.value)".utf8, in: .urlNamespace)
      entry("urn:uuid:\(name)") { $0.statement(medication) }
    }
    for dose in contents.doses { entry(urn(dose.uuid)) { $0.administration(dose) } }
    for symptom in contents.symptoms { entry(urn(symptom.uuid)) { $0.observation(symptom) } }
    json.endArray()
    json.endObject()
    json.endLine()
  }

  private mutating func entry(_ url: String, _ body: (inout Self) -> Void) {
    json.beginObject()
    json.member("fullUrl", url)
    json.key("resource")
    json.beginObject()
    body(&self)
    json.endObject()
    json.endObject()
  }

  private func urn(_ uuid: SampleUUID) -> String { "urn:uuid:\(uuid)".lowercased() }

  // MARK: Medications

  private mutating func statement(_ owned: OwnedMedication) {
    let (medication, concept) = (owned.medication, owned.medication.medication)
    json.member("resourceType", "MedicationStatement")
    json.array("extension") { json in
      json.codeExtension("general-form", concept.generalForm.rawValue)
      json.textExtension("nickname", medication.nickname)
      json.extension("has-schedule") { $0.member("valueBoolean", medication.hasSchedule) }
      json.textExtension("schedule-definition", owned.schedule?.columnText)
      json.textExtension("unit", owned.unit?.unitString)
      json.textExtension("strength", owned.strength)
      json.decimalExtension("stock", owned.stock)
    }
    identifier(ExchangeVocabulary.concept(of: concept.identifier), concept.identifier.value)
    let word = medication.isArchived ? "completed" : "active"
    json.member("status", isR5 ? "recorded" : word)
    let codings = concept.relatedCodings.sorted()
    element("medicationCodeableConcept", r5: "concept") { json in
      if !codings.isEmpty {
        json.objects("coding", codings) { coding, json in
          json.member("system", coding.system)
          if let version = coding.version { json.member("version", version) }
          json.member("code", coding.code)
        }
      }
      json.member("text", concept.displayText)
    }
    subject()
    if isR5 {
      json.object("adherence") { json in
        json.concept(
          "code", [(ExchangeVocabulary.adherence, medication.isArchived ? "stopped" : "taking")])
      }
    }
    json.objects("dosage", ScheduledDosage.all(of: owned, zone: zone)) { dosage, json in
      dosage.write(to: &json, isR5: isR5)
    }
  }

  // MARK: Doses

  private mutating func administration(_ event: MedicationDoseEvent) {
    json.member("resourceType", "MedicationAdministration")
    json.array("extension") { json in
      json.codeExtension("log-status", event.logStatus.name ?? "\(event.logStatus.rawValue)")
      json.extension("schedule") { json in
        json.array("extension") { json in
          json.part("type") { $0.member("valueCode", event.scheduleType.name) }
          if let date = event.scheduledDate {
            json.part("date") { $0.member("valueDateTime", zone.text(date)) }
          }
          if let quantity = event.scheduledDoseQuantity {
            json.part("quantity") { $0.member("valueDecimal", quantity) }
          }
        }
      }
      json.textExtension("unit", event.unit.unitString)
      json.sample(event)
    }
    identifier(ExchangeVocabulary.uuid, urn(event.uuid))
    let status: String =
      switch event.logStatus {
      case .taken: "completed"
      case .skipped: "not-done"
      default: "unknown"
      }
    json.member("status", status)
    let concept = event.medicationConceptIdentifier
    element("medicationReference", r5: "reference") { json in
      json.object("identifier") { json in
        json.member("system", ExchangeVocabulary.concept(of: concept))
        json.member("value", concept.value)
      }
    }
    subject()
    // R5 spells it with one r.
    time(of: event, isR5 ? "occurence" : "effective")
    if let quantity = event.doseQuantity {
      json.object("dosage") { json in
        json.object("dose") { $0.quantity(quantity, event.unit.unitString) }
      }
    }
  }

  // MARK: Symptoms

  private mutating func observation(_ sample: CategorySample) {
    let (type, kind) = (sample.categoryType, sample.categoryType.valueKind)
    json.member("resourceType", "Observation")
    json.array("extension") { $0.sample(sample) }
    identifier(ExchangeVocabulary.uuid, urn(sample.uuid))
    json.member("status", "final")
    json.concept(
      "code",
      [
        (ExchangeVocabulary.healthKit, type.rawValue),
        (ExchangeVocabulary.personalHealthRecord, type.name),
      ], text: type.displayName)
    subject()
    time(of: sample, "effective")
    let names = kind.names
    if names.indices.contains(sample.value) {
      json.concept("valueCodeableConcept", [(kind.codeSystem, names[sample.value])])
    }
  }

  // MARK: Parts

  /// The medication: an element of its own in R4, one inside `medication` in R5.
  private mutating func element(
    _ name: StaticString, r5: StaticString, _ body: (inout JSONWriter) -> Void
  ) {
    guard isR5 else { return json.object(name, body) }
    json.object("medication") { $0.object(r5, body) }
  }

  private mutating func identifier(_ system: String, _ value: String) {
    json.objects("identifier", [(system, value)]) { pair, json in
      json.member("system", pair.0)
      json.member("value", pair.1)
    }
  }

  private mutating func subject() {
    json.object("subject") { $0.member("reference", Self.person) }
  }

  private mutating func time(of sample: some HealthSample, _ element: String) {
    if sample.startDate == sample.endDate {
      json.key("\(element)DateTime")
      return json.string(zone.text(sample.startDate))
    }
    json.key("\(element)Period")
    json.object { json in
      json.member("start", zone.text(sample.startDate))
      json.member("end", zone.text(sample.endDate))
    }
  }
}

extension ExchangeVocabulary {
  /// The system of an identifier; one of another domain has the domain in it.
  static func concept(of identifier: HealthConceptIdentifier) -> String {
    identifier.domain == .medication ? concept : "\(concept):\(identifier.domain.rawValue)"
  }
}

extension JSONWriter {
  /// Writes an extension of our own.
  mutating func `extension`(_ name: String, _ value: (inout JSONWriter) -> Void) {
    object { json in
      json.member("url", ExchangeVocabulary.url(name))
      value(&json)
    }
  }

  fileprivate mutating func codeExtension(_ name: String, _ value: String) {
    self.extension(name) { $0.member("valueCode", value) }
  }

  fileprivate mutating func textExtension(_ name: String, _ value: String?) {
    if let value { self.extension(name) { $0.member("valueString", value) } }
  }

  fileprivate mutating func decimalExtension(_ name: String, _ value: Double?) {
    if let value { self.extension(name) { $0.member("valueDecimal", value) } }
  }

  /// Writes a part of an extension.
  fileprivate mutating func part(_ name: String, _ value: (inout JSONWriter) -> Void) {
    object { json in
      json.member("url", name)
      value(&json)
    }
  }

  mutating func quantity(_ value: Double, _ unit: String) {
    member("value", value)
    guard !unit.isEmpty else { return }
    member("unit", unit)
    if ExchangeVocabulary.ucumUnits.contains(unit) {
      member("system", ExchangeVocabulary.ucum)
      member("code", unit)
    }
  }

  fileprivate mutating func concept(
    _ name: StaticString, _ codings: [(system: String, code: String)], text: String? = nil
  ) {
    object(name) { json in
      json.objects("coding", codings) { coding, json in
        json.member("system", coding.system)
        json.member("code", coding.code)
      }
      if let text { json.member("text", text) }
    }
  }

  /// Writes what every sample has and FHIR has no place for; device and metadata as JSON.
  fileprivate mutating func sample(_ sample: some HealthSample) {
    let source = [
      ("name", sample.source.name), ("bundleIdentifier", sample.source.bundleIdentifier),
    ]
    .filter { !$0.1.isEmpty }
    self.extension("sample-source") { json in
      // FHIR has no empty strings, and no extensions without a value.
      guard !source.isEmpty else { return json.member("valueBoolean", false) }
      json.array("extension") { json in
        for (name, value) in source { json.part(name) { $0.member("valueString", value) } }
      }
    }
    textExtension("sample-device", sample.device?.columnText)
    textExtension("sample-metadata", sample.metadata?.columnText)
  }
}
