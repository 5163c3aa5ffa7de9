// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What one medication resource says, whatever its FHIR version.
///
/// Everything is literal: nothing is trimmed, lower-cased or looked up.
/// Empty strings, objects and arrays of the document are absent here.
public struct MedicationRecord: Sendable, Hashable {
  /// The address of the resource: `3`, nested `3.0`, a line's number from 0, or empty.
  public var entryPath: String
  /// The resource type as written.
  public var resourceType: String
  /// The logical id.
  public var id: String?
  /// The status as written.
  public var status: String?
  /// What the status and the modifier elements mean.
  public var statusMeaning: StatusMeaning = .unknown
  /// The reason for the status; never changes its meaning.
  public var statusReasons: [FHIRConcept] = []
  /// What a statement of R5 says of the use (`adherence.code`), as written.
  @Aside public var adherence: FHIRConcept?
  /// The intent as written.
  public var intent: String?
  /// Whether it is said not to be taken, given or to be given: by the status, an adherence or a
  /// modifier element.
  public var negated: Bool = false
  /// What the status does not say, in the order of ``RecordFlag``.
  public var flags: [RecordFlag] = []
  /// How the medication is named.
  public var via: MedicationSource = .none
  /// The reference to the medication as written, even where a concept is used.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference, whatever else that holds.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// The codings of the Medication referred to, if a concept next to the
  /// reference names the medication; the concept counts.
  public var referencedCodings: [FHIRCoding] = []
  /// The ingredients of that Medication.
  public var referencedIngredients: [MedicationIngredient] = []
  /// Which rule found the target of the reference, or why there is none.
  public var resolution: String?
  /// The codings of the medication, in document order.
  public var codings: [FHIRCoding] = []
  /// The text of the medication.
  public var text: String?
  /// Further names of a Medication or MedicationKnowledge.
  public var otherNames: [String] = []
  /// The ingredients of the Medication found.
  public var ingredients: [MedicationIngredient] = []
  /// The dose form of the Medication found.
  public var form: FHIRConcept?
  /// What a package of the Medication found holds (DSTU2, STU3).
  public var packageContents: [PackageContent] = []
  /// How much of the product a pack or container holds; without denominator if it is not a ratio.
  @Aside public var amount: FHIRRatio?
  /// What the Medication found says of the product: maker, brand, batches.
  @Aside public var labelling: ProductLabelling?
  /// The dosages in document order.
  public var dosages: [FHIRDosage] = []
  /// The whole dosage regimen in words, as R5 renders it.
  public var renderedDosage: String?
  /// The quantity dispensed or to be dispensed.
  public var dispenseQuantity: FHIRQuantity?
  /// How long that quantity lasts: `daysSupply`, `expectedSupplyDuration`.
  @Aside public var daysSupply: FHIRQuantity?
  /// Which fill of a prescription a claim is for, as written.
  public var fillNumber: String?
  /// How many repeats are allowed beyond the first dispense, as written.
  public var repeats: String?
  /// Further terms on which a prescription is dispensed.
  @Aside public var dispenseTerms: DispenseTerms?
  /// When it was ordered, used, given out and written down.
  public var dates: RecordDates = RecordDates()
  /// Why it is taken, in codes or words.
  public var reasons: [FHIRConcept] = []
  /// The texts of its notes.
  public var notes: [String] = []
  /// Where it belongs, as `inpatient` or `patientreported`.
  public var category: [FHIRConcept] = []
  /// The reference to the encounter as written, else the words given with it.
  public var encounter: String?
  /// The reference to who ordered it as written, else the words given with it.
  public var requester: String?
  /// The reference to who stated or recorded it as written, else the words given with it.
  public var author: String?
  /// Whether it was reported rather than known first-hand; `nil` if that is not stated.
  public var isReported: Bool?
  /// The references to who reported it, else the words given with them.
  public var informationSource: [String] = []
  /// Links to other resources, in the order of ``RecordLink/Kind``.
  public var links: [RecordLink] = []
  /// The identifiers of the resource; those of a Medication found are its own.
  public var identifiers: [FHIRIdentifier] = []
  /// The identifiers of the Medication found, where NDCs and other product codes hide; that of a
  /// reference which names it by nothing else is the first.
  public var productIdentifiers: [FHIRIdentifier] = []
  /// The reference to the patient as written.
  public var subject: String?
  /// The server part of the entry's own address, with its last slash, to which a local reference to
  /// the patient belongs first; `nil` if the address or the reference is not of that kind.
  public var subjectBase: String?
  /// The identifier of the patient, where it is given with or in place of the reference.
  @Aside public var subjectIdentifier: FHIRIdentifier?
  /// A statement that there is no medication.
  public var absence: AbsenceStatement?
  /// The version that the resource or its document shows; `nil` if nothing shows it.
  public var fhirVersion: FHIRVersion?
  /// What was odd, with JSON paths within the resource.
  public var problems: [Problem] = []

  /// Makes a record that says nothing yet.
  public init(entryPath: String, resourceType: String) {
    self.entryPath = entryPath
    self.resourceType = resourceType
  }

  /// The dosages in words, in document order, without those that are withheld.
  public var dosageTexts: [String] { dosages.compactMap(\.text) }

  /// The ingredients that are not declared inactive: an inactive one is not a drug.
  public var activeIngredients: [MedicationIngredient] {
    ingredients.filter { $0.isActive != false }
  }

  /// The first status reason in words.
  public var statusReason: String? { statusReasons.lazy.compactMap(\.words).first }

  /// The first number of ``entryPath``: the entry of the outermost container, or its line.
  public var entry: Int? { Int(entryPath.prefix { $0 != "." }) }
}

/// The dates of a record, every one as the document writes it.
///
/// The elements of all versions come together by what they mean; which element a
/// date was read from is in the table of the page "What is read of a medication".
public struct RecordDates: Sendable, Hashable {
  /// When it was ordered: `authoredOn`, `dateWritten`.
  public var authored: String?
  /// When it was stated: `dateAsserted`.
  public var asserted: String?
  /// The one moment of use: `effectiveDateTime`, `effectiveTimeDateTime`, `occurenceDateTime`.
  public var moment: String?
  /// The period of use: `effectivePeriod`, `effectiveDosePeriod`, `whenGiven` and their like.
  public var period: FHIRPeriod?
  /// Repeated use, if neither a moment nor a period is given: `effectiveTiming` of R5.
  @Aside public var timing: FHIRTiming?
  /// For how long a dispense may be made: `dispenseRequest.validityPeriod`.
  @Aside public var validity: FHIRPeriod?
  /// When it was packed: `whenPrepared`.
  public var prepared: String?
  /// When it was given out: `whenHandedOver`.
  public var handedOver: String?
  /// When the order ended: `dateEnded` of DSTU2.
  public var ended: String?
  /// When it was written into the record: `recorded` of R5.
  public var recorded: String?
  /// When the status changed: `statusChanged` of R5.
  public var statusChanged: String?

  /// Whether there is no date.
  public var isEmpty: Bool { self == RecordDates() }
}

/// A link from one record to another resource, as written.
public struct RecordLink: Sendable, Hashable {
  /// What the link means.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The plan or order that this fulfils.
    case basedOn
    /// The event that this is part of.
    case partOf
    /// The resource that this was made from; `supportingInformation` of DSTU2 statements.
    case derivedFrom
    /// The prescription that a dispense was made for.
    case authorizingPrescription
    /// The prescription that an administration follows: `request`, in STU3 and before `prescription`.
    case prescription
    /// The prescription that this one replaces.
    case priorPrescription
    /// The number that requests written at one time share; not a reference.
    case groupIdentifier
    /// A Provenance of an earlier state.
    case eventHistory
    /// The condition or observation that it is taken for.
    case reason
    /// What the reason of the status is given in.
    case statusReason
  }

  /// What the link means.
  public var kind: Kind
  /// The reference as written; `nil` where only words or an identifier are given.
  public var reference: String?
  /// The words given with the reference.
  public var display: String?
  /// The identifier given in place of a reference, or the group's own.
  @Aside public var identifier: FHIRIdentifier?

  /// Makes a link.
  public init(
    _ kind: Kind, reference: String? = nil, display: String? = nil,
    identifier: FHIRIdentifier? = nil
  ) {
    self.kind = kind
    self.reference = reference
    self.display = display
    self.identifier = identifier
  }
}

/// On which terms a prescription is given out, besides quantity, duration and repeats.
public struct DispenseTerms: Sendable, Hashable {
  /// How much is given out the first time: `initialFill.quantity`.
  public var firstQuantity: FHIRQuantity?
  /// How long that lasts: `initialFill.duration`.
  public var firstDuration: FHIRQuantity?
  /// At least how long one dispense is after another: `dispenseInterval`.
  public var interval: FHIRQuantity?
  /// Whether something else may be given instead; `nil` where nothing is said, which is not "no".
  public var allowsSubstitution: Bool?
  /// What may be given instead: `substitution.allowedCodeableConcept`, `substitution.type`.
  public var substitution: FHIRConcept?
  /// Why: `substitution.reason`.
  public var substitutionReason: FHIRConcept?

  /// Creates empty terms.
  public init() {}

  /// Whether nothing is given.
  public var isEmpty: Bool { self == DispenseTerms() }
}

/// An ingredient that a Medication lists.
public struct MedicationIngredient: Sendable, Hashable {
  /// What it is: the item's codings, or those of the resource it refers to.
  public var codings: [FHIRCoding]
  /// The text of the item, or of the resource it refers to.
  public var text: String?
  /// The literal reference, if the item is one.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// How much of it there is.
  @Aside public var strength: FHIRStrength?
  /// Whether it is an active ingredient; `nil` where nothing is said.
  public var isActive: Bool?
  /// The ingredients of the Medication that it refers to, where that one has no code.
  ///
  /// They are nested: parts of this ingredient, not further ingredients with it.
  public var ingredients: [MedicationIngredient] = []

  /// Makes an ingredient.
  public init(
    codings: [FHIRCoding] = [], text: String? = nil, reference: String? = nil,
    strength: FHIRStrength? = nil, isActive: Bool? = nil
  ) {
    self.codings = codings
    self.text = text
    self.reference = reference
    self.strength = strength
    self.isActive = isActive
  }
}

/// A part of what is in a package, as a Medication of DSTU2 or STU3 lists it.
public struct PackageContent: Sendable, Hashable {
  /// What it is, where the document says so itself.
  public var item = FHIRConcept()
  /// The reference to what it is, as written; it is not followed.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// How much of it is in the package.
  @Aside public var amount: FHIRQuantity? = nil

  /// Whether nothing is given.
  public var isEmpty: Bool { self == PackageContent() }

  /// The words a person would read; the reference where there are no others.
  public var words: String? {
    item.words ?? referenceDisplay ?? reference ?? referenceIdentifier?.value
  }
}

/// What a Medication says of the product besides what is in it.
public struct ProductLabelling: Sendable, Hashable {
  /// A batch of the product.
  public struct Batch: Sendable, Hashable {
    /// The number of the batch.
    public var lotNumber: String?
    /// Until when it may be used.
    public var expirationDate: String?
  }

  /// The reference to who makes or markets it as written, else the words given with it.
  public var manufacturer: String?
  /// Whether it is a brand; `nil` where nothing is said.
  public var isBrand: Bool?
  /// Whether it is sold without a prescription; `nil` where nothing is said.
  public var isOverTheCounter: Bool?
  /// The batches in document order.
  public var batches: [Batch] = []

  /// Whether nothing is given.
  public var isEmpty: Bool { self == ProductLabelling() }
}
