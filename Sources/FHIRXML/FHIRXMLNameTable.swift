// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import XMLText

/// The names of a document by their numbers, and what each tells.
///
/// Numbers begin at 1 and are dense, so that a table is an array.
struct FHIRXMLNameTable {
  /// A name as it is written in JSON.
  struct Name {
    var utf8: [UInt8] = []
    /// The names of parents in which it is an array.
    var arrayParents: [UInt32] = []
  }

  private(set) var names: [Name] = []
  /// What is known of each name, apart from the names, since it is looked up for every element.
  private var marks: [Marks] = []

  struct Marks: OptionSet {
    let rawValue: UInt8

    static let known = Marks(rawValue: 1)
    static let resource = Marks(rawValue: 2)
    /// Its elements are primitives also where they have no value.
    static let primitive = Marks(rawValue: 4)
    static let array = Marks(rawValue: 8)
    static let arrayWithin = Marks(rawValue: 16)
    /// It is kept of resources of which only the identity is read.
    static let kept = Marks(rawValue: 32)
    /// It is such a resource.
    static let unread = Marks(rawValue: 64)
  }

  /// Whether resources are read that make no record.
  private let readsAll: Bool

  init(readsAll: Bool) { self.readsAll = readsAll }

  /// Takes in a name that occurs.
  @inline(__always)
  mutating func note(_ name: XMLName, in reader: borrowing XMLReader) {
    let index = Int(name.number)
    if index < marks.count, marks[index].contains(.known) { return }
    add(index, reader.string(name), reader)
  }

  private mutating func add(_ index: Int, _ word: String, _ reader: borrowing XMLReader) {
    if index >= names.count {
      names.append(contentsOf: repeatElement(Name(), count: index + 1 - names.count))
      marks.append(contentsOf: repeatElement([], count: index + 1 - marks.count))
    }
    var mark: Marks = .known
    var name = Name(utf8: Array(word.utf8))
    // Names of resources begin in upper case, those of elements never do.
    if let first = name.utf8.first, first >= 0x41, first <= 0x5A {
      mark.insert(.resource)
      if !readsAll, !ResourceKind.isRead(word) { mark.insert(.unread) }
    }
    if FHIRElementShapes.arrays.contains(word) { mark.insert(.array) }
    if FHIRElementShapes.primitives.contains(word) { mark.insert(.primitive) }
    if FHIRElementShapes.arraysWithin[word] != nil { mark.insert(.arrayWithin) }
    if FHIRElementShapes.keptOfOthers.contains(word) { mark.insert(.kept) }
    marks[index] = mark
    name.arrayParents = (FHIRElementShapes.arraysWithin[word] ?? []).map {
      reader.name($0).number
    }
    names[index] = name
  }

  /// Whether elements of a name are an array within a parent even when one occurs.
  @inline(__always)
  func isArray(_ name: UInt32, within parent: UInt32) -> Bool {
    let mark = marks[Int(name)]
    if mark.contains(.array) { return true }
    return mark.contains(.arrayWithin) && names[Int(name)].arrayParents.contains(parent)
  }

  /// What is known of a name.
  @inline(__always)
  subscript(name: UInt32) -> Marks { marks[Int(name)] }
}

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
  /// target of a reference and distinguishes them, and the resources in them.
  static let keptOfOthers: Set<String> = [
    "code", "contained", "definitional", "id", "implicitRules", "ingredient", "meta",
    "modifierExtension", "product",
  ]

  /// Names whose elements are primitives in the resources that are read, and matter by presence.
  ///
  /// With an extension and no value, `<status>` is the absent member `status` with `_status`.
  static let primitives: Set<String> = [
    "asNeeded", "asNeededBoolean", "authoredOn", "dateAsserted", "dateEnded", "dateWritten",
    "doNotPerform", "effectiveDateTime", "effectiveTimeDateTime", "end", "fullUrl",
    "implicitRules", "intent", "isActive", "isBrand", "isOverTheCounter", "notDone", "notGiven",
    "notTaken", "occurenceDateTime", "occurrenceDateTime", "recorded", "renderedDosageInstruction",
    "reportedBoolean", "start", "status", "statusChanged", "taken", "versionId", "wasNotGiven",
    "wasNotTaken", "whenHandedOver", "whenPrepared",
  ]
}
