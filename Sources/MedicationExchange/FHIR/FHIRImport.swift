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
  private let resources: [String: PlacedResource]
  /// What the reader of medication lists made of the document, by address.
  private let records: [String: MedicationRecord]
  /// The addresses of the statements that a store wrote.
  private var own: Set<String> = []
  /// What Lists take off, and entries delete or change, that makes no record.
  private var removals: Removals
  /// The names of resources that are there several times and differ.
  private var versions: Set<String> = []
  private var patients = PatientGroups()
  /// The mentions of patients by records and symptoms.
  private var mentions: [Int] = []

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
    let declared = FHIRDocument.isXML(bytes) ? FHIRNamespace.declared(in: bytes) : nil
    let document = try document(declared ?? bytes)
    var reader = FHIRImport(document, resolver: resolver, today: today, run: run)
    if declared != nil {
      reader.remark("", "the XML has no namespace; it was read as FHIR", isLeftOut: false)
    }
    for resource in document.resources { try reader.read(resource) }
    try reader.checkPatient()
    for record in document.records where record.resourceType == "MedicationAdministration" {
      reader.readDose(record)
    }
    try reader.readList(document)
  }

  private init(
    _ document: FHIRDocument, resolver: MedicationResolver?, today: CivilDate, run: ImportRun
  ) {
    (self.resolver, self.today, self.run) = (resolver, today, run)
    records = Dictionary(document.records.map { ($0.entryPath, $0) }) { first, _ in first }
    resources = Dictionary(document.resources.map { ($0.address, $0) }) { first, _ in first }
    removals = document.removals
    for (name, code) in document.lists.flatMap(\.removals) { removals.add(code, of: name) }
    var known: [String: PlacedResource] = [:]
    for resource in document.resources {
      guard let name = resource.name, let other = known.updateValue(resource, forKey: name)
      else { continue }
      if other.whole.rawBytes != resource.whole.rawBytes { versions.insert(name) }
    }
    for patient in document.patients { _ = patients.add(patient, document: 0, scope: 0) }
    for record in document.records
    where RecordKind(resourceType: record.resourceType) != .definition
      && record.statusMeaning != .enteredInError
    {
      mentions.append(
        patients.mention(
          record.subject, on: record.subjectBase, identifier: record.subjectIdentifier,
          entryPath: record.entryPath, document: 0, scope: 0))
    }
  }

  /// Refuses what several people take: a store is of one.
  private mutating func checkPatient() throws(ExchangeError) {
    patients.finish()
    let count = Set(mentions.map(patients.group)).count
    guard count < 2 else {
      throw ExchangeError(
        "import.patients", found: "records of \(count) patients", expected: "one patient",
        try: "import the document of one patient")
    }
  }

  // MARK: Resources

  /// Reads a document; refuses one of which a text or a line cannot be read.
  private static func document(_ bytes: [UInt8]) throws(ExchangeError) -> FHIRDocument {
    var reading = FHIRReadingOptions.withXML
    reading.keepsResources = true
    let document = FHIRDocument(bytes, reading: reading)
    let isXML = FHIRDocument.isXML(bytes)
    for problem in document.problems where problem.problem.severity == .error {
      let isUnread = isXML ? document.resources.isEmpty : problem.problem.code == .badLine
      guard isUnread else { continue }
      throw ExchangeError(
        isXML ? "import.xml" : "import.json", at: "line \(problem.line ?? 1)",
        found: isXML ? "text that is no FHIR in XML" : "a line that cannot be read",
        expected: isXML ? "a FHIR resource (xmlns=\"http://hl7.org/fhir\")" : "a resource in JSON")
    }
    return document
  }

  private mutating func read(_ resource: PlacedResource) throws {
    let reader = StoreResourceReader(resource: resource.whole)
    switch reader.type {
    case "MedicationStatement":
      // Statements of others belong to their medication list.
      guard let identifier = reader.conceptIdentifier else { return }
      own.insert(resource.address)
      try readOwn(reader, identifier, resource.address)
    case "Observation":
      var isOther = false
      run.add(.symptom, resource.place) { () throws(Refusal) in
        let type = try reader.symptomType()
        isOther = type == nil
        guard let type else { return nil }
        try Refusal.unless(
          resource.counts,
          "its entry or what is around it, or a modifier or a name that is there twice, may change its meaning"
        )
        try Refusal.unless(
          resource.name.map { removals[$0] == nil && !versions.contains($0) } ?? true,
          "the document deletes it or takes it off, or has several versions of it")
        return .symptom(try reader.symptom(type))
      }
      if isOther {
        run.countOther("Observation of no symptom")
      } else if let subject = resource.subject {
        mentions.append(
          patients.mention(
            subject, on: resource.subjectBase, entryPath: resource.address, document: 0, scope: 0))
      }
    case "MedicationRequest", "MedicationOrder", "MedicationPrescription", "MedicationDispense",
      "MedicationUsage", "Medication", "MedicationKnowledge", "List", "MedicationAdministration":
      // Records of the document.
      break
    case let type?: run.countOther(Self.isName(type) ? type : "other")
    case nil: break
    }
  }

  /// Reads a dose, wherever it is in the document.
  private func readDose(_ record: MedicationRecord) {
    guard let resource = resources[record.entryPath] else { return }
    var notes: [String] = []
    let isKept = run.add(.dose, resource.place) { () throws(Refusal) in
      .dose(try StoreResourceReader(resource: resource.whole).dose(record, &notes))
    }
    for note in isKept ? notes : [] { run.remark(.dose, resource.place, note, isLeftOut: false) }
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
    let isKept = run.add(.medication, place(address)) { () throws(Refusal) in
      try Refusal.unless(
        !record.dosages.contains(where: \.isWithheld), "a modifier was not understood")
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
      isExtended: resources[record.entryPath].map {
        StoreResourceReader(resource: $0.whole).hasExtendedDosage
      } ?? true, objection: objection)
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
    run.remark(place(address), ifAdded: timing.notes)
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
    run.remark(.medication, place(address), reason, isLeftOut: isLeftOut, words: words)
  }

  /// Where the resource at an address is.
  private func place(_ address: String) -> String { resources[address]?.place ?? address }

  // MARK: The medication list

  private func readList(_ document: FHIRDocument) throws {
    for problem in document.problems {
      guard problem.problem.severity == .error else { continue }
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
    for list in builder.lists() { take(list) }
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
    if timing.schedule != nil, line.records.contains(where: { !$0.record.notes.isEmpty }) {
      remark(address, "check the schedule: a note was not read", isLeftOut: false)
    }
    let owned = OwnedMedication(
      medication.medication, nickname: medication.nickname, isArchived: medication.isArchived,
      schedule: timing.schedule, unit: timing.unit.flatMap { $0.isEmpty ? nil : DoseUnit($0) })
    run.add(.medication(owned), place(address))
  }
}
