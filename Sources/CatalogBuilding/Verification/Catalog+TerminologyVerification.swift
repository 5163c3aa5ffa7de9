// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

extension SectionID {
  /// The words of a record of terminology that are references to strings.
  var terminologyStringFields: [Int] {
    switch self {
    case .codeSystemDetails: [CodeSystemDetailField.hierarchyMeaning]
    case .propertyCodings: [1, 2, 3]
    case .valueSets:
      Array(ValueSetField.url...ValueSetField.inlineSystem) + [ValueSetField.timestamp]
    case .valueSetClauses: [ClauseField.system, ClauseField.version]
    case .valueSetEntries: Array(ValueSetEntryField.system...ValueSetEntryField.display)
    case .conceptMaps: Array(ConceptMapField.url...ConceptMapField.targetScope)
    case .mapGroups:
      Array(MapGroupField.source...MapGroupField.targetVersion)
        + Array(MapGroupField.unmappedMode...MapGroupField.unmappedURL)
    case .mappings: Array(MappingField.sourceSystem...MappingField.comment)
    case .namingSystems:
      Array(NamingSystemField.name...NamingSystemField.file)
        + [NamingSystemField.url, NamingSystemField.version]
    case .tuples: [0, 1, 2, 3]
    case .termKeys: [TermKeyField.system, TermKeyField.code]
    default: []
    }
  }
}

extension Catalog {
  /// The records of terminology lead to each other, leave none out, and stand in their order.
  func verifyTerminology(_ report: inout VerificationReport) {
    let file = file
    func count(_ id: SectionID) -> Int { file.section(id).count }
    if count(.codeSystemDetails) != count(.codeSystems) {
      report.add("index", "sections CSYS and CSYX have different counts")
    }
    verifyRun(
      of: .valueSets, count: count(.valueSets), .valueSetClauses, ValueSetField.firstClause,
      ValueSetField.clauseCount, &report)
    verifyRun(
      of: .valueSets, count: count(.valueSets), .valueSetEntries, ValueSetField.firstEntry,
      ValueSetField.entryCount, &report)
    verifyRun(
      of: .conceptMaps, count: count(.conceptMaps), .mapGroups, ConceptMapField.firstGroup,
      ConceptMapField.groupCount, &report)
    verifyRun(
      of: .mapGroups, count: count(.mapGroups), .mappings, MapGroupField.firstMapping,
      MapGroupField.mappingCount, &report)
    verifyOwners(&report)
    verifyTuples(&report)
    verifyHierarchy(&report)
    verifyTermKeys(&report)
  }

  /// Records name what owns them.
  private func verifyOwners(_ report: inout VerificationReport) {
    let owners: [(id: SectionID, field: Int, offset: Int, limit: SectionID)] = [
      (.valueSetClauses, ClauseField.valueSet, 0, .valueSets),
      (.valueSetEntries, ValueSetEntryField.valueSet, 0, .valueSets),
      (.valueSetEntries, ValueSetEntryField.clause, 1, .valueSetClauses),
      (.valueSetEntries, ValueSetEntryField.parent, 1, .valueSetEntries),
      (.mapGroups, MapGroupField.map, 0, .conceptMaps),
      (.mappings, MappingField.group, 0, .mapGroups),
      (.hierarchy, HierarchyField.child, 0, .codeSystemConcepts),
      (.hierarchy, HierarchyField.parent, 0, .codeSystemConcepts),
      (.propertyCodings, PropertyCodingField.property, 0, .properties),
    ]
    for owner in owners {
      let limit = file.section(owner.limit).count + owner.offset
      for index in 0..<file.section(owner.id).count {
        report.referenceCount += 1
        if Int(file.word(owner.id, index, owner.field)) >= limit {
          report.add(
            "terminology-owner", "record \(index) of section \(owner.id.name) leads outside")
        }
      }
    }
  }

  /// Every tuple belongs to one run.
  private func verifyTuples(_ report: inout VerificationReport) {
    let runs: [(id: SectionID, first: Int, count: Int)] = [
      (.codeSystemDetails, CodeSystemDetailField.firstDeclaration, 3),
      (.codeSystemDetails, CodeSystemDetailField.firstIdentifier, 5),
      (.valueSets, ValueSetField.firstParameter, ValueSetField.parameterCount),
      (.valueSetClauses, ClauseField.firstFilter, ClauseField.filterCount),
      (.valueSetClauses, ClauseField.firstImport, ClauseField.importCount),
      (.valueSetEntries, ValueSetEntryField.firstDesignation, ValueSetEntryField.designationCount),
      (.mappings, MappingField.firstAttribute, MappingField.attributeCounts),
      (.namingSystems, NamingSystemField.firstName, NamingSystemField.nameCount),
    ]
    var covered = 0
    for run in runs {
      for index in 0..<file.section(run.id).count {
        var count = file.word(run.id, index, run.count)
        if run.id == .mappings { count = count & 0xFFFF + count >> 16 }
        covered +=
          file.range(.tuples, first: file.word(run.id, index, run.first), count: count)
          .count
      }
    }
    if covered != file.section(.tuples).count {
      report.add("run", "section TUPL has records that nothing or more than one thing owns")
    }
  }

  private func verifyHierarchy(_ report: inout VerificationReport) {
    var previous: (UInt32, UInt32, UInt32)?
    for index in 0..<file.section(.hierarchy).count {
      let edge = (
        file.word(.hierarchy, index, HierarchyField.child),
        file.word(.hierarchy, index, HierarchyField.parent),
        file.word(.hierarchy, index, HierarchyField.kind)
      )
      if let previous, edge <= previous {
        report.add("order", "record \(index) of section CSYH is out of order")
      }
      if edge.2 >= HierarchyKind.allCases.count {
        report.add("hierarchy", "record \(index) of section CSYH is of no known kind")
      }
      previous = edge
    }
    var last = -1
    for index in 0..<file.section(.propertyCodings).count {
      let property = Int(file.word(.propertyCodings, index, PropertyCodingField.property))
      if property <= last { report.add("order", "record \(index) of section PRCD is out of order") }
      last = property
    }
  }

  /// The keys are those of the records, and the index is that of the keys.
  private func verifyTermKeys(_ report: inout VerificationReport) {
    let count = file.section(.termKeys).count
    let limits: [UInt32: SectionID] = [
      TermKeyKind.valueSetEntry.rawValue: .valueSetEntries,
      TermKeyKind.mappingSource.rawValue: .mappings,
      TermKeyKind.mappingTarget.rawValue: .mappings,
      TermKeyKind.foldedConcept.rawValue: .codeSystemConcepts,
    ]
    for index in 0..<count {
      report.referenceCount += 1
      guard let owners = limits[file.word(.termKeys, index, TermKeyField.kind)],
        Int(file.word(.termKeys, index, TermKeyField.owner)) < file.section(owners).count
      else {
        report.add("terminology-owner", "record \(index) of section TKEY leads to nothing")
        continue
      }
    }
    guard count > 0 || file.section(.termSlots).count > 0 else { return }
    let keys = (0..<count).map { index in
      (
        hash: KeyHash.of(
          system: file.text(file.word(.termKeys, index, TermKeyField.system)).utf8,
          code: file.text(file.word(.termKeys, index, TermKeyField.code)).utf8),
        record: UInt32(index)
      )
    }
    compare(GroupIndex(keys), .termSlots, .termEntries, &report)
  }
}
