// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import FHIRResources
public import MedicationModel

/// What documents say that one person takes, took, should take or does not take.
///
/// A statement about a time, with the resources that gave each line. It
/// gives no recommendation, no dose and no verdict on safety.
public struct PatientMedicationList: Sendable {
  /// A statement, made by an empty List or section, that nothing is taken or known.
  public struct EmptyStatement: Sendable, Hashable {
    /// Where it is in the documents.
    public let source: ListSource
    /// What it says.
    public let absence: AbsenceStatement
  }

  /// Whose list it is.
  public let patient: ListedPatient
  /// The day that ``ListLine/isPeriodEnded`` counts to.
  public let asOf: StatedDate?
  /// The lines, block by block.
  public let lines: [ListLine]
  /// What was entered in error: counted, never on a line.
  public let enteredInError: [ListedRecord]
  /// Allergies, shown with the list and never in it.
  public let allergies: [ListedAllergy]
  /// Empty Lists and sections that say why they are empty.
  public let emptyStatements: [EmptyStatement]
  /// Equal ingredients.
  public let facts: IngredientFacts
  /// What concerns the list as a whole.
  public let problems: [Problem]
  /// The release that the drugs were resolved with.
  public let release: ReleaseIdentity

  /// The lines of one block, in their order.
  public func lines(of block: ListBlock) -> [ListLine] { lines.filter { $0.block == block } }

  /// How many medication resources the list was made of.
  public var recordCount: Int {
    lines.reduce(enteredInError.count) { $0 + $1.records.count + $1.events.count }
  }
}
