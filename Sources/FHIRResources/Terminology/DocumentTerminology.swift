// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// The terminology resources of a document, by type in document order.
struct DocumentTerminology {
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
    var reader = CodeSystemReader(entry: entry, root: root)
    if let system = reader.read() { codeSystems.append(system) }
  }
}
