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

// A document is read twice. Resources that a store wrote, doses and symptoms
// are read directly. Its other medications are a medication list from
// elsewhere: the rules of lists, which need a catalog, apply to them.

/// Reads the records of a store out of FHIR documents of any version, in JSON or XML.
struct FHIRImport {
  private let resolver: MedicationResolver?
  private let today: CivilDate
  private let run: ImportRun
  /// The resources of the document by the address that its records have.
  private var resources: [String: StoreResourceReader] = [:]
  /// What the reader of medication lists made of the document, by address.
  private var records: [String: MedicationRecord] = [:]
  /// The addresses of the statements that a store wrote.
  private var own: Set<String> = []

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: A resource, a Bundle or lines of resources; not compressed.
  ///   - resolver: Reads medication lists of others; without one they are left out, and said.
  ///   - today: The day from which on schedules count that do not say when they start.
  ///   - run: Gets the records, and what is left out.
  /// - Throws: ``ExchangeError`` if the text is no FHIR document at all.
  static func read(
    _ bytes: [UInt8], resolver: MedicationResolver?, today: CivilDate, into run: ImportRun
  ) throws {
    var reader = FHIRImport(resolver: resolver, today: today, run: run)
    let declared = FHIRDocument.isXML(bytes) ? FHIRNamespace.declared(in: bytes) : nil
    if declared != nil {
      reader.remark("", "the XML has no namespace; it was read as FHIR", isLeftOut: false)
    }
    let bytes = declared ?? bytes
    let document = FHIRDocument(bytes, reading: .withXML)
    reader.records = Dictionary(document.records.map { ($0.entryPath, $0) }) { first, _ in first }
    for (address, resource) in try resources(bytes) {
      reader.resources[address] = resource
      try reader.read(resource, address)
    }
    try reader.readList(document)
  }

  private init(resolver: MedicationResolver?, today: CivilDate, run: ImportRun) {
    (self.resolver, self.today, self.run) = (resolver, today, run)
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
    let document: JSONDocument
    do { document = try JSONDocument(bytes) } catch { throw ExchangeError(error) }
    return try ImportFile.values(of: document, bytes).flatMap {
      entries($0.node, $0.address, $0.place)
    }
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

  private mutating func read(_ reader: StoreResourceReader, _ address: String) throws {
    let path = reader.path
    switch reader.type {
    case "MedicationStatement":
      // Statements of others belong to their medication list.
      guard let identifier = reader.conceptIdentifier else { return }
      own.insert(address)
      try readOwn(reader, identifier, address)
    case "MedicationAdministration":
      run.add(.dose, path) { () throws(Refusal) in
        try reader.checkModifiers()
        return .dose(try reader.dose())
      }
    case "Observation":
      var isOther = false
      run.add(.symptom, path) { () throws(Refusal) in
        try reader.checkModifiers()
        let symptom = try reader.symptom()
        isOther = symptom == nil
        return symptom.map(ImportedRecord.symptom)
      }
      if isOther { run.countOther("Observation of no symptom") }
    case "MedicationRequest", "MedicationOrder", "MedicationPrescription", "MedicationDispense",
      "MedicationUsage", "Medication", "MedicationKnowledge", "List":
      // Of the medication list.
      break
    case let type?: run.countOther(Self.isName(type) ? type : "other")
    case nil: run.countOther("without resourceType")
    }
  }

  /// Reads a medication that a store wrote; others may have left elements out or changed them since.
  private func readOwn(
    _ reader: StoreResourceReader, _ identifier: HealthConceptIdentifier, _ address: String
  ) throws {
    guard let record = records[address] else { return remark(address, "it could not be read") }
    let form = try reader.generalForm ?? resolver?.resolve(record).generalForm.derived
    var timing = DosageReading()
    var notes = record.codings.filter { $0.system == nil || $0.code == nil }.map { _ in
      "a coding without system or code is left out"
    }
    let isKept = run.add(.medication, reader.path) { () throws(Refusal) in
      try reader.checkModifiers()
      let block = ListBlock(record)
      switch block {
      case .current, .archived: break
      case .onHold: notes.append("written as in use: it is on hold")
      case .statusUnknown: notes.append("written as in use: its status is not known")
      default:
        throw Refusal("the status does not say that the medication is or was taken", at: "status")
      }
      if reader.isScheduledByDosages, block != .archived {
        timing = self.timing(of: record, &notes)
      }
      if reader.saysScheduledOnly, timing.schedule == nil, timing.problem == nil {
        notes.append("no schedule was set: it says that there is one, but not which")
      }
      return .medication(
        try reader.medication(
          identifier, record, form: form ?? .unknown, isArchived: block == .archived,
          timing: timing))
    }
    guard isKept else { return }
    for note in notes { remark(address, note, isLeftOut: false) }
    run.remark(reader.path, ifAdded: timing.notes)
  }

  /// What the dosages of a record say, with a note if that is no schedule.
  private func timing(of record: MedicationRecord, _ notes: inout [String]) -> DosageReading {
    let begin = record.dates.period?.start ?? record.dates.validity?.start
    let timing = DosageReading(
      record.dosages, begin: begin.flatMap { CivilDate($0.prefix(10)) }, today,
      isExtended: resources[record.entryPath]?.hasExtendedDosage ?? true)
    if let problem = timing.problem { notes.append("no schedule was set: \(problem)") }
    return timing
  }

  /// Whether a text is the name of a type, not something else that must not be shown.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 40 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// Notes something about the medication at an address, or that it is left out.
  private func remark(_ address: String, _ reason: String, isLeftOut: Bool = true) {
    run.remark(
      .medication, resources[address]?.path ?? address, reason, isLeftOut: isLeftOut)
  }

  // MARK: The medication list

  private func readList(_ document: FHIRDocument) throws {
    for problem in document.problems where problem.problem.severity == .error {
      remark(problem.entryPath, "\(problem.problem.code.rawValue): it could not be read")
    }
    let foreign = document.records.filter { record in
      record.resourceType != "MedicationAdministration" && !own.contains(record.entryPath)
    }
    guard !foreign.isEmpty else { return }
    guard let resolver else {
      for record in foreign {
        remark(record.entryPath, "reading a medication list needs a catalog of RxNorm")
      }
      return
    }
    var builder = MedicationListBuilder(resolver: resolver, asOf: StatedDate("\(today)"))
    try builder.add(document, name: "")
    run.countOther("definitions of medications", builder.definitionCount)
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

  private func take(_ list: PatientMedicationList) {
    for record in list.enteredInError { remark(record.source.entryPath, "entered in error") }
    let tracked = TrackedMedications(list)
    let leftOut = Set(tracked.remarks.filter(\.isLeftOut).map(\.line))
    for remark in tracked.remarks
    where !own.contains(remark.source.entryPath)
      && remark.source.resourceType != "MedicationAdministration"
    {
      // Messages of records quote words of the document; only those of lists are fixed.
      let isFixed = Self.fixedMessages.contains(remark.problem.code)
      self.remark(
        remark.source.entryPath,
        isFixed ? remark.problem.message : remark.problem.code.rawValue,
        isLeftOut: remark.isLeftOut)
    }
    let lines = list.lines.enumerated().filter { !leftOut.contains($0.offset) }.map(\.element)
    for (line, medication) in zip(lines, tracked.medications) {
      let address = line.records.first?.source.entryPath ?? ""
      guard own.contains(address) else {
        take(medication, of: line, address)
        continue
      }
      for record in line.records where !own.contains(record.source.entryPath) {
        remark(
          record.source.entryPath, "the document has the same medication as a store wrote it")
      }
    }
  }

  private func take(
    _ medication: UserAnnotatedMedication, of line: ListLine, _ address: String
  ) {
    var notes: [String] = []
    if line.concepts.isEmpty {
      notes.append("no concept of the catalog was found; kept as it is written")
    }
    if line.records.count > 1 {
      notes.append("\(line.records.count) records about it make one medication")
    }
    var timing = DosageReading()
    let records = line.records.map(\.record).filter { !$0.dosages.isEmpty }
    if let first = records.first, !medication.isArchived {
      var firstNotes: [String] = []
      var others: [String] = []
      timing = self.timing(of: first, &firstNotes)
      if records.dropFirst().allSatisfy({
        self.timing(of: $0, &others).agrees(with: timing, from: today)
      }) {
        notes += firstNotes
      } else {
        timing = DosageReading()
        notes.append("no schedule was set: the records about it have different dosages")
      }
    }
    for note in notes { remark(address, note, isLeftOut: false) }
    let owned = OwnedMedication(
      medication.medication, nickname: medication.nickname, isArchived: medication.isArchived,
      schedule: timing.schedule, unit: timing.unit.flatMap { $0.isEmpty ? nil : DoseUnit($0) })
    let path = resources[address]?.path ?? address
    run.remark(path, ifAdded: timing.notes)
    run.add(.medication(owned), path)
  }
}
