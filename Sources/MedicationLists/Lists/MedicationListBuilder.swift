// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel
public import MedicationResolver

/// Makes one deduplicated medication list per patient of documents that are added one by one.
///
/// Its memory grows with the records that lists show, not with the documents:
/// a list needs all records of its patient, so nothing can be printed before the end.
public struct MedicationListBuilder {
  private let resolver: MedicationResolver
  /// Keeps answers: one drug is requested again and again.
  private var session: ResolvingSession
  private let asOf: StatedDate?
  private var patients = PatientGroups()
  /// What documents say, with the mention of the patient that it is about.
  private var entries: [(mention: Int, entry: Entry)] = []
  /// What Lists take off, or entries delete or change, in other parts of their scope, by scope.
  private var removals: [Int: Removals] = [:]
  private var documents: [String] = []
  private var numbers: [String: Int] = [:]
  private var scopes: [String: Int] = [:]
  /// Medication and MedicationKnowledge resources: they say what a medication
  /// is, not that it is taken, and are on no list.
  public private(set) var definitionCount = 0
  /// Immunizations, which are on no list.
  public private(set) var immunizationCount = 0
  /// How often each problem that is more than a note occurred in resolved records.
  public private(set) var warnings: [Problem.Code: Int] = [:]

  /// Begins without any document.
  ///
  /// - Parameters:
  ///   - resolver: Resolves records and the codes of allergies.
  ///   - asOf: The day that stated periods are compared with; `nil`: they are not compared.
  public init(resolver: MedicationResolver, asOf: StatedDate?) {
    self.resolver = resolver
    session = ResolvingSession(resolver, keepsText: false, includesSideEffects: false)
    self.asOf = asOf
  }

  /// Adds a document, or a part of one that is read in parts.
  ///
  /// - Parameters:
  ///   - document: What was read.
  ///   - name: What lists call it; the same for parts of one document.
  ///   - scope: Documents of one scope share their local references, as the files of a bulk
  ///     export do; `nil`: the document stands alone.
  /// - Throws: `CatalogError` if the catalog proves damaged on the way.
  public mutating func add(
    _ document: FHIRDocument, name: String, scope: String? = nil
  ) throws(CatalogError) {
    try add(DocumentContents(document), name: name, scope: scope)
  }

  /// Adds what was read of a document.
  package mutating func add(
    _ document: DocumentContents, name: String, scope: String? = nil
  ) throws(CatalogError) {
    add(try ResolvedDocument(document, name: name, scope: scope, asOf: asOf, by: &session))
  }

  /// Adds a document whose records were resolved, on whatever thread; documents come in order.
  package mutating func add(_ document: ResolvedDocument) {
    // Parts of one document have one name, and are one document.
    let name = document.name
    let number = numbers[name] ?? documents.count
    if number == documents.count {
      numbers[name] = number
      documents.append(name)
    }
    let scope = scopeNumber(document.scope ?? "document \(number)")
    immunizationCount += document.immunizationCount
    definitionCount += document.definitionCount
    warnings.merge(document.warnings, uniquingKeysWith: +)
    for patient in document.patients {
      let mention = patients.add(patient, document: number, scope: scope)
      entries.append((mention, .resident(document: name)))
    }
    for listed in document.records {
      let record = listed.record
      let mention = patients.mention(
        record.subject, on: record.subjectBase, identifier: record.subjectIdentifier,
        entryPath: record.entryPath, document: number, scope: scope)
      entries.append((mention, .record(listed, scope: scope)))
    }
    for (name, code) in document.removals { removals[scope, default: [:]].add(code, of: name) }
    for listed in document.allergies {
      let allergy = listed.record
      let mention = patients.mention(
        allergy.subject, on: allergy.subjectBase, identifier: allergy.subjectIdentifier,
        entryPath: allergy.entryPath, document: number, scope: scope)
      entries.append((mention, .allergy(listed)))
    }
    for (subject, base, statement) in document.statements {
      let mention = patients.mention(
        subject, on: base, entryPath: statement.source.entryPath, document: number, scope: scope)
      entries.append((mention, .statement(statement)))
    }
  }

  /// The lists, in the order of the documents and then of the patients' addresses.
  public consuming func lists() -> [PatientMedicationList] {
    patients.finish()
    var members: [Int: Members] = [:]
    for (mention, entry) in entries {
      members[patients.group(of: mention), default: Members()].add(entry, removals)
    }
    let places = numbers
    let lists = members.map { group, members in
      let names = members.documents.sorted { places[$0, default: 0] < places[$1, default: 0] }
      let patient = patients.patient(ofGroup: group, documents: names)
      return (
        place: names.first.flatMap { places[$0] } ?? 0, group: group,
        list: list(of: patient, members, isAmbiguous: patients.isAmbiguous(group: group))
      )
    }
    return lists.sorted { left, right in
      if left.place != right.place { return left.place < right.place }
      if left.list.patient.precedes(right.list.patient) { return true }
      if right.list.patient.precedes(left.list.patient) { return false }
      return left.group < right.group
    }.map(\.list)
  }

  private enum Entry {
    case resident(document: String)
    case record(ListedRecord, scope: Int)
    case allergy(ListedAllergy)
    case statement(PatientMedicationList.EmptyStatement)
  }

  private struct Members {
    var documents: Set<String> = []
    var records: [ListedRecord] = []
    var allergies: [ListedAllergy] = []
    var statements: [PatientMedicationList.EmptyStatement] = []

    mutating func add(_ entry: Entry, _ removals: [Int: Removals]) {
      switch entry {
      case .resident(let document): documents.insert(document)
      case .record(var record, let scope):
        if let removals = removals[scope],
          let code = record.record.names.lazy.compactMap({ removals[$0] }).first
        {
          record.markRemoved(code)
        }
        records.append(record)
        documents.insert(record.source.document)
      case .allergy(let allergy):
        allergies.append(allergy)
        documents.insert(allergy.source.document)
      case .statement(let statement):
        statements.append(statement)
        documents.insert(statement.source.document)
      }
    }
  }

  private func list(
    of patient: ListedPatient, _ members: Members, isAmbiguous: Bool
  ) -> PatientMedicationList {
    let grouping = LineGrouping(members.records)
    let allergies = members.allergies.sorted(by: ListedAllergy.precedes)
    let statements = members.statements.sorted { ListSource.precedes($0.source, $1.source) }
    return PatientMedicationList(
      patient: patient, asOf: asOf, lines: grouping.lines,
      enteredInError: grouping.enteredInError, allergies: allergies,
      emptyStatements: statements, facts: IngredientFacts(grouping.lines, allergies),
      problems: Self.problems(patient, isAmbiguous, grouping.lines, statements),
      release: resolver.catalog.release)
  }

  private static func problems(
    _ patient: ListedPatient, _ isAmbiguous: Bool, _ lines: [ListLine],
    _ statements: [PatientMedicationList.EmptyStatement]
  ) -> [Problem] {
    var problems: [Problem] = []
    func warn(_ code: Problem.Code, _ message: String) {
      problems.append(Problem(code, .warning, message))
    }
    if patient.kind == .none {
      warn(
        .subjectMissing,
        "the records name no patient; whether they are about one person is not known")
    }
    if isAmbiguous {
      warn(
        .referenceAmbiguous,
        "the reference to the patient fits several; whether the records are about one person is "
          + "not known")
    }
    let saysNone =
      statements.contains { $0.absence == .noneKnown }
      || lines.contains { $0.block == .absence && $0.first.record.absence == .noneKnown }
    if saysNone, lines.contains(where: { [.current, .onHold, .statusUnknown].contains($0.block) }) {
      warn(
        .absenceContradicted, "a statement that no medication is known contradicts medications")
    }
    return problems
  }

  private mutating func scopeNumber(_ scope: String) -> Int {
    if let number = scopes[scope] { return number }
    scopes[scope] = scopes.count
    return scopes.count - 1
  }
}

extension ListedPatient {
  /// Orders by address, then by id; patients before records without one.
  fileprivate func precedes(_ other: ListedPatient) -> Bool {
    if (kind == .none) != (other.kind == .none) { return other.kind == .none }
    if references != other.references {
      return references.lexicographicallyPrecedes(other.references)
    }
    if ids != other.ids { return ids.lexicographicallyPrecedes(other.ids) }
    func words(_ identifier: FHIRIdentifier) -> String {
      "\(identifier.system ?? "")|\(identifier.value ?? "")"
    }
    return identifiers.map(words).lexicographicallyPrecedes(other.identifiers.map(words))
  }
}
