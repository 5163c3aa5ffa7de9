// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
internal import JSONText
public import MedicationModel
public import MedicationStore

// How records of a store are written as FHIR is section 5 of the medications API:
//
//   medication   MedicationStatement       symptom   Observation
//   dose event   MedicationAdministration
//
// What FHIR has no element for travels in extensions, so that a bundle that was
// written here makes the same records again.

extension JSONValue {
  static func number(_ number: Double?) -> JSONValue? { number.map { .number($0.amountText) } }
}

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
  let isR5: Bool
  let zone: Zone
  private let display: (ClinicalCoding) -> String?

  /// Writes a Bundle.
  ///
  /// - Parameters:
  ///   - contents: What is written, in its order.
  ///   - version: R4 or R5; any other is written as R4.
  ///   - zone: The zone whose offsets the dates show.
  ///   - display: The name that its system has for a code of a medication.
  /// - Returns: JSON, indented, with a line feed at its end.
  public static func bundle(
    of contents: StoreContents, version: FHIRVersion, zone: Zone,
    display: @escaping (ClinicalCoding) -> String? = { _ in nil }
  ) -> [UInt8] {
    let writer = FHIRBundleWriter(isR5: version == .r5, zone: zone, display: display)
    var json = JSONWriter(layout: .indented)
    func entry(_ url: String, _ resource: JSONValue) {
      let entry: JSONValue = ["fullUrl": .text(url), "resource": resource]
      entry.write(to: &json)
    }
    json.beginObject()
    json.member("resourceType", "Bundle")
    json.member("type", "collection")
    json.key("entry")
    json.beginArray()
    entry(person, ["resourceType": "Patient"])
    for medication in contents.medications {
      let concept = medication.medication.medication
      let name = NameBasedUUID(
        name: "\(ExchangeVocabulary.concept):\(concept.identifier.value)".utf8, in: .urlNamespace)
      entry("urn:uuid:\(name)", writer.statement(medication))
    }
    for dose in contents.doses { entry(urn(dose.uuid), writer.administration(dose)) }
    for symptom in contents.symptoms { entry(urn(symptom.uuid), writer.observation(symptom)) }
    json.endArray()
    json.endObject()
    json.endLine()
    return json.bytes
  }

  /// The Patient that all resources are about: FHIR requires one, a store has none.
  private static let person =
    "urn:uuid:\(NameBasedUUID(name: "urn:rxkit:person".utf8, in: .urlNamespace))"
  private static let subject: JSONValue = ["reference": .string(person)]

  private static func urn(_ uuid: SampleUUID) -> String { "urn:uuid:\(uuid)".lowercased() }

  // MARK: Resources

  private func statement(_ owned: OwnedMedication) -> JSONValue {
    let (medication, concept) = (owned.medication, owned.medication.medication)
    let codings = concept.relatedCodings.sorted().map { coding -> JSONValue in
      [
        "system": .text(coding.system), "version": .text(coding.version),
        "code": .text(coding.code), "display": .text(display(coding)),
      ]
    }
    let codeable: JSONValue = ["coding": .list(codings), "text": .text(concept.displayText)]
    let status = isR5 ? "recorded" : medication.isArchived ? "completed" : "active"
    let adherence = Self.concept([
      (ExchangeVocabulary.adherence, medication.isArchived ? "stopped" : "taking")
    ])
    return [
      "resourceType": "MedicationStatement",
      "extension": .list([
        Self.extension("general-form", "valueCode", .text(concept.generalForm.rawValue)),
        Self.extension("nickname", "valueString", .text(medication.nickname)),
        Self.extension("has-schedule", "valueBoolean", .flag(medication.hasSchedule)),
        Self.extension("schedule-definition", "valueString", .text(owned.schedule?.columnText)),
        Self.extension("unit", "valueString", .text(owned.unit?.unitString)),
        Self.extension("strength", "valueString", .text(owned.strength)),
        Self.extension("stock", "valueDecimal", .number(owned.stock)),
      ]),
      "identifier": .list([Self.identifier(of: concept.identifier)]),
      "status": .text(status),
      "medicationCodeableConcept": isR5 ? nil : codeable,
      "medication": isR5 ? ["concept": codeable] : nil,
      "subject": Self.subject,
      "adherence": isR5 ? ["code": adherence] : nil,
      "dosage": .list(dosages(of: owned)),
    ]
  }

  private func administration(_ event: MedicationDoseEvent) -> JSONValue {
    let status = event.logStatus
    let quantity = event.doseQuantity.map { Self.quantity($0, event.unit.unitString) }
    let identifier = Self.identifier(of: event.medicationConceptIdentifier)
    let schedule = JSONValue.list([
      Self.part("type", "valueCode", .text(event.scheduleType.name)),
      Self.part("date", "valueDateTime", .text(event.scheduledDate.map(zone.text))),
      Self.part("quantity", "valueDecimal", .number(event.scheduledDoseQuantity)),
    ])
    let own = [
      Self.extension("log-status", "valueCode", .text(status.name ?? "\(status.rawValue)")),
      Self.extension("schedule", "extension", schedule),
      Self.extension("unit", "valueString", .text(event.unit.unitString)),
    ]
    // R5 spells it with one r.
    let (timeName, time) = time(of: event, isR5 ? "occurence" : "effective")
    return [
      "resourceType": "MedicationAdministration",
      "extension": .list(own + Self.extensions(of: event)),
      "identifier": .list([Self.identifier(of: event.uuid)]),
      "status": .text(status == .taken ? "completed" : status == .skipped ? "not-done" : "unknown"),
      "medicationReference": isR5 ? nil : ["identifier": identifier],
      "medication": isR5 ? ["reference": ["identifier": identifier]] : nil,
      "subject": Self.subject,
      timeName: time,
      "dosage": quantity.map { ["dose": $0] },
    ]
  }

  private func observation(_ sample: CategorySample) -> JSONValue {
    let (type, kind) = (sample.categoryType, sample.categoryType.valueKind)
    let (timeName, time) = time(of: sample, "effective")
    let names = kind.names
    let value = names.indices.contains(sample.value) ? names[sample.value] : nil
    return [
      "resourceType": "Observation",
      "extension": .list(Self.extensions(of: sample)),
      "identifier": .list([Self.identifier(of: sample.uuid)]),
      "status": "final",
      "code": Self.concept(
        [
          (ExchangeVocabulary.healthKit, type.rawValue),
          (ExchangeVocabulary.personalHealthRecord, type.name),
        ], text: type.displayName),
      "subject": Self.subject,
      timeName: time,
      "valueCodeableConcept": value.map { Self.concept([(kind.codeSystem, $0)]) },
    ]
  }

  // MARK: Parts

  /// An extension of our own; `nil` without a value.
  private static func `extension`(
    _ name: String, _ member: String, _ value: JSONValue?
  ) -> JSONValue? {
    part(ExchangeVocabulary.url(name), member, value)
  }

  /// An extension, or a part of one.
  private static func part(_ url: String, _ member: String, _ value: JSONValue?) -> JSONValue? {
    value.map { ["url": .text(url), member: $0] }
  }

  /// What every sample has and FHIR has no place for; device and metadata as JSON.
  private static func extensions(of sample: some HealthSample) -> [JSONValue?] {
    let source = [
      ("name", sample.source.name), ("bundleIdentifier", sample.source.bundleIdentifier),
    ]
    .filter { !$0.1.isEmpty }
    .map { part($0.0, "valueString", .text($0.1)) }
    return [
      // FHIR has no empty strings, and no extensions without a value.
      source.isEmpty
        ? self.extension("sample-source", "valueBoolean", .flag(false))
        : self.extension("sample-source", "extension", .list(source)),
      self.extension("sample-device", "valueString", .text(sample.device?.columnText)),
      self.extension("sample-metadata", "valueString", .text(sample.metadata?.columnText)),
    ]
  }

  private static func identifier(of uuid: SampleUUID) -> JSONValue {
    ["system": .text(ExchangeVocabulary.uuid), "value": .text(urn(uuid))]
  }

  /// The identifier of a medication; the system of one of another domain has the domain in it.
  private static func identifier(of concept: HealthConceptIdentifier) -> JSONValue {
    let domain = concept.domain == .medication ? "" : ":\(concept.domain.rawValue)"
    return ["system": .text(ExchangeVocabulary.concept + domain), "value": .text(concept.value)]
  }

  static func quantity(_ value: Double, _ unit: String) -> JSONValue {
    let isUCUM = ExchangeVocabulary.ucumUnits.contains(unit)
    return [
      "value": .number(value), "unit": unit.isEmpty ? nil : .string(unit),
      "system": isUCUM ? .string(ExchangeVocabulary.ucum) : nil,
      "code": isUCUM ? .string(unit) : nil,
    ]
  }

  private static func concept(
    _ codings: [(system: String, code: String)], text: String? = nil
  ) -> JSONValue {
    let codings = codings.map { coding -> JSONValue in
      ["system": .text(coding.system), "code": .text(coding.code)]
    }
    return ["coding": .list(codings), "text": .text(text)]
  }

  /// When a sample was, as an element whose name begins as given.
  private func time(of sample: some HealthSample, _ name: String) -> (String, JSONValue) {
    let (start, end) = (zone.text(sample.startDate), zone.text(sample.endDate))
    return sample.startDate == sample.endDate
      ? (name + "DateTime", .string(start))
      : (name + "Period", ["start": .string(start), "end": .string(end)])
  }
}
