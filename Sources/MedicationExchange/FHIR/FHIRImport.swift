// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import FHIRXML
internal import JSONText
internal import MedicationLists
internal import MedicationModel
internal import MedicationResolver
internal import MedicationStore

// A document is read twice. Resources that a store wrote, doses and symptoms are
// read as they are. What is left of its medications is somebody's medication list:
// it goes through the rules of lists, which need a catalog.

/// Reads the records of a store out of FHIR documents of any version, in JSON or XML.
struct FHIRImport {
  private let resolver: MedicationResolver?
  private let today: CivilDate
  private var records = ImportedRecords()
  /// The resources of the document by the address that its records have.
  private var resources: [String: StoreResourceReader] = [:]
  /// The addresses of the statements that a store wrote.
  private var own: Set<String> = []

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: A resource, a Bundle or lines of resources; not compressed.
  ///   - resolver: Reads medication lists of others; without one they are left out, and said.
  ///   - today: The day from which on schedules count that do not say when they start.
  /// - Returns: The records, and what was left out.
  /// - Throws: ``ExchangeError`` if the text is no FHIR document at all.
  static func records(
    of bytes: [UInt8], resolver: MedicationResolver?, today: CivilDate
  ) throws -> ImportedRecords {
    var reader = FHIRImport(resolver: resolver, today: today)
    let declared = FHIRDocument.isXML(bytes) ? FHIRNamespace.declared(in: bytes) : nil
    if declared != nil {
      reader.records.note(.medication, "", "the XML has no namespace; it was read as FHIR")
    }
    let bytes = declared ?? bytes
    for (address, resource) in try resources(bytes) {
      reader.resources[address] = resource
      reader.read(resource, address)
    }
    try reader.readList(FHIRDocument(bytes, reading: .withXML))
    return reader.records
  }

  private init(resolver: MedicationResolver?, today: CivilDate) {
    (self.resolver, self.today) = (resolver, today)
  }

  // MARK: Resources

  private typealias Addressed = (address: String, resource: StoreResourceReader)

  private static func resources(_ bytes: [UInt8]) throws(ExchangeError) -> [Addressed] {
    if FHIRDocument.isXML(bytes) {
      do {
        return entries(try FHIRXMLText(bytes, options: JSONOptions()).document.root)
      } catch {
        throw ExchangeError(
          "import.xml", at: "line \(error.line ?? 1)", found: "text that is no FHIR in XML",
          expected: "a FHIR resource (xmlns=\"http://hl7.org/fhir\")")
      }
    }
    do throws(JSONError) {
      let document = try JSONDocument(bytes)
      if case .nothing = document.trailing { return entries(document.root) }
      var found: [Addressed] = []
      for line in try JSONLines(bytes).lines {
        found += entries(try line.value.get(), "\(line.number)", "line \(line.number + 1)")
      }
      return found
    } catch { throw ExchangeError(error) }
  }

  /// The resources of a value: itself, the entries of a Bundle, the elements of an array.
  private static func entries(
    _ node: JSONNode, _ address: String = "", _ path: String = ""
  ) -> [Addressed] {
    func inner(_ index: Int) -> String { address.isEmpty ? "\(index)" : "\(address).\(index)" }
    if node.isArray {
      return node.elements.enumerated().flatMap { entries($1, inner($0), "\(path)[\($0)]") }
    }
    guard node["resourceType"]?.string == "Bundle" else {
      return [(address, StoreResourceReader(resource: node, path: path))]
    }
    let start = path.isEmpty ? "" : "\(path)."
    return node.items("entry").enumerated().flatMap { index, entry in
      guard let resource = entry["resource"] else { return [Addressed]() }
      return entries(resource, inner(index), "\(start)entry[\(index)].resource")
    }
  }

  private mutating func read(_ reader: StoreResourceReader, _ address: String) {
    let (path, identifier) = (reader.path, reader.conceptIdentifier)
    let kind: ImportReport.Kind
    switch reader.type {
    case "MedicationStatement":
      // Statements of others belong to their medication list.
      guard identifier != nil else { return }
      own.insert(address)
      kind = .medication
    case "MedicationAdministration": kind = .dose
    case "Observation": kind = .symptom
    case "MedicationRequest", "MedicationOrder", "MedicationPrescription", "MedicationDispense",
      "MedicationUsage", "Medication", "MedicationKnowledge", "List":
      // Of the medication list.
      return
    case let type?:
      records.others[Self.isName(type) ? type : "other", default: 0] += 1
      return
    case nil:
      records.others["without resourceType", default: 0] += 1
      return
    }
    do throws(Refusal) {
      try reader.checkModifiers()
      switch (kind, identifier) {
      case (.medication, let identifier?):
        records.medications.append(.init(record: try reader.medication(identifier), place: path))
      case (.symptom, _):
        if let symptom = try reader.symptom() {
          records.symptoms.append(.init(record: symptom, place: path))
        } else {
          records.others["Observation of no symptom", default: 0] += 1
        }
      default: records.doses.append(.init(record: try reader.dose(), place: path))
      }
    } catch {
      records.leaveOut(kind, error.place, error.reason)
    }
  }

  /// Whether a text is the name of a type, not something else that must not be shown.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 40 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// The JSON path of an address.
  private func place(_ address: String) -> String { resources[address]?.path ?? address }

  // MARK: The medication list

  private mutating func readList(_ document: FHIRDocument) throws {
    for problem in document.problems where problem.problem.severity == .error {
      records.leaveOut(
        .medication, place(problem.entryPath),
        "\(problem.problem.code.rawValue): it could not be read")
    }
    let foreign = document.records.filter { record in
      record.resourceType != "MedicationAdministration" && !own.contains(record.entryPath)
    }
    guard !foreign.isEmpty else { return }
    guard let resolver else {
      for record in foreign {
        records.leaveOut(
          .medication, place(record.entryPath),
          "reading a medication list needs a catalog of RxNorm")
      }
      return
    }
    var builder = MedicationListBuilder(resolver: resolver, asOf: StatedDate("\(today)"))
    try builder.add(document, name: "")
    let definitions = builder.definitionCount
    if definitions > 0 { records.others["definitions of medications", default: 0] += definitions }
    let lists = builder.lists()
    guard lists.count(where: { !$0.lines.isEmpty }) < 2 else {
      throw ExchangeError(
        "import.patients", found: "the medications of \(lists.count) patients",
        expected: "one patient", try: "import the document of one patient")
    }
    for list in lists { take(list) }
  }

  private static let fixedMessages: Set<Problem.Code> = [
    .notTracked, .noMedication, .statusUnknown, .onHold, .periodEnded, .systemMissing,
    .statusConflict, .absenceStatement,
  ]

  private mutating func take(_ list: PatientMedicationList) {
    for record in list.enteredInError {
      records.leaveOut(.medication, place(record.source.entryPath), "entered in error")
    }
    let tracked = TrackedMedications(list)
    let leftOut = Set(tracked.remarks.filter(\.isLeftOut).map(\.line))
    for remark in tracked.remarks where !own.contains(remark.source.entryPath) {
      guard remark.source.resourceType != "MedicationAdministration" else { continue }
      // Messages of records quote words of the document; only those of lists are fixed.
      let reason =
        Self.fixedMessages.contains(remark.problem.code)
        ? remark.problem.message : "\(remark.problem.code.rawValue)"
      if remark.isLeftOut {
        records.leaveOut(.medication, place(remark.source.entryPath), reason)
      } else {
        records.note(.medication, place(remark.source.entryPath), reason)
      }
    }
    let lines = list.lines.enumerated().filter { !leftOut.contains($0.offset) }.map(\.element)
    for (line, medication) in zip(lines, tracked.medications) {
      let address = line.records.first?.source.entryPath ?? ""
      guard !own.contains(address) else {
        for record in line.records where !own.contains(record.source.entryPath) {
          records.leaveOut(
            .medication, place(record.source.entryPath),
            "the document has the same medication as a store wrote it")
        }
        continue
      }
      let path = place(address)
      if line.concepts.isEmpty {
        records.note(
          .medication, path, "no concept of the catalog was found; kept as it is written")
      }
      if line.records.count > 1 {
        records.note(
          .medication, path, "\(line.records.count) records about it make one medication")
      }
      take(medication, of: line, path)
    }
  }

  private mutating func take(
    _ medication: UserAnnotatedMedication, of line: ListLine, _ path: String
  ) {
    var timing = DosageReading()
    let record = line.records.first { !$0.record.dosages.isEmpty }?.record
    if let record, !medication.isArchived {
      let isExtended = resources[record.entryPath]?.hasExtendedDosage ?? true
      let begin = record.dates.period?.start ?? record.dates.validity?.start
      timing = DosageReading(
        record.dosages, begin: begin.flatMap { CivilDate($0.prefix(10)) }, today,
        isExtended: isExtended)
      for note in timing.notes { records.note(.medication, path, note) }
      if let problem = timing.problem {
        records.note(.medication, path, "no schedule was set: \(problem)")
      }
    }
    records.medications.append(
      .init(
        record: OwnedMedication(
          medication.medication, nickname: medication.nickname, isArchived: medication.isArchived,
          schedule: timing.schedule,
          unit: timing.unit.flatMap { $0.isEmpty ? nil : DoseUnit($0) }), place: path))
  }
}

extension ExchangeError {
  init(_ error: JSONError) {
    let place = "line \(error.line), column \(error.column)"
    self.init(
      "import.json", at: error.path.isEmpty ? place : "\(place) (\(error.path))",
      found: error.found, expected: error.expected)
  }
}
