// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

/// The maps that can be exported.
public enum ExportMap: String, Sendable, Hashable, CaseIterable {
  /// NDC to the product that RxNorm gives it.
  case ndc
  /// Codes that are gone, or quantified, to the live codes that took their place.
  case retired
  /// Subjects of labels to the symptom categories that the labels name.
  case symptoms
}

extension TerminologyExport {
  /// The system of HealthKit's identifiers that FHIR data of health apps uses.
  static let healthKitSystem = "http://developer.apple.com/documentation/healthkit"

  /// Writes a ConceptMap.
  ///
  /// FHIR wants at least one element: ask ``hasElements(_:)`` first.
  ///
  /// - Returns: How many codes it maps.
  /// - Complexity: O(*n*) in its elements; memory does not grow with them.
  @discardableResult
  public func writeConceptMap(
    _ map: ExportMap, to output: ExportOutput
  ) throws(ExportError) -> Int {
    var head = JSONWriter()
    begin(heading(of: map), &head)
    let all = CodeSystem.rxNorm + "/vs"
    if map != .ndc { head.member(fhir == .r4 ? "sourceUri" : "sourceScopeUri", all) }
    if map != .symptoms { head.member(fhir == .r4 ? "targetUri" : "targetScopeUri", all) }
    if fhir == .r5, map == .symptoms { head.members(["property": [evidenceDeclaration]]) }
    head.key("group")
    head.beginArray()
    head.beginObject()
    writeSystem("source", map == .ndc ? CodeSystem.ndc : CodeSystem.rxNorm, &head)
    writeSystem("target", map == .symptoms ? Self.healthKitSystem : CodeSystem.rxNorm, &head)
    head.key("element")
    var list = try ElementList(after: &head, to: output)
    try forEachElement(of: map, output.progress) { (element) throws(ExportError) in
      try list.add { write(element, &$0) }
    }
    return try list.end("}]}")
  }

  func heading(of map: ExportMap) -> Heading {
    switch map {
    case .ndc:
      Heading(
        type: "ConceptMap", id: "ndc-to-rxnorm", url: url(of: "ConceptMap", "ndc-to-rxnorm"),
        name: "NDCToRxNorm", title: "NDC to RxNorm",
        description: "NDCs (eleven digits) to the drugs or packs that RxNorm gives them. An NDC "
          + "names one package of one labeler, so the target is wider. Suppressed rows are left "
          + "out; where RXNORM itself states an NDC, other sources do not count.")
    case .retired:
      Heading(
        type: "ConceptMap", id: "rxnorm-retired-to-active",
        url: url(of: "ConceptMap", "rxnorm-retired-to-active"), name: "RxNormRetiredToActive",
        title: "Retired RxNorm codes to what took their place",
        description: "Codes that are gone to the codes that took their place, and quantified codes "
          + "to their quantified forms. A code is equivalent to a successor that is its only one, "
          + "active, of its own kind and, by the old name, the same. Any other is related only, "
          + "and its comment says why: one of several, of which none is chosen; obsolete itself; "
          + "another strength or form; no old name known. A code without successor in the release "
          + "is mapped to nothing.")
    case .symptoms:
      Heading(
        type: "ConceptMap", id: "rxnorm-to-symptom-category",
        url: url(of: "ConceptMap", "rxnorm-to-symptom-category"),
        name: "RxNormToSymptomCategory", title: "RxNorm to HealthKit symptom categories",
        description: "Ingredients, combinations and products to the symptom categories that their "
          + "labels name, with the evidence. Products without a label of their own inherit from "
          + "their ingredients as rxkit side-effects shows; they are not listed. "
          + ExportContent.symptomNote)
    }
  }

  // MARK: JSON

  private func writeSystem(_ member: StaticString, _ system: String, _ writer: inout JSONWriter) {
    let version = system == CodeSystem.rxNorm ? codeSystemVersion : nil
    switch fhir {
    case .r4:
      writer.member(member, system)
      guard let version else { return }
      writer.key(member.description + "Version")
      writer.string(version)
    case .r5: writer.member(member, version.map { "\(system)|\($0)" } ?? system)
    }
  }

  private var evidenceDeclaration: JSONValue {
    [
      "code": "evidence", "uri": "\(canonicalBase)/property/evidence",
      "description": "Identifier of a row of evidence", "type": "string",
    ]
  }

  private func write(_ element: MapElement, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", element.code)
      if let display = element.display, !display.isEmpty { writer.member("display", display) }
      if element.targets.isEmpty, fhir == .r5 { return writer.member("noMap", true) }
      writer.array("target") { writer in
        if element.targets.isEmpty {
          writer.object { writer in
            writer.member("equivalence", "unmatched")
            if let comment = element.comment { writer.member("comment", comment) }
          }
        }
        for target in element.targets { write(target, &writer) }
      }
    }
  }

  private func write(_ target: MapElement.Target, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", target.code)
      writer.member("display", target.display)
      switch fhir {
      case .r4: writer.member("equivalence", target.relation.equivalence)
      case .r5: writer.member("relationship", target.relation.relationship)
      }
      if let comment = target.comment { writer.member("comment", comment) }
      guard fhir == .r5, !target.evidence.isEmpty else { return }
      writer.objects("property", target.evidence) { identifier, writer in
        writer.member("code", "evidence")
        writer.member("valueString", identifier)
      }
    }
  }
}
