// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// Which version of a resource an entry holds or deletes, as far as it says so.
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

  /// Whether this is later than another; `nil` if nothing tells.
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
