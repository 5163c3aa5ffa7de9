// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What one medication resource says, whatever its FHIR version.
///
/// Everything is literal: nothing is trimmed, lower-cased or looked up (F6).
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
  public var statusMeaning: StatusMeaning
  /// Why the status is what it is; never changes its meaning.
  public var statusReasons: [FHIRConcept]
  /// What a statement of R5 says of the use (`adherence.code`), as written.
  @Aside public var adherence: FHIRConcept?
  /// The intent as written.
  public var intent: String?
  /// Whether it is said not to be taken, given or to be given: by the status, an adherence or a
  /// modifier element.
  public var negated: Bool
  /// What the status does not say, in the order of ``RecordFlag``.
  public var flags: [RecordFlag]
  /// How the medication is named.
  public var via: MedicationSource
  /// The reference to the medication as written, even where a concept is used.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference, whatever else that holds.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// The codings of the Medication referred to, where a concept beside the
  /// reference names the medication; the concept counts (F9).
  public var referencedCodings: [FHIRCoding]
  /// Which rule found the target of the reference, or why there is none.
  public var resolution: String?
  /// The codings of the medication, in document order.
  public var codings: [FHIRCoding]
  /// The text of the medication.
  public var text: String?
  /// Further names of a Medication or MedicationKnowledge.
  public var otherNames: [String]
  /// The ingredients of the Medication found.
  public var ingredients: [MedicationIngredient]
  /// The dose form of the Medication found.
  public var form: FHIRConcept?
  /// What a package of the Medication found holds (DSTU2, STU3).
  public var packageContents: [PackageContent]
  /// How much of the product a pack or container holds; no denominator where it is no ratio.
  @Aside public var amount: FHIRRatio?
  /// What the Medication found says of the product at hand: maker, brand, batches.
  @Aside public var labelling: ProductLabelling?
  /// The dosages in document order.
  public var dosages: [FHIRDosage]
  /// The whole dosage regimen in words, as R5 renders it.
  public var renderedDosage: String?
  /// The quantity dispensed or to be dispensed.
  public var dispenseQuantity: FHIRQuantity?
  /// How long that quantity lasts: `daysSupply`, `expectedSupplyDuration`.
  @Aside public var daysSupply: FHIRQuantity?
  /// How many repeats are allowed beyond the first dispense, as written.
  public var repeats: String?
  /// On which terms a prescription is given out beside that.
  @Aside public var dispenseTerms: DispenseTerms?
  /// When it was ordered, used, given out and written down.
  public var dates: RecordDates
  /// Why it is taken, in codes or words.
  public var reasons: [FHIRConcept]
  /// The texts of its notes.
  public var notes: [String]
  /// Where it belongs, as `inpatient` or `patientreported`.
  public var category: [FHIRConcept]
  /// The reference to the encounter as written, else the words given with it.
  public var encounter: String?
  /// The reference to who ordered it as written, else the words given with it.
  public var requester: String?
  /// The reference to who stated or recorded it as written, else the words given with it.
  public var author: String?
  /// Whether it was reported by somebody, not known at first hand; `nil` where nothing is said.
  public var isReported: Bool?
  /// The references to who reported it, else the words given with them.
  public var informationSource: [String]
  /// Links to other resources, in the order of ``RecordLink/Kind``.
  public var links: [RecordLink]
  /// The identifiers of the resource; those of a Medication found are its own.
  public var identifiers: [FHIRIdentifier]
  /// The identifiers of the Medication found, where NDCs and other product codes hide; that of a
  /// reference which names it by nothing else is the first.
  public var productIdentifiers: [FHIRIdentifier]
  /// The reference to the patient as written.
  public var subject: String?
  /// The server part of the entry's own address, with its last slash, to which a local reference to
  /// the patient belongs first; `nil` if the address or the reference is none of that kind.
  public var subjectBase: String?
  /// The identifier of the patient, where it is given with or in place of the reference.
  @Aside public var subjectIdentifier: FHIRIdentifier?
  /// A statement that there is no medication.
  public var absence: AbsenceStatement?
  /// The version that the resource or its document shows; `nil` if nothing tells.
  public var fhirVersion: FHIRVersion?
  /// What was odd, with JSON paths within the resource.
  public var problems: [Problem]

  /// Makes a record that says nothing yet.
  public init(entryPath: String, resourceType: String) {
    self.entryPath = entryPath
    self.resourceType = resourceType
    statusMeaning = .unknown
    statusReasons = []
    negated = false
    flags = []
    via = .none
    referencedCodings = []
    codings = []
    otherNames = []
    ingredients = []
    packageContents = []
    dosages = []
    dates = RecordDates()
    reasons = []
    notes = []
    category = []
    informationSource = []
    links = []
    identifiers = []
    productIdentifiers = []
    problems = []
  }

  /// The dosages in words, in document order, without those that are withheld.
  public var dosageTexts: [String] { dosages.compactMap(\.text) }

  /// The ingredients that are not said to be inactive: an inactive one is no drug.
  public var activeIngredients: [MedicationIngredient] {
    ingredients.filter { $0.isActive != false }
  }

  /// The first status reason in words.
  public var statusReason: String? { statusReasons.lazy.compactMap(\.words).first }

  /// The first number of ``entryPath``: the entry of the outermost container, or its line.
  public var entry: Int? { Int(entryPath.prefix { $0 != "." }) }
}
