// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A concept map that was loaded from FHIR.
public struct LoadedConceptMap: Sendable, CatalogRecord {
  typealias Field = ConceptMapField
  static let section = SectionID.conceptMaps
  let catalog: Catalog
  package let index: Int

  /// The canonical URL, or an identifier or file name where the resource has none.
  public var url: String { text(.url) }
  /// The version; empty where none is given.
  public var version: String { text(.version) }
  /// The name for programs.
  public var name: String { text(.name) }
  /// The name for people.
  public var title: String { text(.title) }
  /// The publication status.
  public var status: String { text(.status) }
  /// The file that it came from.
  public var file: String { text(.file) }
  /// The value set that the source codes come from.
  public var sourceScope: String { text(.sourceScope) }
  /// The value set that the target codes come from.
  public var targetScope: String { text(.targetScope) }

  /// Whether the resource has no URL of its own.
  public var isURLInvented: Bool { word(.flags) & Field.inventedURLFlag != 0 }
  /// Whether the elements are in groups, as they are since STU3.
  public var hasGroups: Bool { word(.flags) & Field.ungroupedFlag == 0 }

  /// The groups, each with one source and one target system.
  public var groups: [ConceptMapGroup] { records(.groups) }
}

/// A group of a concept map.
public struct ConceptMapGroup: Sendable, CatalogRecord {
  typealias Field = MapGroupField
  static let section = SectionID.mapGroups
  let catalog: Catalog
  package let index: Int

  /// The map.
  public var map: LoadedConceptMap {
    LoadedConceptMap(catalog: catalog, index: Int(word(.map)))
  }
  /// The code system of the sources; empty where each mapping names its own.
  public var source: String { text(.source) }
  /// Its version.
  public var sourceVersion: String { text(.sourceVersion) }
  /// The code system of the targets.
  public var target: String { text(.target) }
  /// Its version.
  public var targetVersion: String { text(.targetVersion) }
  /// What becomes of codes that are not mapped: `use-source-code`, `fixed`, `other-map` or empty.
  public var unmappedMode: String { text(.unmappedMode) }
  /// The code for mode `fixed`.
  public var unmappedCode: String { text(.unmappedCode) }
  /// Its name.
  public var unmappedDisplay: String { text(.unmappedDisplay) }
  /// The other map, or the value set of mode `fixed`.
  public var unmappedURL: String { text(.unmappedURL) }
  /// How the source is related to it; unstated before R5.
  public var unmappedRelationship: MapRelationship {
    MapRelationship(number: word(.unmappedRelationship))
  }
  /// Its mappings, in document order.
  public var mappings: [CodeMapping] { records(.mappings) }
}

/// What a concept map says of one code.
public struct CodeMapping: Sendable, CatalogRecord {
  /// A condition of a mapping, or a further code of its target.
  public struct Attribute: Sendable, Hashable {
    /// What it is about.
    public let name: String
    /// The code system of the value.
    public let system: String
    /// The value.
    public let value: String
    /// Its name.
    public let display: String
  }

  typealias Field = MappingField
  static let section = SectionID.mappings
  let catalog: Catalog
  package let index: Int

  /// The group that contains it.
  public var group: ConceptMapGroup {
    ConceptMapGroup(catalog: catalog, index: Int(word(.group)))
  }
  /// The map that contains it.
  public var map: LoadedConceptMap { group.map }
  /// The code system of the source, as it is written.
  public var sourceSystem: String { text(.sourceSystem) }
  /// The source's code; the URL of a value set where ``hasSourceSet``.
  public var sourceCode: String { text(.sourceCode) }
  /// The source's name in the map.
  public var sourceDisplay: String { text(.sourceDisplay) }
  /// The code system of the target, as it is written.
  public var targetSystem: String { text(.targetSystem) }
  /// The target's code; empty where nothing corresponds, the URL of a value set where
  /// ``hasTargetSet``.
  public var targetCode: String { text(.targetCode) }
  /// The target's name in the map.
  public var targetDisplay: String { text(.targetDisplay) }
  /// The relationship or equivalence as written.
  public var literal: String { text(.literal) }
  /// A remark.
  public var comment: String { text(.comment) }
  /// How the source is related to the target.
  public var relationship: MapRelationship { MapRelationship(number: word(.kind) & 0xFF) }
  private func isSet(_ flag: UInt32) -> Bool { word(.kind) >> 8 & flag != 0 }
  /// Whether all codes of a value set are the source.
  public var hasSourceSet: Bool { isSet(Field.sourceSetFlag) }
  /// Whether a value set is the target.
  public var hasTargetSet: Bool { isSet(Field.targetSetFlag) }
  /// Whether it is the first one of its element.
  public var beginsElement: Bool { !isSet(Field.furtherTargetFlag) }
  /// Whether it is an element that names no target at all.
  public var hasNoTarget: Bool { isSet(Field.noTargetFlag) }
  /// Conditions without which the mapping does not hold.
  public var dependencies: [Attribute] { attributes(0, attributeCounts & 0xFFFF) }
  /// What belongs to the target in addition to its code.
  public var products: [Attribute] {
    attributes(attributeCounts & 0xFFFF, attributeCounts >> 16)
  }
  /// Whether it holds only under a condition.
  public var isConditional: Bool { attributeCounts & 0xFFFF != 0 }

  /// Whether source and target code mean the same: they are equivalent, without
  /// conditions, and nothing but its code belongs to the target.
  public var isSame: Bool {
    relationship == .equivalent && attributeCounts == 0 && !hasTargetSet
      && !hasSourceSet && !targetCode.isEmpty
  }

  /// Of dependencies in the lower half, of products in the upper.
  private var attributeCounts: UInt32 { UInt32(count(.attributes)) }

  private func attributes(_ skipped: UInt32, _ count: UInt32) -> [Attribute] {
    catalog.tuples(word(.attributes) &+ skipped, count).map {
      Attribute(name: $0[0], system: $0[1], value: $0[2], display: $0[3])
    }
  }
}

extension MapRelationship {
  /// Reads the number of a record; a number unknown to the format counts as unstated.
  init(number: UInt32) {
    let all = MapRelationship.allCases
    self = Int(number) < all.count ? all[Int(number)] : .unstated
  }
}

extension Catalog {
  /// The concept maps that were loaded from FHIR, in the order of loading.
  public var conceptMaps: [LoadedConceptMap] { records() }

  /// Calls `body` with every mapping whose source is a code, whatever its relationship.
  ///
  /// - Parameters:
  ///   - system: The code system, in any right spelling.
  ///   - code: The code, exact.
  ///   - body: Called in the order of loading; ``CodeMapping/isSame`` tells which may be
  ///     taken as the same thing.
  /// - Complexity: O(1) on average in the number of mappings.
  public func forEachMapping(system: String, code: String, _ body: (CodeMapping) -> Void) {
    guard file.section(.mappings).count > 0 else { return }
    forEachTermKey(system: Self.canonical(system), code: code, .mappingSource) {
      body(CodeMapping(catalog: self, index: $0))
    }
  }

  /// Calls `body` with every mapping whose target is a code, whatever its relationship.
  public func forEachMapping(toSystem system: String, code: String, _ body: (CodeMapping) -> Void) {
    guard file.section(.mappings).count > 0 else { return }
    forEachTermKey(system: Self.canonical(system), code: code, .mappingTarget) {
      body(CodeMapping(catalog: self, index: $0))
    }
  }

  /// The groups that say how to treat codes that they do not list, this one among them.
  public func groupsWithoutMapping(system: String, code: String) -> [ConceptMapGroup] {
    let wanted = Self.canonical(system)
    var mapped: Set<Int> = []
    forEachMapping(system: system, code: code) { mapped.insert($0.group.index) }
    return (0..<file.section(.mapGroups).count).lazy
      .map { ConceptMapGroup(catalog: self, index: $0) }
      .filter {
        !$0.unmappedMode.isEmpty && Self.canonical($0.source) == wanted
          && !mapped.contains($0.index)
      }
  }

  /// The URI of a code system in keys.
  static func canonical(_ system: String) -> String {
    KnownCodeSystem.recognise(system)?.canonical ?? system
  }
}

/// A registration of a code system that was loaded from FHIR.
public struct LoadedNamingSystem: Sendable, CatalogRecord {
  typealias Field = NamingSystemField
  static let section = SectionID.namingSystems
  let catalog: Catalog
  package let index: Int

  /// The canonical URL of the registration; empty before R5, where it has none.
  public var url: String { text(.url) }
  /// The version of the registration.
  public var version: String { text(.version) }
  /// The name for programs.
  public var name: String { text(.name) }
  /// The name for people.
  public var title: String { text(.title) }
  /// The status of the registration, which says nothing about the codes.
  public var status: String { text(.status) }
  /// The file that it came from.
  public var file: String { text(.file) }

  /// Its names: type (`oid`, `uri` …), value, and whether it is the preferred one of its type.
  public var names: [(type: String, value: String, isPreferred: Bool)] {
    tuples(.names).map { ($0[0], $0[1], $0[2] == "preferred") }
  }

  /// The URI of the system: the preferred one, or the first.
  public var preferredURI: String? {
    let uris = names.filter { $0.type == "uri" }
    return (uris.first { $0.isPreferred } ?? uris.first)?.value
  }
}

extension Catalog {
  /// The registrations that were loaded from FHIR, in the order of loading.
  public var namingSystems: [LoadedNamingSystem] { records() }

  /// The URI of a code system that a loaded registration knows by another name.
  ///
  /// What `KnownCodeSystem` of MedicationModel recognises is not looked for here: it goes first.
  ///
  /// - Parameter literal: An OID, bare or as `urn:oid:`, or another URI of the system.
  /// - Returns: The preferred URI; `nil` where no registration has the name, where it is the
  ///   preferred one itself, or where two registrations disagree about it.
  /// - Complexity: O(*n*) in the registrations that were loaded.
  public func registeredSystem(_ literal: String) -> String? {
    let count = file.section(.namingSystems).count
    guard count > 0 else { return nil }
    let name = literal.hasPrefix("urn:oid:") ? String(literal.dropFirst(8)) : literal
    var found: String?
    for system in namingSystems {
      guard
        system.names.contains(where: {
          $0.value == name || $0.value == literal || $0.value == "urn:oid:" + name
        }), let uri = system.preferredURI
      else { continue }
      if let found, found != uri { return nil }
      found = uri
    }
    return found == literal ? nil : found
  }
}
