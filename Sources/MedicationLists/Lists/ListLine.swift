// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel
public import MedicationResolver

/// One line of a medication list: one drug in one meaning of status, with everything that says so.
public struct ListLine: Sendable {
  /// The part of the list that it is in.
  public let block: ListBlock
  /// The resources that say so, the latest first; never empty.
  public let records: [ListedRecord]
  /// Dispenses and administrations of the drug, shown with it.
  public let events: [ListedRecord]
  /// What concerns the line as a whole.
  public let problems: [Problem]

  /// Makes a line.
  ///
  /// - Precondition: There is a record.
  init(_ block: ListBlock, _ records: [ListedRecord], events: [ListedRecord], problems: [Problem]) {
    precondition(!records.isEmpty, "a line says where it comes from")
    self.block = block
    self.records = records
    self.events = events
    self.problems = problems
  }

  /// The record that represents the line: the latest.
  var first: ListedRecord { records[0] }

  /// That the codings of a record name different drugs, and which; `nil` where they do not.
  var conflictWords: String? { records.lazy.compactMap(\.conflictWords).first }

  /// The text for a conflict, else the name of the only concept found, else the
  /// document's words; `nil` if there are none.
  public var name: String? {
    if let conflict = conflictWords { return conflict }
    if first.concepts.count == 1, let match = first.concepts.first {
      return match.displayName ?? match.name
    }
    return first.words
  }

  /// What it is: one concept, several that no rule chooses between, or none.
  public var concepts: [MatchedConcept] { first.concepts }
  /// The ingredients with their strengths.
  public var ingredients: [ResolvedIngredient] { first.ingredients }
  /// The general form.
  public var generalForm: MedicationGeneralForm { first.generalForm.derived }
  /// The brand, where the concept has one.
  public var brand: Concept? { first.brand }

  /// The distinct codings of the records and events, in the order of the records.
  public var codings: [ResolvedCoding] {
    (records + events).flatMap(\.codings).distinct { coding in
      var key = IdentityKey()
      key.add(coding.coding)
      return key
    }
  }

  /// The document's distinct words for the drug.
  public var texts: [String] { (records + events).compactMap(\.words).distinct { Array($0.utf8) } }

  /// What the status means; the same for every record of the line.
  public var statusMeaning: StatusMeaning { first.record.statusMeaning }

  /// Whether every active record's stated periods are past on the list's day.
  public var isPeriodEnded: Bool { records.allSatisfy(\.isPeriodEnded) }

  /// Whether every active record's stated periods begin after the list's day.
  public var isNotYetStarted: Bool { records.allSatisfy(\.isNotYetStarted) }

  /// The distinct dosages in words, in the order of the records.
  public var dosageTexts: [String] {
    records.flatMap(\.record.dosageTexts).distinct { Array($0.utf8) }
  }

  /// The distinct reasons for the status, in words.
  public var statusReasons: [String] {
    records.flatMap { $0.record.statusReasons.compactMap(\.words) }.distinct { Array($0.utf8) }
  }

  /// The date that begins first and the one that ends last, of the records alone.
  public var dates: (first: String, last: String)? {
    let dates = records.flatMap(\.moments.all)
    guard let last = dates.max() else { return nil }
    let first = dates.min { left, right in
      (left.lower, left.upper) == (right.lower, right.upper)
        ? left.text < right.text : (left.lower, left.upper) < (right.lower, right.upper)
    }
    return (first?.text ?? last.text, last.text)
  }

  /// The distinct periods that records state, as written.
  public var periods: [FHIRPeriod] { records.flatMap(\.moments.periods).distinct { $0 } }

  /// The distinct known ingredients (IN); empty if concepts conflict or are open.
  var comparedIngredients: [Concept] {
    first.ingredients.compactMap(\.concept).distinct { $0 }
  }

  /// Whether an ingredient is not known, so that the comparison says nothing about it.
  var hasUnknownIngredients: Bool {
    comparedIngredients.isEmpty || first.ingredients.contains { $0.concept == nil }
      || first.problems.contains { $0.code == .ingredientsIncomplete }
  }
}

extension Sequence {
  /// The elements in order, of those with the same key the first.
  func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

/// The parts of a medication list; a line is in exactly one.
public enum ListBlock: String, Sendable, Hashable, CaseIterable {
  /// Requested or stated as in use.
  case current
  /// Halted for a time.
  case onHold = "on-hold"
  /// On the list, with a status that is not said or not understood.
  case statusUnknown = "status-unknown"
  /// Meant to be used later.
  case planned
  /// Stopped or completed.
  case archived
  /// Not used, not given, or not to be used.
  case notTaken = "not-taken"
  /// Given out or given; no request or statement says that it is used.
  case eventsOnly = "events-only"
  /// Taken off a List of the document, deleted at the source, or an older version.
  case removed
  /// A modifier was not understood, the Medication was entered in error, or words, a reason or an
  /// adherence deny what the status says: not counted as taken.
  case notInterpreted = "not-interpreted"
  /// Statements that nothing is taken, or that nothing is known.
  case absence

  /// What a heading says.
  public var heading: String {
    switch self {
    case .current: "Current"
    case .onHold: "On hold"
    case .statusUnknown: "Status unknown"
    case .planned: "Planned"
    case .archived: "Stopped or completed"
    case .notTaken: "Not taken"
    case .eventsOnly: "Dispensed or given, without a request or statement"
    case .removed: "Taken off a list, deleted at the source, or an older version"
    case .notInterpreted: "Could not be interpreted"
    case .absence: "Statements of absence"
    }
  }

  /// Whether its lines are compared with each other and with allergies.
  public var isCompared: Bool {
    switch self {
    case .current, .onHold, .statusUnknown, .planned, .eventsOnly: true
    case .archived, .notTaken, .removed, .notInterpreted, .absence: false
    }
  }

  /// The block of a record; `nil` for one that was entered in error.
  public init?(_ record: MedicationRecord) {
    let flags = record.flags
    if record.statusMeaning == .enteredInError { return nil }
    // An absence that is itself negated or unclear does not state absence.
    if flags.contains(.notUnderstood) || flags.contains(.medicationEnteredInError) {
      self = .notInterpreted
    } else if record.statusMeaning == .notTaken {
      self = .notTaken
    } else if record.absence == .noneKnown || record.absence == .noInformation {
      self = .absence
    } else if flags.contains(.removedFromList)
      || record.problems.contains(where: {
        $0.code == .deletedAtSource || $0.code == .versionReplaced
      })
    {
      self = .removed
    } else if record.problems.contains(where: {
      $0.code == .useDeniedInWords || $0.code == .statusContradicted
    }) {
      self = .notInterpreted
    } else if RecordKind(resourceType: record.resourceType).isEvent {
      self = .eventsOnly
    } else {
      switch record.statusMeaning {
      case .active: self = .current
      case .planned: self = .planned
      case .stopped: self = flags.contains(.onHold) ? .onHold : .archived
      case .completed: self = .archived
      case .unknown, .notTaken, .enteredInError: self = .statusUnknown
      }
    }
  }
}
