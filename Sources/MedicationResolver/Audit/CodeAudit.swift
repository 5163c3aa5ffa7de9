// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
internal import MedicationModel

/// Examines the codes that are in use somewhere and reports what is wrong with them.
///
/// Codes and records are added one by one; ``report`` gives what was found, the
/// most frequent first. RxNorm codes and NDCs are examined; codings of other
/// systems are counted. Nothing is corrected and nothing chosen.
public struct CodeAudit: Sendable {
  /// How many places a finding keeps.
  public static let placeLimit = 3

  private let examination: AuditExamination
  private let catalog: Catalog
  private var findings: [FindingKey: AuditFinding] = [:]
  private var tallies = AuditReport.Tallies()
  /// What was found of a concept that was met before.
  private var known: [AuditExamination.Subject: AuditExamination.Result] = [:]

  /// What makes two findings one.
  private struct FindingKey: Hashable {
    let kind: AuditFinding.Kind
    let system: String
    let code: String
    let display: String?
  }

  /// Begins an audit.
  public init(_ resolver: MedicationResolver) {
    examination = AuditExamination(resolver)
    catalog = resolver.catalog
  }

  /// Adds a code of a list.
  ///
  /// - Parameters:
  ///   - coding: The code with its system, and the display where the list has one.
  ///   - place: Where it is.
  /// - Throws: `CatalogError` if the catalog proves damaged.
  public mutating func add(_ coding: FHIRCoding, at place: AuditPlace) throws(CatalogError) {
    try add(AuditExamination.Subject(codings: [coding], text: nil, isOrder: false)) { _ in place }
  }

  /// Adds a medication record of a document, with the codings of its ingredients.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - file: What to call its document.
  /// - Throws: `CatalogError` if the catalog proves damaged.
  public mutating func add(_ record: MedicationRecord, file: String) throws(CatalogError) {
    tallies.records += 1
    if record.codings.isEmpty { tallies.recordsWithoutCoding += 1 }
    let entry = record.entryPath.isEmpty ? "" : "entry[\(record.entryPath)] "
    let base = entry + record.resourceType
    let subject = AuditExamination.Subject(
      codings: record.codings, text: record.text ?? record.referenceDisplay,
      isOrder: Self.orders.contains(record.resourceType))
    try add(subject) { path in AuditPlace(file: file, path: "\(base) \(path)") }
    for (index, ingredient) in record.ingredients.enumerated() where !ingredient.codings.isEmpty {
      let subject = AuditExamination.Subject(
        codings: ingredient.codings, text: nil, isOrder: false, isIngredient: true)
      try add(subject) { path in
        AuditPlace(file: file, path: "\(base) ingredients[\(index)].\(path)")
      }
    }
  }

  /// Resources that order, dispense or give one product; a level above it cannot be dispensed.
  private static let orders: Set<String> = [
    "MedicationRequest", "MedicationOrder", "MedicationPrescription", "MedicationDispense",
    "MedicationAdministration",
  ]

  private mutating func add(
    _ subject: AuditExamination.Subject, at place: (String) -> AuditPlace
  ) throws(CatalogError) {
    tallies.codings += subject.codings.count
    let result: AuditExamination.Result
    if let before = known[subject] {
      result = before
    } else {
      result = examination.examine(subject)
      try catalog.throwIfDamaged()
      known[subject] = result
    }
    tallies.add(result.tallies)
    for (path, finding) in result.findings { note(finding, place(path)) }
  }

  private mutating func note(_ finding: AuditFinding, _ place: AuditPlace) {
    let key = FindingKey(
      kind: finding.kind, system: finding.system, code: finding.code, display: finding.display)
    var kept = findings[key] ?? finding
    kept.count += 1
    if kept.places.count < Self.placeLimit { kept.places.append(place) }
    // A level that is a note in a history is a warning in an order.
    if finding.severity != .note { kept.severity = finding.severity }
    findings[key] = kept
  }

  /// What was found so far.
  public var report: AuditReport {
    AuditReport(
      findings: findings.values.sorted { $0.precedes($1) }, tallies: tallies,
      release: catalog.release, knownReleases: catalog.releases)
  }
}

/// What an audit found.
public struct AuditReport: Sendable {
  /// What was read.
  public struct Tallies: Sendable, Hashable {
    /// Records of documents.
    public internal(set) var records = 0
    /// Records that have no coding, so that there is nothing to examine but text.
    public internal(set) var recordsWithoutCoding = 0
    /// Codings of all systems.
    public internal(set) var codings = 0
    /// Codings of RxNorm.
    public internal(set) var rxNorm = 0
    /// National Drug Codes.
    public internal(set) var ndc = 0
    /// Codings of other systems, and codings without a system; they are not examined.
    public internal(set) var other = 0
    /// RxNorm codes and NDCs with findings.
    public internal(set) var flagged = 0

    mutating func add(_ more: Tallies) {
      rxNorm += more.rxNorm
      ndc += more.ndc
      other += more.other
      flagged += more.flagged
    }
  }

  /// The findings: most frequent first, then by kind, system, code and display.
  public let findings: [AuditFinding]
  /// What was read.
  public let tallies: Tallies
  /// The release that the codes were held against.
  public let release: ReleaseIdentity
  /// The releases that history is known from.
  public let knownReleases: [ReleaseIdentity]

  /// Whether a finding may make an answer wrong, rather than being a mere note.
  public var hasWarnings: Bool { findings.contains { $0.severity != .note } }

  /// How often findings of a kind are met.
  public func count(of kind: AuditFinding.Kind) -> Int {
    findings.reduce(0) { $1.kind == kind ? $0 + $1.count : $0 }
  }
}

extension AuditFinding {
  fileprivate func precedes(_ other: AuditFinding) -> Bool {
    if count != other.count { return count > other.count }
    if kind != other.kind { return kind.place < other.kind.place }
    if system != other.system { return system.precedesInBytes(other.system) }
    if code != other.code { return code.precedesInBytes(other.code) }
    return (display ?? "").precedesInBytes(other.display ?? "")
  }
}

extension AuditFinding.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
