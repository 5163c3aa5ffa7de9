// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import MedicationModel

// Whether supplements find what they add to is asked when everything is loaded, so that the
// order of the documents does not matter; and when the release was read, because a supplement
// may add to RxNorm itself.

/// A problem of a terminology resource that only shows in comparison with others.
public struct TerminologyProblem: Sendable, Hashable {
  /// The document that the resource came from.
  public let file: String
  /// The URL of the system that it is about.
  public let url: String
  /// What is odd.
  public let problem: Problem
}

extension BuildRows {
  /// What is odd about the terminology resources together.
  mutating func terminologyProblems() -> [TerminologyProblem] {
    if codeSystems.isEmpty && terminology.namingSystems.sections.isEmpty { return [] }
    let names = HierarchyPropertyNames(&strings)
    var problems: [TerminologyProblem] = []
    for system in codeSystems {
      if system.isSupplement {
        if let problem = supplementProblem(system) { problems.append(note(problem, of: system)) }
        continue
      }
      let broken = HierarchyEdges(system, names).brokenCount
      if broken > 0 {
        problems.append(
          note(
            Problem(
              .hierarchyBroken, .warning,
              "\(broken) properties parent, child or subsumedBy name codes that the code system "
                + "does not define"), of: system))
      }
    }
    return problems + registrationProblems()
  }

  private func note(_ problem: Problem, of system: CodeSystemRows) -> TerminologyProblem {
    TerminologyProblem(file: text(system.fields[7]), url: text(system.fields[0]), problem: problem)
  }

  private func text(_ number: UInt32) -> String {
    String(decoding: strings.bytes(of: number), as: UTF8.self)
  }

  private func supplementProblem(_ system: CodeSystemRows) -> Problem? {
    let url = text(system.fields[0])
    guard let known = codes(ofBaseOf: system) else {
      let canonical = text(system.fields[6])
      let others = codeSystems.contains { !$0.isSupplement && $0.fields[0] == system.fields[0] }
      return Problem(
        .supplementBaseMissing, .warning,
        others
          ? "the supplement adds to \(canonical), of which only other versions are loaded; what "
            + "it says is shown as a supplement only"
          : "the supplement adds to \(canonical.isEmpty ? url : canonical), which is not loaded; "
            + "what it says is shown as a supplement only")
    }
    let unknown = system.concepts.filter { !known.contains($0.code) }
    guard !unknown.isEmpty else { return nil }
    let shown = unknown.prefix(3).map { text($0.code) }.joined(separator: ", ")
    return Problem(
      .supplementUnknownCode, .warning,
      "the supplement names \(unknown.count) \(unknown.count == 1 ? "code" : "codes") that \(url) does not hold: \(shown)"
        + (unknown.count > 3 ? " …" : ""))
  }

  /// The codes of what a supplement adds to, as numbers; `nil` where that is not loaded.
  private func codes(ofBaseOf system: CodeSystemRows) -> Set<UInt32>? {
    let canonical = text(system.fields[6])
    let version = canonical.firstIndex(of: "|").map { canonical[$0...].dropFirst() }
    let bases = codeSystems.filter { base in
      !base.isSupplement && base.fields[0] == system.fields[0]
        && (version.map { text(base.fields[1]) == $0 } ?? true)
    }
    if !bases.isEmpty { return Set(bases.lazy.flatMap { $0.concepts.lazy.map(\.code) }) }
    let url = KnownCodeSystem.recognise(text(system.fields[0]))?.canonical
    let wanted = system.concepts.map(\.code)
    switch url {
    case CodeSystem.rxNorm:
      let held = Set(names.lazy.map(\.rxcui))
      return Set(wanted.filter { RxCUI(text($0)).map { held.contains($0.rawValue) } ?? false })
    case CodeSystem.ndc:
      let held = Set(ndcs.lazy.map(\.ndc))
      return Set(
        wanted.filter { code in
          if case .exact(let ndc) = NationalDrugCode.read(text(code)) {
            return held.contains(ndc.number)
          }
          return false
        })
    default:
      return nil
    }
  }

  private func registrationProblems() -> [TerminologyProblem] {
    var owners: [String: String] = [:]
    var problems: [TerminologyProblem] = []
    let systems = terminology.namingSystems
    var rest = systems.tuples[...]
    for first in stride(from: 0, to: systems.words.count, by: SectionID.namingSystems.stride / 4) {
      let count = Int(systems.words[first + NamingSystemField.names.rawValue + 1])
      let file = systems.words[first + NamingSystemField.file.rawValue]
      let names = rest.prefix(count).map { name in
        (text(name.strings[0]), text(name.strings[1]), name.strings[2] != 0)
      }
      rest = rest.dropFirst(count)
      let uris = names.filter { $0.0 == "uri" }
      guard let uri = (uris.first { $0.2 } ?? uris.first)?.1 else { continue }
      for (type, value, _) in names where type == "oid" {
        let other = owners[value] ?? uri
        if other == uri {
          owners[value] = uri
        } else {
          problems.append(
            TerminologyProblem(
              file: text(file), url: uri,
              problem: Problem(
                .oidConflict, .warning,
                "the OID \(value) is registered for \(other), too; it is followed to neither")))
        }
      }
    }
    return problems
  }
}

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
