// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// How a code system says that one concept is below another.
public enum HierarchyKind: Int, Sendable, Hashable, CaseIterable {
  /// The concept is nested in the other.
  case nesting
  /// Its property `parent` names the other.
  case parentProperty
  /// Its property `subsumedBy` names the other (HL7 v3): always an is-a.
  case subsumedBy
  /// The other's property `child` names it.
  case childProperty

  /// The word that is printed.
  public var word: String {
    switch self {
    case .nesting: "nesting"
    case .parentProperty: "parent"
    case .subsumedBy: "subsumedBy"
    case .childProperty: "child"
    }
  }
}

extension CodeSystemConcept {
  /// A concept above or below another one, and what says so.
  public typealias Neighbour = (concept: CodeSystemConcept, kind: HierarchyKind)

  /// The concepts right above it, of all kinds of hierarchy.
  public var parents: [Neighbour] {
    let file = catalog.file
    let count = file.section(.hierarchy).count
    func child(_ place: Int) -> Int { Int(file.word(.hierarchy, place, HierarchyField.child)) }
    let first = (0..<count).firstPlace { child($0) < index }
    return (first..<count).prefix { child($0) == index }.map {
      neighbour($0, HierarchyField.parent)
    }
  }

  /// The concepts right below it.
  ///
  /// - Complexity: O(*n*) in the edges of all code systems.
  public var children: [Neighbour] {
    let file = catalog.file
    return (0..<file.section(.hierarchy).count).filter {
      Int(file.word(.hierarchy, $0, HierarchyField.parent)) == index
    }.map { neighbour($0, HierarchyField.child) }
  }

  /// The concept at one end of an edge.
  private func neighbour(_ edge: Int, _ end: Int) -> Neighbour {
    let file = catalog.file
    return (
      CodeSystemConcept(catalog: catalog, index: Int(file.word(.hierarchy, edge, end))),
      HierarchyKind(rawValue: Int(file.word(.hierarchy, edge, HierarchyField.kind))) ?? .nesting
    )
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
  /// - Returns: What the Coding says in addition to its code; `nil` for another type of value.
  public func coding(ofProperty place: Int) -> (system: String, version: String, display: String)? {
    let file = catalog.file
    let wanted = Int(word(.properties)) + place
    let count = file.section(.propertyCodings).count
    func property(_ place: Int) -> Int {
      Int(file.word(.propertyCodings, place, PropertyCodingField.property))
    }
    let place = (0..<count).firstPlace { property($0) < wanted }
    guard place < count, property(place) == wanted else { return nil }
    return (
      file.text(.propertyCodings, place, PropertyCodingField.system),
      file.text(.propertyCodings, place, PropertyCodingField.version),
      file.text(.propertyCodings, place, PropertyCodingField.display)
    )
  }
}

/// Filters that follow the hierarchy of a code system.
struct HierarchyFilter {
  static let operations: Set<String> = [
    "is-a", "descendent-of", "is-not-a", "generalizes", "child-of", "descendent-leaf",
  ]

  private let catalog: Catalog
  private let system: LoadedCodeSystem

  private let meaning: String
  private var broader: Set<Int> = []
  /// Concepts that are below others in a hierarchy that is not declared as is-a.
  private var otherwisePlaced: Set<Int> = []

  /// Looks at all edges of the system once.
  init(_ catalog: Catalog, _ system: LoadedCodeSystem) {
    self.catalog = catalog
    self.system = system
    meaning = system.hierarchyMeaning
    for concept in system.concepts {
      for (parent, kind) in concept.parents {
        if CodeSystemConcept.isA(kind, meaning) {
          broader.insert(parent.index)
        } else {
          otherwisePlaced.insert(concept.index)
        }
      }
    }
  }

  func matches(_ filter: ValueSetFilter, _ concept: CodeSystemConcept) -> Verdict {
    guard ["concept", "code"].contains(filter.property) else {
      return .unknown("the filter \(filter.description) is about no hierarchy of \(system.url)")
    }
    let found = catalog.terms(system: system.url, code: filter.value).terms.first {
      $0.concept.system.index == system.index
    }
    guard let other = found?.concept else {
      return .unknown("\(system.url) has no code \(filter.value)")
    }
    let isSame = other.index == concept.index
    let answer: Bool
    switch filter.operation {
    case "is-a": answer = isSame || concept.isDescendant(of: other.index, meaning)
    case "is-not-a": answer = !(isSame || concept.isDescendant(of: other.index, meaning))
    case "descendent-of": answer = concept.isDescendant(of: other.index, meaning)
    case "generalizes": answer = isSame || other.isDescendant(of: concept.index, meaning)
    case "child-of": answer = concept.broader(meaning).contains { $0.index == other.index }
    default:
      answer = !broader.contains(concept.index) && concept.isDescendant(of: other.index, meaning)
    }
    // An is-a that is stated counts; where another edge may mean it, too, nothing else is settled.
    let lower = filter.operation == "generalizes" ? other : concept
    if !isSame, !isStated(answer, filter.operation), isOtherwisePlaced(lower) {
      return .unknown(
        "\(system.url) does not say that its hierarchy means is-a"
          + (meaning.isEmpty ? "" : " but \(meaning)"))
    }
    return Verdict(answer)
  }

  /// Whether a concept, or one of its ancestors, may be a kind of more than is declared.
  private func isOtherwisePlaced(_ concept: CodeSystemConcept) -> Bool {
    guard !otherwisePlaced.isEmpty else { return false }
    var open = [concept]
    var seen: Set<Int> = [concept.index]
    while let next = open.popLast() {
      if otherwisePlaced.contains(next.index) { return true }
      for parent in next.broader(meaning) where seen.insert(parent.index).inserted {
        open.append(parent)
      }
    }
    return false
  }

  /// Whether an answer follows from edges that are there, not from edges that are missing.
  private func isStated(_ answer: Bool, _ operation: String) -> Bool {
    operation == "descendent-leaf" ? false : operation == "is-not-a" ? !answer : answer
  }
}
