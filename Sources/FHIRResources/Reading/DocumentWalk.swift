// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel
import XMLText

/// Walks the containers of a document and reads what stands in them (section 6).
///
/// Two passes: the first finds every resource and its scope, the second reads
/// the records, because a reference may lead to a later entry.
struct DocumentWalk {
  var records: [MedicationRecord] = []
  private(set) var allergies: [AllergyRecord] = []
  private(set) var immunizationCount = 0
  private(set) var patients: [PatientRecord] = []
  var listings: [RecordListing] = []
  private(set) var terminology = DocumentTerminology()
  private(set) var problems: [FHIRDocumentProblem] = []
  private(set) var fhirVersion: FHIRVersion?

  let options: FHIRReadingOptions
  private(set) var found: [(entry: ScopeEntry, scope: ResourceScope)] = []
  private(set) var listEntries: [(entry: ScopeEntry, scope: ResourceScope)] = []
  private var allergyEntries: [(entry: ScopeEntry, scope: ResourceScope)] = []
  /// What the document says of its version before any medication is looked at.
  private var statedVersion: FHIRVersion?
  private var isDSTU1 = false
  private(set) var root: JSONNode?
  /// Where references lead that lead nowhere in the document.
  private let neighbourhood: FHIRNeighbourhood?
  /// The lines that are read, one of which the nodes stand on; else all of the text is read.
  private var batch: JSONLineBatch?
  private var lineNumber = 0
  /// The text in XML that the nodes were made from, if any.
  private var xml: FHIRXMLText?
  /// Finding a place takes time that grows with the text; later problems name the entry only.
  private static let placeLimit = 1000

  init(_ options: FHIRReadingOptions, beside neighbourhood: FHIRNeighbourhood? = nil) {
    self.options = options
    self.neighbourhood = neighbourhood
  }

  /// Reads one line of many, which sees what the scope holds.
  init(
    _ line: JSONLineBatch.Line, of batch: JSONLineBatch, in scope: ResourceScope,
    _ options: FHIRReadingOptions
  ) {
    self.options = options
    neighbourhood = nil
    self.batch = batch
    lineNumber = line.number
    let address = "\(line.number)"
    switch line.value {
    case .success(let node):
      root = node
      findTopLevel(node, at: address, in: scope)
      readRecords()
    case .failure(let error):
      report(notJSON: error, at: address, isLine: true)
    }
    root = nil
    if line.trailingOffset != nil {
      report(
        Problem(.trailingData, .warning, "something follows the complete value of the line"),
        at: address, line: line.number + 1)
    }
    reportReplacements(surrogate: line.loneSurrogateOffset, omission: line.omissionOffset) {
      batch.position(of: $0, onLine: line.number)
    }
    finish()
  }

  mutating func report(
    _ problem: Problem, at address: String, line: Int? = nil, column: Int? = nil
  ) {
    problems.append(
      FHIRDocumentProblem(
        problem, entryPath: address, line: line, column: column))
  }

  mutating func report(_ problem: FHIRDocumentProblem) {
    problems.append(problem)
  }

  mutating func report(notJSON error: JSONError, at address: String = "", isLine: Bool = false) {
    let code: Problem.Code =
      switch error.code {
      case .size: .sizeLimit
      default: isLine ? .badLine : .notJSON
      }
    report(
      Problem(
        code, .error,
        "found \(error.found), expected \(error.expected)  [\(error.code.rawValue)]",
        path: error.path),
      at: address, line: error.line, column: error.column)
  }

  /// Reports what tolerant reading replaced.
  mutating func reportReplacements(
    surrogate: Int?, omission: Int?, position: (Int) -> JSONPosition
  ) {
    if let surrogate {
      let place = position(surrogate)
      report(
        Problem(.loneSurrogate, .warning, "half of a surrogate pair was read as U+FFFD"),
        at: "", line: place.line, column: place.column)
    }
    if let omission {
      let place = position(omission)
      report(
        Problem(.depthLimit, .error, "an element is nested too deep and was not read"),
        at: "", line: place.line, column: place.column)
    }
  }

  // MARK: First pass

  /// Finds the resources of a single document.
  mutating func read(_ document: JSONDocument) {
    root = document.root
    let scope = ResourceScope(
      outer: neighbourhood.map {
        ResourceScope(
          outer: nil,
          neighbours: NeighbourScope(neighbourhood: $0, source: $0.source, isOwn: false))
      })
    if document.root.isArray {
      if document.root.isEmptyContainer { reportNoResource(document.root, at: "") }
      for (number, item) in document.root.elements.enumerated() {
        findTopLevel(item, at: "\(number)", in: scope)
      }
    } else {
      findTopLevel(document.root, at: "", in: scope)
    }
    readRecords()
  }

  /// Finds the resources of a document in XML.
  mutating func read(_ text: FHIRXMLText) {
    xml = text
    read(text.document)
  }

  /// Finds the resources of all lines; they form one scope.
  mutating func read(lines: JSONLines) {
    let scope = ResourceScope(outer: nil)
    for line in lines.lines {
      let address = "\(line.number)"
      switch line.value {
      case .success(let node):
        root = node
        findTopLevel(node, at: address, in: scope)
      case .failure(let error):
        report(notJSON: error, at: address, isLine: true)
      }
      root = nil
      if line.trailingOffset != nil {
        report(
          Problem(.trailingData, .warning, "something follows the complete value of the line"),
          at: address, line: line.number + 1)
      }
    }
    reportReplacements(surrogate: lines.loneSurrogateOffset, omission: lines.omissionOffset) {
      lines.position(of: $0)
    }
    readRecords()
  }

  /// A document, line or item: a resource, or a bundle entry without its bundle.
  private mutating func findTopLevel(_ node: JSONNode, at address: String, in scope: ResourceScope)
  {
    if !node.isPassedOver, ResourceKind(of: node) == nil, let resource = node["resource"],
      ResourceKind(of: resource) != nil
    {
      reportDuplicates(of: node, at: address)
      find(resource, wrapper: node, at: address, in: scope)
    } else {
      find(node, wrapper: nil, at: address, in: scope)
    }
  }

  private mutating func find(
    _ node: JSONNode, wrapper: JSONNode?, at address: String, in scope: ResourceScope
  ) {
    if node.isPassedOver {
      scope.append(ScopeEntry(resource: node, kind: .other, wrapper: wrapper, address: address))
      reportMisspeltType(of: node, at: address)
      return reportContainedRecords(in: node, at: address)
    }
    guard let kind = ResourceKind(of: node) else {
      if !node.isNull, !node.isEmptyContainer || wrapper == nil {
        reportNoResource(node, at: address)
      }
      return
    }
    let entry = ScopeEntry(resource: node, kind: kind, wrapper: wrapper, address: address)
    scope.append(entry)
    if kind.isMedicationType { found.append((entry, scope)) }
    switch kind {
    case .bundle: findEntries(of: node, at: address, outer: scope)
    case .parameters: findParameters(of: node, at: address, in: ResourceScope(outer: scope))
    case .list, .composition: listEntries.append((entry, scope))
    case .allergy: allergyEntries.append((entry, scope))
    case .immunization: immunizationCount += 1
    case .patient:
      readPatient(node, at: address, id: node["id"]?.scalarText, fullURL: entry.fullURL)
    case .codeSystem, .valueSet, .conceptMap, .namingSystem:
      terminology.read(entry, root: root ?? entry.resource)
    case .conformance:
      if let number = node["fhirVersion"]?.string
        ?? node["fhirVersion"]?.elements.first(where: { $0.isString })?.string
      {
        statedVersion = VersionEvidence.version(number) ?? statedVersion
      }
    case .other: reportMisspeltType(of: node, at: address)
    default: break
    }
    reportContainedRecords(in: node, at: address)
  }

  private mutating func findEntries(of bundle: JSONNode, at address: String, outer: ResourceScope) {
    reportDuplicates(of: bundle, at: address)
    if statedVersion == nil { statedVersion = VersionEvidence.profileVersion(meta: bundle["meta"]) }
    let scope = ResourceScope(outer: outer)
    if bundle["implicitRules"]?.string?.isEmpty == false {
      scope.hasImplicitRules = true
      report(
        Problem(
          .modifierNotUnderstood, .warning, "the bundle has implicit rules that are not known"),
        at: address)
    }
    guard let entries = bundle["entry"] else { return }
    let nodes = entries.isObject ? [entries] : Array(entries.elements)
    if !entries.isArray, !entries.isNull, !entries.isUntyped {
      report(
        Problem(.shape, .warning, "Bundle.entry is no array", path: path(entries)), at: address)
    }
    for (number, entry) in nodes.enumerated() {
      let inner = address.isEmpty ? "\(number)" : "\(address).\(number)"
      guard entry.isObject else {
        if !entry.isNull { reportNoResource(entry, at: inner) }
        continue
      }
      reportDuplicates(of: entry, at: inner)
      guard let resource = entry["resource"] ?? dstu1Content(of: entry) else { continue }
      find(resource, wrapper: entry, at: inner, in: scope)
    }
  }

  /// The resource of a DSTU1 entry, which also shows the version of the document.
  private mutating func dstu1Content(of entry: JSONNode) -> JSONNode? {
    guard let content = entry["content"] else { return nil }
    isDSTU1 = true
    return content
  }

  private mutating func findParameters(
    of node: JSONNode, name: StaticString = "parameter", at address: String, in scope: ResourceScope
  ) {
    guard let parameters = node[name] else { return }
    let nodes = parameters.isObject ? [parameters] : Array(parameters.elements)
    for (number, parameter) in nodes.enumerated() where parameter.isObject {
      let inner = address.isEmpty ? "\(number)" : "\(address).\(number)"
      reportDuplicates(of: parameter, at: inner)
      if let resource = parameter["resource"] {
        find(resource, wrapper: parameter, at: inner, in: scope)
      }
      findParameters(of: parameter, name: "part", at: inner, in: scope)
    }
  }

  // MARK: Second pass

  private mutating func readRecords() {
    records.reserveCapacity(found.count)
    for (entry, scope) in found {
      var reader = RecordReader(
        entry: entry, scope: scope, root: root ?? entry.resource,
        readsDetails: options.readsDetails)
      records.append(reader.read())
    }
    for (entry, scope) in allergyEntries {
      var reader = AllergyReader(entry: entry, scope: scope, root: root ?? entry.resource)
      allergies.append(reader.read())
    }
    readListings()
  }

  /// Settles the version of the document and of records that show none.
  mutating func finish() {
    let shown = Set(records.compactMap(\.fhirVersion))
    for index in allergies.indices where allergies[index].fhirVersion == nil {
      allergies[index].fhirVersion = statedVersion ?? (isDSTU1 ? .dstu1 : nil)
    }
    if let version = options.version { return insist(on: version) }
    fhirVersion =
      statedVersion ?? (isDSTU1 ? .dstu1 : shown.count > 1 ? .mixed : shown.first)
    for index in records.indices {
      if isDSTU1 || (records[index].fhirVersion == nil && fhirVersion != .mixed) {
        records[index].fhirVersion = fhirVersion
      }
    }
    if fhirVersion == .mixed {
      report(
        Problem(.fhirVersion, .note, "elements of several FHIR versions side by side"), at: "")
    }
  }

  /// Reports the version that the caller insists on, and which records show another one.
  private mutating func insist(on version: FHIRVersion) {
    fhirVersion = version
    for index in records.indices {
      if let shown = records[index].fhirVersion, !version.allows(shown) {
        records[index].problems.append(
          Problem(
            .fhirVersion, .note,
            "the elements show FHIR \(shown.rawValue), not \(version.rawValue); all were read"))
      }
      records[index].fhirVersion = version
    }
    for index in allergies.indices { allergies[index].fhirVersion = version }
  }

  /// Reads what tells a patient from another, and nothing else of them (S35).
  private mutating func readPatient(
    _ node: JSONNode, at address: String, id: String?, fullURL: String? = nil
  ) {
    var elements = ElementReader(resource: node, root: root ?? node)
    patients.append(
      PatientRecord(
        entryPath: address, id: id, fullURL: fullURL,
        identifiers: elements.identifiers(node["identifier"])))
  }

  // MARK: Notes about resources that make no record

  private mutating func reportNoResource(_ node: JSONNode, at address: String) {
    let found =
      switch node.kind {
      case .object: "an object without resourceType"
      case .array: node.isEmptyContainer ? "an empty array" : "an array"
      case .string: "a string"
      case .number: "a number"
      case .boolean: "a truth value"
      case .null: "null"
      case .omitted: "an element nested too deep"
      }
    let problem = Problem(
      .notAResource, .error, "found \(found), expected a FHIR resource", path: path(node))
    if problems.count >= Self.placeLimit {
      report(problem, at: address)
    } else if let place = xml?.position(of: node) {
      report(problem, at: address, line: place.line, column: place.column)
    } else {
      let place = position(of: node)
      report(problem, at: address, line: place.line, column: place.column)
    }
  }

  /// The place of a node, without a look at other lines where only one is read.
  private func position(of node: JSONNode) -> JSONPosition {
    batch?.position(of: node.offset, onLine: lineNumber) ?? node.position
  }

  /// Other resources make no record; what looks like a misspelt medication is no other one (S1).
  private mutating func reportMisspeltType(of node: JSONNode, at address: String) {
    guard let type = node["resourceType"], ResourceKind.looksMisspelt(type) else { return }
    let place = problems.count < Self.placeLimit ? position(of: type) : nil
    report(
      Problem(
        .notAResource, .error,
        "found the resource type \(type.string ?? ""), which FHIR does not have, expected one such "
          + "as MedicationRequest, in this spelling", path: path(type)),
      at: address, line: place?.line, column: place?.column)
  }

  private mutating func reportDuplicates(of node: JSONNode, at address: String) {
    // Elements of one name are an array there, never two members.
    if node.isUntyped { return }
    for name in node.duplicateNames {
      report(
        Problem(
          .duplicateKey, .warning, "a member name occurs more than once; the last one counts",
          path: node[name].map { path($0) } ?? ""),
        at: address)
    }
  }

  /// Says that contained requests, statements and events make no record (F1, S1).
  private mutating func reportContainedRecords(in resource: JSONNode, at address: String) {
    guard resource["contained"] != nil else { return }
    for contained in ReferenceResolver.containedResources(of: resource) {
      let kind = ResourceKind(of: contained)
      if kind == .patient, let id = contained["id"]?.scalarText {
        readPatient(contained.whole, at: address, id: id.hasPrefix("#") ? id : "#\(id)")
      }
      guard let kind, kind.isMedicationType, !kind.isMedication else { continue }
      let type = contained["resourceType"]?.string ?? ""
      report(
        Problem(
          .containedRecord, .note, "a contained \(type) makes no record of its own",
          path: path(contained)),
        at: address)
    }
  }

  func path(_ node: JSONNode) -> String {
    problems.count < Self.placeLimit ? root.map { node.path(from: $0) } ?? "" : ""
  }
}
