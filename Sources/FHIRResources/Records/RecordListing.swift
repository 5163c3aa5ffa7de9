// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A List, or a section of a Composition, with the references in it in their order.
///
/// It orders and groups records and makes none (section 6.2).
public struct RecordListing: Sendable, Hashable {
  /// One reference of a listing.
  public struct Item: Sendable, Hashable {
    /// The reference as written.
    public var reference: String?
    /// The words given with it.
    public var display: String?
    /// Whether the List says that it was taken off.
    public var isDeleted: Bool
    /// The numbers in ``FHIRDocument/records`` of the records that the reference leads to.
    public var records: [Int]

    /// Makes an item.
    public init(
      reference: String? = nil, display: String? = nil, isDeleted: Bool = false,
      records: [Int] = []
    ) {
      self.reference = reference
      self.display = display
      self.isDeleted = isDeleted
      self.records = records
    }
  }

  /// The address of the List or Composition.
  public var entryPath: String
  /// `List` or `Composition`.
  public var resourceType: String
  /// The logical id of the List or Composition.
  public var id: String?
  /// What the list or section is called.
  public var title: String?
  /// What it holds, as LOINC 10160-0.
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
  public var items: [Item]
  /// What it takes off that was not read with it, as `Type/id`; another line may hold it.
  public var removals: [String] = []

  /// Makes a listing that says nothing yet.
  public init(entryPath: String, resourceType: String) {
    self.entryPath = entryPath
    self.resourceType = resourceType
    items = []
  }
}
