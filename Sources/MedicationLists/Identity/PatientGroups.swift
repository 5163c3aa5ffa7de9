// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources

/// Whose list it is, as far as documents state it.
public struct ListedPatient: Sendable, Hashable {
  /// How a list is tied to a person.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A Patient resource of the documents.
    case resource
    /// A reference whose target is in none of the documents.
    case reference
    /// The records name no patient; they may be about several.
    case none
  }

  /// How the list is tied to a person.
  public let kind: Kind
  /// Full addresses and local references of the patient, sorted.
  public let references: [String]
  /// Logical ids of the Patient resources, sorted.
  public let ids: [String]
  /// Identifiers of the Patient resources, sorted by system and value.
  public let identifiers: [FHIRIdentifier]
  /// Documents that the records come from, sorted.
  public let documents: [String]
}

// Which mentions of a patient mean one person?
//
//   in one document    a Patient of that address or id; the same reference
//   anywhere           the same full address (http, https, urn:uuid); an
//                      identifier of the same system and value, if no other
//                      system contradicts: shared licence numbers do occur
//
// Local references (`Patient/1`) of two documents are two patients, for every
// server has a `Patient/1`; so are those of two servers in one document. A
// Patient without an address joins no two servers. What contradicts itself is
// not merged at all.

/// Groups mentions of patients without ever guessing.
package struct PatientGroups {
  /// One mention: a Patient resource, or a reference that does not resolve to one.
  private struct Mention {
    var kind: ListedPatient.Kind
    var references: Set<String> = []
    var ids: Set<String> = []
    var identifiers: Set<FHIRIdentifier> = []
    /// Identifiers to show; those without a system join nothing.
    var values: Set<FHIRIdentifier> = []
    var scope: Int
    /// The server of the entry that a local reference is in, with its last slash.
    var base: String?
    var isAmbiguous = false

    /// Full addresses, on whatever server.
    var addresses: [String] { references.filter { $0.contains(":") } }

    var httpAddresses: [String] { references.filter { $0.hasPrefix("http") } }

    /// What a local reference is on the server of its entry; `nil` where none is known.
    func address(of reference: String) -> String? {
      guard let base, !reference.contains(":") else { return nil }
      return base + (reference.contains("/") ? reference : "Patient/\(reference)")
    }
  }

  private var mentions: [Mention] = []
  private var parents: [Int] = []
  /// The mentions of each group, once everything is tied together.
  private var groups: [Int: [Int]] = [:]
  /// Mentions by what ties them together, such as a full address.
  private var ties: [String: Int] = [:]
  private var residents: [String: [Int]] = [:]
  /// Full addresses of patients by scope and id, and those of local references alone.
  private var servers: [String: Set<String>] = [:]
  private var localServers: [String: Set<String>] = [:]

  /// Begins without a mention.
  package init() {}

  // MARK: Adding

  /// Adds a Patient resource.
  ///
  /// - Returns: The mention; ask for its group only after everything is added.
  package mutating func add(_ patient: PatientRecord, document: Int, scope: Int) -> Int {
    var mention = Mention(kind: .resource, scope: scope)
    if let id = patient.id { mention.ids.insert(id) }
    mention.identifiers = Set(patient.identifiers.filter { $0.system != nil && $0.value != nil })
    let place = append(mention)
    if let address = patient.fullURL {
      mentions[place].references.insert(address)
      if let tie = Self.worldwide(address) { join(place, by: tie) }
      join(place, by: "\(scope) \(address)")
    }
    guard let id = patient.id else { return place }
    if id.hasPrefix("#") {
      // Seen only from within the resource that contains it.
      join(place, by: "\(document) contained \(patient.entryPath) \(id)")
    } else {
      residents["\(scope) \(id)", default: []].append(place)
    }
    return place
  }

  /// Finds or adds what a reference means, in an entry of the server `base` if that is known.
  ///
  /// - Returns: The mention; ask for its group only after everything is added.
  package mutating func mention(
    _ reference: String?, on base: String? = nil, identifier: FHIRIdentifier? = nil,
    entryPath: String, document: Int, scope: Int
  ) -> Int {
    guard let reference, !reference.isEmpty else {
      if let identifier, let value = identifier.value { return mention(identifier, value, scope) }
      return tied("\(document) none") { Mention(kind: .none, scope: scope) }
    }
    if reference.hasPrefix("#") {
      return tied("\(document) contained \(entryPath) \(reference)") {
        Mention(kind: .reference, references: [reference], scope: scope)
      }
    }
    let plain = Self.withoutVersion(reference)
    // Local references of entries of two servers are two patients.
    return tied(base.map { "\(scope) \(plain) on \($0)" } ?? "\(scope) \(plain)") {
      Mention(kind: .reference, references: [plain], scope: scope, base: base)
    }
  }

  /// Finds or adds the person that is named only by an identifier.
  private mutating func mention(_ identifier: FHIRIdentifier, _ value: String, _ scope: Int) -> Int
  {
    let system = identifier.system.map { "\($0.utf8.count):\($0)" } ?? "-"
    return tied("\(scope) identifier \(system) \(value)") {
      var mention = Mention(kind: .reference, scope: scope)
      // Without a system it is a number of that document, which ties nothing to others.
      if identifier.system != nil { mention.identifiers = [identifier] }
      mention.values = [identifier]
      return mention
    }
  }

  /// Ties every reference to the Patients that it leads to; ask for groups after that.
  package mutating func finish() {
    let places = mentions.indices.filter { mentions[$0].kind == .reference }
    noteServers(places)
    for place in places {
      for reference in mentions[place].references { resolve(reference, from: place) }
    }
    joinVersions()
    joinByIdentifier()
    groups = Dictionary(grouping: mentions.indices) { find($0) }
  }

  /// What a reference points to: an id in a scope, and the full address, if known.
  private func target(
    of reference: String, from mention: Mention
  ) -> (key: String, address: String?)? {
    let parts = reference.split(separator: "/")
    let id: Substring? =
      if reference.hasPrefix("urn:uuid:") {
        reference.dropFirst("urn:uuid:".count)
      } else if parts.count == 1 || (parts.count >= 2 && parts[parts.count - 2] == "Patient") {
        parts.last
      } else {
        nil
      }
    guard let id else { return nil }
    let address = reference.contains(":") ? reference : mention.address(of: reference)
    return ("\(mention.scope) \(id)", address)
  }

  private mutating func noteServers(_ places: [Int]) {
    for (key, residents) in residents {
      servers[key] = Set(residents.flatMap { mentions[$0].httpAddresses })
    }
    for place in places {
      let mention = mentions[place]
      for reference in mention.references {
        guard let (key, address) = target(of: reference, from: mention), let address,
          address.hasPrefix("http")
        else { continue }
        servers[key, default: []].insert(address)
        if mention.base != nil { localServers[key, default: []].insert(address) }
      }
    }
  }

  private mutating func resolve(_ reference: String, from place: Int) {
    let mention = mentions[place]
    if let tie = Self.worldwide(reference) { join(place, by: tie) }
    if let address = mention.address(of: reference) {
      join(place, by: "\(mention.scope) \(address)")
    }
    guard let (key, address) = target(of: reference, from: mention) else { return }
    let residents = residents[key] ?? []
    let hasOneServer = (servers[key]?.count ?? 0) <= 1
    var found = residents.filter { other in
      address.map(mentions[other].references.contains) ?? false
    }
    if found.isEmpty {
      found = residents.filter { other in
        // A Patient of another server is another patient; one without an address may be of any
        // server, but not of two.
        let addresses = mentions[other].httpAddresses
        guard let address else { return addresses.isEmpty || hasOneServer }
        if addresses.isEmpty { return hasOneServer || !address.hasPrefix("http") }
        return mention.base.map { base in addresses.allSatisfy { $0.hasPrefix(base) } } ?? false
      }
    }
    guard !found.isEmpty else {
      if address == nil { resolve(unplaced: place, residents, key) }
      return
    }
    // Several Patients with this id: only if all have one address, as versions have.
    let addresses = Set(found.flatMap { mentions[$0].addresses })
    guard Set(found.map { find($0) }).count == 1 || addresses.count <= 1 && !contradict(found)
    else {
      mentions[place].isAmbiguous = true
      return
    }
    for other in found { union(place, other) }
  }

  /// A local reference of no known server is that of the others, if these have one server.
  private mutating func resolve(unplaced place: Int, _ residents: [Int], _ key: String) {
    guard let locals = localServers[key], locals == servers[key], locals.count == 1,
      let address = locals.first
    else {
      let isOpen = !residents.isEmpty || (localServers[key]?.count ?? 0) > 1
      if isOpen { mentions[place].isAmbiguous = true }
      return
    }
    join(place, by: "\(mentions[place].scope) \(address)")
  }

  /// Versions of one Patient, as a history lists them, are one.
  private mutating func joinVersions() {
    for (key, places) in residents where places.count > 1 {
      let hasOneServer = (servers[key]?.count ?? 0) <= 1
      let places = hasOneServer ? places : places.filter { mentions[$0].addresses.isEmpty }
      let addresses = Set(places.flatMap { mentions[$0].addresses })
      guard let first = places.first, addresses.count <= 1, !contradict(places) else { continue }
      for place in places.dropFirst() { union(first, place) }
    }
  }

  // MARK: Identifiers

  /// Joins groups that share an identifier, unless any two of those tied together contradict.
  private mutating func joinByIdentifier() {
    var holders: [FHIRIdentifier: Set<Int>] = [:]
    for place in mentions.indices {
      for identifier in mentions[place].identifiers {
        let bare = FHIRIdentifier(system: identifier.system, value: identifier.value)
        holders[bare, default: []].insert(find(place))
      }
    }
    // Components over groups: what is tied together, in whatever order.
    var tied = self
    for groups in holders.values {
      guard let first = groups.first else { continue }
      for group in groups { tied.union(group, first) }
    }
    let components = Dictionary(grouping: mentions.indices) { tied.find($0) }
    for places in components.values where Set(places.map { find($0) }).count > 1 {
      guard !contradict(places) else { continue }
      for place in places.dropFirst() { union(places[0], place) }
    }
  }

  /// Whether two of the mentions have different values only, in any system.
  private func contradict(_ places: [Int]) -> Bool {
    let values = places.map { place in
      mentions[place].identifiers.reduce(into: [String: Set<String>]()) { values, identifier in
        if let system = identifier.system, let value = identifier.value {
          values[system, default: []].insert(value)
        }
      }
    }
    for (index, mine) in values.enumerated() {
      for theirs in values[(index + 1)...] {
        for (system, mine) in mine {
          if let theirs = theirs[system], theirs.isDisjoint(with: mine) { return true }
        }
      }
    }
    return false
  }

  // MARK: Groups

  package func group(of place: Int) -> Int { find(place) }

  /// Whether a reference of the group fits several Patients.
  func isAmbiguous(group: Int) -> Bool {
    (groups[group] ?? []).contains { mentions[$0].isAmbiguous }
  }

  func patient(ofGroup group: Int, documents: [String]) -> ListedPatient {
    let members = (groups[group] ?? []).map { mentions[$0] }
    let kinds = Set(members.map(\.kind))
    let identifiers = Set(members.flatMap { $0.identifiers.union($0.values) }).sorted {
      ($0.system ?? "", $0.value ?? "", $0.use ?? "")
        < ($1.system ?? "", $1.value ?? "", $1.use ?? "")
    }
    return ListedPatient(
      kind: kinds.contains(.resource) ? .resource : kinds.contains(.reference) ? .reference : .none,
      references: Set(members.flatMap(\.references)).sorted(),
      ids: Set(members.flatMap(\.ids)).sorted(), identifiers: identifiers, documents: documents)
  }

  private mutating func append(_ mention: Mention) -> Int {
    mentions.append(mention)
    parents.append(parents.count)
    return parents.count - 1
  }

  private mutating func tied(_ tie: String, _ mention: () -> Mention) -> Int {
    if let place = ties[tie] { return place }
    let place = append(mention())
    ties[tie] = place
    return place
  }

  private mutating func join(_ place: Int, by tie: String) {
    if let other = ties[tie] {
      union(place, other)
    } else {
      ties[tie] = place
    }
  }

  private func find(_ place: Int) -> Int {
    var place = place
    while parents[place] != place { place = parents[place] }
    return place
  }

  /// The earlier mention leads, so that groups keep the order of the documents.
  private mutating func union(_ left: Int, _ right: Int) {
    let (left, right) = (find(left), find(right))
    if left != right { parents[max(left, right)] = min(left, right) }
  }
}

extension PatientGroups {
  /// What a reference is tied by across documents; `nil` for one that is only local.
  private static func worldwide(_ reference: String) -> String? {
    let plain = withoutVersion(reference)
    if plain.hasPrefix("http://") || plain.hasPrefix("https://") { return plain }
    let uuid = plain.lowercased()
    guard uuid.hasPrefix("urn:uuid:") else { return nil }
    let digits = uuid.dropFirst("urn:uuid:".count)
    // `urn:uuid:patient-1` occurs, and is not globally unique.
    let groups = digits.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      digits.utf8.allSatisfy({ $0 == 0x2D || isHexadecimal($0) }),
      digits.contains(where: { $0 != "0" && $0 != "-" })
    else { return nil }
    return uuid
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte &- 0x61 < 6
  }

  private static func withoutVersion(_ reference: String) -> String {
    var parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first?.isEmpty == true, parts.count > 1 { parts.removeFirst() }
    if parts.count > 2, parts[parts.count - 2] == "_history" { parts.removeLast(2) }
    return parts.joined(separator: "/")
  }
}
