// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel
internal import SymptomMapping

// One row of evidence is one ClinicalUseDefinition (FHIR R5), without extensions:
//
//   type                                      undesirable-effect
//   identifier                                the row, as the ConceptMap's comments name it
//   subject                                   #subject, a contained Medication: RxNorm code, name
//   population                                #population, a contained Group, if not adults
//   category                                  the label's section, by LOINC
//   undesirableEffect.symptomConditionEffect  HealthKit's category, and the label's words
//   undesirableEffect.classification          the kind of statement
//   undesirableEffect.frequencyOfOccurrence   the figures with their comparator, as text: no band of
//                                             frequency is derived from them
//   text                                      all of the row in one line
//
// One label is one Provenance: its targets are the rows that quote it, its entities the label, and
// the release that the codes and names are of.

/// The evidence of labels as FHIR R5 ClinicalUseDefinition, with the labels as Provenance.
///
/// It says what labels say: no cause, no advice. Rows whose subject has no code that may be shown
/// are left out, as in every export, and so are rows that not everyone may pass on, unless they are
/// requested.
public struct ClinicalUseExport: Sendable {
  /// How the resources are put together.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// One resource a line: the definitions, then the labels.
    case lines
    /// One Bundle of type collection.
    case bundle
  }

  private let terminology: TerminologyExport
  private let form: Form
  private var content: ExportContent { terminology.content }

  /// Makes an export; URLs of identifiers and of the kinds of statement begin with `canonicalBase`.
  public init(
    _ content: ExportContent, form: Form = .lines,
    canonicalBase: String = TerminologyExport.standInBase
  ) {
    terminology = TerminologyExport(content, fhir: .r5, canonicalBase: canonicalBase)
    self.form = form
  }

  /// Whether there is any row to write.
  public var hasRows: Bool { !rows.isEmpty }

  /// Writes the resources; returns how many ClinicalUseDefinitions there are.
  ///
  /// - Complexity: O(*r* log *r*) in the rows; memory is a place for each and one resource.
  @discardableResult
  public func write(to output: ExportOutput) throws(ExportError) -> Int {
    let rows = rows
    var entries: TerminologyExport.ElementList?
    if form == .bundle {
      var head = JSONWriter()
      head.beginObject()
      head.members(["resourceType": "Bundle", "type": "collection"])
      head.key("entry")
      entries = try TerminologyExport.ElementList(after: &head, to: output)
    }
    func add(_ type: String, _ id: String, _ resource: JSONValue) throws(ExportError) {
      switch form {
      case .lines:
        var writer = JSONWriter(capacity: 1 << 12)
        resource.write(to: &writer)
        writer.endLine()
        try output.write(writer.bytes)
      case .bundle:
        let url = "\(terminology.canonicalBase)/\(type)/\(id)"
        let entry: JSONValue = ["fullUrl": .string(url), "resource": resource]
        try entries?.add { entry.write(to: &$0) }
      }
    }
    for (index, row) in rows.enumerated() {
      output.progress.update("rows of evidence", index, of: rows.count)
      try add("ClinicalUseDefinition", Self.id(of: row), definition(row))
    }
    for label in Self.labels(of: rows) {
      try add("Provenance", label.id, provenance(label))
    }
    _ = try entries?.end("}")
    try output.flush()
    return rows.count
  }

  /// The rows whose subject may be shown and that everyone may pass on, or all if requested.
  private var rows: [EvidenceRow] {
    content.tables.sideEffects.rows.filter { row in
      content.shown(row.subject.rxcui.rawValue) != nil
        && (content.includesRestricted || !row.terms.isRestricted)
    }
  }

  // MARK: Definitions

  private func definition(_ row: EvidenceRow) -> JSONValue {
    let name =
      content.catalog.concept(for: row.subject.rxcui)
      .flatMap { content.exported($0)?.name } ?? row.subjectName
    let medication: JSONValue = [
      "resourceType": "Medication", "id": "subject",
      "code": concept(CodeSystem.rxNorm, row.subject.rxcui.description, name, text: name),
    ]
    let group = row.population.map { population -> JSONValue in
      [
        "resourceType": "Group", "id": "population", "type": "person",
        "membership": "definitional", "name": .string(population),
      ]
    }
    let words =
      "\(Self.escaped(name)): \(row.symptom.displayName): \(Self.escaped(row.summary))"
    let section = row.sectionLOINC.map {
      concept("http://loinc.org", $0, nil, text: row.subsection)
    }
    return [
      "resourceType": "ClinicalUseDefinition",
      "id": .string(Self.id(of: row)),
      "text": [
        "status": "generated",
        "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(words)</div>",
      ],
      "contained": .list([medication, group]),
      "identifier": [
        ["system": "\(terminology.canonicalBase)/evidence", "value": .string(row.identifier)]
      ],
      "type": "undesirable-effect",
      "category": .list([section]),
      "subject": [["reference": "#subject"]],
      "population": group.map { _ in [["reference": "#population"]] },
      "undesirableEffect": effect(row),
    ]
  }

  private func effect(_ row: EvidenceRow) -> JSONValue {
    let words = row.labelTerm ?? row.symptom.displayName
    let isDirected = row.direction == .decreased || row.direction == .increased
    return [
      "symptomConditionEffect": [
        "concept": concept(
          TerminologyExport.healthKitSystem, row.symptom.rawValue, row.symptom.displayName,
          text: isDirected ? "\(words) (\(row.direction.rawValue))" : words)
      ],
      "classification": concept(
        terminology.canonicalBase + "/CodeSystem/evidence-class", row.evidenceClass.rawValue, nil,
        text: nil),
      "frequencyOfOccurrence": row.figures.map { ["text": .string($0)] },
    ]
  }

  // MARK: Labels

  private struct Label {
    let id: String
    let setID: String
    let quoted: EvidenceRow
    var targets: [String]
  }

  /// The labels that rows quote, by set id and version.
  private static func labels(of rows: [EvidenceRow]) -> [Label] {
    var labels: [Label] = []
    var places: [String: Int] = [:]
    for row in rows {
      guard let setID = row.setID else { continue }
      let key = "\(setID) \(row.labelVersion ?? "") \(row.sourceAddress ?? "")"
      if let place = places[key] {
        labels[place].targets.append(id(of: row))
      } else {
        places[key] = labels.count
        labels.append(
          Label(
            id: "label-" + key.identifierHash, setID: setID, quoted: row, targets: [id(of: row)]))
      }
    }
    return labels
  }

  private func provenance(_ label: Label) -> JSONValue {
    let identifier: JSONValue = [
      "system": "urn:ietf:rfc:3986", "value": "urn:uuid:\(label.setID.lowercased())",
    ]
    return [
      "resourceType": "Provenance",
      "id": .string(label.id),
      "target": .array(label.targets.map { ["reference": "ClinicalUseDefinition/\($0)"] }),
      "agent": [["who": ["display": "rxkit \(content.toolVersion)"]]],
      "entity": [
        [
          "role": "quotation",
          "what": ["identifier": identifier, "display": .string(label.quoted.labelWords)],
        ],
        ["role": "source", "what": ["display": .string(content.releaseWords)]],
      ],
    ]
  }

  // MARK: Parts

  private func concept(
    _ system: String, _ code: String, _ display: String?, text: String?
  ) -> JSONValue {
    let version = system == CodeSystem.rxNorm ? terminology.codeSystemVersion : nil
    return [
      "coding": [
        [
          "system": .string(system), "version": .text(version), "code": .string(code),
          "display": .text(display),
        ]
      ],
      "text": .text(text),
    ]
  }

  /// An id of FHIR: at most 64 letters, digits and dashes, the same for the same row.
  private static func id(of row: EvidenceRow) -> String {
    "\(row.subject.rxcui)-\(row.symptom.name)-\(row.identifier.identifierHash)"
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
