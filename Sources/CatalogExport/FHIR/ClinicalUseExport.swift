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
  public func write(
    to output: ExportOutput, progress: ((ExportProgress) -> Void)? = nil
  ) throws(ExportError) -> Int {
    let rows = rows
    let report = ProgressReport(progress)
    var entries = TerminologyExport.ElementList()
    func add(
      _ type: String, _ id: String, _ body: (inout JSONWriter) -> Void
    ) throws(ExportError) {
      switch form {
      case .lines:
        var writer = JSONWriter(capacity: 1 << 12)
        body(&writer)
        writer.endLine()
        try output.write(writer.bytes)
      case .bundle:
        try entries.add(to: output) { writer in
          writer.object { writer in
            writer.member("fullUrl", "\(terminology.canonicalBase)/\(type)/\(id)")
            writer.key("resource")
            body(&writer)
          }
        }
      }
    }
    if form == .bundle {
      try output.write("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[")
    }
    for (index, row) in rows.enumerated() {
      report.update("rows of evidence", index, of: rows.count)
      try add("ClinicalUseDefinition", Self.id(of: row)) { write(row, to: &$0) }
    }
    for label in Self.labels(of: rows) {
      try add("Provenance", label.id) { write(label, to: &$0) }
    }
    if form == .bundle { try output.write("\n]}\n") }
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

  private func write(_ row: EvidenceRow, to writer: inout JSONWriter) {
    let name =
      content.catalog.concept(for: row.subject.rxcui)
      .flatMap { content.exported($0)?.name } ?? row.subjectName
    writer.object { writer in
      writer.member("resourceType", "ClinicalUseDefinition")
      writer.member("id", Self.id(of: row))
      writer.object("text") { writer in
        writer.member("status", "generated")
        writer.member(
          "div",
          "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(Self.escaped(name)): "
            + "\(row.symptom.displayName): \(Self.escaped(row.summary))</div>")
      }
      writer.array("contained") { writer in
        writer.object { writer in
          writer.member("resourceType", "Medication")
          writer.member("id", "subject")
          writer.key("code")
          concept(CodeSystem.rxNorm, row.subject.rxcui.description, name, text: name, &writer)
        }
        if let population = row.population {
          writer.object { writer in
            writer.member("resourceType", "Group")
            writer.member("id", "population")
            writer.member("type", "person")
            writer.member("membership", "definitional")
            writer.member("name", population)
          }
        }
      }
      writer.objects("identifier", [row.identifier]) { identifier, writer in
        writer.member("system", terminology.canonicalBase + "/evidence")
        writer.member("value", identifier)
      }
      writer.member("type", "undesirable-effect")
      if let section = row.sectionLOINC {
        writer.array("category") { writer in
          concept("http://loinc.org", section, nil, text: row.subsection, &writer)
        }
      }
      writer.objects("subject", ["#subject"]) { $1.member("reference", $0) }
      if row.population != nil {
        writer.objects("population", ["#population"]) { $1.member("reference", $0) }
      }
      writer.object("undesirableEffect") { writeEffect(row, to: &$0) }
    }
  }

  private func writeEffect(_ row: EvidenceRow, to writer: inout JSONWriter) {
    let words = row.labelTerm ?? row.symptom.displayName
    let isDirected = row.direction == .decreased || row.direction == .increased
    writer.object("symptomConditionEffect") { writer in
      writer.key("concept")
      concept(
        TerminologyExport.healthKitSystem, row.symptom.rawValue, row.symptom.displayName,
        text: isDirected ? "\(words) (\(row.direction.rawValue))" : words, &writer)
    }
    writer.key("classification")
    concept(
      terminology.canonicalBase + "/CodeSystem/evidence-class", row.evidenceClass.rawValue, nil,
      text: nil, &writer)
    guard let figures = row.figures else { return }
    writer.object("frequencyOfOccurrence") { $0.member("text", figures) }
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

  private func write(_ label: Label, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("resourceType", "Provenance")
      writer.member("id", label.id)
      writer.objects("target", label.targets) {
        $1.member("reference", "ClinicalUseDefinition/\($0)")
      }
      writer.objects("agent", ["rxkit \(content.toolVersion)"]) { name, writer in
        writer.object("who") { $0.member("display", name) }
      }
      writer.array("entity") { writer in
        writer.object { writer in
          writer.member("role", "quotation")
          writer.object("what") { writer in
            writer.object("identifier") { writer in
              writer.member("system", "urn:ietf:rfc:3986")
              writer.member("value", "urn:uuid:\(label.setID.lowercased())")
            }
            writer.member("display", label.quoted.labelWords)
          }
        }
        writer.object { writer in
          writer.member("role", "source")
          writer.object("what") { $0.member("display", content.releaseWords) }
        }
      }
    }
  }

  // MARK: Parts

  private func concept(
    _ system: String, _ code: String, _ display: String?, text: String?,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.objects("coding", [code]) { code, writer in
        writer.member("system", system)
        if system == CodeSystem.rxNorm, let version = terminology.codeSystemVersion {
          writer.member("version", version)
        }
        writer.member("code", code)
        if let display { writer.member("display", display) }
      }
      if let text { writer.member("text", text) }
    }
  }

  /// An id of FHIR: at most 64 letters, digits and dashes, the same for the same row.
  private static func id(of row: EvidenceRow) -> String {
    "\(row.subject.rxcui)-\(row.symptom.name)-\(row.identifier.identifierHash)"
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
