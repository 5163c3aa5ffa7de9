// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What JSON says with brackets and XML does not: which elements are arrays even
// when one occurs, and which are primitives even when they have no value. A name
// that is left out costs nothing but a path without its [0]: the readers accept
// one object for an array where the text is untyped.

/// The shapes that elements have in FHIR's JSON.
enum FHIRElementShapes {
  /// Names whose elements are arrays in every resource and data type of STU3, R4B and R5 that has
  /// them (read off the classes of fhir.resources 8.3, made from the published definitions).
  static let arrays: Set<String> = [
    "additionalInstruction", "additionalUse", "coding", "contained", "contains", "detectedIssue",
    "doseAndRate", "dosageInstruction", "entry", "eventHistory", "extension", "filter", "given",
    "import", "ingredient", "line", "modifierExtension", "note", "parameter", "reaction",
    "reasonNotGiven", "reasonNotTaken", "relatedMedicationKnowledge", "section", "synonym", "tag",
    "telecom", "timeOfDay",
  ]

  /// Names whose elements are arrays within these elements or resources only.
  static let arraysWithin: [String: Set<String>] = [
    "concept": ["CodeSystem", "codeSystem", "concept", "include", "exclude"],
    "designation": ["concept", "contains"],
    "dosage": ["MedicationStatement", "MedicationUsage"],
    "element": ["group"],
    "exclude": ["compose"],
    "group": ["ConceptMap"],
    "include": ["compose"],
    "part": ["parameter", "part"],
    "profile": ["meta"],
    "property": ["CodeSystem", "codeSystem", "concept"],
    "security": ["meta"],
    "target": ["element"],
    "valueSet": ["include", "exclude"],
  ]

  /// The elements that are kept of resources that are read by no reader: what finds them as the
  /// target of a reference and tells them apart, and the resources in them.
  static let keptOfOthers: Set<String> = [
    "code", "contained", "definitional", "id", "implicitRules", "ingredient", "meta",
    "modifierExtension", "product",
  ]

  /// Names whose elements are primitives in the resources that are read, and matter by presence.
  ///
  /// With an extension and no value, `<status>` is the absent member `status` beside `_status`.
  static let primitives: Set<String> = [
    "asNeeded", "asNeededBoolean", "authoredOn", "dateAsserted", "dateEnded", "dateWritten",
    "doNotPerform", "effectiveDateTime", "effectiveTimeDateTime", "end", "fullUrl",
    "implicitRules", "intent", "isActive", "isBrand", "isOverTheCounter", "notDone", "notGiven",
    "notTaken", "occurenceDateTime", "occurrenceDateTime", "recorded", "renderedDosageInstruction",
    "reportedBoolean", "start", "status", "statusChanged", "taken", "versionId", "wasNotGiven",
    "wasNotTaken", "whenHandedOver", "whenPrepared",
  ]
}
