// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What one AllergyIntolerance says: a fact apart from medications, never one of them.
public struct AllergyRecord: Sendable, Hashable {
  /// The address of the resource, as ``MedicationRecord/entryPath``.
  public var entryPath: String
  /// The logical id.
  public var id: String?
  /// The reference to the patient as written.
  public var subject: String?
  /// The server part of the entry's own address, with its last slash, to which a local reference to
  /// the patient belongs first; `nil` if the address or the reference is none of that kind.
  public var subjectBase: String?
  /// The identifier of the patient, where it is given with or in place of the reference.
  @Aside public var subjectIdentifier: FHIRIdentifier?
  /// The clinical status as written: `active`, `inactive` or `resolved`, or the words of DSTU2.
  public var clinicalStatus: String?
  /// How sure it is, as written: `confirmed`, `refuted`, `entered-in-error` and others.
  public var verificationStatus: String?
  /// What the allergy is to.
  public var codings: [FHIRCoding] = []
  /// The words for it.
  public var text: String?
  /// The substances of single reactions, where the document names some.
  public var reactionSubstances: [FHIRConcept] = []
  /// Allergy or intolerance, as written.
  public var type: String?
  /// `medication`, `food`, `environment`, `biologic`, as written.
  public var category: [String] = []
  /// How serious it may become, as written: `low`, `high`, `unable-to-assess`.
  public var criticality: String?
  /// When it was written down, as written.
  public var recorded: String?
  /// Whether it is refuted or entered in error: not compared with medications.
  public var isRefuted = false
  /// Whether it says that there is no allergy, or that none is known: not compared.
  public var isAbsence = false
  /// Whether a modifier was not understood: not to be compared.
  public var isNotUnderstood = false
  /// The version that the resource or its document shows.
  public var fhirVersion: FHIRVersion?
  /// What was odd, with JSON paths within the resource.
  public var problems: [Problem] = []

  /// Makes a record that says nothing yet.
  public init(entryPath: String) {
    self.entryPath = entryPath
  }

  /// Whether its substance may be compared with ingredients.
  public var isComparable: Bool { !isRefuted && !isAbsence && !isNotUnderstood }
}

/// What distinguishes one Patient of a document from another: no name, no date of birth.
public struct PatientRecord: Sendable, Hashable {
  /// The address of the resource, or of the one that contains it.
  public var entryPath: String
  /// The logical id; `#x` for a contained resource.
  public var id: String?
  /// The bundle's address for the entry.
  public var fullURL: String?
  /// Identifiers, as a record number.
  public var identifiers: [FHIRIdentifier]

  /// Makes a record.
  public init(
    entryPath: String, id: String? = nil, fullURL: String? = nil,
    identifiers: [FHIRIdentifier] = []
  ) {
    self.entryPath = entryPath
    self.id = id
    self.fullURL = fullURL
    self.identifiers = identifiers
  }
}

/// A List, or a section of a Composition, with the references in it in their order.
///
/// It orders and groups records and makes none.
public struct RecordListing: Sendable, Hashable {
  /// One reference of a listing.
  public struct Item: Sendable, Hashable {
    /// The reference as written.
    public var reference: String?
    /// The words given with it.
    public var display: String?
    /// Whether the List says that it was taken off.
    public var isDeleted = false
    /// The numbers in ``FHIRDocument/records`` of the records that the reference leads to.
    public var records: [Int] = []
  }

  /// The address of the List or Composition.
  public var entryPath: String
  /// `List` or `Composition`.
  public var resourceType: String
  /// The logical id of the List or Composition.
  public var id: String?
  /// What the list or section is called.
  public var title: String?
  /// What is in it, as LOINC 10160-0.
  public var code: FHIRConcept?
  /// The status as written.
  public var status: String?
  /// `working`, `snapshot` or `changes`, as written; `changes` makes it no full list.
  public var mode: String?
  /// How the items are sorted, as a code.
  public var orderedBy: FHIRConcept?
  /// The date as written.
  public var date: String?
  /// The reference to the patient as written.
  public var subject: String?
  /// The server part of the entry's own address, with its last slash, to which a local reference to
  /// the patient belongs first; `nil` if the address or the reference is none of that kind.
  public var subjectBase: String?
  /// Why it is empty.
  public var emptyReason: FHIRConcept?
  /// The items in document order.
  public var items: [Item] = []
  /// Whether what it says as a whole counts: it is current, and nothing of it was not understood.
  public var counts = true
  /// What it takes off, or says not to be in use, that was not read with it; it may be on another
  /// line.
  public var removals = Removals()

  /// What it says by being empty: of medications, whole and not only what changed.
  package var emptyStatement: AbsenceStatement? {
    guard counts, items.isEmpty, isOfMedications, mode?.lowercased() != "changes",
      let reason = emptyReason
    else { return nil }
    let said = reason.codings.compactMap { coding -> AbsenceStatement? in
      switch coding.code {
      case "nilknown": .noneKnown
      case "notasked", "withheld", "unavailable", "notstarted", "closed": .noInformation
      default: nil
      }
    }
    return Set(said).count == 1 ? said.first : nil
  }

  /// Whether it is a list or section of medications by its code: LOINC's, or HL7's for a List.
  public var isOfMedications: Bool {
    code?.codings.contains { coding in
      switch coding.code {
      case "10160-0", "29549-3", "10183-2", "42346-7", "57828-6":
        coding.system == "http://loinc.org"
      case "medications":
        coding.system == "http://terminology.hl7.org/CodeSystem/list-example-use-codes"
          || coding.system == "http://hl7.org/fhir/list-example-use-codes"
      default: false
      }
    } ?? false
  }

  /// Makes a listing that says nothing yet.
  public init(entryPath: String, resourceType: String) {
    self.entryPath = entryPath
    self.resourceType = resourceType
  }
}

/// What takes records away in another part of their scope, by `Type/id`, with the problem of each.
public typealias Removals = [String: Problem.Code]

extension Removals {
  /// What takes records away, what says most last.
  private static let order: [Problem.Code] = [
    .statusContradicted, .removedFromList, .modifierNotUnderstood, .deletedAtSource,
  ]

  /// Adds what takes a record away; what says most counts, whichever comes first.
  package mutating func add(_ code: Problem.Code, of name: String) {
    func rank(_ code: Problem.Code?) -> Int { code.flatMap(Self.order.firstIndex) ?? -1 }
    if rank(code) > rank(self[name]) { self[name] = code }
  }
}

/// A problem of a document that belongs to none of its records.
///
/// The problem's path is a JSON path from the document's root.
public struct FHIRDocumentProblem: Error, Sendable, Hashable {
  /// What is odd.
  public var problem: Problem
  /// The address of the entry or line that is concerned, or empty.
  public var entryPath: String
  /// The line in the text, from 1.
  public var line: Int?
  /// The column in the text, from 1, in Unicode scalars.
  public var column: Int?

  /// Makes a problem.
  public init(_ problem: Problem, entryPath: String = "", line: Int? = nil, column: Int? = nil) {
    self.problem = problem
    self.entryPath = entryPath
    self.line = line
    self.column = column
  }
}

extension FHIRDocumentProblem {
  /// The problem of a text that cannot be read: what was found, what was expected, and the stable
  /// name of the reader's error.
  package init(
    _ code: Problem.Code, found: String, expected: String, name: String, path: String = "",
    entryPath: String = "", line: Int, column: Int
  ) {
    self.init(
      Problem(code, .error, "found \(found), expected \(expected)  [\(name)]", path: path),
      entryPath: entryPath, line: line, column: column)
  }

  /// A text in XML where only JSON is read.
  static let xmlIsNotRead = FHIRDocumentProblem(
    Problem(
      .notJSON, .error,
      "found XML, expected JSON; give FHIRReadingOptions.xml the type that reads XML"), line: 1,
    column: 1)
}
