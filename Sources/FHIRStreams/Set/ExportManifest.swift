// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

// The answer of a bulk export server when its files are ready (FHIR Bulk Data
// Access, "Response - Complete Status"):
//
//   {"transactionTime": …, "output": [{"type", "url", "count"}], "deleted": […], "error": […]}
//
// `output` files are NDJSON of one type each; `deleted` files are NDJSON of
// Bundles whose entries have only `request.method` DELETE and `request.url`;
// `error` files are NDJSON of OperationOutcome.

/// What a bulk export wrote: the names of its files by purpose.
public struct ExportManifest: Sendable, Hashable {
  /// One file of the export.
  public struct File: Sendable, Hashable {
    /// The resource type of its lines.
    public let type: String?
    /// The last part of its address.
    public let name: String
    /// How many resources it has, where the manifest says so.
    public let count: Int?
  }

  /// Files with resources.
  public let output: [File]
  /// Files that name resources which were deleted.
  public let deleted: [File]
  /// Files that say what went wrong.
  public let errors: [File]
  /// The places of entries that name no file, as `output[1].url`.
  public let withoutFile: [String]
  /// The places of counts that are not whole numbers, as `output[1].count`; their files are read.
  public let badCounts: [String]

  /// Reads a manifest; `nil` if the bytes are none.
  public init?(_ bytes: [UInt8]) {
    guard let root = try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant)).root,
      root.isObject, root["resourceType"] == nil, root["transactionTime"] != nil,
      root["output"]?.isArray == true
    else { return nil }
    var (withoutFile, badCounts): ([String], [String]) = ([], [])
    func files(_ member: StaticString) -> [File] {
      guard let node = root[member], node.isArray else { return [] }
      var files: [File] = []
      for (number, file) in node.elements.enumerated() {
        guard let name = file["url"]?.string.flatMap(Self.lastPart(of:)) else {
          withoutFile.append("\(member)[\(number)].url")
          continue
        }
        let count = file["count"]?.scalarText.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        if count == nil, file["count"].map({ !$0.isNull }) ?? false {
          badCounts.append("\(member)[\(number)].count")
        }
        files.append(File(type: file["type"]?.string, name: name, count: count))
      }
      return files
    }
    output = files("output")
    deleted = files("deleted")
    errors = files("error")
    self.withoutFile = withoutFile
    self.badCounts = badCounts
  }

  private static func lastPart(of address: String) -> String? {
    let path = address.utf8.prefix { $0 != 0x3F && $0 != 0x23 }
    guard let last = path.split(separator: 0x2F).last, let name = String(last), name != ".." else {
      return nil
    }
    return name
  }

  /// What a file of ``deleted`` says.
  public struct Deletions: Sendable {
    /// `Type/id` of each resource, letter case as written.
    public internal(set) var names: Set<String> = []
    /// The numbers of lines that are not JSON.
    public internal(set) var badLines: [Int] = []
    /// The places of entries that name no deletion, as line and path.
    public internal(set) var unusable: [(line: Int, path: String)] = []
  }

  /// Reads which resources a file of ``deleted`` names, and what in it is not understood.
  public static func deletions(in path: String) throws(FHIRStreamError) -> Deletions {
    var deletions = Deletions()
    deletions.badLines = try forEachLine(of: path) { line, node in
      guard let entries = node["entry"], entries.isArray else {
        // A Bundle without entries deletes nothing.
        let isEmpty = node["entry"]?.isNull ?? true
        if isEmpty, node["resourceType"]?.string == "Bundle" { return }
        return deletions.unusable.append((line, "entry"))
      }
      for (number, entry) in entries.elements.enumerated() {
        guard let request = entry["request"], request["method"]?.string?.uppercased() == "DELETE",
          let name = request["url"]?.string.flatMap(resourceName(in:))
        else {
          deletions.unusable.append((line, "entry[\(number)].request"))
          continue
        }
        deletions.names.insert(name)
      }
    }
    return deletions
  }

  /// `Type/id` of an address, without its server, version and query; `nil` if it names no resource.
  private static func resourceName(in address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    var parts = path.split(separator: "/")
    if let history = parts.lastIndex(of: "_history") { parts.removeSubrange(history...) }
    guard parts.count > 1, let type = parts.dropLast().last, let id = parts.last,
      type.first?.isUppercase ?? false, type.allSatisfy({ $0.isLetter && $0.isASCII })
    else { return nil }
    return "\(type)/\(id)"
  }

  /// Counts the issues of a file of ``errors`` by severity, and lists the numbers of lines that are
  /// no OperationOutcome.
  public static func issues(
    in path: String
  ) throws(FHIRStreamError) -> (counts: [String: Int], badLines: [Int]) {
    var counts: [String: Int] = [:]
    var otherLines: [Int] = []
    let badLines = try forEachLine(of: path) { line, node in
      guard node["resourceType"]?.string == "OperationOutcome" else {
        return otherLines.append(line)
      }
      guard let issues = node["issue"], issues.isArray else { return }
      for issue in issues.elements {
        counts[issue["severity"]?.string ?? "unknown", default: 0] += 1
      }
    }
    return (counts, (badLines + otherLines).sorted())
  }

  /// Counts the resources of a file of ``deleted`` or ``errors``.
  public static func resourceCount(in path: String) throws(FHIRStreamError) -> Int {
    var count = 0
    _ = try forEachLine(of: path) { _, _ in count += 1 }
    return count
  }

  /// Whether a text of lines is an event log, as clients of exports write: its first line is an
  /// object with an `eventId` and no resource.
  public static func isEventLog(_ path: String) -> Bool {
    let bytes: [UInt8]?? =
      switch try? FHIRInput(path) {
      case .lines(let lines): (try? lines.next())?.bytes
      // A log of one line is a document unless its name promises lines.
      case .document(let file): try? file.bytes()
      case nil: nil
      }
    guard let bytes = bytes ?? nil,
      case .success(let node) = JSONLines(eachOf: bytes).lines.first?.value
    else { return false }
    return node["resourceType"] == nil && node["eventId"] != nil
  }

  /// Goes through the values of a file, of lines or not, each with the number of its line.
  ///
  /// - Returns: The numbers of the lines that cannot be read.
  private static func forEachLine(
    of path: String, _ body: (Int, JSONNode) -> Void
  ) throws(FHIRStreamError) -> [Int] {
    var badLines: [Int] = []
    func read(_ bytes: [UInt8], firstLine: Int) {
      for line in JSONLines(eachOf: bytes, firstLine: firstLine).lines {
        switch line.value {
        case .success(let node): body(line.number, node)
        case .failure: badLines.append(line.number)
        }
      }
    }
    switch try FHIRInput(path) {
    case .document(let file):
      guard let bytes = try file.bytes() else { return [] }
      // Lines of which the first is broken look like a document, too.
      let isDocument = (try? JSONDocument(bytes, options: JSONOptions(mode: .tolerant))) != nil
      let isLines = !isDocument && FHIRInput.isNamedForLines(path)
      read(isLines ? bytes : bytes.map { $0 == 0x0A ? 0x20 : $0 }, firstLine: 1)
    case .lines(let lines):
      while let batch = try lines.next() {
        read(batch.bytes, firstLine: batch.firstLine + 1)
      }
    }
    return badLines
  }
}
