// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
public import MedicationModel
internal import MedicationResolver

// A list becomes tracked medications (medications API, section 5.3):
//
//   current, on hold, status unknown   not archived
//   stopped or completed               archived
//   all else                           not written, but counted and named
//
// One per drug: the same concept is not listed twice for one person, so
// an archived line of a drug that is also current is not written, and said.

/// The medications that a person tracks, made of a medication list.
public struct TrackedMedications: Sendable {
  /// A line that is not written, or written with a remark.
  public struct Remark: Sendable, Hashable {
    /// The line's number in the list, from 0.
    public let line: Int
    /// Where its latest record is.
    public let source: ListSource
    /// Whether the line is not written.
    public let isLeftOut: Bool
    /// What is to be known.
    public let problem: Problem
  }

  /// The medications, in the order of the list.
  public private(set) var medications: [UserAnnotatedMedication] = []
  /// What was left out, or is not as plain as it looks.
  public private(set) var remarks: [Remark] = []

  /// Makes the medications of a list.
  public init(_ list: PatientMedicationList) {
    var written: Set<HealthConceptIdentifier> = []
    for (number, line) in list.lines.enumerated() {
      func leaveOut(_ problem: Problem) { remark(number, line, isLeftOut: true, problem) }
      if let problem = Self.reasonToLeaveOut(line) {
        leaveOut(problem)
        continue
      }
      guard let text = Self.displayText(line) else {
        leaveOut(Problem(.noMedication, .warning, "the line names no medication"))
        continue
      }
      let medication = medication(line, number: number, text: text)
      guard written.insert(medication.medication.identifier).inserted else {
        let isConflict = line.problems.contains { $0.code == .statusConflict }
        leaveOut(
          Problem(
            isConflict ? .statusConflict : .notTracked, .warning,
            "a line about the same medication is written already; it is listed once"))
        continue
      }
      if let problem = Self.statusRemark(line) { remark(number, line, isLeftOut: false, problem) }
      medications.append(medication)
    }
  }

  private mutating func remark(
    _ number: Int, _ line: ListLine, isLeftOut: Bool, _ problem: Problem
  ) {
    remarks.append(
      Remark(line: number, source: line.first.source, isLeftOut: isLeftOut, problem: problem))
  }

  private static func reasonToLeaveOut(_ line: ListLine) -> Problem? {
    switch line.block {
    case .current, .onHold, .statusUnknown, .archived: nil
    case .planned: Problem(.notTracked, .warning, "planned, not taken yet")
    case .notTaken: Problem(.notTracked, .warning, "not taken, or not to be taken")
    case .eventsOnly:
      Problem(.notTracked, .warning, "dispensed or given; nothing says that it is used")
    case .removed: Problem(.notTracked, .warning, "taken off a list, or deleted at the source")
    case .notInterpreted: reasonNotInterpreted(line)
    case .absence: Problem(.absenceStatement, .note, "a statement of absence, no medication")
    }
  }

  /// The record's own problem that keeps it from being read as taken.
  private static func reasonNotInterpreted(_ line: ListLine) -> Problem {
    for record in line.records.map(\.record) {
      // A modifier inside a dosage withholds that dosage only.
      let codes: [Problem.Code] =
        record.flags.contains(.medicationEnteredInError)
        ? [.medicationEnteredInError]
        : record.flags.contains(.notUnderstood)
          ? [.modifierNotUnderstood] : [.useDeniedInWords, .statusContradicted]
      if let problem = record.problems.first(where: { codes.contains($0.code) }) { return problem }
    }
    return Problem(.modifierNotUnderstood, .warning, "could not be interpreted")
  }

  private static func statusRemark(_ line: ListLine) -> Problem? {
    if line.block == .statusUnknown {
      Problem(.statusUnknown, .warning, "written as in use: its status is not known")
    } else if line.block == .onHold {
      Problem(.onHold, .note, "written as in use: it is on hold")
    } else if line.isPeriodEnded {
      Problem(.periodEnded, .warning, "written as in use: its stated period is past")
    } else if line.isNotYetStarted {
      Problem(.notTracked, .warning, "written as in use: its stated period has not begun")
    } else {
      nil
    }
  }

  // MARK: One medication

  private mutating func medication(
    _ line: ListLine, number: Int, text: String
  ) -> UserAnnotatedMedication {
    var codings: Set<ClinicalCoding> = []
    // The one code of several drugs would be taken for what it is.
    let isOpen = line.conflictWords != nil && line.concepts.count < 2
    for coding in isOpen ? [] : line.records.flatMap(\.record.codings) {
      guard let system = coding.system, let code = coding.code else {
        remark(
          number, line, isLeftOut: false,
          Problem(.systemMissing, .note, "a coding without system or code is left out"))
        continue
      }
      codings.insert(ClinicalCoding(system: system, version: coding.version, code: code))
    }
    // A code that leaves strength or form open is shared by several drugs, which must not share
    // an identifier: their words tell them apart.
    let minted: HealthConceptIdentifier =
      line.concepts.isEmpty || line.first.isDefinedByCode
      ? .mint(displayText: text, codings: codings)
      : .userEntered(displayText: text, codings: codings)
    let identifier = Self.givenIdentifier(line) ?? minted
    return UserAnnotatedMedication(
      nickname: nil, isArchived: line.block == .archived, hasSchedule: Self.hasSchedule(line),
      medication: MedicationConcept(
        identifier: identifier, displayText: text, generalForm: line.generalForm,
        relatedCodings: codings))
  }

  private static func displayText(_ line: ListLine) -> String? {
    if let conflict = line.conflictWords { return conflict }
    for record in line.records.map(\.record) {
      if let text = record.text ?? record.codings.lazy.compactMap(\.display).first {
        return text
      }
    }
    return line.records.lazy.compactMap(\.record.referenceDisplay).first
      ?? (line.concepts.count == 1 ? line.concepts.first?.name : nil)
      ?? line.records.lazy.compactMap(\.words).first
  }

  /// The identifier that a medication was given when it was written as FHIR.
  private static func givenIdentifier(_ line: ListLine) -> HealthConceptIdentifier? {
    let given = line.records.flatMap(\.record.identifiers)
      .filter { $0.system == "urn:rxkit:health-concept" }.compactMap(\.value)
    // One that is too long cannot identify a concept; a new one is minted.
    return given.min().flatMap { try? HealthConceptIdentifier(domain: .medication, value: $0) }
  }

  /// A timing that is not as needed makes a schedule.
  private static func hasSchedule(_ line: ListLine) -> Bool {
    line.records.flatMap(\.record.dosages).contains { dosage in
      !dosage.isWithheld && dosage.timing.map { !$0.isEmpty } ?? false
        && dosage.asNeeded != true && dosage.asNeededFor.isEmpty
    }
  }
}
