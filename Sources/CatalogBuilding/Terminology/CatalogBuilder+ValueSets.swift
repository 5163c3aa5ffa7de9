// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import FHIRResources
public import MedicationModel

extension CatalogBuilder {
  /// Puts a value set into the catalog: its rules and its expansion, as they are.
  ///
  /// What they come to is worked out when the catalog is asked, over everything that is loaded.
  ///
  /// - Parameters:
  ///   - set: A value set read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd.
  public mutating func add(_ set: ValueSetResource, file: String) -> [Problem] {
    var problems = set.problems
    let url = set.url ?? Self.identifier(set.identifiers) ?? file
    let fields = [url, set.version, set.name, set.title, set.status, file, set.inlineSystem]
      .map { number($0) }
    if rows.terminology.valueSets.contains(where: {
      $0.fields[0] == fields[0] && $0.fields[1] == fields[1]
    }) {
      problems.append(
        Problem(
          .resourceRepeated, .warning,
          "a value set of this url and version is loaded already; both are kept"))
    }
    var entryCount = 0
    for clause in set.clauses {
      for entry in clause.concepts { add(entry) }
      entryCount += clause.concepts.count
      rows.terminology.clauses.append(
        ClauseRow(
          isExcluded: clause.isExcluded, system: number(clause.system),
          version: number(clause.version), entryCount: clause.concepts.count,
          filters: clause.filters.map {
            StringTuple(number($0.property), number($0.operation), number($0.value))
          },
          imports: clause.valueSets.map { number($0) }))
    }
    var flags: UInt32 = set.isComposed ? ValueSetField.composedFlag : 0
    if !set.allowsInactive { flags |= ValueSetField.activeOnlyFlag }
    if set.url == nil { flags |= ValueSetField.inventedURLFlag }
    if let expansion = set.expansion {
      flags |= ValueSetField.expandedFlag
      if expansion.isSubset { flags |= ValueSetField.subsetFlag }
      for entry in expansion.entries { add(entry) }
      entryCount += expansion.entries.count
    }
    rows.terminology.valueSets.append(
      ValueSetRow(
        fields: fields, clauseCount: set.clauses.count, entryCount: entryCount,
        total: set.expansion?.total, flags: flags,
        parameters: (set.expansion?.parameters ?? []).map {
          StringTuple(number($0.name), number($0.value))
        },
        timestamp: number(set.expansion?.timestamp)))
    return problems
  }

  private mutating func add(_ entry: ValueSetResource.Entry) {
    rows.terminology.entries.append(
      ValueSetEntryRow(
        system: number(entry.system), version: number(entry.version), code: number(entry.code),
        display: number(entry.display), parent: entry.parent,
        kind: UInt32(clamping: min(entry.depth, 0xFFFF))
          | (entry.isAbstract ? ValueSetEntryField.abstractFlag << 16 : 0)
          | (entry.isInactive ? ValueSetEntryField.inactiveFlag << 16 : 0),
        designations: entry.designations.map {
          StringTuple(number($0.language), number($0.use?.code), number($0.value))
        }))
  }

  /// Puts the registration of a code system into the catalog, so that its OIDs lead to its URI.
  ///
  /// - Parameters:
  ///   - system: A NamingSystem read from a FHIR document.
  ///   - file: What to call the document.
  /// - Returns: What is odd: an OID that leads to another system already.
  public mutating func add(_ system: NamingSystemResource, file: String) -> [Problem] {
    var problems = system.problems
    for oid in system.oids {
      if let known = KnownCodeSystem.recognise(oid)?.canonical, let uri = system.preferredURI,
        KnownCodeSystem.recognise(uri)?.canonical != known
      {
        problems.append(
          Problem(
            .oidConflict, .warning,
            "the OID \(oid) stands for \(known); the registration is not followed"))
      }
    }
    rows.terminology.namingSystems.append(
      NamingSystemRow(
        fields: [
          system.name, system.title, system.status, file, system.url, system.version,
        ].map { number($0) },
        names: system.uniqueIDs.map {
          StringTuple(number($0.type), number($0.value), number($0.isPreferred ? "preferred" : nil))
        }))
    return problems
  }
}
