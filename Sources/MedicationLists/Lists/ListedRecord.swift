// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel
public import MedicationResolver

/// A medication resource on a list: what it says, and what drug it names.
///
/// Side effects are left out, so that a list has no more than it shows.
public struct ListedRecord: Sendable {
  /// Where it is in the documents.
  public let source: ListSource
  /// What kind of statement it makes.
  public let kind: RecordKind
  /// What it says, literally.
  public private(set) var record: MedicationRecord
  /// Every given coding with its outcome.
  public let codings: [ResolvedCoding]
  /// The concepts: one, several that no rule chooses between, or none.
  public let concepts: [MatchedConcept]
  /// The ingredients of the concepts, and those that the document lists and does not say to be
  /// inactive.
  public let ingredients: [ResolvedIngredient]
  /// The brand, where the concept has one.
  public let brand: Concept?
  /// The dose forms of the concepts.
  public let doseForms: [Concept]
  /// The general form.
  public let generalForm: ResolvedGeneralForm
  /// The products of a pack.
  public let packContents: [Concept.PackItem]
  /// What a person should know about the record and its answer.
  public private(set) var problems: [Problem]
  /// Whether every stated period of an active record is past on the list's day.
  public let isPeriodEnded: Bool
  /// Whether every stated period of an active record begins after the list's day.
  public let isNotYetStarted: Bool
  /// The date of its status and its element.
  public let statusDate: (meaning: DateMeaning, text: String)?
  /// The place on the document's one List or Composition section, if there is exactly one.
  let position: Int?
  let identity: ListedDrugIdentity
  let moments: RecordMoments
  /// Everything that orders records, their place in the document apart.
  let contentKey: [UInt8]

  init(
    _ record: MedicationRecord, _ answer: ResolvedMedication, document: String, position: Int?,
    asOf: StatedDate?, identity: ListedDrugIdentity
  ) {
    source = ListSource(
      document: document, entryPath: record.entryPath, resourceType: record.resourceType,
      id: record.id)
    kind = RecordKind(resourceType: record.resourceType)
    self.record = record
    // What states absence and names a drug is neither.
    if record.absence != nil, answer.problems.contains(where: { $0.code == .absenceContradicted }) {
      self.record.flags.append(.notUnderstood)
    }
    codings = answer.codings
    concepts = answer.concepts
    ingredients = answer.ingredients.filter(\.isActive)
    brand = answer.brand
    doseForms = answer.doseForms
    generalForm = answer.generalForm
    packContents = answer.packContents
    problems = answer.problems
    let moments = RecordMoments(record)
    self.moments = moments
    statusDate = moments.status
    self.position = position
    self.identity = identity
    isPeriodEnded =
      record.statusMeaning == .active && asOf.map { moments.hasEnded(on: $0) } ?? false
    isNotYetStarted =
      record.statusMeaning == .active && asOf.map { moments.beginsAfter($0) } ?? false
    contentKey = Self.contentKey(record)
  }

  /// Marks that a list on another line, or in another file of the set, takes it off or contradicts
  /// it, or an entry there deletes or changes it, as the code says.
  mutating func markRemoved(_ code: Problem.Code) {
    // A dosage of its own may have a modifier, too.
    let isMarked =
      code == .modifierNotUnderstood
      ? record.flags.contains(.notUnderstood) : record.problems.contains { $0.code == code }
    let isInUse = record.statusMeaning == .active || record.statusMeaning == .unknown
    guard !isMarked, !record.flags.contains(.removedFromList),
      isInUse || code != .statusContradicted
    else { return }
    let elsewhere = "on another line or in another file"
    let message =
      switch code {
      case .removedFromList: "a List \(elsewhere) takes it off"
      case .deletedAtSource: "an entry \(elsewhere) deletes it or its Medication"
      case .statusContradicted: "a list \(elsewhere) holds it, of what is not in use"
      default:
        "an entry or a list \(elsewhere) changes it or its Medication in a way that was not read"
      }
    let problem = Problem(code, .warning, message)
    if code == .removedFromList { record.flags.append(.removedFromList) }
    if code == .modifierNotUnderstood { record.flags.append(.notUnderstood) }
    record.problems.append(problem)
    problems.append(problem)
  }

  /// The words by which the document names the drug; `nil` if it has none.
  public var words: String? {
    let codings = record.codings
    if let words = record.text ?? codings.lazy.compactMap(\.display).first { return words }
    if let words = record.referenceDisplay ?? codings.lazy.compactMap(\.code).first {
      return words
    }
    // A part without words keeps its place: a combination never loses one.
    let ingredients = record.activeIngredients.enumerated().map { words(of: $1, at: $0) }
    return ingredients.isEmpty ? record.reference : ingredients.joined(separator: " / ")
  }

  private func words(of ingredient: MedicationIngredient, at place: Int) -> String {
    let display: String? = ingredient.codings.lazy.compactMap(\.display).first
    if let words = ingredient.text ?? display ?? ingredient.referenceDisplay { return words }
    let code: String? = ingredient.codings.lazy.compactMap(\.code).first
    return resolvedName(ofIngredient: place) ?? code ?? "an ingredient without a name"
  }

  /// What a record is called whose codings name different drugs: that they do, and which.
  var conflictWords: String? {
    DrugConflict.words(
      concepts: concepts, codings: codings, ingredients: ingredients, record, problems)
  }

  private func resolvedName(ofIngredient place: Int) -> String? {
    let count = record.activeIngredients.count
    let listed = ingredients.suffix(count)
    guard listed.count == count else { return nil }
    return listed[listed.startIndex + place].name
  }

  /// Whether the one concept alone says which drug it is.
  var isDefinedByCode: Bool {
    guard concepts.count == 1, let concept = concepts.first?.concept else { return false }
    return ListedDrugIdentity.isDefined(by: concept, problems)
  }

  /// How many dosages a modifier that is not understood keeps back.
  public var withheldDosageCount: Int { record.dosages.count(where: \.isWithheld) }

  /// What says which record is which, whatever its place: so that lists do not
  /// depend on the order of a bundle.
  private static func contentKey(_ record: MedicationRecord) -> [UInt8] {
    var key = IdentityKey()
    key.add(record.resourceType)
    key.add(record.id)
    key.add(record.status)
    key.add(record.intent)
    key.add(record.text)
    key.add(record.referenceDisplay)
    key.add(record.reference)
    for coding in record.codings { key.add(coding) }
    for ingredient in record.ingredients { key.add(ingredient) }
    for text in record.dosageTexts { key.add(text) }
    for identifier in record.identifiers {
      key.add(identifier.system)
      key.add(identifier.value)
    }
    for link in record.links { key.add(link.reference) }
    key.add(record.encounter)
    for reason in record.statusReasons { key.add(reason.words) }
    // Dates last: records that differ only in them are already ordered by them.
    key.add(String(describing: record.dates))
    return key.bytes
  }

  /// The later status first, then by content, and only then by place.
  static func precedes(_ left: ListedRecord, _ right: ListedRecord) -> Bool {
    let (leftDate, rightDate) = (left.sortDate, right.sortDate)
    if leftDate != rightDate {
      guard let leftDate else { return false }
      guard let rightDate else { return true }
      return rightDate < leftDate
    }
    if left.contentKey != right.contentKey {
      return left.contentKey.lexicographicallyPrecedes(right.contentKey)
    }
    return ListSource.precedes(left.source, right.source)
  }

  private var sortDate: StatedDate? { statusDate.flatMap { StatedDate($0.text) } }
}

/// What kind of statement a medication resource makes.
public enum RecordKind: String, Sendable, Hashable, CaseIterable {
  /// It was ordered, whatever the version calls it.
  case request
  /// It is stated to be used, or not to be used.
  case statement
  /// It was given out, or billed as such: an event, which says nothing about an end of use.
  case dispense
  /// It was given: an event.
  case administration
  /// What a medication is; it does not say that anybody takes it.
  case definition

  /// Reads the kind of a resource type of any FHIR version.
  public init(resourceType: String) {
    switch resourceType {
    case "MedicationStatement", "MedicationUsage": self = .statement
    case "MedicationDispense", "ExplanationOfBenefit", "Claim": self = .dispense
    case "MedicationAdministration": self = .administration
    case "Medication", "MedicationKnowledge": self = .definition
    default: self = .request
    }
  }

  /// Whether it is an event, which never changes the status of a request or statement.
  public var isEvent: Bool { self == .dispense || self == .administration }
}

/// Where a line of a list comes from.
public struct ListSource: Sendable, Hashable {
  /// The document as it was named.
  public let document: String
  /// The address of the resource in it, as a record has it.
  public let entryPath: String
  /// The resource type as written.
  public let resourceType: String
  /// The logical id.
  public let id: String?

  /// Makes a source.
  public init(document: String, entryPath: String, resourceType: String, id: String?) {
    self.document = document
    self.entryPath = entryPath
    self.resourceType = resourceType
    self.id = id
  }

  /// Orders by document, then by address, numbers as numbers.
  static func precedes(_ left: ListSource, _ right: ListSource) -> Bool {
    if left.document != right.document {
      return left.document.utf8.lexicographicallyPrecedes(right.document.utf8)
    }
    let path: (String) -> [Int] = { $0.split(separator: ".").map { Int($0) ?? 0 } }
    return path(left.entryPath).lexicographicallyPrecedes(path(right.entryPath))
  }
}
