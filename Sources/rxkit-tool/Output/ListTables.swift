// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver

extension PatientMedicationList: StreamedAnswer {
  var isShown: Bool { true }

  var rowTable: Table {
    Table(
      of: ListTables.columns, lines.enumerated().map { (patient, $0 + 1, $1) })
  }

  func writePage(_ streams: inout Streams) throws {
    let bold = streams.terminal.style.bold
    try streams.output.write(bold(DisplayText.printable(ListTables.heading(self))) + "\n")
    for problem in problems { try streams.output.write("\(problem.message)\n") }
    for block in ListBlock.allCases {
      let table = ListTables.page(self, block)
      guard !table.rows.isEmpty else { continue }
      try streams.output.write("\n" + bold(block.heading) + "\n")
      try streams.write(table, as: .table)
    }
    for statement in emptyStatements {
      try streams.output.write(
        "\n\(statement.source.resourceType) is empty: \(ListTables.words(statement.absence))\n")
    }
    if !enteredInError.isEmpty {
      try streams.output.write("\nEntered in error, not counted: \(enteredInError.count)\n")
    }
    if lines.isEmpty, emptyStatements.isEmpty {
      try streams.output.write("\nno medication record, which does not say that nothing is taken\n")
    }
    if !allergies.isEmpty {
      try streams.output.write("\n" + bold("Allergies, beside the list") + "\n")
      try streams.write(ListTables.allergies(self), as: .table)
    }
    try streams.output.write("\n" + bold("Shared ingredients") + "\n")
    for fact in ListTables.facts(self) {
      try streams.output.write(DisplayText.printable(fact) + "\n")
    }
  }
}

/// Tables and sentences of medication lists.
enum ListTables {
  typealias Row = (patient: ListedPatient, number: Int, line: ListLine)

  /// The columns of one row per line.
  static let columns: [Field<Row>] = [
    Field("patient") { name(of: $0.patient) }, Field("block") { $0.line.block.rawValue },
    Field("line") { $0.number }, Field("name") { $0.line.name }, Field("given") { $0.line.texts },
    Field("rxcui") { $0.line.concepts.map { $0.code?.description ?? "" } },
    Field("match") { row in
      row.line.records.flatMap { $0.concepts.map(\.match.rawValue) }.distinct()
    },
    Field("ingredients") { $0.line.ingredients.map(MedicationTables.words) },
    Field("form") { $0.line.generalForm.rawValue }, Field("brand") { $0.line.brand?.name },
    Field("meaning") { $0.line.statusMeaning },
    Field("status") { $0.line.records.first?.record.status },
    Field("status_date") { $0.line.records.first?.statusDate?.text },
    Field("first_date") { $0.line.dates?.first }, Field("last_date") { $0.line.dates?.last },
    Field("period_ended") { "\($0.line.isPeriodEnded)" },
    Field("not_yet_started") { "\($0.line.isNotYetStarted)" },
    Field("dosage") { $0.line.dosageTexts }, Field("reasons") { $0.line.statusReasons },
    Field("records") { $0.line.records.count }, Field("events") { $0.line.events.count },
    Field("sources") { row in
      row.line.records.map { source($0.source, withDocument: true) }
        + row.line.events.map {
          source($0.source, withDocument: true) + " (\($0.record.statusMeaning.rawValue))"
        }
    },
    Field("problems") { problemCodes($0.line) },
  ]

  /// The lines of one block, for a person.
  static func page(_ list: PatientMedicationList, _ block: ListBlock) -> Table {
    let hasReasons = block == .notTaken || block == .archived || block == .onHold
    var table = Table(
      "line", "drug", "as written", "form", "status", "last date",
      hasReasons ? "reason" : "dosage", "from", "problems", numbers: ["line"])
    for (index, line) in list.lines.enumerated() where line.block == block {
      table.append(
        String(index + 1), drug(line), wording(line) ?? "–",
        line.generalForm == .unknown ? "–" : line.generalForm.rawValue,
        status(line), line.dates?.last ?? "–",
        (hasReasons ? line.statusReasons : line.dosageTexts).cell ?? "–",
        origin(line),
        problemCodes(line).cell)
    }
    return table
  }

  /// Allergies with what became of them.
  static func allergies(_ list: PatientMedicationList) -> Table {
    var table = Table(
      "allergy", "to", "ingredients", "status", "compared", "from", numbers: ["allergy"])
    for (index, allergy) in list.allergies.enumerated() {
      let states = [allergy.record.clinicalStatus, allergy.record.verificationStatus]
      table.append(
        String(index + 1), allergy.words ?? "–",
        allergy.ingredients.map(\.coded).cell ?? "–",
        states.cell ?? "–",
        allergy.comparison == .compared ? "yes" : "no: \(allergy.comparison.rawValue)",
        source(allergy.source, withDocument: false))
    }
    return table
  }

  /// What ingredients are shared, in sentences.
  static func facts(_ list: PatientMedicationList) -> [String] {
    func numbers(_ places: [Int], _ singular: String, _ plural: String) -> String {
      (places.count == 1 ? singular : plural) + " "
        + places.map { String($0 + 1) }.joined(separator: ", ")
    }
    var facts = list.facts.allergyMatches.map { match in
      "\(match.ingredient.coded) is on the allergy list ("
        + numbers(match.allergies, "allergy", "allergies") + ") and in "
        + numbers(match.lines, "line", "lines")
    }
    facts += list.facts.shared.map { fact in
      "\(fact.ingredient.coded) is in " + numbers(fact.lines, "line", "lines")
    }
    if !list.facts.notComparedLines.isEmpty {
      facts.append(
        "not compared, or not in full, for ingredients are not known: "
          + numbers(list.facts.notComparedLines, "line", "lines"))
    }
    return facts + [list.facts.statement.rawValue]
  }

  static func heading(_ list: PatientMedicationList) -> String {
    var text = name(of: list.patient)
    if !list.patient.documents.isEmpty {
      text += " (" + list.patient.documents.prefix(3).joined(separator: ", ")
      if list.patient.documents.count > 3 { text += ", … \(list.patient.documents.count) in all" }
      text += ")"
    }
    text += ": " + DisplayText.counted(list.lines.count, "line", "lines") + " of "
    text += DisplayText.counted(list.recordCount, "record", "records")
    return text + (list.asOf.map { ", as of \($0.text)" } ?? "")
  }

  /// What an empty list says.
  static func words(_ absence: AbsenceStatement) -> String {
    absence == .noneKnown
      ? "no medication is known to be taken" : "nothing is known about medications"
  }

  // MARK: Parts

  private static func name(of patient: ListedPatient) -> String {
    if patient.kind == .none { return "no patient named" }
    if let id = patient.ids.first { return "Patient/\(id)" }
    if let reference = patient.references.first { return reference }
    return patient.identifiers.first?.value.map { "patient with identifier \($0)" }
      ?? "no patient named"
  }

  private static func drug(_ line: ListLine) -> String {
    let name = line.name ?? "no name"
    guard line.concepts.count == 1, let code = line.concepts[0].code else {
      return line.concepts.isEmpty ? name : "\(name) (\(line.concepts.count) possible)"
    }
    let isText = line.concepts[0].match == .text
    return "\(name) (\(code)\(isText ? ", by its words" : ""))"
  }

  /// The document's words if they are not the name: codes may leave strength,
  /// form or brand open, which the words specify.
  private static func wording(_ line: ListLine) -> String? {
    let names = [line.name ?? ""] + line.concepts.map { $0.code?.description ?? "" }
    return line.texts.filter { !names.contains($0) }.cell
  }

  private static func status(_ line: ListLine) -> String {
    let record = line.records.first
    var words = [record?.record.status ?? "none"]
    if line.statusMeaning.rawValue != words[0] { words.append(line.statusMeaning.rawValue) }
    if record?.record.flags.contains(.prohibited) ?? false { words.append("not to be given") }
    if line.isPeriodEnded { words.append("stated period is past") }
    if line.isNotYetStarted { words.append("stated period has not begun") }
    return words.joined(separator: ", ")
  }

  private static func origin(_ line: ListLine) -> String {
    var parts = line.records.prefix(3).map { source($0.source, withDocument: false) }
    if line.records.count > 3 { parts.append("… \(line.records.count) in all") }
    if !line.events.isEmpty {
      let notGiven = line.events.count { $0.record.statusMeaning == .notTaken }
      parts.append(
        "beside: " + DisplayText.counted(line.events.count, "event", "events")
          + (notGiven > 0 ? ", \(notGiven) of them not given" : ""))
    }
    return parts.joined(separator: "; ")
  }

  private static func source(_ source: ListSource, withDocument: Bool) -> String {
    let place = source.entryPath.isEmpty ? "" : " \(source.entryPath)"
    let id = source.id.map { "/\($0)" } ?? ""
    return (withDocument ? "\(source.document)\(place) " : "") + source.resourceType + id
      + (withDocument || source.id != nil ? "" : place)
  }

  private static func problemCodes(_ line: ListLine) -> [String] {
    let own = line.problems.map(\.code.rawValue)
    let records = line.records.flatMap(\.problems).filter { $0.severity != .note }
    return (own + records.map(\.code.rawValue)).distinct()
  }
}
