// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import CArrow

// A structure of the C data interface owns what it points to through a box in `private_data`; its
// release callback lets go of the box. Children are released with their parent unless the consumer
// moved them away, in which case their own callback is null and their box lives on.

extension Column {
  /// Gives the column away as an array of the C data interface, which keeps its memory until it is
  /// released, on any thread.
  package func export(to array: UnsafeMutablePointer<ArrowArray>) {
    let box = ExportedArray(self)
    unsafe array.initialize(
      to: ArrowArray(
        length: Int64(count), null_count: Int64(nullCount), offset: 0,
        n_buffers: Int64(buffers.count), n_children: Int64(children.count),
        buffers: box.buffers, children: box.children.pointers, dictionary: box.dictionary.first,
        release: ExportedArray.release,
        private_data: Unmanaged.passRetained(box).toOpaque()))
  }
}

extension [ColumnField] {
  /// Gives the fields away as the schema of record batches.
  package func export(
    to schema: UnsafeMutablePointer<ArrowSchema>, metadata: [(key: String, value: String)] = []
  ) {
    unsafe ColumnField("", .structure(self)).export(to: schema, metadata: metadata)
  }
}

extension ColumnField {
  fileprivate func export(
    to schema: UnsafeMutablePointer<ArrowSchema>, metadata: [(key: String, value: String)] = []
  ) {
    let box = ExportedSchema(self, metadata: metadata)
    unsafe schema.initialize(
      to: ArrowSchema(
        // Sound: the bytes of a static string end with a zero and live for ever.
        format: UnsafeRawPointer(kind.format.utf8Start).assumingMemoryBound(to: CChar.self),
        name: box.name.text, metadata: box.metadata?.text,
        flags: Int64(ARROW_FLAG_NULLABLE), n_children: Int64(box.children.count),
        children: box.children.pointers, dictionary: box.dictionary.first,
        release: ExportedSchema.release,
        private_data: Unmanaged.passRetained(box).toOpaque()))
  }
}

// Batches that were given away can be given away again, so that several readers take one answer.

extension Column {
  /// The column of an array that was exported here and is not released; `nil` for any other.
  package init?(sharing array: UnsafePointer<ArrowArray>?) {
    guard let array = unsafe array, let data = unsafe array.pointee.private_data,
      let release = unsafe array.pointee.release,
      unsafe unsafeBitCast(release, to: UInt.self)
        == unsafeBitCast(ExportedArray.release, to: UInt.self)
    else { return nil }
    // Sound: only `export` makes arrays with this callback.
    self = unsafe Unmanaged<ExportedArray>.fromOpaque(data).takeUnretainedValue().column
  }
}

extension ColumnStream {
  /// A stream of batches that were exported here; `nil` for any others.
  package convenience init?(
    sharing schema: UnsafePointer<ArrowSchema>?, _ batches: [UnsafePointer<ArrowArray>?]
  ) {
    guard let schema = unsafe schema, let data = unsafe schema.pointee.private_data,
      let release = unsafe schema.pointee.release,
      unsafe unsafeBitCast(release, to: UInt.self)
        == unsafeBitCast(ExportedSchema.release, to: UInt.self)
    else { return nil }
    // Sound: only `export` makes schemas with this callback.
    let box = unsafe Unmanaged<ExportedSchema>.fromOpaque(data).takeUnretainedValue()
    var rest = unsafe batches.compactMap { unsafe Column(sharing: $0) }
      .filter { $0.kind == box.field.kind }[...]
    guard unsafe rest.count == batches.count else { return nil }
    self.init(box.field.kind.childFields, metadata: box.texts) { () throws(ArrowError) in
      rest.popFirst()
    }
  }
}

/// Structures in C's memory, with an array of pointers to them.
@safe private final class CStructures<Structure> {
  let count: Int
  private let structures: UnsafeMutablePointer<Structure>
  /// An array of pointers to them; null without any.
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?

  /// Makes structures, each initialised by its place.
  init(count: Int, _ initialize: (Int, UnsafeMutablePointer<Structure>) -> Void) {
    self.count = count
    unsafe structures = .allocate(capacity: count)
    unsafe pointers = count == 0 ? nil : .allocate(capacity: count)
    for place in 0..<count {
      unsafe initialize(place, structures + place)
      unsafe pointers?[place] = structures + place
    }
  }

  /// The first one; null without any.
  var first: UnsafeMutablePointer<Structure>? { unsafe count == 0 ? nil : structures }

  func forEach(_ body: (UnsafeMutablePointer<Structure>) -> Void) {
    for place in 0..<count { unsafe body(structures + place) }
  }

  deinit {
    unsafe structures.deallocate()
    unsafe pointers?.deallocate()
  }
}

/// What an exported array keeps.
@safe private final class ExportedArray {
  let column: Column
  let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  let children: CStructures<ArrowArray>
  let dictionary: CStructures<ArrowArray>

  init(_ column: Column) {
    self.column = column
    unsafe buffers = .allocate(capacity: column.buffers.count)
    for (place, buffer) in column.buffers.enumerated() {
      unsafe (buffers + place).initialize(to: buffer?.start)
    }
    unsafe children = CStructures(count: column.children.count) {
      unsafe column.children[$0].export(to: $1)
    }
    unsafe dictionary = CStructures(count: column.dictionary.count) {
      unsafe column.dictionary[$0].export(to: $1)
    }
  }

  deinit { unsafe buffers.deallocate() }

  /// The callback of every array that is made here, which distinguishes it from those of others.
  static let release: @convention(c) (UnsafeMutablePointer<ArrowArray>?) -> Void = { array in
    guard let array = unsafe array, let data = unsafe array.pointee.private_data,
      unsafe array.pointee.release != nil
    else { return }
    // Sound: only `export` makes arrays with this callback, which runs once.
    let box = unsafe Unmanaged<ExportedArray>.fromOpaque(data).takeRetainedValue()
    unsafe box.children.forEach { unsafe $0.pointee.release?($0) }
    unsafe box.dictionary.forEach { unsafe $0.pointee.release?($0) }
    unsafe array.pointee.release = nil
    unsafe array.pointee.private_data = nil
  }
}

/// What an exported schema keeps.
@safe private final class ExportedSchema {
  let field: ColumnField
  let texts: [(key: String, value: String)]
  let name: OwnedBuffer
  let metadata: OwnedBuffer?
  let children: CStructures<ArrowSchema>
  let dictionary: CStructures<ArrowSchema>

  init(_ field: ColumnField, metadata: [(key: String, value: String)]) {
    self.field = field
    texts = metadata
    name = OwnedBuffer(text: Array(field.name.utf8))
    self.metadata = metadata.isEmpty ? nil : OwnedBuffer(text: Self.encoded(metadata))
    let children = field.kind.childFields
    unsafe self.children = CStructures(count: children.count) { unsafe children[$0].export(to: $1) }
    unsafe dictionary = CStructures(count: field.kind == .category ? 1 : 0) {
      unsafe ColumnField("", .text).export(to: $1)
    }
  }

  /// Counts and lengths in the machine's byte order, as the interface defines it.
  private static func encoded(_ metadata: [(key: String, value: String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      unsafe withUnsafeBytes(of: Int32(truncatingIfNeeded: number)) { unsafe bytes += $0 }
    }
    append(metadata.count)
    for (key, value) in metadata {
      for text in [key, value] {
        append(text.utf8.count)
        bytes += text.utf8
      }
    }
    return bytes
  }

  /// The callback of every schema that is made here, which distinguishes it from those of others.
  static let release: @convention(c) (UnsafeMutablePointer<ArrowSchema>?) -> Void = { schema in
    guard let schema = unsafe schema, let data = unsafe schema.pointee.private_data,
      unsafe schema.pointee.release != nil
    else { return }
    // Sound: only `export` makes schemas with this callback, which runs once.
    let box = unsafe Unmanaged<ExportedSchema>.fromOpaque(data).takeRetainedValue()
    unsafe box.children.forEach { unsafe $0.pointee.release?($0) }
    unsafe box.dictionary.forEach { unsafe $0.pointee.release?($0) }
    unsafe schema.pointee.release = nil
    unsafe schema.pointee.private_data = nil
  }
}
