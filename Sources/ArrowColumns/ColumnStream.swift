// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import CArrow

/// A stream of record batches that is given away; one thread at a time reads it.
@safe package final class ColumnStream {
  private let fields: [ColumnField]
  private let metadata: () -> [(key: String, value: String)]
  private let next: () throws(ArrowError) -> Column?
  private var error: OwnedBuffer?

  /// The number that C callbacks return for an error: EIO.
  private static let failure: Int32 = 5

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - fields: The columns of each batch.
  ///   - metadata: What the schema says in addition, made when it is first requested.
  ///   - next: The next batch; `nil` at the end. It is not called again after an error.
  package init(
    _ fields: [ColumnField], metadata: @autoclosure @escaping () -> [(key: String, value: String)],
    _ next: @escaping () throws(ArrowError) -> Column?
  ) {
    (self.fields, self.metadata, self.next) = (fields, metadata, next)
  }

  /// Gives the stream away; it lives until it is released.
  package func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    unsafe stream.initialize(
      to: ArrowArrayStream(
        get_schema: { stream, schema in
          guard let own = unsafe ColumnStream.own(stream), let schema = unsafe schema else {
            return ColumnStream.failure
          }
          unsafe own.fields.export(to: schema, metadata: own.metadata())
          return 0
        },
        get_next: { stream, array in
          guard let own = unsafe ColumnStream.own(stream), let array = unsafe array else {
            return ColumnStream.failure
          }
          return unsafe own.giveNext(to: array)
        },
        get_last_error: { unsafe ColumnStream.own($0)?.error?.text },
        release: { stream in
          guard let stream = unsafe stream, unsafe stream.pointee.release != nil,
            let data = unsafe stream.pointee.private_data
          else { return }
          unsafe stream.pointee.release = nil
          unsafe stream.pointee.private_data = nil
          // Sound: only `export` makes streams with this callback, which runs once.
          unsafe Unmanaged<ColumnStream>.fromOpaque(data).release()
        },
        private_data: Unmanaged.passRetained(self).toOpaque()))
  }

  private static func own(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ColumnStream? {
    guard let data = unsafe stream?.pointee.private_data else { return nil }
    // Sound: the callbacks that call this are only in streams of `export`.
    return unsafe Unmanaged<ColumnStream>.fromOpaque(data).takeUnretainedValue()
  }

  private func giveNext(to array: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    unsafe array.pointee.release = nil
    if error != nil { return Self.failure }
    do throws(ArrowError) {
      // The end is an array that is released.
      if let column = try next() { unsafe column.export(to: array) }
      return 0
    } catch {
      self.error = OwnedBuffer(text: Array(error.description.utf8))
      return Self.failure
    }
  }
}

/// A stream of another library, from which its columns are taken one after the other.
@safe package final class ImportedStream {
  private var stream: ArrowArrayStream
  private var schema = unsafe ArrowSchema()

  /// Takes a stream over: the given structure is released from then on.
  ///
  /// - Throws: What is wrong with it; it is then released, unless it was so before.
  package init(taking given: UnsafeMutablePointer<ArrowArrayStream>?) throws(ArrowError) {
    guard let given = unsafe given, unsafe given.pointee.release != nil else {
      throw ArrowError("arrow.released", "a stream that is released, expected a live one")
    }
    unsafe stream = given.pointee
    unsafe given.pointee.release = nil
    guard unsafe stream.get_schema != nil, unsafe stream.get_next != nil else {
      throw ArrowError("arrow.callbacks", "a stream without its callbacks")
    }
    guard unsafe stream.get_schema(&stream, &schema) == 0 else { throw failure }
  }

  private var failure: ArrowError {
    let text = unsafe stream.get_last_error?(&stream)
    return unsafe ArrowError(
      "arrow.stream",
      "the stream failed: " + (text.map { unsafe String(cString: $0) } ?? "no reason"))
  }

  /// Takes the next array and reads it; `nil` at the end of the stream.
  package func next<Result>(
    _ body: (ImportedColumn) throws(ArrowError) -> Result
  ) throws(ArrowError) -> Result? {
    var array = unsafe ArrowArray()
    guard unsafe stream.get_next(&stream, &array) == 0 else { throw failure }
    guard let release = unsafe array.release else { return nil }
    defer { unsafe release(&array) }
    return try body(try unsafe ImportedColumn(&schema, &array))
  }

  deinit {
    unsafe schema.release?(&schema)
    unsafe stream.release?(&stream)
  }
}
