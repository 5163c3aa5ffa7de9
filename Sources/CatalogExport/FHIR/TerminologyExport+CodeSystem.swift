// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText
internal import MedicationModel

extension TerminologyExport {
  /// Whether the export has every code that RxNorm defines, so that it may say `complete`.
  ///
  /// So only for a full monthly release of NLM of which no row was skipped.
  /// Prescribable subsets, weekly updates and reconstructions are fragments.
  public var isComplete: Bool {
    let release = content.catalog.release
    guard release.isOfficial, release.name.hasPrefix("RXNORM_"), release.name.hasSuffix("F") else {
      return false
    }
    let facts = content.catalog.facts
    return !facts.contains { fact in
      fact.key.hasPrefix("skipped.") || fact.key == "release.prescribable" && fact.value == "yes"
        || fact.key == "rows.RXNATOMARCHIVE" && fact.value == "absent"
    }
  }

  /// Writes the CodeSystem RxNorm: every concept that a row of SAB RXNORM names.
  ///
  /// Display is the main name; other names of RXNORM are designations whose use
  /// is their term type. Relations of RXNORM are properties that read "this
  /// concept has_ingredient that one". Placeholders have no code and are left out.
  ///
  /// - Returns: How many concepts it has.
  /// - Complexity: O(*n*) in concepts and what they have; memory is that of one concept.
  @discardableResult
  public func writeCodeSystem(to output: ExportOutput) throws(ExportError) -> Int {
    let properties = properties(relationNames(output.progress))
    var head = JSONWriter()
    begin(codeSystemHeading, &head)
    head.members([
      "caseSensitive": true, "valueSet": "\(CodeSystem.rxNorm)/vs", "compositional": false,
      "versionNeeded": false, "content": isComplete ? "complete" : "fragment",
      "filter": .list(properties.map(\.filter)), "property": .list(properties.map(\.declaration)),
    ])
    head.key("concept")
    var list = try ElementList(after: &head, to: output)
    for (concept, code) in content.codes("CodeSystem", output.progress) {
      try list.add { write(concept, code, &$0) }
    }
    return try list.end(",\"count\":\(list.count)}")
  }

  var codeSystemHeading: Heading {
    let extent =
      isComplete
      ? "All codes of RxNorm." : "A fragment: codes that are not here can still be codes of RxNorm."
    let absent =
      content.placeholderCount == 0
      ? ""
      : " \(content.placeholderCount) concepts whose code the release does not know are left out, "
        + "and relations to them."
    return Heading(
      type: "CodeSystem", id: "rxnorm", url: CodeSystem.rxNorm, name: "RxNorm", title: "RxNorm",
      description: "RxNorm: names and codes of clinical drugs. \(extent)\(absent)")
  }

  private func properties(_ relations: [String]) -> [ConceptProperty] {
    let attributes = ConceptProperty.attributes.map {
      ConceptProperty($0, .string, "Attribute \($0) of RxNorm", operators: ["="])
    }
    return ConceptProperty.fixed + [.ingredient(base: canonicalBase)] + attributes
      + relations.map { .relation($0) }
  }

  /// The relationships that occur between codes, in byte order.
  private func relationNames(_ progress: ProgressReport) -> [String] {
    var names: Set<String> = []
    for (concept, _) in content.codes("relationships", progress) {
      for relation in concept.relations where relation.isProperty {
        names.insert(relation.relationship.rawValue)
      }
    }
    return names.sorted { $0.precedesInBytes($1) }
  }

  // MARK: One concept

  private func write(_ concept: Concept, _ code: RxCUI, _ writer: inout JSONWriter) {
    let names = content.names(of: concept)
    writer.object { writer in
      writer.member("code", code.description)
      writer.member("display", concept.name)
      writeDesignations(names, &writer)
      writer.array("property") { writer in
        writeOwnProperties(of: concept, names, &writer)
        writeAttributes(of: concept, names, &writer)
        for relation in concept.relations where relation.isProperty {
          guard let target = relation.target?.code else { continue }
          Self.write(relation.relationship.rawValue, "valueCode", target.description, &writer)
        }
      }
    }
  }

  private func writeDesignations(_ names: [Name], _ writer: inout JSONWriter) {
    // The first is the main name, which is the display.
    let others = names.dropFirst().filter { $0.source == "RXNORM" }
    guard !others.isEmpty else { return }
    writer.objects("designation", others) { name, writer in
      if let language = Self.language(name.language) { writer.member("language", language) }
      writer.key("use")
      // Term types have no URI; a code without system is allowed (FHIR, Coding).
      writer.object { $0.member("code", name.termType.rawValue) }
      writer.member("value", name.text)
    }
  }

  private static func language(_ code: String) -> String? {
    switch code {
    case "ENG": "en"
    case "SPA": "es"
    default: nil
    }
  }

  private func writeOwnProperties(
    of concept: Concept, _ names: [Name], _ writer: inout JSONWriter
  ) {
    let status = concept.status
    Self.write("inactive", status != .active, &writer)
    Self.write("status", "valueCode", status.rawValue, &writer)
    Self.write("TTY", "valueCode", concept.termType.rawValue, &writer)
    for type in concept.semanticTypes { Self.write("STY", "valueCode", type.identifier, &writer) }
    var last: String?
    for source in names.map(\.source).sorted(by: { $0.precedesInBytes($1) }) where source != last {
      Self.write("SAB", "valueCode", source, &writer)
      last = source
    }
    if let main = names.first {
      Self.write("SUPPRESS", "valueCode", String(main.suppress), &writer)
    }
    Self.write("prescribable", concept.isPrescribable, &writer)
    guard !concept.isForm, concept.relationCount > 0 else { return }
    for ingredient in concept.ingredients {
      guard let code = ingredient.code else { continue }
      Self.write("ingredient", "valueCode", code.description, &writer)
    }
  }

  private func writeAttributes(
    of concept: Concept, _ names: [Name], _ writer: inout JSONWriter
  ) {
    if concept.ndcRowCount > 0 {
      for ndc in concept.ndcs { Self.write("NDC", "valueString", ndc.digits, &writer) }
    }
    if content.permits("MTHSPL"),
      concept.termType == .ingredient || concept.termType == .preciseIngredient
    {
      for unii in concept.uniis { Self.write("UNII", "valueString", unii, &writer) }
    }
    guard concept.attributeCount > 0 else { return }
    for attribute in concept.attributes
    where attribute.source == "RXNORM" && attribute.suppress == "N"
      && ConceptProperty.attributes.contains(attribute.name)
    {
      Self.write(attribute.name, "valueString", attribute.value, &writer)
    }
  }

  private static func write(
    _ code: String, _ member: StaticString, _ value: String, _ writer: inout JSONWriter
  ) {
    // FHIR has no empty strings.
    guard !value.isEmpty else { return }
    writer.object { writer in
      writer.member("code", code)
      writer.member(member, value)
    }
  }

  private static func write(_ code: String, _ value: Bool, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code)
      writer.member("valueBoolean", value)
    }
  }
}

extension Concept.Relation {
  /// Whether it is between two codes of RxNorm, and reads from subject to object.
  fileprivate var isProperty: Bool {
    guard source == "RXNORM", !isBetweenAtoms, !isReversed, let target else { return false }
    return target.code != nil && target.source == "RXNORM"
  }
}
