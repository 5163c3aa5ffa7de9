// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// Which resource a reference means. Steps 1 to 3 tidy the string,
// step 4 walks the scopes; where several candidates of a step differ, none is
// chosen (never the wrong drug).

/// The resource that is at an address of the document, and what it can see.
struct ReferenceOrigin {
  /// The outermost resource at the address: the owner of `contained`.
  let owner: ScopeEntry
  let scope: ResourceScope
}

/// Where a reference leads.
enum ReferenceOutcome {
  /// To a resource, which sees what `origin` sees.
  case found(JSONNode, origin: ReferenceOrigin, how: String, isOtherVersion: Bool)
  /// To several resources that do not say the same.
  case ambiguous([ScopeEntry])
  /// Nowhere, for this reason.
  case missing(String)
}

/// Resolves references within one document.
struct ReferenceResolver {
  /// Finds the resource that a reference means.
  func resolve(_ reference: String?, from origin: ReferenceOrigin) -> ReferenceOutcome {
    let trimmed = Self.trimmed(reference ?? "")
    if trimmed.isEmpty { return .missing("no reference string") }
    if trimmed.hasPrefix("#") { return contained(String(trimmed.dropFirst()), in: origin) }

    var path = trimmed
    var version: String?
    if let history = Self.range(of: "/_history/", in: path) {
      version = String(path[history.upperBound...])
      path = path[..<history.lowerBound]
    }
    if path.utf8.contains(0x3F) { return .missing("conditional reference") }

    var scope: ResourceScope? = origin.scope
    while let current = scope {
      // An entry may have the address of a version as its fullUrl.
      if version != nil, Self.hasScheme(trimmed) {
        let query = ScopeQuery(scope: current, origin: origin, version: nil)
        if let outcome = query.exact(String(trimmed)) { return outcome }
      }
      let query = ScopeQuery(scope: current, origin: origin, version: version)
      let outcome =
        Self.hasScheme(path) ? query.absolute(String(path)) : query.relative(String(path))
      if let outcome { return outcome }
      scope = current.outer
    }
    return .missing("target not in the document")
  }

  /// Step 2: `#x` within the outermost resource; `#` is that resource itself.
  private func contained(_ id: String, in origin: ReferenceOrigin) -> ReferenceOutcome {
    if id.isEmpty {
      return .found(
        origin.owner.resource, origin: origin, how: "container", isOtherVersion: false)
    }
    let contained = Self.containedResources(of: origin.owner.resource)
    var candidates = contained.filter { Self.hasID($0, id) }
    if candidates.isEmpty { candidates = contained.filter { Self.hasID($0, "#" + id) } }
    guard let first = candidates.first else { return .missing("no contained #\(id)") }
    guard candidates.allSatisfy({ Self.namesSame($0, first) }) else {
      return .ambiguous(candidates.map { Self.entry(of: $0, in: origin) })
    }
    return .found(first, origin: origin, how: "contained", isOtherVersion: false)
  }

  private static func hasID(_ resource: JSONNode, _ id: String) -> Bool {
    guard let found = resource["id"] else { return false }
    return found.isString ? found.isString(id) : found.scalarText?.isIdentical(to: id) == true
  }

  private static func entry(of resource: JSONNode, in origin: ReferenceOrigin) -> ScopeEntry {
    ScopeEntry(
      resource: resource, kind: ResourceKind(of: resource) ?? .other, wrapper: nil,
      address: origin.owner.address)
  }

  /// The resources in `contained`, which may be one object instead of an array.
  static func containedResources(of resource: JSONNode) -> [JSONNode] {
    guard let contained = resource["contained"] else { return [] }
    return contained.isObject ? [contained] : contained.elements.filter(\.isObject)
  }

  /// Whether two resources say the same of a medication: equal codes and texts, and what else tells
  /// what it is and whether it counts.
  static func namesSame(_ left: JSONNode, _ right: JSONNode) -> Bool {
    if left == right { return true }
    let (left, right) = (left.whole, right.whole)
    guard concept(left) == concept(right) else { return false }
    let names: [StaticString] = [
      "ingredient", "product", "definitional", "form", "doseForm", "status", "modifierExtension",
      "implicitRules", "contained",
    ]
    return names.allSatisfy { saysSame(left[$0], right[$0]) }
  }

  /// Whether two values are the same, however they are written: white space, escapes and the order
  /// of members say nothing.
  private static func saysSame(_ left: JSONNode?, _ right: JSONNode?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if left.isObject, right.isObject {
      // With a repeated name, neither value is chosen: the objects count as different.
      var theirs: [String: JSONNode] = [:]
      for (name, value) in right.members {
        guard let name = name.string, theirs.updateValue(value, forKey: name) == nil else {
          return false
        }
      }
      return left.members.allSatisfy { name, value in
        name.string.flatMap { theirs.removeValue(forKey: $0) }.map { saysSame(value, $0) } ?? false
      } && theirs.isEmpty
    }
    if left.isArray, right.isArray {
      return left.elements.elementsEqual(right.elements) { saysSame($0, $1) }
    }
    return left.kind == right.kind && left.scalarText == right.scalarText
  }

  private static func concept(_ resource: JSONNode) -> FHIRConcept {
    var reader = ElementReader(resource: resource, root: resource)
    return reader.concept(reader.object(resource["code"]))
  }

  private static func trimmed(_ text: String) -> Substring {
    // Visible ASCII characters are not white space; nearly all references begin and end with them.
    if let first = text.utf8.first, let last = text.utf8.last, first &- 0x21 < 0x5E,
      last &- 0x21 < 0x5E
    {
      return Substring(text)
    }
    var rest = Substring(text)
    while let first = rest.unicodeScalars.first, first.properties.isWhitespace {
      rest = rest.dropFirst()
    }
    while let last = rest.unicodeScalars.last, last.properties.isWhitespace {
      rest = rest.dropLast()
    }
    return rest
  }

  private static func range(of word: String, in text: Substring) -> Range<Substring.Index>? {
    var start = text.startIndex
    while let slash = text[start...].utf8.firstIndex(of: 0x2F) {
      let rest = text[slash...]
      if rest.hasPrefix(word) { return slash..<text.utf8.index(slash, offsetBy: word.utf8.count) }
      start = text.utf8.index(after: slash)
    }
    return nil
  }

  /// Whether the text begins with a scheme: a letter, then letters, digits, `+`, `-`, `.`, a colon.
  private static func hasScheme(_ text: Substring) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 0x3A), let first = text.utf8.first,
      first | 0x20 >= 0x61, first | 0x20 <= 0x7A
    else { return false }
    return text[..<colon].utf8.allSatisfy { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
        || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
  }
}

/// The questions of step 4 to one scope.
struct ScopeQuery {
  let scope: ResourceScope
  let origin: ReferenceOrigin
  /// The version that the reference names.
  let version: String?

  /// Step 4.1: an entry that has the very address.
  func exact(_ reference: String) -> ReferenceOutcome? {
    let equal = scope.entries(ScopeKey(fullURL: reference))
    return outcome(equal.filter { $0.fullURL?.isIdentical(to: reference) ?? false }, how: "fullUrl")
  }

  /// Steps 4.1 to 4.3: a reference with a scheme.
  func absolute(_ reference: String) -> ReferenceOutcome? {
    if let found = exact(reference) { return found }
    if ReferenceText.isURN(reference) {
      let equal = scope.entries(ScopeKey(fullURL: reference))
      if !equal.isEmpty { return outcome(equal, how: "fullUrl, letter case ignored") }
      guard let colon = reference.utf8.lastIndex(of: 0x3A) else { return nil }
      let id = reference[reference.utf8.index(after: colon)...]
      return outcome(scope.entries(ScopeKey(id: String(id))), how: "id of urn")
    }
    guard ReferenceText.isHTTP(reference), let path = RelativePath(reference) else { return nil }
    let candidates = entries(path).filter {
      !($0.fullURL.map { ReferenceText.isHTTP($0) } ?? false)
    }
    return outcome(candidates, how: "type/id")
  }

  /// Step 4.4: a reference without a scheme.
  func relative(_ reference: String) -> ReferenceOutcome? {
    var text = Substring(reference)
    if text.utf8.first == 0x2F { text = text.dropFirst() }
    let path = RelativePath(text) ?? RelativePath(type: "Medication", id: String(text))
    let base = origin.owner.base
    if let base {
      let address = "\(base)\(path.type)/\(path.id)"
      let hits = scope.entries(ScopeKey(fullURL: address)).filter {
        $0.fullURL?.isIdentical(to: address) ?? false
      }
      if let found = outcome(hits, how: "base + relative") { return found }
    }
    let local = entries(path).filter { !isElsewhere($0, base) }
    if let found = outcome(local, how: "type/id") { return found }
    let tails = scope.entries(ScopeKey(endOfURL: path)).filter { !isElsewhere($0, base) }
    return outcome(tails, how: "end of fullUrl")
  }

  /// The entries of a type and id.
  private func entries(_ path: RelativePath) -> [ScopeEntry] {
    scope.entries(ScopeKey(id: path.id)).filter { $0.is(path) }
  }

  /// Whether an entry is on another server than the reference.
  private func isElsewhere(_ entry: ScopeEntry, _ base: String?) -> Bool {
    guard let base, let fullURL = entry.fullURL, ReferenceText.isHTTP(fullURL) else { return false }
    guard let other = entry.base else { return true }
    return !other.isIdentical(to: base)
  }

  /// Candidates of one step: they count only if they say the same of a medication.
  private func outcome(_ candidates: [ScopeEntry], how: String) -> ReferenceOutcome? {
    guard !candidates.isEmpty else { return nil }
    let wanted = ofVersion(candidates)
    // Comparing more would let a text that repeats one id take quadratic time.
    let isSmall = candidates.count <= 256
    let chosen = !wanted.isEmpty ? wanted : isSmall ? latest(of: candidates) : candidates
    guard let first = chosen.first else { return nil }
    guard isSmall, scope.nameSame(chosen.map(\.resource)) else {
      return .ambiguous(chosen)
    }
    return found(first, how: how, isOtherVersion: version != nil && wanted.isEmpty)
  }

  private func ofVersion(_ candidates: [ScopeEntry]) -> [ScopeEntry] {
    guard let version else { return [] }
    return candidates.filter { $0.versionID?.isIdentical(to: version) ?? false }
  }

  /// In a history, without the versions that a later one of the same resource replaces according
  /// to its own metadata: the order of entries does not choose a drug.
  private func latest(of candidates: [ScopeEntry]) -> [ScopeEntry] {
    guard scope.isHistory, candidates.count > 1, Set(candidates.map(\.id)).count == 1 else {
      return candidates
    }
    let replaced = ResourceVersion.replaced(candidates, inHistory: false)
    return candidates.indices.filter { !replaced.contains($0) }.map { candidates[$0] }
  }

  private func found(_ entry: ScopeEntry, how: String, isOtherVersion: Bool) -> ReferenceOutcome {
    .found(
      entry.resource.whole, origin: ReferenceOrigin(owner: entry, scope: entry.home ?? scope),
      how: scope.isOfOtherDocuments ? "\(how), in another document" : how,
      isOtherVersion: isOtherVersion)
  }
}
