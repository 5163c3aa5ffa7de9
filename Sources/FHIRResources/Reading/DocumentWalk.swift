// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Walks the containers of a document and reads what stands in them (section 6).
///
/// Two passes: the first finds every resource and its scope, the second reads
/// the records, because a reference may lead to a later entry.
struct DocumentWalk {
  var records: [MedicationRecord] = []
  var allergies: [AllergyRecord] = []
  var immunizationCount = 0
  var patients: [PatientRecord] = []
  var listings: [RecordListing] = []
  var terminology = DocumentTerminology()
  var problems: [FHIRDocumentProblem] = []
  var fhirVersion: FHIRVersion?

  let options: FHIRReadingOptions
  /// What makes records, in document order.
  var found: [(entry: ScopeEntry, scope: ResourceScope)] = []
  var listEntries: [(entry: ScopeEntry, scope: ResourceScope)] = []
  /// The Medications that name the drugs of what was found, where entries or Lists may take them off.
  var medications: [JSONNode?] = []
  /// The entries that delete a resource.
  var deletions: [Deletion] = []
  var allergyEntries: [(entry: ScopeEntry, scope: ResourceScope)] = []
  /// What the document says of its version before any medication is looked at.
  var statedVersion: FHIRVersion?
  var isDSTU1 = false
  var root: JSONNode?
  /// Where references lead that lead nowhere in the document.
  let neighbourhood: FHIRNeighbourhood?
  /// What was read before this line, or before the document: nothing.
  var begin = Begin()
  /// What the text says many times over; not kept where something is nested too deep, which an
  /// object's bytes do not tell.
  var repeated: RepeatedElements? = RepeatedElements()
  /// The lines that are read, one of which the nodes stand on; else all of the text is read.
  var batch: JSONLineBatch?
  var lineNumber = 0
  /// The text in XML that the nodes were made from, if any.
  var xml: (any FHIRSyntax)?
  /// Finding a place takes time that grows with the text; later problems name the entry only.
  static let placeLimit = 1000

  /// How much was read before a line: what a line says goes no further.
  struct Begin {
    var record = 0
    var allergy = 0
    var problem = 0
  }

  init(_ options: FHIRReadingOptions, beside neighbourhood: FHIRNeighbourhood? = nil) {
    self.options = options
    self.neighbourhood = neighbourhood
  }

  /// Finds the resources of a single document.
  mutating func read(_ document: JSONDocument) {
    root = document.root
    if document.omissionOffset != nil { repeated = nil }
    let scope = ResourceScope(
      outer: neighbourhood.map {
        ResourceScope(
          outer: nil,
          neighbours: NeighbourScope(neighbourhood: $0, source: $0.source, isOwn: false))
      })
    if document.root.isArray {
      // Null is absent (section 12); a list of nothing else holds no resource.
      if document.root.elements.allSatisfy(\.isNull) { reportNoResource(document.root, at: "") }
      for (number, item) in document.root.elements.enumerated() where !item.isNull {
        findTopLevel(item, at: "\(number)", in: scope)
      }
    } else {
      findTopLevel(document.root, at: "", in: scope)
    }
    readRecords()
  }

  /// Finds the resources of a document in another syntax.
  mutating func read(_ text: some FHIRSyntax) {
    xml = text
    read(text.document)
  }

  /// Finds the resources of all lines; they form one scope.
  mutating func read(lines: JSONLines) {
    let scope = ResourceScope(outer: nil)
    if lines.omissionOffset != nil { repeated = nil }
    for line in lines.lines {
      let address = "\(line.number)"
      switch line.value {
      case .success(let node):
        root = node
        findTopLevel(node, at: address, in: scope)
      case .failure(let error):
        report(notJSON: error, at: address, isLine: true)
      }
      root = nil
      if let offset = line.trailingOffset {
        reportTrailing(
          "value of the line", mayHoldObject: lines.mayHoldObject(from: offset), at: address,
          line: line.number + 1)
      }
    }
    reportReplacements(surrogate: lines.loneSurrogateOffset, omission: lines.omissionOffset) {
      lines.position(of: $0)
    }
    readRecords()
  }
}
