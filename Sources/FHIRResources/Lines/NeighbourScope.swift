// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The part of a neighbourhood that one scope sees.
struct NeighbourScope {
  let neighbourhood: FHIRNeighbourhood
  /// The document whose neighbours are meant, or the one whose are not.
  let source: Int
  /// Whether only that document is seen, or all others.
  let isOwn: Bool

  /// The scope of a document's own lines, and around it that of the other documents.
  static func scopes(_ neighbourhood: FHIRNeighbourhood, source: Int) -> ResourceScope {
    let others = ResourceScope(
      outer: nil,
      neighbours: NeighbourScope(neighbourhood: neighbourhood, source: source, isOwn: false))
    return ResourceScope(
      outer: others,
      neighbours: NeighbourScope(neighbourhood: neighbourhood, source: source, isOwn: true))
  }

  /// The address of a neighbour, for messages; in another document with its name.
  private func address(of neighbour: FHIRNeighbour) -> String {
    let line = neighbour.line.map { "\($0)" }
    if isOwn { return line ?? "" }
    return line.map { "\($0) of \(neighbour.document)" } ?? "of \(neighbour.document)"
  }

  /// The entries filed under a key that pass a test.
  func entries(_ key: UInt64, where test: (ScopeEntry) -> Bool) -> [ScopeEntry] {
    var entries: [ScopeEntry] = []
    for neighbour in neighbourhood.find(key) where (neighbour.source == source) == isOwn {
      var entry = ScopeEntry(
        resource: neighbour.resource, kind: neighbour.kind, wrapper: neighbour.wrapper,
        address: address(of: neighbour))
      if !test(entry) { continue }
      entry.home = Self.scopes(neighbourhood, source: neighbour.source)
      entries.append(entry)
    }
    return entries
  }
}
