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
//   undesirableEffect.frequencyOfOccurrence   the figures with their company, as text: no band of
//                                             frequency is derived from them (S27)
//   text                                      all of the row in one line
//
// One label is one Provenance: its targets are the rows that quote it, its entities the label, and
// the release that the codes and names are of.

/// The evidence of labels as FHIR R5 ClinicalUseDefinition, with the labels as Provenance.
///
/// It says what labels say: no cause, no advice (S24, S33). Rows whose subject
/// has no code that may be shown are left out, as in every export, and so are
/// rows that not everyone may pass on, unless they are asked for (S36).
public struct ClinicalUseExport: Sendable {
  /// How the resources stand together.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// One resource a line: the definitions, then the labels.
    case lines
    /// One Bundle of type collection.
    case bundle
  }

  private let terminology: TerminologyExport
  private let form: Form
  private var content: ExportContent { terminology.content }

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - content: What may be exported.
  ///   - form: How the resources stand together.
  ///   - canonicalBase: The start of the URLs of identifiers and of the kinds of statement.
  public init(
    _ content: ExportContent, form: Form = .lines,
    canonicalBase: String = TerminologyExport.standInBase
  ) {
    terminology = TerminologyExport(content, fhir: .r5, canonicalBase: canonicalBase)
    self.form = form
  }

  /// Whether there is any row to write.
  public var hasRows: Bool { !rows.isEmpty }

  /// Writes the resources.
  ///
  /// - Parameters:
  ///   - output: Where the bytes go.
  ///   - progress: Called now and then.
  /// - Returns: How many ClinicalUseDefinitions were written.
  /// - Throws: ``ExportError``: the output takes no more bytes, or cannot hold them.
  /// - Complexity: O(*r* log *r*) in the rows; memory is a place for each and one resource.
  @discardableResult
  public func write(
    to output: ExportOutput, progress: ((ExportProgress) -> Void)? = nil
  ) throws(ExportError) -> Int {
    let rows = rows
    let teller = ProgressTeller(report: progress)
    var sink = Sink(form: form, base: terminology.canonicalBase)
    try sink.begin(output)
    for (index, row) in rows.enumerated() {
      teller.tell("rows of evidence", index, of: rows.count)
      try sink.add("ClinicalUseDefinition", Self.id(of: row), to: output) { write(row, to: &$0) }
    }
    for label in Self.labels(of: rows) {
      try sink.add("Provenance", label.id, to: output) { write(label, to: &$0) }
    }
    try sink.end(output)
    return rows.count
  }

  /// The rows whose subject may be shown, and that everyone may pass on unless others are asked
  /// for (S36).
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
      writer.key("text")
      writer.object { writer in
        writer.member("status", "generated")
        writer.member(
          "div",
          "<div xmlns=\"http://www.w3.org/1999/xhtml\">\(Self.escaped(name)): "
            + "\(row.symptom.displayName): \(Self.escaped(row.summary))</div>")
      }
      writer.key("contained")
      writer.array { writer in
        writer.object { writer in
          writer.member("resourceType", "Medication")
          writer.member("id", "subject")
          writer.key("code")
          concept(
            [(CodeSystem.rxNorm, row.subject.rxcui.description, name)], text: name, &writer)
        }
        if let population = row.population { writeGroup(population, to: &writer) }
      }
      writer.key("identifier")
      writer.array { writer in
        writer.object { writer in
          writer.member("system", terminology.canonicalBase + "/evidence")
          writer.member("value", row.identifier)
        }
      }
      writer.member("type", "undesirable-effect")
      writeSection(of: row, to: &writer)
      Self.reference("subject", "#subject", to: &writer)
      if row.population != nil { Self.reference("population", "#population", to: &writer) }
      writer.key("undesirableEffect")
      writer.object { writeEffect(row, to: &$0) }
    }
  }

  private func writeEffect(_ row: EvidenceRow, to writer: inout JSONWriter) {
    let words = row.labelTerm ?? row.symptom.displayName
    let way = row.direction == .decreased || row.direction == .increased
    writer.key("symptomConditionEffect")
    writer.object { writer in
      writer.key("concept")
      concept(
        [(TerminologyExport.healthKitSystem, row.symptom.rawValue, row.symptom.displayName)],
        text: way ? "\(words) (\(row.direction.rawValue))" : words, &writer)
    }
    writer.key("classification")
    concept(
      [
        (
          terminology.canonicalBase + "/CodeSystem/evidence-class", row.evidenceClass.rawValue,
          nil
        )
      ], text: nil, &writer)
    guard let figures = row.figures else { return }
    writer.key("frequencyOfOccurrence")
    writer.object { $0.member("text", figures) }
  }

  /// The section of the label that says so.
  private func writeSection(of row: EvidenceRow, to writer: inout JSONWriter) {
    guard let section = row.sectionLOINC else { return }
    writer.key("category")
    writer.array { writer in
      concept([("http://loinc.org", section, nil)], text: row.subsection, &writer)
    }
  }

  private func writeGroup(_ population: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("resourceType", "Group")
      writer.member("id", "population")
      writer.member("type", "person")
      writer.member("membership", "definitional")
      writer.member("name", population)
    }
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
      writer.key("target")
      writer.array { writer in
        for target in label.targets {
          writer.object { $0.member("reference", "ClinicalUseDefinition/\(target)") }
        }
      }
      writer.key("agent")
      writer.array { writer in
        writer.object { writer in
          writer.key("who")
          writer.object { $0.member("display", "rxkit \(content.toolVersion)") }
        }
      }
      writer.key("entity")
      writer.array { writer in
        writer.object { writer in
          writer.member("role", "quotation")
          writer.key("what")
          writer.object { writer in
            writer.key("identifier")
            writer.object { writer in
              writer.member("system", "urn:ietf:rfc:3986")
              writer.member("value", "urn:uuid:\(label.setID.lowercased())")
            }
            writer.member("display", label.quoted.labelWords)
          }
        }
        writer.object { writer in
          writer.member("role", "source")
          writer.key("what")
          writer.object { $0.member("display", content.releaseWords) }
        }
      }
    }
  }

  // MARK: Parts

  private func concept(
    _ codings: [(system: String, code: String, display: String?)], text: String?,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("coding")
      writer.array { writer in
        for coding in codings {
          writer.object { writer in
            writer.member("system", coding.system)
            if coding.system == CodeSystem.rxNorm, let version = terminology.codeSystemVersion {
              writer.member("version", version)
            }
            writer.member("code", coding.code)
            if let display = coding.display { writer.member("display", display) }
          }
        }
      }
      if let text { writer.member("text", text) }
    }
  }

  private static func reference(
    _ name: StaticString, _ target: String, to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.array { writer in
      writer.object { $0.member("reference", target) }
    }
  }

  /// An id of FHIR: at most 64 letters, digits and dashes, the same for the same row.
  private static func id(of row: EvidenceRow) -> String {
    "\(row.subject.rxcui)-\(row.symptom.name)-\(row.identifier.identifierHash)"
  }

  /// Text as XHTML holds it.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  // MARK: Lines and bundles

  /// Puts resources one below the other.
  private struct Sink {
    let form: Form
    let base: String
    private var isFirst = true
    private var writer = JSONWriter(capacity: 1 << 12)

    init(form: Form, base: String) {
      self.form = form
      self.base = base
    }

    func begin(_ output: ExportOutput) throws(ExportError) {
      if form == .bundle {
        try output.write(
          "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[")
      }
    }

    mutating func add(
      _ type: String, _ id: String, to output: ExportOutput, _ body: (inout JSONWriter) -> Void
    ) throws(ExportError) {
      writer.removeAll()
      switch form {
      case .lines:
        body(&writer)
        writer.endLine()
      case .bundle:
        try output.write(isFirst ? "\n" : ",\n")
        writer.object { writer in
          writer.member("fullUrl", "\(base)/\(type)/\(id)")
          writer.key("resource")
          body(&writer)
        }
      }
      isFirst = false
      try output.write(writer.bytes)
    }

    func end(_ output: ExportOutput) throws(ExportError) {
      if form == .bundle { try output.write("\n]}\n") }
      try output.flush()
    }
  }
}

extension EvidenceRow {
  /// The figures with their company (S27); `nil` if the row has none.
  fileprivate var figures: String? {
    var text: String
    if let drugPercent {
      let other = comparatorPercent.map { " against \($0) % (\(comparator.rawValue))" }
      text = "\(drugPercent) %" + (other ?? ", no comparator")
    } else if let threshold {
      text = "at least \(threshold) %"
    } else {
      return nil
    }
    for part in [population, condition].compactMap({ $0 }) { text += ", \(part)" }
    return routes.isEmpty ? text : text + ", " + routes.joined(separator: "|")
  }

  /// The label as a person finds it.
  fileprivate var labelWords: String {
    var text = "label of \(subjectName)"
    if let labelVersion { text += ", version \(labelVersion)" }
    if let labelDate { text += " of \(labelDate)" }
    if let sourceAddress { text += ", \(sourceAddress)" }
    return text + ", \(licence)"
  }
}
