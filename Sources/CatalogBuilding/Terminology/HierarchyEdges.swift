// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// The hierarchy of a code system as edges between positions of its concepts: what is nested,
// and what the properties parent, child and subsumedBy say (FHIR page, section 11.1). So that a
// flat list with parents is as much of a hierarchy as a nested one, and a tree with further
// parents is a graph.

/// Edges of one code system.
struct HierarchyEdges {
  /// Child, parent and ``HierarchyKind``, sorted by these, each once.
  private(set) var edges: [(child: Int, parent: Int, kind: Int)] = []
  /// Codes that properties name and the system lacks.
  private(set) var brokenCount = 0

  /// Collects the edges; a supplement has none, because it defines nothing.
  init(_ system: CodeSystemRows, _ names: HierarchyPropertyNames) {
    let properties = system.properties
    let isNested = system.concepts.contains { $0.parentPosition >= 0 }
    var hasProperties = false
    for place in stride(from: 0, to: properties.count, by: 3)
    where names.kind(properties[place]) != nil {
      hasProperties = true
      break
    }
    guard isNested || hasProperties else { return }
    for (position, concept) in system.concepts.enumerated() where concept.parentPosition >= 0 {
      edges.append((position, Int(concept.parentPosition), HierarchyKind.nesting.rawValue))
    }
    if hasProperties { addProperties(of: system, names) }
    edges.sort { ($0.child, $0.parent, $0.kind) < ($1.child, $1.parent, $1.kind) }
    var last: (Int, Int, Int)?
    edges.removeAll { edge in
      let isRepeated = last.map { $0 == (edge.child, edge.parent, edge.kind) } ?? false
      last = (edge.child, edge.parent, edge.kind)
      return isRepeated || edge.child == edge.parent
    }
  }

  private mutating func addProperties(of system: CodeSystemRows, _ names: HierarchyPropertyNames) {
    var positions: [UInt32: Int] = [:]
    for (position, concept) in system.concepts.enumerated() where positions[concept.code] == nil {
      positions[concept.code] = position
    }
    var place = 0
    for (position, concept) in system.concepts.enumerated() {
      for _ in 0..<concept.propertyCount {
        defer { place += 3 }
        guard let kind = names.kind(system.properties[place]) else { continue }
        guard let other = positions[system.properties[place + 2]] else {
          brokenCount += 1
          continue
        }
        edges.append(
          kind == .childProperty
            ? (other, position, kind.rawValue) : (position, other, kind.rawValue))
      }
    }
  }
}

/// The properties that make a hierarchy, as numbers of the pool.
struct HierarchyPropertyNames {
  private let parent: UInt32
  private let child: UInt32
  private let subsumedBy: UInt32

  init(_ strings: inout StringPool) {
    parent = strings.number(of: "parent")
    child = strings.number(of: "child")
    subsumedBy = strings.number(of: "subsumedBy")
  }

  /// What a property says of the hierarchy, if anything.
  @inline(__always)
  func kind(_ property: UInt32) -> HierarchyKind? {
    if property == parent { return .parentProperty }
    if property == child { return .childProperty }
    if property == subsumedBy { return .subsumedBy }
    return nil
  }
}
