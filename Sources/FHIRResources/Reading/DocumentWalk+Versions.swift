// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// Several versions of a resource in one document: the last one is valid, and if
// that is a deletion, none is. All of them make records.

/// An entry that deletes a resource, or changes a part of it.
struct Deletion {
  let entry: JSONNode
  let address: String
  /// Whether it only changes it; how is not read.
  let isPatch: Bool
}

extension DocumentWalk {
  /// Marks the records that another entry deletes or changes.
  mutating func mark(_ deletions: [Deletion], _ numbers: RecordNumbers) {
    for deletion in deletions {
      let entry = deletion.entry
      let fullURL = Self.withoutVersion(entry["fullUrl"]?.string ?? entry["id"]?.string)
      let url = entry["request"]?["url"]?.string ?? entry["response"]?["location"]?.string
      let does = deletion.isPatch ? "changes" : "deletes"
      let isSearch = url?.utf8.contains(0x3F) ?? false
      if isSearch {
        report(
          .unresolvedReference, .warning,
          "an entry \(does) what a search finds; what that is is not known", at: deletion.address)
      }
      let path = Self.withoutVersion(url).flatMap { RelativePath($0) }
      let version = ResourceVersion(entry, entry["resource"])
      let same = numbers.deleted(path, fullURL).filter {
        found[$0 - begin.record].owner.address != deletion.address
      }
      // What names its drug by a Medication that is deleted has lost its identity.
      let named = numbers.namedBy(path, entry["resource"])
      for number in same.union(named).sorted() {
        let isSame = same.contains(number)
        // Only a later version proves that it was created again, not the order of entries.
        if isSame,
          ResourceVersion(of: found[number - begin.record].owner).isLater(than: version) ?? false
        {
          continue
        }
        let its = isSame ? "it" : "its Medication"
        if deletion.isPatch {
          mark(
            number, .modifierNotUnderstood,
            "the entry at \(deletion.address) changes \(its) in a way that was not read")
          if !records[number].flags.contains(.notUnderstood) {
            records[number].flags.append(.notUnderstood)
          }
        } else {
          mark(
            number, .deletedAtSource, "the entry at \(deletion.address) says that \(its) is deleted"
          )
        }
      }
      if same.isEmpty, named.isEmpty, !isSearch { noteElsewhere(deletion, path, fullURL, does) }
    }
  }

  /// Keeps the name of what an entry deletes and the document does not hold, which may be on another
  /// line, and says what is not known.
  private mutating func noteElsewhere(
    _ deletion: Deletion, _ path: RelativePath?, _ fullURL: Substring?, _ does: String
  ) {
    let entry = deletion.entry
    let address = path?.text ?? fullURL.map(String.init)
    // An entry without a request or an address only says that something was not found.
    guard
      options.keepsResources
        || address.map(RecordNumbers.mayBeMedication) ?? (entry["request"] != nil)
    else { return }
    if let path = path ?? address.flatMap({ RelativePath($0) }) {
      removals.add(deletion.isPatch ? .modifierNotUnderstood : .deletedAtSource, of: path.text)
    }
    if !deletion.isPatch, address != nil { return }
    // The record of the entry itself says so.
    if entry["resource"].flatMap({ ResourceKind(of: $0) })?.isMedicationType ?? false { return }
    report(
      .unresolvedReference, .warning,
      address == nil
        ? "an entry \(does) a resource that it does not name"
        : "an entry \(does) a resource that was not found in the document or on its line",
      at: deletion.address)
  }

  /// Marks the versions of a resource that a later one of the same document replaces.
  mutating func markReplaced() {
    guard found.count > 1 else { return }
    var places: [[String]: [Int]] = [:]
    for number in found.indices {
      let record = records[begin.record + number]
      guard let id = record.id else { continue }
      let item = found[number].owner.item?.address ?? ""
      places[[record.resourceType, id, item], default: []].append(number)
    }
    for numbers in places.values where numbers.count > 1 {
      // One scope and one server.
      let groups = Dictionary(grouping: numbers) { number in
        Home(scope: ObjectIdentifier(found[number].scope), base: found[number].owner.base)
      }
      for numbers in groups.values where numbers.count > 1 {
        let replaced = ResourceVersion.replaced(
          numbers.map { found[$0].owner }, inHistory: found[numbers[0]].scope.isHistory)
        for place in replaced {
          mark(
            begin.record + numbers[place], .versionReplaced,
            "a later version of it is in the document")
        }
      }
    }
  }

  private struct Home: Hashable {
    let scope: ObjectIdentifier
    let base: String?
  }

  private mutating func mark(_ index: Int, _ code: Problem.Code, _ message: String) {
    guard !records[index].problems.contains(where: { $0.code == code }) else { return }
    records[index].problems.append(Problem(code, .warning, message))
  }

  /// An address without its version and without slashes at its end; `nil` if nothing is left.
  static func withoutVersion(_ address: String?) -> Substring? {
    guard let address else { return nil }
    var text = address.firstRange(of: "/_history").map { address[..<$0.lowerBound] } ?? address[...]
    while text.utf8.last == 0x2F { text = text.dropLast() }
    return text.isEmpty ? nil : text
  }
}

/// Which version of a resource an entry contains or deletes, as far as it says so.
struct ResourceVersion {
  private let number: Int?
  private let moment: PartialDate?

  /// Reads what an entry and its resource say.
  init(_ wrapper: JSONNode?, _ resource: JSONNode?) {
    let meta = resource?.whole["meta"]
    let response = wrapper?["response"]
    let addresses = [wrapper?["fullUrl"], response?["location"], wrapper?["request"]?["url"]]
    let words: [Substring?] =
      [meta?["versionId"]?.scalarText?[...], response?["etag"]?.string.map(Self.digits)]
      + addresses.map { $0?.string.flatMap(Self.version) }
    number = words.lazy.compactMap { $0.flatMap { Int($0) } }.first
    let dates = [meta?["lastUpdated"], response?["lastModified"], wrapper?["deleted"]]
    moment = dates.lazy.compactMap { $0?.string.flatMap { PartialDate($0) } }.first
  }

  init(of entry: ScopeEntry) { self.init(entry.wrapper, entry.resource) }

  /// Whether this is later than another; `nil` if nothing shows it.
  func isLater(than other: ResourceVersion) -> Bool? {
    if let number, let theirs = other.number, number != theirs { return number > theirs }
    guard let moment, let theirs = other.moment else { return nil }
    if moment.isAfter(theirs) { return true }
    return theirs.isAfter(moment) ? false : nil
  }

  /// The places of those versions of one resource that a later one replaces.
  ///
  /// A history begins with the latest version; elsewhere the order says nothing.
  ///
  /// - Returns: Nothing where not all say which version they are.
  /// - Complexity: O(*n*) in the entries.
  static func replaced(_ entries: [ScopeEntry], inHistory isHistory: Bool) -> [Int] {
    let versions = entries.map { ResourceVersion(of: $0) }
    guard var latest = versions.first else { return [] }
    let areNumbered = versions.allSatisfy { $0.number != nil }
    guard areNumbered || versions.allSatisfy({ $0.moment != nil }) else {
      return isHistory ? Array(entries.indices.dropFirst()) : []
    }
    for version in versions where version.isLater(than: latest) ?? false { latest = version }
    return versions.indices.filter { latest.isLater(than: versions[$0]) ?? false }
  }

  /// `2` of `W/"2"`.
  private static func digits(of tag: String) -> Substring {
    tag.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }
  }

  /// `2` of `Patient/1/_history/2`.
  private static func version(of address: String) -> Substring? {
    guard let path = RelativePath(address), path.type == "_history" else { return nil }
    return path.id[...]
  }
}
