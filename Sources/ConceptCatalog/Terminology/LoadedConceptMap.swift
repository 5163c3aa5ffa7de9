// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A concept map that was loaded from FHIR.
public struct LoadedConceptMap: Sendable, CatalogRecord {
  static let section = SectionID.conceptMaps
  let catalog: Catalog
  package let index: Int

  /// The canonical URL, or an identifier or file name where the resource has none.
  public var url: String { text(ConceptMapField.url) }
  /// The version; empty where none is given.
  public var version: String { text(ConceptMapField.version) }
  /// The name for programs.
  public var name: String { text(ConceptMapField.name) }
  /// The name for people.
  public var title: String { text(ConceptMapField.title) }
  /// The publication status.
  public var status: String { text(ConceptMapField.status) }
  /// The file that it came from.
  public var file: String { text(ConceptMapField.file) }
  /// The value set that the source codes come from.
  public var sourceScope: String { text(ConceptMapField.sourceScope) }
  /// The value set that the target codes come from.
  public var targetScope: String { text(ConceptMapField.targetScope) }

  /// Whether the resource has no URL of its own.
  public var isURLInvented: Bool {
    word(ConceptMapField.flags) & ConceptMapField.inventedURLFlag != 0
  }
  /// Whether the elements stand in groups, as they do since STU3.
  public var hasGroups: Bool {
    word(ConceptMapField.flags) & ConceptMapField.ungroupedFlag == 0
  }

  /// The groups, each with one source and one target system.
  public var groups: [ConceptMapGroup] {
    records(ConceptMapField.groups)
  }
}

/// A group of a concept map.
public struct ConceptMapGroup: Sendable, CatalogRecord {
  static let section = SectionID.mapGroups
  let catalog: Catalog
  package let index: Int

  /// The map.
  public var map: LoadedConceptMap {
    LoadedConceptMap(catalog: catalog, index: Int(word(MapGroupField.map)))
  }
  /// The code system of the sources; empty where each mapping names its own.
  public var source: String { text(MapGroupField.source) }
  /// Its version.
  public var sourceVersion: String { text(MapGroupField.sourceVersion) }
  /// The code system of the targets.
  public var target: String { text(MapGroupField.target) }
  /// Its version.
  public var targetVersion: String { text(MapGroupField.targetVersion) }
  /// What becomes of codes that are not mapped: `use-source-code`, `fixed`, `other-map` or empty.
  public var unmappedMode: String { text(MapGroupField.unmappedMode) }
  /// The code for mode `fixed`.
  public var unmappedCode: String { text(MapGroupField.unmappedCode) }
  /// Its name.
  public var unmappedDisplay: String { text(MapGroupField.unmappedDisplay) }
  /// The other map, or the value set of mode `fixed`.
  public var unmappedURL: String { text(MapGroupField.unmappedURL) }
  /// How the source is related to it; unstated before R5.
  public var unmappedRelationship: MapRelationship {
    MapRelationship(number: word(MapGroupField.unmappedRelationship))
  }
  /// Its mappings, in document order.
  public var mappings: [CodeMapping] {
    records(MapGroupField.mappings)
  }
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

  static let section = SectionID.mappings
  let catalog: Catalog
  package let index: Int

  /// The group that it stands in.
  public var group: ConceptMapGroup {
    ConceptMapGroup(catalog: catalog, index: Int(word(MappingField.group)))
  }
  /// The map that it stands in.
  public var map: LoadedConceptMap { group.map }
  /// The code system of the source, as it is written.
  public var sourceSystem: String { text(MappingField.sourceSystem) }
  /// The source's code; the URL of a value set where ``hasSourceSet``.
  public var sourceCode: String { text(MappingField.sourceCode) }
  /// The source's name in the map.
  public var sourceDisplay: String { text(MappingField.sourceDisplay) }
  /// The code system of the target, as it is written.
  public var targetSystem: String { text(MappingField.targetSystem) }
  /// The target's code; empty where nothing corresponds, the URL of a value set where
  /// ``hasTargetSet``.
  public var targetCode: String { text(MappingField.targetCode) }
  /// The target's name in the map.
  public var targetDisplay: String { text(MappingField.targetDisplay) }
  /// The relationship or equivalence as written.
  public var literal: String { text(MappingField.literal) }
  /// A remark.
  public var comment: String { text(MappingField.comment) }
  /// How the source is related to the target.
  public var relationship: MapRelationship {
    MapRelationship(number: word(MappingField.kind) & 0xFF)
  }
  /// Whether all codes of a value set are the source.
  public var hasSourceSet: Bool {
    word(MappingField.kind) >> 8 & MappingField.sourceSetFlag != 0
  }
  /// Whether a value set is the target.
  public var hasTargetSet: Bool {
    word(MappingField.kind) >> 8 & MappingField.targetSetFlag != 0
  }
  /// Whether it is the first one of its element.
  public var beginsElement: Bool {
    word(MappingField.kind) >> 8 & MappingField.furtherTargetFlag == 0
  }
  /// Whether it stands for an element that names no target at all.
  public var hasNoTarget: Bool {
    word(MappingField.kind) >> 8 & MappingField.noTargetFlag != 0
  }
  /// Conditions without which the mapping does not hold.
  public var dependencies: [Attribute] {
    attributes(0, word(MappingField.attributes + 1) & 0xFFFF)
  }
  /// What belongs to the target beside its code.
  public var products: [Attribute] {
    let counts = word(MappingField.attributes + 1)
    return attributes(counts & 0xFFFF, counts >> 16)
  }
  /// Whether it holds only under a condition.
  public var isConditional: Bool { word(MappingField.attributes + 1) & 0xFFFF != 0 }

  /// Whether source and target code mean the same: an equivalent, under no condition, with
  /// nothing that belongs to the target beside its code.
  public var isSame: Bool {
    relationship == .equivalent && word(MappingField.attributes + 1) == 0 && !hasTargetSet
      && !hasSourceSet && !targetCode.isEmpty
  }

  private func attributes(_ skipped: UInt32, _ count: UInt32) -> [Attribute] {
    catalog.tuples(word(MappingField.attributes) &+ skipped, count).map {
      Attribute(name: $0[0], system: $0[1], value: $0[2], display: $0[3])
    }
  }
}

extension MapRelationship {
  /// Reads the number of a record; what no version of the format has is no statement.
  init(number: UInt32) {
    let all = MapRelationship.allCases
    self = Int(number) < all.count ? all[Int(number)] : .unstated
  }
}

extension Catalog {
  /// The concept maps that were loaded from FHIR, in the order of loading.
  public var conceptMaps: [LoadedConceptMap] {
    records()
  }

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

  /// The groups that tell what becomes of codes that they do not name, this one among them.
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

  /// The URI that stands for a code system in keys.
  static func canonical(_ system: String) -> String {
    KnownCodeSystem.recognise(system)?.canonical ?? system
  }
}
