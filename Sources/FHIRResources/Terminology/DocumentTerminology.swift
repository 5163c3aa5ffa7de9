// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// The terminology resources of a document, by type in document order.
struct DocumentTerminology {
  /// Takes some concepts of the code system that is being read.
  typealias ConceptSink = ([CodeSystemConcept]) -> Void

  /// Who takes the concepts, with the number of their code system in the document; `nil`: they
  /// are kept.
  var sink: FHIRDocument.ConceptSink?
  private(set) var codeSystems: [CodeSystemResource] = []
  private(set) var valueSets: [ValueSetResource] = []
  private(set) var conceptMaps: [ConceptMapResource] = []
  private(set) var namingSystems: [NamingSystemResource] = []

  /// Reads a resource of one of these types.
  mutating func read(_ entry: ScopeEntry, root: JSONNode) {
    switch entry.kind {
    case .valueSet:
      var reader = ValueSetReader(entry: entry, root: root)
      valueSets.append(reader.read())
      readCodeSystem(entry, root)
    case .codeSystem: readCodeSystem(entry, root)
    case .conceptMap:
      var reader = ConceptMapReader(entry: entry, root: root)
      conceptMaps.append(reader.read())
    case .namingSystem: namingSystems.append(NamingSystemResource(entry, root: root))
    default: break
    }
  }

  private mutating func readCodeSystem(_ entry: ScopeEntry, _ root: JSONNode) {
    let number = codeSystems.count
    let sink = sink.map { sink in { (concepts: [CodeSystemConcept]) in sink(number, concepts) } }
    var reader = CodeSystemReader(entry: entry, root: root, sink: sink)
    if let system = reader.read() { codeSystems.append(system) }
  }
}
