// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText

// References may point from a line to other lines, and from a document to other
// documents of its set. A possible target is a neighbour: a Medication,
// MedicationKnowledge or Substance that is alone or on a line of its own, never
// the inside of another document's bundle.

/// A resource outside the line or document being read that its references may lead to.
public struct FHIRNeighbour: Sendable {
  /// The number of its document in the set; the order of the set is that of the numbers.
  public let source: Int
  /// What messages call its document.
  public let document: String
  /// Its line, from 0; `nil` if it is all of the document.
  public let line: Int?

  let resource: JSONNode
  let kind: ResourceKind
  let fullURL: String?
  let wrapper: JSONNode?

  /// The types of resources that references from a medication may lead to.
  ///
  /// A cheap first look: a text without any of these names need not be read.
  public static let typeNames = ["Medication", "MedicationKnowledge", "Substance"]

  /// Reads the neighbours on one line of NDJSON.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line.
  ///   - number: The number of the line, from 0.
  ///   - source: The number of its document.
  ///   - document: What messages call the document.
  ///   - options: Limits; the mode is always tolerant.
  /// - Returns: The neighbours in the order of the line.
  public static func read(
    line: [UInt8], number: Int, source: Int, document: String,
    options: JSONOptions = JSONOptions()
  ) -> [FHIRNeighbour] {
    var options = options
    options.mode = .tolerant
    return JSONLines(eachOf: line, options: options).lines.compactMap { line in
      guard case .success(let node) = line.value else { return nil }
      return FHIRNeighbour(node, source: source, document: document, line: number)
    }
  }

  /// Reads the neighbour that a document of one resource is; `nil` for any other document.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document, JSON or XML, not compressed.
  ///   - source: The number of the document.
  ///   - name: What messages call the document.
  ///   - reading: Limits, and what reads XML.
  public init?(
    document bytes: [UInt8], source: Int, name: String, reading: FHIRReadingOptions
  ) {
    var options = reading.text
    options.mode = .tolerant
    let root: JSONNode
    if FHIRDocument.isXML(bytes) {
      guard let text = try? reading.xml?.init(bytes, options: options) else { return nil }
      root = text.document.root
    } else {
      // What cannot be read is not a neighbour; it is reported where it is converted.
      guard let json = try? JSONDocument(bytes, options: options) else { return nil }
      root = json.root
    }
    // An entry without its bundle is the inside of one.
    if ResourceKind(of: root) == nil { return nil }
    self.init(root, source: source, document: name, line: nil)
  }

  /// Takes a resource or a bundle entry without its bundle.
  private init?(_ node: JSONNode, source: Int, document: String, line: Int?) {
    var resource = node
    var wrapper: JSONNode?
    if ResourceKind(of: node) == nil {
      guard let inner = node["resource"] else { return nil }
      resource = inner
      wrapper = node
    }
    guard let kind = ResourceKind(of: resource),
      kind.isMedication || resource["resourceType"]?.isString("Substance") == true
    else { return nil }
    self.source = source
    self.document = document
    self.line = line
    self.resource = resource
    self.kind = kind
    self.wrapper = wrapper
    fullURL = wrapper?["fullUrl"]?.scalarText
  }

  /// What the resource is found by: its id, its address and the end of its address.
  ///
  /// A key is a hash: a resource found by it must still be compared.
  public var keys: [UInt64] {
    var keys: [ScopeKey] = []
    if let id = resource["id"]?.scalarText { keys.append(ScopeKey(id: id)) }
    if let fullURL {
      keys.append(ScopeKey(fullURL: fullURL))
      if let path = RelativePath(fullURL) { keys.append(ScopeKey(endOfURL: path)) }
    }
    return keys.map(\.hash)
  }
}

/// How a line or document finds the resources around it.
public struct FHIRNeighbourhood: Sendable {
  /// The number of the document being read.
  public let source: Int
  let find: @Sendable (UInt64) -> [FHIRNeighbour]

  /// Makes a neighbourhood.
  ///
  /// - Parameters:
  ///   - source: The number of the document being read: its own lines come before all others.
  ///   - find: Returns the neighbours of a key (``FHIRNeighbour/keys``) in the order of the set,
  ///     on any thread. It may return others besides.
  public init(source: Int, find: @escaping @Sendable (UInt64) -> [FHIRNeighbour]) {
    self.source = source
    self.find = find
  }
}

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

  func entries(_ key: ScopeKey) -> [ScopeEntry] {
    var entries: [ScopeEntry] = []
    for neighbour in neighbourhood.find(key.hash) where (neighbour.source == source) == isOwn {
      var entry = ScopeEntry(
        resource: neighbour.resource, kind: neighbour.kind, wrapper: neighbour.wrapper,
        address: address(of: neighbour))
      guard key.kind.text(of: entry) == key.text else { continue }
      entry.home = Self.scopes(neighbourhood, source: neighbour.source)
      entries.append(entry)
    }
    return entries
  }
}
