// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

// A concept without a reference count. A `Concept` keeps its catalog alive, and
// each copy counts that: two atomic operations, on a cache line that all threads
// of a program share. A view is two pointers; the compiler keeps it from
// outliving the catalog that it was borrowed from.
//
// Why it is sound: `record` points to 64 bytes of the mapping, in a block whose
// checksum was compared when the view was made; the mapping and `file` live at
// least as long as the borrowed catalog. Text is read through `CatalogBytes`,
// which checks bounds and blocks.

/// The fields of a concept, read in place: no copy, no allocation, no reference count.
///
/// For code that looks up many codes, or from many threads at once. It must not
/// outlive the catalog it came from; ``concept`` may.
@safe
public struct ConceptView: ~Escapable {
  private let record: UnsafeRawPointer
  private let file: Unmanaged<CatalogFile>

  @inline(__always)
  @_lifetime(borrow file)
  fileprivate init(record: UnsafeRawPointer, of file: borrowing CatalogFile) {
    unsafe self.record = record
    unsafe self.file = Unmanaged.passUnretained(copy file)
  }

  @inline(__always)
  private func word(_ field: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: record.loadUnaligned(fromByteOffset: field &* 4, as: UInt32.self))
  }

  /// The same concept, with a reference to its catalog.
  public var concept: Concept {
    let file = unsafe self.file.takeUnretainedValue()
    let offset = unsafe file.bytes.offset(of: record) - file.concepts.start
    return Concept(catalog: Catalog(opened: file), ordinal: UInt32(offset / 64))
  }

  // MARK: Identity

  /// Its number in the release; show ``code`` instead.
  public var rxcui: RxCUI { RxCUI(rawValue: word(ConceptField.rxcui)) }

  /// The code to show: `nil` for a number that only ties a reconstructed release together.
  public var code: RxCUI? {
    let rxcui = rxcui
    let isOfficial = unsafe file._withUnsafeGuaranteedRef { $0.release.isOfficial }
    return rxcui.isPlaceholder && !isOfficial ? nil : rxcui
  }

  /// What kind of concept it is: the term type of its main row.
  public var termType: TermType {
    let symbol = UInt16(truncatingIfNeeded: word(ConceptField.kind))
    return TermType(rawValue: unsafe file._withUnsafeGuaranteedRef { $0.symbol(symbol) })
  }

  /// The UTF-8 bytes of ``termType``.
  public var termTypeUTF8: Span<UInt8> {
    @_lifetime(copy self) get { symbol(word(ConceptField.kind)) }
  }

  /// The UTF-8 bytes of the source of the main name; `RXNORM` unless only others name it.
  public var sourceUTF8: Span<UInt8> {
    @_lifetime(copy self) get { symbol(word(ConceptField.source)) }
  }

  // MARK: Names

  /// The UTF-8 bytes of the main name.
  public var nameUTF8: Span<UInt8> {
    @_lifetime(copy self) get {
      text(word(ConceptField.name), length: word(ConceptField.lengths) & 0xFFFF)
    }
  }

  /// The UTF-8 bytes of the name that is best for people.
  public var displayNameUTF8: Span<UInt8> {
    @_lifetime(copy self) get {
      text(word(ConceptField.displayName), length: word(ConceptField.lengths) >> 16)
    }
  }

  // MARK: Status

  @inline(__always)
  var isLive: Bool { word(ConceptField.kind) >> 24 & ConceptField.liveFlag != 0 }

  /// Whether it is in RxNorm's prescribable subset: a human, current US drug.
  public var isPrescribable: Bool {
    word(ConceptField.kind) >> 24 & ConceptField.prescribableFlag != 0
  }

  /// What became of the code.
  ///
  /// - Complexity: O(1), but for a code that only other sources still name and
  ///   that RxNorm retired: then as ``Catalog/history(of:)``, with allocations.
  public var status: ConceptStatus {
    ConceptStatus(kind: word(ConceptField.kind)) ?? concept.catalog.history(of: rxcui).status
  }

  // MARK: Counts

  /// How many names it has.
  public var nameCount: Int { Int(word(ConceptField.names + 1)) }
  /// How many relations it has.
  public var relationCount: Int { Int(word(ConceptField.relations + 1)) }
  /// How many attributes it has.
  public var attributeCount: Int { Int(word(ConceptField.attributes + 1)) }
  /// How many semantic types it has.
  public var semanticTypeCount: Int { Int(word(ConceptField.semanticTypes + 1)) }
  /// How many rows of the release give it an NDC.
  public var ndcRowCount: Int { Int(word(ConceptField.ndcs + 1)) }

  // MARK: Text

  @inline(__always)
  @_lifetime(copy self)
  private func text(_ reference: UInt32, length: UInt32) -> Span<UInt8> {
    let place = unsafe file._withUnsafeGuaranteedRef { file in
      unsafe file.span(of: reference, length: length).withUnsafeBufferPointer { unsafe $0 }
    }
    let span = unsafe Span(_unsafeElements: place)
    return unsafe _overrideLifetime(span, copying: self)
  }

  @inline(__always)
  @_lifetime(copy self)
  private func symbol(_ number: UInt32) -> Span<UInt8> {
    let reference = unsafe file._withUnsafeGuaranteedRef {
      $0.word(.symbols, Int(number & 0xFFFF), 0)
    }
    return text(reference, length: ConceptField.longText)
  }
}

extension CatalogFile {
  /// A view of the record of an ordinal; `nil` outside the section or in a damaged block.
  @inline(__always)
  @_lifetime(borrow self)
  func view(at ordinal: UInt32) -> ConceptView? {
    guard Int(ordinal) < concepts.count,
      let record = unsafe bytes.record(at: concepts.start &+ Int(ordinal) &* 64)
    else { return nil }
    return unsafe ConceptView(record: record, of: self)
  }
}
