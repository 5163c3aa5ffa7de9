// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Something about the data that a person should know, but that did not stop processing.
///
/// Problems are values in a result, never thrown and never printed by the
/// library. Whatever stops processing is an error of its module.
public struct Problem: Sendable, Hashable {
  /// How much a problem matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The element or document could not be read.
    case error
    /// The answer may be wrong or incomplete.
    case warning
    /// Worth knowing; the answer is valid.
    case note
  }

  /// The stable name of a kind of problem, in kebab case.
  ///
  /// Codes never change meaning; the documentation page "Problems" lists them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code as it is printed.
    public let rawValue: String

    /// Makes a code from its printed form.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of problem it is.
  public let code: Code
  /// How much it matters.
  public let severity: Severity
  /// One sentence for a person, without a person's data.
  public let message: String
  /// Where it is: a JSON path within the record, empty for the whole record.
  public let path: String

  /// Makes a problem.
  public init(_ code: Code, _ severity: Severity, _ message: String, path: String = "") {
    self.code = code
    self.severity = severity
    self.message = message
    self.path = path
  }
}

extension [Problem] {
  package mutating func add(
    _ code: Problem.Code, _ severity: Problem.Severity, _ message: String, path: String = ""
  ) {
    append(Problem(code, severity, message, path: path))
  }
}

// Every code that rxkit reports, in one table. Modules use these and define no
// codes of their own.

extension Problem.Code {
  // Reading documents (FHIR page, section 15).
  /// Text that is not well-formed JSON.
  public static let notJSON = Problem.Code(rawValue: "not-json")
  /// Text that is not well-formed XML, or has a DOCTYPE.
  public static let notXML = Problem.Code(rawValue: "not-xml")
  /// An object without a resource type.
  public static let notAResource = Problem.Code(rawValue: "not-a-resource")
  /// Something follows a complete document.
  public static let trailingData = Problem.Code(rawValue: "trailing-data")
  /// A member name occurs twice; the last one counts.
  public static let duplicateKey = Problem.Code(rawValue: "duplicate-key")
  /// One line of many could not be read.
  public static let badLine = Problem.Code(rawValue: "bad-line")
  /// A reference cannot be resolved.
  public static let unresolvedReference = Problem.Code(rawValue: "unresolved-reference")
  /// A reference fits several different medications.
  public static let referenceAmbiguous = Problem.Code(rawValue: "reference-ambiguous")
  /// A versioned reference was resolved to a different version.
  public static let versionNotFound = Problem.Code(rawValue: "version-not-found")
  /// A reference leads to something that is not a medication.
  public static let wrongTarget = Problem.Code(rawValue: "wrong-target")
  /// A record names no medication at all.
  public static let noMedication = Problem.Code(rawValue: "no-medication")
  /// A number or Boolean where a string is expected.
  public static let notAString = Problem.Code(rawValue: "not-a-string")
  /// An array where an object is expected, or vice versa.
  public static let shape = Problem.Code(rawValue: "shape")
  /// A concept is directly under `medication`.
  public static let misplacedConcept = Problem.Code(rawValue: "misplaced-concept")
  /// Nesting is deeper than the limit.
  public static let depthLimit = Problem.Code(rawValue: "depth-limit")
  /// The input is larger than the limit.
  public static let sizeLimit = Problem.Code(rawValue: "size-limit")
  /// References form a cycle.
  public static let cycle = Problem.Code(rawValue: "cycle")
  /// A document of a FHIR version other than R4, read as far as possible.
  public static let fhirVersion = Problem.Code(rawValue: "fhir-version")
  /// An unpaired surrogate; it was read as the replacement character.
  public static let loneSurrogate = Problem.Code(rawValue: "lone-surrogate")
  /// A request, statement or event inside another resource, which makes no record.
  public static let containedRecord = Problem.Code(rawValue: "contained-record")
  /// There are more problems than are listed.
  public static let moreProblems = Problem.Code(rawValue: "more-problems")
  /// A List in the document says that the record was removed from it.
  public static let removedFromList = Problem.Code(rawValue: "removed-from-list")
  /// An export says that the resource was deleted at its source.
  public static let deletedAtSource = Problem.Code(rawValue: "deleted-at-source")
  /// A later version of the resource is in the document.
  public static let versionReplaced = Problem.Code(rawValue: "version-replaced")
  /// Active, but its stated period is past.
  public static let periodEnded = Problem.Code(rawValue: "period-ended")
  /// A date that does not exist in the calendar.
  public static let dateInvalid = Problem.Code(rawValue: "date-invalid")
  /// A period that ends before it begins.
  public static let periodReversed = Problem.Code(rawValue: "period-reversed")

  // Status and meaning.
  /// The status is not a known value.
  public static let statusUnknown = Problem.Code(rawValue: "status-unknown")
  /// The status had to be trimmed or lower-cased to be understood.
  public static let statusNormalised = Problem.Code(rawValue: "status-normalised")
  /// There is no status.
  public static let statusMissing = Problem.Code(rawValue: "status-missing")
  /// A modifier extension or implicit rule that is not understood.
  public static let modifierNotUnderstood = Problem.Code(rawValue: "modifier-not-understood")
  /// Words next to the drug's name, or of a dosage, deny the use that the status states.
  public static let useDeniedInWords = Problem.Code(rawValue: "use-denied-in-words")
  /// A reason, an adherence or a note denies the use that the status states.
  public static let statusContradicted = Problem.Code(rawValue: "status-contradicted")
  /// Words say under which condition it is to be held or stopped, or what else is not taken; a
  /// warning where they may be said of the drug itself.
  public static let conditionInWords = Problem.Code(rawValue: "condition-in-words")
  /// Records about the same drug have statuses with different meanings.
  public static let statusConflict = Problem.Code(rawValue: "status-conflict")
  /// A statement that nothing is taken is next to medications.
  public static let absenceContradicted = Problem.Code(rawValue: "absence-contradicted")
  /// A line of a list that is not a medication a person tracks.
  public static let notTracked = Problem.Code(rawValue: "not-tracked")
  /// Temporarily on hold.
  public static let onHold = Problem.Code(rawValue: "on-hold")
  /// Records do not say whom they are about.
  public static let subjectMissing = Problem.Code(rawValue: "subject-missing")
  /// The medication referred to was entered in error.
  public static let medicationEnteredInError = Problem.Code(rawValue: "medication-entered-in-error")
  /// The medication referred to is inactive.
  public static let medicationInactive = Problem.Code(rawValue: "medication-inactive")

  // Codes and systems.
  /// A known alternative spelling of a code system.
  public static let systemNormalized = Problem.Code(rawValue: "system-normalized")
  /// A code system that is not known here.
  public static let systemUnknown = Problem.Code(rawValue: "system-unknown")
  /// A coding without a code system.
  public static let systemMissing = Problem.Code(rawValue: "system-missing")
  /// A code that cannot belong to its system.
  public static let codeMalformed = Problem.Code(rawValue: "code-malformed")
  /// A code that is not in the release.
  public static let codeUnknown = Problem.Code(rawValue: "code-unknown")
  /// A code that may be in the release: the catalog was built without the part that would show it.
  public static let leftOut = Problem.Code(rawValue: "left-out")
  /// A code that is obsolete.
  public static let codeObsolete = Problem.Code(rawValue: "code-obsolete")
  /// A retired code that was followed to its replacement.
  public static let codeReplaced = Problem.Code(rawValue: "code-replaced")
  /// A retired code that has no single live successor.
  public static let codeNotCurrent = Problem.Code(rawValue: "code-not-current")
  /// A code that only quantified forms replace.
  public static let codeQuantified = Problem.Code(rawValue: "code-quantified")
  /// The replacement differs from what it replaces.
  public static let replacementDiffers = Problem.Code(rawValue: "replacement-differs")
  /// A display names something other than its code.
  public static let displayDisagrees = Problem.Code(rawValue: "display-disagrees")
  /// A display is an older name of its code.
  public static let displayOldName = Problem.Code(rawValue: "display-old-name")
  /// Codings of one concept name different ingredients.
  public static let codingsConflict = Problem.Code(rawValue: "codings-conflict")
  /// Several concepts fit and no rule chooses.
  public static let ambiguous = Problem.Code(rawValue: "ambiguous")
  /// There is no coding.
  public static let noCodings = Problem.Code(rawValue: "no-codings")
  /// No drug was found in the text.
  public static let textUnmatched = Problem.Code(rawValue: "text-unmatched")
  /// The answer comes from text, not from a code.
  public static let textMatched = Problem.Code(rawValue: "text-matched")
  /// A text that was not accepted: it may name a drug, or names a drug but no single product.
  public static let textNotAccepted = Problem.Code(rawValue: "text-not-accepted")
  /// A name that is on the list of confused names.
  public static let confusedName = Problem.Code(rawValue: "confused-name")
  /// A coding names another release than the catalog.
  public static let releaseDiffers = Problem.Code(rawValue: "release-differs")
  /// An NDC of ten digits of which only one reading exists.
  public static let ndcReading = Problem.Code(rawValue: "ndc-reading")
  /// An NDC that is suppressed or is on several concepts.
  public static let ndcReused = Problem.Code(rawValue: "ndc-reused")
  /// Only for animals.
  public static let veterinary = Problem.Code(rawValue: "veterinary")
  /// A statement that there are no medications.
  public static let absenceStatement = Problem.Code(rawValue: "absence-statement")

  // Ingredients, strengths, forms.
  /// Not every ingredient is known.
  public static let ingredientsIncomplete = Problem.Code(rawValue: "ingredients-incomplete")
  /// Not every strength is known.
  public static let strengthsIncomplete = Problem.Code(rawValue: "strengths-incomplete")
  /// Strengths were read from a name, because the graph has none.
  public static let strengthsFromName = Problem.Code(rawValue: "strengths-from-name")
  /// A document lists fewer ingredients than its product has.
  public static let ingredientsDisagree = Problem.Code(rawValue: "ingredients-disagree")
  /// A quantity's unit and its code are different units.
  public static let unitCodeDisagrees = Problem.Code(rawValue: "unit-code-disagrees")
  /// The document gives another strength than the catalog.
  public static let strengthDisagrees = Problem.Code(rawValue: "strength-disagrees")
  /// Strengths refer to different substances: base and salt.
  public static let basisDiffers = Problem.Code(rawValue: "basis-differs")
  /// The contents of a pack are not all known.
  public static let packIncomplete = Problem.Code(rawValue: "pack-incomplete")
  /// No general form can be given.
  public static let generalFormUnmapped = Problem.Code(rawValue: "general-form-unmapped")
  /// The general form is likely, not sure.
  public static let generalFormLikely = Problem.Code(rawValue: "general-form-likely")
  /// A general form that is not one of the eighteen.
  public static let generalFormForeign = Problem.Code(rawValue: "general-form-foreign")
  /// Two forms that differ only in how specific they are.
  public static let formBroader = Problem.Code(rawValue: "form-broader")
  /// The form given and the form known differ.
  public static let formDisagrees = Problem.Code(rawValue: "form-disagrees")
  /// Relation and name give different dose forms.
  public static let doseFormDisagrees = Problem.Code(rawValue: "dose-form-disagrees")

  // JSON of user-annotated medications.
  /// A member that the reader does not know.
  public static let unknownMember = Problem.Code(rawValue: "unknown-member")
  /// A member that is missing and has a default.
  public static let missingMember = Problem.Code(rawValue: "missing-member")
  /// A coding that occurs twice in a set.
  public static let repeatedCoding = Problem.Code(rawValue: "repeated-coding")

  // Terminology resources.
  /// A supplement names a code that its base does not contain.
  public static let supplementUnknownCode = Problem.Code(rawValue: "supplement-unknown-code")
  /// A count that differs from the actual content.
  public static let countMismatch = Problem.Code(rawValue: "count-mismatch")
  /// Concepts carry language and value themselves, not in designations.
  public static let designationMisplaced = Problem.Code(rawValue: "designation-misplaced")
  /// A code system that does not say, or in no known word, how much of it is here.
  public static let contentUnknown = Problem.Code(rawValue: "content-unknown")
  /// A code that one resource defines more than once.
  public static let codeRepeated = Problem.Code(rawValue: "code-repeated")
  /// A supplement whose base is not loaded, or that names none.
  public static let supplementBaseMissing = Problem.Code(rawValue: "supplement-base-missing")
  /// Two resources of one type, URL and version.
  public static let resourceRepeated = Problem.Code(rawValue: "resource-repeated")
  /// A parent, child or subsumer that the code system does not define.
  public static let hierarchyBroken = Problem.Code(rawValue: "hierarchy-broken")
  /// A value set that says nothing about what is in it.
  public static let valueSetEmpty = Problem.Code(rawValue: "value-set-empty")
  /// An expansion that lists only some of its codes.
  public static let expansionIncomplete = Problem.Code(rawValue: "expansion-incomplete")
  /// What is in a value set, or whether a code is, cannot be computed.
  public static let notComputable = Problem.Code(rawValue: "not-computable")
  /// A mapping whose relationship is missing or unknown.
  public static let mapRelationshipUnknown = Problem.Code(rawValue: "map-relationship-unknown")
  /// A mapping that contradicts itself.
  public static let mapContradicts = Problem.Code(rawValue: "map-contradicts")
  /// A code is mapped, but only as related, not as equivalent.
  public static let mappingNotEquivalent = Problem.Code(rawValue: "mapping-not-equivalent")
  /// An OID that two registrations give to different code systems.
  public static let oidConflict = Problem.Code(rawValue: "oid-conflict")
}
