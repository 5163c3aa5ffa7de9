// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// A resource at an address: a bundle entry, a line, an item or the whole document.
struct ScopeEntry {
  let resource: JSONNode
  let kind: ResourceKind
  /// The bundle entry or parameter around the resource.
  let wrapper: JSONNode?
  let address: String
  /// The item of a claim that makes the record.
  var item: ClaimItem?
  /// What the resource sees, where it is in another document than the reference.
  var home: ResourceScope?

  init(resource: JSONNode, kind: ResourceKind, wrapper: JSONNode?, address: String) {
    self.resource = resource
    self.kind = kind
    self.wrapper = wrapper
    self.address = address
  }

  /// An item of a claim in its place.
  init(_ item: ClaimItem, of claim: ScopeEntry) {
    let address = claim.address.isEmpty ? item.address : "\(claim.address).\(item.address)"
    self.init(
      resource: claim.resource, kind: claim.kind, wrapper: claim.wrapper, address: address)
    self.item = item
  }

  /// `fullUrl`, or `id` of a DSTU1 entry; made on request, which is rare.
  var fullURL: String? {
    guard let wrapper else { return nil }
    return (wrapper["fullUrl"] ?? (wrapper["content"] != nil ? wrapper["id"] : nil))?.scalarText
  }

  /// Whether an entry of a bundle deletes: by its request, by an answer that nothing is there, or
  /// as DSTU1 says when it was deleted.
  static func deletes(_ wrapper: JSONNode) -> Bool {
    if wrapper["deleted"]?.string?.isEmpty == false { return true }
    if let status = answer(wrapper), status == 404 || status == 410 { return true }
    return requests("delete", wrapper)
  }

  /// Whether an entry of a bundle requests something of a server.
  static func requests(_ method: String, _ wrapper: JSONNode) -> Bool {
    wrapper["request"]?.items.contains { request in
      request["method"]?.items.contains {
        $0.string.map { StatusWord($0).normalised == method } ?? false
      } ?? false
    } ?? false
  }

  /// Whether a server answered with an error, so that it does not hold what the entry has.
  static func isRefused(_ wrapper: JSONNode) -> Bool { answer(wrapper).map { $0 >= 400 } ?? false }

  /// The number of an entry's answer: 410 of `410 Gone`.
  private static func answer(_ wrapper: JSONNode) -> Int? {
    wrapper["response"]?["status"]?.scalarText.flatMap { text in
      Int(text.drop { $0 == " " }.prefix { ("0"..."9").contains($0) })
    }
  }

  var id: String? { resource["id"]?.scalarText }

  var versionID: String? { resource.whole["meta"]?["versionId"]?.scalarText }

  /// Whether the resource is of this type and has this id.
  func `is`(_ path: RelativePath) -> Bool { path.isOf(resource) }

  var typeName: String { resource["resourceType"]?.string ?? "" }

  /// The server part of a RESTful http address `base/Type/id`, with its last slash.
  var base: String? {
    guard let fullURL, ReferenceText.isHTTP(fullURL) else { return nil }
    guard let path = RelativePath(fullURL), path.isTyped else { return nil }
    return String(Substring(fullURL.utf8.dropLast(path.type.utf8.count + 1 + path.id.utf8.count)))
  }

  /// The server that a local reference of the resource belongs to first.
  func base(for reference: String?) -> String? {
    guard wrapper != nil, let reference, !reference.isEmpty else { return nil }
    // Contained, absolute and conditional references belong to no entry's server.
    let others: Set<UInt8> = [UInt8(ascii: ":"), UInt8(ascii: "?")]
    guard reference.utf8.first != UInt8(ascii: "#"),
      !reference.utf8.contains(where: others.contains)
    else { return nil }
    return base
  }
}

/// The resources that see each other: the entries of one bundle, all lines of a text.
///
/// The indices are built when the first reference needs them.
final class ResourceScope {
  /// The scope around this one.
  let outer: ResourceScope?
  private(set) var entries: [ScopeEntry] = []
  /// Whether the container of these entries has implicit rules or a modifier extension: none is
  /// known here.
  var isModified = false
  /// Whether it is a history, which begins with the latest version of a resource.
  var isHistory = false
  private var indices: [ScopeKey.Kind: [String: [Int]]] = [:]
  private var agreements: [[JSONNode]: Bool] = [:]
  /// Lines and documents that are read when a reference needs them.
  private let neighbours: NeighbourScope?

  init(outer: ResourceScope?, neighbours: NeighbourScope? = nil) {
    self.outer = outer
    self.neighbours = neighbours
  }

  /// The message for a modified container.
  static let modified =
    "its container is a patch, or has implicit rules, an unknown modifier, or a member name twice"

  /// Whether something around resources has a modifier, or a name twice: a bundle, an entry,
  /// parameters, a List.
  static func isModified(_ node: JSONNode?) -> Bool {
    guard let node else { return false }
    let modifiers: [StaticString] = ["implicitRules", "_implicitRules", "modifierExtension"]
    return modifiers.contains { node[$0]?.saysSomething ?? false }
      || RepeatedNames.mayChangeMeaning(node)
  }

  /// Adds an entry; a scope of neighbours finds its own entries.
  func append(_ entry: ScopeEntry) {
    if neighbours == nil { entries.append(entry) }
  }

  /// Whether the scope holds the other documents of a set.
  var isOfOtherDocuments: Bool { neighbours.map { !$0.isOwn } ?? false }

  func entries(_ key: ScopeKey) -> [ScopeEntry] {
    if let neighbours { return neighbours.entries(key) }
    var index = indices[key.kind] ?? [:]
    if indices[key.kind] == nil {
      for (number, entry) in entries.enumerated() {
        if let text = key.kind.text(of: entry) { index[text, default: []].append(number) }
      }
      indices[key.kind] = index
    }
    return (index[key.text] ?? []).map { entries[$0] }
  }

  /// Whether all these resources name the same medication; the answer is kept.
  func nameSame(_ resources: [JSONNode]) -> Bool {
    guard resources.count > 1, let first = resources.first else { return true }
    if let known = agreements[resources] { return known }
    let answer = resources.allSatisfy { ReferenceResolver.namesSame($0, first) }
    agreements[resources] = answer
    return answer
  }

  /// Lowers ASCII letters; addresses and ids have no others.
  static func lowered(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return text }
    return String(
      decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// What the entries of a scope are found by.
struct ScopeKey {
  /// The value is the first byte of the hash.
  enum Kind: UInt8 {
    case id = 0x69
    case fullURL = 0x75
    /// `Type/id` at the end of the fullUrl.
    case endOfURL = 0x65

    func text(of entry: ScopeEntry) -> String? {
      switch self {
      case .id: entry.id.map(ResourceScope.lowered)
      case .fullURL: entry.fullURL.map(ResourceScope.lowered)
      case .endOfURL: entry.fullURL.flatMap { RelativePath($0) }.map(\.text)
      }
    }
  }

  let kind: Kind
  let text: String

  /// Letter case is ignored.
  init(id: String) { (kind, text) = (.id, ResourceScope.lowered(id)) }

  /// Letter case is ignored.
  init(fullURL: String) { (kind, text) = (.fullURL, ResourceScope.lowered(fullURL)) }

  init(endOfURL path: RelativePath) { (kind, text) = (.endOfURL, path.text) }

  /// FNV-1a with 64 bits over one byte for the kind of key and the UTF-8 of the text.
  var hash: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    hash = (hash ^ UInt64(kind.rawValue)) &* 0x100_0000_01B3
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}

/// The last two segments of an address: `Type/id`.
struct RelativePath {
  let type: String
  let id: String

  /// Whether the type looks like a resource type: a letter in upper case, then letters.
  var isTyped: Bool {
    guard let first = type.utf8.first, first >= 0x41, first <= 0x5A else { return false }
    return type.utf8.allSatisfy { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } && !id.isEmpty
  }

  /// Reads an address; `nil` without a slash between two segments.
  init?(_ address: some StringProtocol) {
    let text = Substring(address)
    guard let slash = text.utf8.lastIndex(of: 0x2F) else { return nil }
    id = String(text[text.utf8.index(after: slash)...])
    let front = text[..<slash]
    let start = front.utf8.lastIndex(of: 0x2F).map { front.utf8.index(after: $0) }
    type = String(front[(start ?? front.startIndex)...])
    guard !type.isEmpty, !id.isEmpty else { return nil }
  }

  init(type: String, id: String) {
    self.type = type
    self.id = id
  }

  /// The type and id of a resource; `nil` if it lacks one.
  init?(of resource: JSONNode) {
    guard let type = resource["resourceType"]?.string, let id = resource["id"]?.scalarText else {
      return nil
    }
    self.init(type: type, id: id)
  }

  /// `Type/id`.
  var text: String { "\(type)/\(id)" }

  /// Whether a resource is of this type and has this id.
  func isOf(_ resource: JSONNode) -> Bool {
    guard let found = resource["resourceType"], found.isString(type), let own = resource["id"]
    else { return false }
    return own.isString(id) || (!own.isString && own.scalarText == id)
  }
}

extension ReferenceText {
  static func isHTTP(_ text: some StringProtocol) -> Bool {
    let start = ResourceScope.lowered(String(text.prefix(8)))
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  static func isURN(_ text: some StringProtocol) -> Bool {
    let start = ResourceScope.lowered(String(text.prefix(9)))
    return start.hasPrefix("urn:uuid:") || start.hasPrefix("urn:oid:")
  }
}

extension String {
  /// Whether both have the same UTF-8 bytes; `==` would also equate canonical equivalents.
  ///
  /// Not generic, so that it is compiled for strings: called through a generic of another module,
  /// it took nine tenths of the time of resolving references.
  func isIdentical(to other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
