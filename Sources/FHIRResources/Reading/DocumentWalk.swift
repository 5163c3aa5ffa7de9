// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Walks the containers of a document and reads what is in them.
///
/// Two passes: the first finds every resource and its scope, the second reads
/// the records, because a reference may lead to a later entry.
struct DocumentWalk {
  var records: [MedicationRecord] = []
  var allergies: [AllergyRecord] = []
  var immunizationCount = 0
  var skippedClaimCount = 0
  var otherClaimItemCount = 0
  /// What makes no record, whatever it is but a container.
  var others: [JSONNode] = []
  /// Everything but containers, for callers that read more of it.
  var resources: [PlacedResource] = []
  /// How many lines of each type were left out.
  var omittedTypes: [String: Int] = [:]
  var patients: [PatientRecord] = []
  var listings: [RecordListing] = []
  var terminology = DocumentTerminology()
  var problems: [FHIRDocumentProblem] = []
  var fhirVersion: FHIRVersion?

  let options: FHIRReadingOptions
  /// What makes records, in document order.
  var found: [ReferenceOrigin] = []
  var listEntries: [ReferenceOrigin] = []
  /// The Medications that name the drugs of what was found, where entries or Lists may take them off.
  var medications: [JSONNode?] = []
  /// The entries that delete a resource, or change a part of it.
  var deletions: [Deletion] = []
  /// What entries delete or change that was not read with them.
  var removals = Removals()
  var allergyEntries: [ReferenceOrigin] = []
  /// The version that the document states before any medication is read.
  var statedVersion: FHIRVersion?
  var isDSTU1 = false
  var root: JSONNode?
  /// Where references are looked up that cannot be resolved in the document.
  let neighbourhood: FHIRNeighbourhood?
  /// What was read before this line, or before the document: nothing.
  var begin = Begin()
  /// What the text says many times over; not kept where something is nested too deep, which an
  /// object's bytes do not tell.
  var repeated: RepeatedElements? = RepeatedElements()
  /// The lines being read, if any: the nodes are on one of them; else the whole text is read.
  var batch: JSONLines?
  /// The line that is read, if the text has several.
  var lineNumber: Int?
  /// The text in XML that the nodes were made from, if any.
  var xml: (any FHIRSyntax)?
  /// Finding a place takes time that grows with the text; later problems name the entry only.
  static let placeLimit = 1000

  /// How much was read before a line: what a line says goes no further.
  struct Begin {
    var record = 0
    var allergy = 0
    var problem = 0
  }

  init(_ options: FHIRReadingOptions, beside neighbourhood: FHIRNeighbourhood? = nil) {
    self.options = options
    self.neighbourhood = neighbourhood
  }

  /// Finds the resources of a single document.
  mutating func read(_ document: JSONDocument) {
    root = document.root
    if document.omissionOffset != nil { repeated = nil }
    let scope = ResourceScope(
      outer: neighbourhood.map {
        ResourceScope(
          outer: nil,
          neighbours: NeighbourScope(neighbourhood: $0, source: $0.source, isOwn: false))
      })
    if document.root.isArray {
      // Null is absent; a list of nothing else has no resource.
      if document.root.elements.allSatisfy(\.isNull) { reportNoResource(document.root, at: "") }
      for (number, item) in document.root.elements.enumerated() where !item.isNull {
        findTopLevel(item, at: "\(number)", in: scope)
      }
    } else {
      findTopLevel(document.root, at: "", in: scope)
    }
    readRecords()
  }

  /// Finds the resources of a document in another syntax.
  mutating func read(_ text: some FHIRSyntax) {
    xml = text
    problems += text.problems
    read(text.document)
  }

  /// Finds the resources of all lines; they form one scope.
  mutating func read(lines: JSONLines) {
    let scope = ResourceScope(outer: nil)
    if lines.omissionOffset != nil { repeated = nil }
    for line in lines.lines {
      let address = "\(line.number)"
      lineNumber = line.number
      switch line.value {
      case .success(let node):
        root = node
        findTopLevel(node, at: address, in: scope)
      case .failure(let error):
        report(notJSON: error, at: address, isLine: true)
      }
      root = nil
      if let offset = line.trailingOffset {
        reportTrailing(
          "value of the line", mayHoldObject: lines.mayHoldObject(from: offset), at: address,
          line: line.number + 1)
      }
    }
    reportReplacements(surrogate: lines.loneSurrogateOffset, omission: lines.omissionOffset) {
      lines.position(of: $0)
    }
    readRecords()
  }
}

// Lines that are read by themselves: one walk reads them one after the other, so
// that what they say is gathered once, but a line knows nothing of the others.

extension DocumentWalk {
  /// Reads the lines of a batch; references that do not stay on their line lead to what is around.
  mutating func read(_ batch: JSONLines, around: ResourceScope?) {
    self.batch = batch
    omittedTypes = batch.omittedTypes
    records.reserveCapacity(batch.lines.count)
    var versions: [FHIRVersion] = []
    for line in batch.lines {
      begin = Begin(record: records.count, allergy: allergies.count, problem: problems.count)
      read(line, of: batch, in: around ?? ResourceScope(outer: nil))
      let isNewVersion = fhirVersion.map { !versions.contains($0) } ?? false
      if isNewVersion, let fhirVersion { versions.append(fhirVersion) }
      // The version is stated once, not on each line.
      if !isNewVersion, problems.count > begin.problem {
        let said = problems[begin.problem...].filter { $0.problem.code != .fhirVersion }
        problems.replaceSubrange(begin.problem..., with: said)
      }
    }
    fhirVersion = versions.first.map { versions.dropFirst().reduce($0, VersionEvidence.common) }
  }

  private mutating func read(
    _ line: JSONLine, of batch: JSONLines, in scope: ResourceScope
  ) {
    found.removeAll(keepingCapacity: true)
    listEntries.removeAll(keepingCapacity: true)
    allergyEntries.removeAll(keepingCapacity: true)
    deletions.removeAll(keepingCapacity: true)
    statedVersion = nil
    isDSTU1 = false
    fhirVersion = nil
    lineNumber = line.number
    let address = "\(line.number)"
    let repeated = self.repeated
    if line.omissionOffset != nil { self.repeated = nil }
    switch line.value {
    case .success(let node):
      root = node
      findTopLevel(node, at: address, in: scope)
      readRecords()
    case .failure(let error):
      report(notJSON: error, at: address, isLine: true)
    }
    self.repeated = repeated
    root = nil
    if let offset = line.trailingOffset {
      reportTrailing(
        "value of the line", mayHoldObject: batch.mayHoldObject(from: offset), at: address,
        line: line.number + 1)
    }
    reportReplacements(surrogate: line.loneSurrogateOffset, omission: line.omissionOffset) {
      batch.position(of: $0, onLine: line.number)
    }
    finish()
  }
}

// The second pass: what was found becomes records.

extension DocumentWalk {
  mutating func readRecords() {
    medications.removeAll()
    if found.count > 1 { records.reserveCapacity(records.count + found.count) }
    for origin in found {
      var reader = RecordReader(
        origin, root: root ?? origin.owner.resource, readsDetails: options.readsDetails,
        repeated: repeated)
      records.append(reader.read())
      if !deletions.isEmpty || !listEntries.isEmpty { medications.append(reader.medication) }
    }
    for origin in allergyEntries {
      var reader = AllergyReader(origin, root: root ?? origin.owner.resource)
      allergies.append(reader.read())
    }
    let needsNumbers = !deletions.isEmpty || !listEntries.isEmpty
    let numbers =
      needsNumbers ? RecordNumbers(of: found, medications, records[begin.record...]) : nil
    if let numbers { mark(deletions, numbers) }
    markReplaced()
    if let numbers { readListings(numbers) }
  }

  /// How many resources of each type there are, if there is no record.
  var otherResources: [String: Int] {
    guard records.isEmpty else { return [:] }
    return others.reduce(into: omittedTypes) { types, node in
      if let type = node["resourceType"]?.string { types[type, default: 0] += 1 }
    }
  }

  /// Settles the version of the document and of records that show none.
  mutating func finish() {
    let shown = shownVersion
    let ours = begin.record..<records.count
    for index in begin.allergy..<allergies.count where allergies[index].fhirVersion == nil {
      allergies[index].fhirVersion = statedVersion ?? (isDSTU1 ? .dstu1 : nil)
    }
    if let version = options.version { return insist(on: version) }
    fhirVersion =
      statedVersion ?? (isDSTU1 ? .dstu1 : shown)
    for index in ours {
      if isDSTU1 || (records[index].fhirVersion == nil && fhirVersion != .mixed) {
        records[index].fhirVersion = fhirVersion
      }
    }
    if fhirVersion == .mixed {
      report(.fhirVersion, .note, "elements of several FHIR versions side by side", at: "")
    }
  }

  /// The version that the records show, if they agree.
  private var shownVersion: FHIRVersion? {
    var shown: FHIRVersion?
    for index in begin.record..<records.count {
      guard let version = records[index].fhirVersion else { continue }
      shown = shown.map { VersionEvidence.common($0, version) } ?? version
    }
    return shown
  }

  /// Reports the version that the caller insists on, and which records show another one.
  private mutating func insist(on version: FHIRVersion) {
    fhirVersion = version
    for index in begin.record..<records.count {
      if let shown = records[index].fhirVersion, !version.allows(shown) {
        records[index].problems.append(
          Problem(
            .fhirVersion, .note,
            "the elements show FHIR \(shown.rawValue), not \(version.rawValue); all were read"))
      }
      records[index].fhirVersion = version
    }
    for index in begin.allergy..<allergies.count { allergies[index].fhirVersion = version }
  }

  /// Reads what distinguishes a patient from another, and nothing else of them.
  mutating func readPatient(
    _ node: JSONNode, at address: String, id: String?, fullURL: String? = nil
  ) {
    var elements = ElementReader(resource: node, root: root ?? node)
    patients.append(
      PatientRecord(
        entryPath: address, id: id, fullURL: fullURL,
        identifiers: elements.identifiers(node["identifier"])))
  }
}
