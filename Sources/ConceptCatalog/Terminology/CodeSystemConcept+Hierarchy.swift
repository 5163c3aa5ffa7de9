// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension CodeSystemConcept {
  /// A concept above or below another one, and what says so.
  public typealias Neighbour = (concept: CodeSystemConcept, kind: HierarchyKind)

  /// The concepts right above it, of all kinds of hierarchy.
  public var parents: [Neighbour] {
    edges(ofChild: index).map { edge in
      (CodeSystemConcept(catalog: catalog, index: edge.parent), edge.kind)
    }
  }

  /// The concepts right below it.
  ///
  /// - Complexity: O(*n*) in the edges of all code systems.
  public var children: [Neighbour] {
    let file = catalog.file
    return (0..<file.section(.hierarchy).count).filter {
      Int(file.word(.hierarchy, $0, HierarchyField.parent)) == index
    }.map { place in
      (
        CodeSystemConcept(
          catalog: catalog, index: Int(file.word(.hierarchy, place, HierarchyField.child))),
        HierarchyKind(rawValue: Int(file.word(.hierarchy, place, HierarchyField.kind))) ?? .nesting
      )
    }
  }

  private func edges(ofChild child: Int) -> [(parent: Int, kind: HierarchyKind)] {
    let file = catalog.file
    let count = file.section(.hierarchy).count
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(file.word(.hierarchy, middle, HierarchyField.child)) < child {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [(Int, HierarchyKind)] = []
    while low < count, Int(file.word(.hierarchy, low, HierarchyField.child)) == child {
      let kind = HierarchyKind(rawValue: Int(file.word(.hierarchy, low, HierarchyField.kind)))
      found.append(
        (Int(file.word(.hierarchy, low, HierarchyField.parent)), kind ?? .nesting))
      low += 1
    }
    return found
  }

  /// Whether an edge says that the lower concept is a kind of the upper one.
  ///
  /// `subsumedBy` does by its definition; nesting and parents only where the code system says
  /// so: its absent `hierarchyMeaning` is unknown.
  static func isA(_ kind: HierarchyKind, _ meaning: String) -> Bool {
    kind == .subsumedBy || meaning == "is-a"
  }

  /// The concepts right above it that it is a kind of.
  func broader(_ meaning: String) -> [CodeSystemConcept] {
    parents.filter { Self.isA($0.kind, meaning) }.map(\.concept)
  }

  /// Whether it is a kind of another concept, over any number of steps; not of itself.
  func isDescendant(of other: Int, _ meaning: String) -> Bool {
    var open = [self]
    var seen: Set<Int> = [index]
    while let next = open.popLast() {
      for parent in next.broader(meaning) {
        if parent.index == other { return true }
        if seen.insert(parent.index).inserted { open.append(parent) }
      }
    }
    return false
  }

  /// The system of a property that is a Coding: system, version, display.
  ///
  /// - Parameter place: The position of the property among those of the concept.
  /// - Returns: What the Coding says beside its code; `nil` for another type of value.
  public func coding(ofProperty place: Int) -> (system: String, version: String, display: String)? {
    let file = catalog.file
    let wanted =
      Int(file.word(.codeSystemConcepts, index, CodeSystemConceptField.firstProperty)) + place
    var (low, high) = (0, file.section(.propertyCodings).count)
    while low < high {
      let middle = (low + high) / 2
      let property = Int(file.word(.propertyCodings, middle, PropertyCodingField.property))
      if property == wanted {
        return (
          file.text(file.word(.propertyCodings, middle, PropertyCodingField.system)),
          file.text(file.word(.propertyCodings, middle, PropertyCodingField.version)),
          file.text(file.word(.propertyCodings, middle, PropertyCodingField.display))
        )
      }
      if property < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
