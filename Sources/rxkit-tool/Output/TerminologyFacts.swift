// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel

/// What terminology loaded from FHIR says of a code.
struct TerminologyFacts {
  let terms: LoadedTerms
  /// Mappings from the code.
  let mappings: [CodeMapping]
  /// Mappings to the code.
  let reverse: [CodeMapping]
  /// What maps say of codes that they do not name, this one among them.
  let unmapped: [ConceptMapGroup]
  let valueSets: [(set: LoadedValueSet, membership: ValueSetMembership)]
  /// The right spelling of the system.
  private let canonicalSystem: String
  /// Whether the release itself defines the code: then no supplement stands alone.
  private let isInRelease: Bool

  init(system: String, code: String, isInRelease: Bool, _ catalog: Catalog) {
    self.isInRelease = isInRelease
    canonicalSystem = Self.recognised(system)
    terms = catalog.terms(system: system, code: code)
    var (from, to): ([CodeMapping], [CodeMapping]) = ([], [])
    catalog.forEachMapping(system: system, code: code) { from.append($0) }
    catalog.forEachMapping(toSystem: system, code: code) { to.append($0) }
    mappings = from
    reverse = to
    unmapped = catalog.groupsWithoutMapping(system: system, code: code)
    valueSets = catalog.valueSets(of: code, system: system)
  }

  /// Whether a resource names the code.
  var isNamed: Bool {
    !terms.terms.isEmpty || !mappings.isEmpty || !reverse.isEmpty
      || valueSets.contains { $0.membership == .member }
  }

  // MARK: For people

  func append(to table: inout Table) {
    for term in terms.terms { append(term, to: &table) }
    if terms.isAmbiguous {
      table.append(["versions", "give the code different names; none is chosen"])
    }
    for mapping in mappings { append(mapping, isReverse: false, to: &table) }
    for mapping in reverse { append(mapping, isReverse: true, to: &table) }
    for group in unmapped {
      table.append([
        "not mapped",
        [group.map.url, group.unmappedMode, group.unmappedCode, group.unmappedURL]
          .filter { !$0.isEmpty }.joined(separator: ", "),
      ])
    }
    appendValueSets(to: &table)
  }

  /// Appends the value sets that hold the code, and those for which that cannot be told.
  ///
  /// The latter are shown with why if one of their rules is about the system of the code. Rules
  /// about no system, which only import what is not loaded, could hold any code:
  /// those are counted.
  private func appendValueSets(to table: inout Table) {
    var untoldCount = 0
    for (set, membership) in valueSets {
      let name = Self.canonical(set.url, set.version)
      switch membership {
      case .member: table.append(["value set", name])
      case .notComputable(let reason) where isAboutSystem(set):
        table.append(["value set?", "\(name): \(reason)"])
      case .notComputable: untoldCount += 1
      case .notMember: break
      }
    }
    guard untoldCount > 0 else { return }
    let count = DisplayText.counted(untoldCount, "value set imports", "value sets import")
    table.append([
      "value set?", "\(count) what is not loaded; --format json tells which and why",
    ])
  }

  private func isAboutSystem(_ set: LoadedValueSet) -> Bool {
    set.clauses.contains { !$0.system.isEmpty && Self.recognised($0.system) == canonicalSystem }
  }

  private static func recognised(_ system: String) -> String {
    KnownCodeSystem.recognise(system)?.canonical ?? system
  }

  private func append(_ term: LoadedTerm, to table: inout Table) {
    let concept = term.concept
    let system = concept.system
    let title = system.title.isEmpty ? system.name : system.title
    table.append([title.isEmpty ? system.url : title, "\(concept.code) \(concept.display)"])
    let codes = Self.canonical(system.url, system.codesVersion)
    table.append([term.isSupplementOnly ? "supplement of" : "system", codes])
    if isAlone(term) { table.append(["", "named by a supplement only"]) }
    if terms.isCaseFolded { table.append(["", "found without regard to letter case"]) }
    if term.isInactive { table.append(["status", "inactive"]) }
    if !concept.definition.isEmpty { table.append(["definition", concept.definition]) }
    for part in term.designations {
      table.append([part.language.isEmpty ? "designation" : part.language, part.value])
    }
    for part in term.properties { table.append([part.code, part.value]) }
    for (parent, kind) in concept.parents {
      table.append(["parent (\(kind.word))", "\(parent.code) \(parent.display)"])
    }
  }

  private func append(_ mapping: CodeMapping, isReverse: Bool, to table: inout Table) {
    let other =
      isReverse
      ? "\(mapping.sourceSystem) \(mapping.sourceCode)"
      : "\(mapping.targetSystem) \(mapping.targetCode)"
    var text = "\(mapping.relationship.rawValue) \(other) (\(mapping.map.url)"
    if mapping.isConditional { text += ", under conditions" }
    table.append([isReverse ? "mapped from" : "mapped to", text + ")"])
  }

  /// Whether nothing that is loaded defines the code.
  private func isAlone(_ term: LoadedTerm) -> Bool { term.isSupplementOnly && !isInRelease }

  private static func canonical(_ url: String, _ version: String) -> String {
    version.isEmpty ? url : "\(url)|\(version)"
  }

  // MARK: For programs

  func writeMembers(to json: inout JSONWriter) {
    json.array("terms") { json in
      for term in terms.terms { write(term, to: &json) }
    }
    json.member("termsAmbiguous", terms.isAmbiguous)
    json.array("mappings") { json in
      for mapping in mappings { write(mapping, direction: "from", to: &json) }
      for mapping in reverse { write(mapping, direction: "to", to: &json) }
    }
    json.array("unmapped") { json in
      for group in unmapped {
        json.object { json in
          json.member("map", group.map.url)
          json.member("version", group.map.version)
          json.member("mode", group.unmappedMode)
          json.member("code", group.unmappedCode)
          json.member("url", group.unmappedURL)
          json.member("relationship", group.unmappedRelationship.rawValue)
        }
      }
    }
    json.array("valueSets") { json in
      for (set, membership) in valueSets {
        json.object { json in
          json.member("url", set.url)
          json.member("version", set.version)
          json.member("membership", membership.word)
          if case .notComputable(let reason) = membership {
            json.member("reason", reason)
          } else {
            json.key("reason")
            json.null()
          }
        }
      }
    }
  }

  private func write(_ term: LoadedTerm, to json: inout JSONWriter) {
    let concept = term.concept
    let system = concept.system
    json.object { json in
      json.member("system", system.url)
      json.member("version", system.codesVersion)
      json.member("code", concept.code)
      json.member("display", concept.display)
      json.member("definition", concept.definition)
      json.member("content", system.content)
      json.member("inactive", term.isInactive)
      json.member("supplementOnly", isAlone(term))
      json.member("caseFolded", terms.isCaseFolded)
      json.array("designations") { json in
        for part in term.designations {
          json.object { json in
            json.member("language", part.language)
            json.member("use", part.use)
            json.member("value", part.value)
            json.member("from", part.from.file)
          }
        }
      }
      json.array("properties") { json in
        for source in [concept] + term.supplements {
          for (place, part) in source.properties.enumerated() {
            json.object { json in
              json.member("code", part.code)
              json.member("type", part.kind)
              json.member("value", part.value)
              json.member("system", source.coding(ofProperty: place)?.system ?? "")
              json.member("from", source.system.file)
            }
          }
        }
      }
      write("parents", concept.parents, to: &json)
      write("children", concept.children, to: &json)
    }
  }

  private func write(
    _ name: String, _ neighbours: [ConceptCatalog.CodeSystemConcept.Neighbour],
    to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for (concept, kind) in neighbours {
        json.object { json in
          json.member("code", concept.code)
          json.member("display", concept.display)
          json.member("by", kind.word)
        }
      }
    }
  }

  private func write(
    _ mapping: CodeMapping, direction: String, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("map", mapping.map.url)
      json.member("version", mapping.map.version)
      json.member("direction", direction)
      json.member("sourceSystem", mapping.sourceSystem)
      json.member("sourceCode", mapping.sourceCode)
      json.member("targetSystem", mapping.targetSystem)
      json.member("targetCode", mapping.targetCode)
      json.member("targetDisplay", mapping.targetDisplay)
      json.member("relationship", mapping.relationship.rawValue)
      json.member("literal", mapping.literal)
      json.member("same", mapping.isSame)
      json.member("comment", mapping.comment)
      write("dependsOn", mapping.dependencies, to: &json)
      write("products", mapping.products, to: &json)
    }
  }

  private func write(
    _ name: String, _ attributes: [CodeMapping.Attribute], to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for attribute in attributes {
        json.object { json in
          json.member("name", attribute.name)
          json.member("system", attribute.system)
          json.member("value", attribute.value)
          json.member("display", attribute.display)
        }
      }
    }
  }
}
