// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// A release of RxNorm, and what was built with it, ready for queries.
///
/// A catalog is one immutable file, mapped into memory. A value is a single
/// reference and may be used from many threads at the same time without locks.
/// The mapping lives as long as any catalog or concept that came from it.
///
/// An open catalog is intact: opening compares every block of 4 KiB with its
/// checksum, so that no answer can come from damaged bytes. See ``Checking``
/// for how to defer that.
public struct Catalog: Sendable {
  package let file: CatalogFile

  /// Which release the catalog was built from.
  public var release: ReleaseIdentity { file.release }

  /// When the blocks of a file are compared with their checksums.
  public enum Checking: Sendable {
    /// All of them on opening: what is open is sound.
    ///
    /// About 0.7 ms of processor time per MB of the file, once its bytes are in memory.
    case onOpening
    /// Each when it is first read: opening takes microseconds whatever the size.
    ///
    /// A read that meets damage gives nothing and sets ``Catalog/damage``, which stays set. No
    /// answer may be used before ``Catalog/throwIfDamaged()`` has returned after its last read.
    case onReading
  }

  /// Opens a catalog file.
  ///
  /// - Parameters:
  ///   - path: The path of a file that `rxkit build` wrote.
  ///   - checking: When its blocks are checked; on opening by default.
  /// - Throws: ``CatalogError``: unreadable, no catalog, another format
  ///   version, or damage in what is checked.
  /// - Complexity: O(*n*) in the bytes of the file, O(1) with ``Checking/onReading``.
  public init(contentsOf path: String, checking: Checking = .onOpening) throws(CatalogError) {
    try self.init(
      file: CatalogFile(bytes: CatalogBytes.mapping(path: path), path: path), checking)
  }

  /// Opens a catalog that is in memory; the bytes are copied.
  ///
  /// - Throws: As opening a file does.
  public init(bytes: [UInt8], checking: Checking = .onOpening) throws(CatalogError) {
    let file = try CatalogFile(bytes: CatalogBytes.copying(bytes), path: "catalog in memory")
    try self.init(file: file, checking)
  }

  private init(file: CatalogFile, _ checking: Checking) throws(CatalogError) {
    self.file = file
    if checking == .onOpening { file.bytes.checkAllBlocks() }
    try throwIfDamaged()
  }

  /// The catalog of a file that is open already.
  init(opened file: CatalogFile) {
    self.file = file
  }

  // MARK: Damage

  /// Where checking or reading first met damage, as a byte offset; `nil` while all is well.
  public var damage: Int? { file.bytes.damage }

  /// Throws if any read so far hit damaged bytes, so that no answer is based on them.
  ///
  /// Never for a catalog that was checked on opening, unless its file was crafted.
  /// - Throws: ``CatalogError`` `catalog.damaged` with the first place.
  public func throwIfDamaged() throws(CatalogError) {
    if let offset = damage {
      throw .damaged(file.path, at: offset, "the file is damaged here")
    }
  }

  // MARK: Concepts

  /// The number of concepts.
  public var conceptCount: Int { file.concepts.count }

  /// The concept of a code that the release holds, of whatever status.
  ///
  /// Retired codes have no concept: ask ``history(of:)``.
  /// - Complexity: O(1), without allocation.
  public func concept(for rxcui: RxCUI) -> Concept? {
    file.ordinal(of: rxcui.rawValue).map { Concept(catalog: self, ordinal: $0) }
  }

  /// The fields of a code's concept, read in place.
  ///
  /// As ``concept(for:)``, without a reference to the catalog: for many look-ups.
  /// - Complexity: O(1), without allocation.
  @_lifetime(borrow self)
  public func view(of rxcui: RxCUI) -> ConceptView? {
    guard let ordinal = file.bitmapOrdinal(of: rxcui.rawValue),
      let view = view(at: ordinal)
    else { return nil }
    guard view.rxcui == rxcui else {
      // Never answers from another drug's record, even if the bitmap is damaged.
      file.bytes.markDamage(at: file.codeBits.start)
      return nil
    }
    return view
  }

  /// The fields of the concept with an ordinal; `nil` where there is none.
  @inline(__always)
  @_lifetime(borrow self)
  func view(at ordinal: UInt32) -> ConceptView? {
    let view = file.view(at: ordinal)
    // The file lives as long as this catalog.
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// All concepts, in the order of their codes.
  public var concepts: some Sequence<Concept> {
    (0..<UInt32(conceptCount)).lazy.map { Concept(catalog: self, ordinal: $0) }
  }
}

/// Which release a catalog was built from.
public struct ReleaseIdentity: Sendable, Hashable {
  /// The release's own name, such as `RXNORM_20AA_251006F`.
  public let name: String
  /// Its date, `YYYY-MM-DD`; `nil` where nothing states it.
  public let date: String?
  /// Whether it bears the marks of a release that the National Library of Medicine made.
  public let isOfficial: Bool
  /// What of it the catalog was built without; empty for an ordinary one.
  public let leftOut: CatalogParts

  /// Makes an identity.
  public init(name: String, date: String?, isOfficial: Bool, leftOut: CatalogParts = []) {
    self.name = name
    self.date = date
    self.isOfficial = isOfficial
    self.leftOut = leftOut
  }
}

/// The facts of a catalog about itself, looked up by key.
struct FactTable {
  package let bytes: CatalogBytes
  let facts: Section
  package let strings: Section

  var all: [(key: String, value: String)] {
    (0..<facts.count).map { (text($0, 0), text($0, 1)) }
  }

  subscript(key: String) -> String? {
    (0..<facts.count).first { text($0, 0) == key }.map { text($0, 1) }
  }

  private func text(_ index: Int, _ field: Int) -> String {
    let reference = bytes.word(at: facts.start + index * 8 + field * 4)
    guard reference != 0 else { return "" }
    return bytes.text(at: strings.start + Int(reference), limit: strings.start + strings.count)
  }
}

extension Catalog: Hashable {
  /// Whether both are the same opened file.
  public static func == (left: Catalog, right: Catalog) -> Bool {
    left.file === right.file
  }

  /// Hashes the identity of the opened file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
  }
}
