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

// What a medication resource means is what the reader of medication lists made of
// it, also for doses and for what a store wrote; of the resource itself are read
// only symptoms and a store's own extensions. The other medications are a medication
// list from elsewhere: the rules of lists, which need a catalog, apply to them.

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
    for record in document.records where record.resourceType == "MedicationAdministration" {
      reader.readDose(record)
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

  /// The resources of a value: itself, those of a Bundle or Parameters, the elements of an array.
  private static func entries(
    _ node: JSONNode, _ address: String = "", _ path: String = ""
  ) -> [Addressed] {
    if node.isArray {
      return node.elements.enumerated().flatMap {
        entries($1, inner(address, $0), "\(path)[\($0)]")
      }
    }
    return switch node["resourceType"]?.string {
    case "Bundle": entries(in: "entry", of: node, address, path)
    case "Parameters": entries(in: "parameter", of: node, address, path)
    default: [(address, StoreResourceReader(resource: node, path: path))]
    }
  }

  private static func inner(_ address: String, _ index: Int) -> String {
    address.isEmpty ? "\(index)" : "\(address).\(index)"
  }

  /// The resources of a container's members of a name, which are numbered as in addresses of records.
  private static func entries(
    in name: String, of node: JSONNode, _ address: String, _ path: String
  ) -> [Addressed] {
    // Where a name occurs twice, the numbers of a record are those of another resource.
    guard node.duplicateNames.isEmpty else { return [] }
    let start = path.isEmpty ? "" : "\(path)."
    return node.items(name).enumerated().flatMap { index, entry in
      guard entry.duplicateNames.isEmpty else { return [Addressed]() }
      let (address, path) = (inner(address, index), "\(start)\(name)[\(index)]")
      for member in ["resource", "content"] {
        if let resource = entry[member], resource.isObject || resource.isArray {
          return entries(resource, address, "\(path).\(member)")
        }
      }
      return entry["resourceType"] == nil
        ? entries(in: "part", of: entry, address, path) : entries(entry, address, path)
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
      "MedicationUsage", "Medication", "MedicationKnowledge", "List", "MedicationAdministration":
      // Records of the document.
      break
    case let type?: run.countOther(Self.isName(type) ? type : "other")
    case nil: run.countOther("without resourceType")
    }
  }

  /// Reads a dose, wherever it is in the document.
  private func readDose(_ record: MedicationRecord) {
    let reader = resources[record.entryPath]
    let path = reader?.path ?? record.entryPath
    var notes: [String] = []
    let isKept = run.add(.dose, path) { () throws(Refusal) in
      guard let reader, reader.type == record.resourceType else {
        throw Refusal("it is where FHIR has no resource, or a member name occurs twice there")
      }
      return .dose(try reader.dose(record, &notes))
    }
    for note in isKept ? notes : [] { run.remark(.dose, path, note, isLeftOut: false) }
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
      if block != .archived {
        timing = self.timing(of: record, in: block, wasWritten: reader)
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
    remark(timing, address)
  }

  // MARK: Schedules

  /// What a record says of when a medication is taken that is not archived.
  ///
  /// In a resource that a store wrote, its schedule counts and not the dosages.
  private func timing(
    of record: MedicationRecord, in block: ListBlock?, wasWritten reader: StoreResourceReader? = nil
  ) -> DosageReading {
    let (dates, objection) = (record.dates, self.objection(to: record, in: block))
    var use = FHIRPeriod(start: dates.period?.start, end: dates.period?.end ?? dates.ended)
    if let reader, !reader.isScheduledByDosages {
      let bound =
        use.end != nil ? "it says when the use ends, which the schedule does not" : nil
      return DosageReading(problem: reader.hasSchedule ? objection ?? bound : nil)
    }
    if use.start == nil, StatedDate("\(today)")?.isBeforeUse(of: record) ?? false {
      use.start = dates.moment
    }
    return DosageReading(
      record.dosages, in: use, today, rendered: record.renderedDosage,
      isExtended: resources[record.entryPath]?.hasExtendedDosage ?? true, objection: objection)
  }

  /// Why a record sets no schedule, whatever its dosages say; `nil` if it is in use.
  private func objection(to record: MedicationRecord, in block: ListBlock?) -> String? {
    if block == .onHold { return "it is on hold" }
    guard block == .current, !record.flags.contains(.takenUnknown) else {
      return "whether it is in use is not known"
    }
    if record.dates.timing != nil { return "its use has times of its own" }
    return record.problems.contains { $0.code == .duplicateKey }
      ? "a member name occurs more than once" : nil
  }

  /// Notes what is to be known about a schedule, or why there is none, with the document's words.
  private func remark(_ timing: DosageReading, _ address: String) {
    run.remark(resources[address]?.path ?? address, ifAdded: timing.notes)
    guard let problem = timing.problem else { return }
    remark(address, "no schedule was set: \(problem)", isLeftOut: false, words: timing.words)
  }

  /// Whether a text is the name of a type, not something else that must not be shown.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 40 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// Notes something about the medication at an address, or that it is left out.
  private func remark(
    _ address: String, _ reason: String, isLeftOut: Bool = true, words: [String] = []
  ) {
    run.remark(
      .medication, resources[address]?.path ?? address, reason, isLeftOut: isLeftOut, words: words)
  }

  // MARK: The medication list

  private func readList(_ document: FHIRDocument) throws {
    for problem in document.problems {
      let code = problem.problem.code
      if problem.problem.severity == .error {
        remark(problem.entryPath, "\(code.rawValue): it could not be read")
      } else if code == .shape || code == .duplicateKey {
        remark(
          problem.entryPath,
          "\(code.rawValue): doses and symptoms are read only where FHIR has them",
          isLeftOut: false)
      }
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
      timing = self.timing(of: first, in: line.block)
      let others = records.dropFirst().map { self.timing(of: $0, in: line.block) }
      if !others.allSatisfy({ $0.agrees(with: timing, from: today) }) {
        timing = DosageReading(
          problem: "the records about it have different dosages", of: records.flatMap(\.dosages))
      }
    }
    for note in notes { remark(address, note, isLeftOut: false) }
    remark(timing, address)
    let owned = OwnedMedication(
      medication.medication, nickname: medication.nickname, isArchived: medication.isArchived,
      schedule: timing.schedule, unit: timing.unit.flatMap { $0.isEmpty ? nil : DoseUnit($0) })
    run.add(.medication(owned), resources[address]?.path ?? address)
  }
}
