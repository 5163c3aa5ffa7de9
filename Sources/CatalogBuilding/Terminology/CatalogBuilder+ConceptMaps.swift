// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a concept map into the catalog: every mapping with what it says of itself.
  ///
  /// - Parameters:
  ///   - map: A concept map read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd.
  public mutating func add(_ map: ConceptMapResource, file: String) -> [Problem] {
    var problems = map.problems
    let url = map.url ?? Self.identifier(map.identifiers) ?? file
    let fields = [
      url, map.version, map.name, map.title, map.status, file, map.sourceScope, map.targetScope,
    ].map { number($0) }
    if rows.terminology.maps.contains(where: {
      $0.fields[0] == fields[0] && $0.fields[1] == fields[1]
    }) {
      problems.append(
        Problem(
          .resourceRepeated, .warning,
          "a concept map of this url and version is loaded already; both are kept"))
    }
    for group in map.groups { add(group) }
    rows.terminology.maps.append(
      ConceptMapRow(
        fields: fields, groupCount: map.groups.count,
        flags: (map.url == nil ? ConceptMapField.inventedURLFlag : 0)
          | (map.hasGroups ? 0 : ConceptMapField.ungroupedFlag)))
    return problems
  }

  private mutating func add(_ group: ConceptMapResource.Group) {
    let first = rows.terminology.mappings.count
    for element in group.elements {
      if element.targets.isEmpty {
        // Also what says nothing: every element leaves a record.
        add(element, nil, MappingField.noTargetFlag)
      }
      for (number, target) in element.targets.enumerated() {
        add(element, target, number == 0 ? 0 : MappingField.furtherTargetFlag)
      }
    }
    let unmapped = group.unmapped
    rows.terminology.groups.append(
      MapGroupRow(
        fields: [group.source, group.sourceVersion, group.target, group.targetVersion]
          .map { number($0) },
        mappingCount: rows.terminology.mappings.count - first,
        unmapped: StringTuple(
          number(unmapped?.mode), number(unmapped?.code), number(unmapped?.display),
          number(unmapped?.otherMap ?? unmapped?.valueSet)),
        unmappedRelationship: UInt32((unmapped?.relationship ?? .unstated).number)))
  }

  private mutating func add(
    _ element: ConceptMapResource.Element, _ target: ConceptMapResource.Target?, _ flags: UInt32
  ) {
    let relationship = target?.relationship ?? .noMap
    var kind = UInt32(relationship.number) | flags << 8
    if element.code == nil, element.valueSet != nil { kind |= MappingField.sourceSetFlag << 8 }
    if target?.code == nil, target?.valueSet != nil { kind |= MappingField.targetSetFlag << 8 }
    rows.terminology.mappings.append(
      MappingRow(
        fields: [
          element.system, element.code ?? element.valueSet, element.display, target?.system,
          target?.code ?? target?.valueSet, target?.display, target?.literal, target?.comment,
        ].map { number($0) },
        kind: kind, dependencies: tuples(target?.dependsOn), products: tuples(target?.products)))
  }

  private mutating func tuples(_ attributes: [ConceptMapResource.Attribute]?) -> [StringTuple] {
    (attributes ?? []).prefix(0xFFFF).map {
      StringTuple(number($0.name), number($0.system), number($0.value), number($0.display))
    }
  }
}
