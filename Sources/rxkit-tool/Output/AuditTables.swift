// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// What is shown of an audit.
struct AuditTables {
  private let report: AuditReport
  private let findings: [AuditFinding]
  /// How many findings a limit leaves out; said, not dropped silently.
  private let hiddenCount: Int

  /// Chooses what is shown.
  init(_ report: AuditReport, kinds: Set<String>, limit: Int?) {
    self.report = report
    let wanted = report.findings.filter { kinds.isEmpty || kinds.contains($0.kind.rawValue) }
    findings = Array(wanted.prefix(limit ?? wanted.count))
    hiddenCount = wanted.count - findings.count
  }

  /// Whether a finding that is shown is more than a note.
  var hasWarnings: Bool { findings.contains { $0.severity != .note } }

  /// Prints everything in a form.
  func write(as format: OutputFormat, _ streams: inout Streams) throws(CommandFailure) {
    if hiddenCount > 0 {
      streams.messages.note(
        DisplayText.counted(hiddenCount, "further finding", "further findings")
          + " left out by --top")
    }
    switch format {
    case .json, .ndjson:
      try JSONSequence.write([report] + findings, as: format, &streams)
    case .csv, .tsv, .markdown: try streams.write(table, as: format)
    case .table:
      for line in heading { try streams.output.write(line + "\n") }
      guard !findings.isEmpty else { return }
      try streams.output.write("\n")
      try streams.write(page, as: .table)
    }
  }

  private var heading: [String] {
    let tallies = report.tallies
    var read = DisplayText.counted(tallies.codings, "coding", "codings")
    if tallies.records > 0 {
      read += " of " + DisplayText.counted(tallies.records, "record", "records")
    }
    read +=
      ": \(DisplayText.grouped(tallies.rxNorm)) RxNorm, \(DisplayText.grouped(tallies.ndc)) NDC, "
      + "\(DisplayText.grouped(tallies.other)) of other systems or none, not examined"
    var lines = [
      read,
      "\(DisplayText.grouped(tallies.flagged)) of the "
        + "\(DisplayText.grouped(tallies.rxNorm + tallies.ndc)) examined have findings, against "
        + report.release.name,
    ]
    let counts = AuditFinding.Kind.allCases.map { ($0.rawValue, report.count(of: $0)) }
      .filter { $0.1 > 0 }
    if !counts.isEmpty {
      lines.append(
        counts.map { "\($0.0) \(DisplayText.grouped($0.1))" }.joined(separator: ", "))
    }
    return lines.map { DisplayText.printable($0) }
  }

  /// One row for a person; the first place stands for all.
  private var page: Table {
    var table = Table([
      Table.Column("count", .number), Table.Column("kind"), Table.Column("code"),
      Table.Column("display or name"), Table.Column("what"), Table.Column("instead"),
      Table.Column("for example"),
    ])
    for finding in findings {
      table.append([
        String(finding.count), finding.kind.rawValue, finding.code,
        finding.display ?? finding.name, finding.message, Self.proposals(of: finding),
        finding.places.first?.description,
      ])
    }
    return table
  }

  private var table: Table {
    let fields =
      AuditFinding.shape[
        "count", "severity", "kind", "system", "code", "display", "name", "tty", "status",
        "message"] + [
        Field("instead") { Self.proposals(of: $0) },
        Field("places") { $0.places.map(\.description) },
      ]
    return Table(of: fields, findings)
  }

  /// What could be written instead, with what each changes.
  private static func proposals(of finding: AuditFinding) -> String? {
    let texts = finding.proposals.map { proposal in
      let changes =
        switch proposal.changes {
        case nil: "changes not known"
        case let changes? where changes.isEmpty: "same drug"
        case let changes?: "changes " + changes.joined(separator: ", ")
        }
      let reason = proposal.reason == .related ? "related: " : ""
      return reason + (proposal.concept.code.map { "\($0) " } ?? "") + proposal.concept.name
        + " (\(proposal.concept.status == .active ? "" : proposal.concept.status.rawValue + ", ")"
        + "\(changes))"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}
