// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import CArrow
internal import CRxKit

/// What the functions of the library have in common: arguments in, errors and outputs out.
enum Call {
  static let noOutput = LibraryFailure(
    .usage, "argument.missing", "nowhere to put the answers, expected structures for them")

  /// Runs a function, and turns what it throws into a number and a text.
  static func run(
    _ error: UnsafeMutablePointer<rxkit_error>?, _ body: () throws(LibraryFailure) -> Void
  ) -> Int32 {
    do throws(LibraryFailure) {
      try body()
      return 0
    } catch let failure {
      unsafe failure.write(to: error)
      return failure.kind.rawValue
    }
  }

  /// A text that ends with a zero; `nil` for none.
  static func text(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  static func catalog(_ catalog: OpaquePointer?) throws(LibraryFailure) -> OpenCatalog {
    guard let catalog = unsafe catalog else {
      throw LibraryFailure(.usage, "argument.missing", "no catalog, expected one of rxkit_open")
    }
    // Sound: the pointer is one of `rxkit_open` that is not closed yet, as the header demands.
    return unsafe Unmanaged<OpenCatalog>.fromOpaque(UnsafeRawPointer(catalog))
      .takeUnretainedValue()
  }

  /// Answers with one table.
  static func answer(
    _ catalog: OpaquePointer?, _ schema: UnsafeMutablePointer<ArrowSchema>?,
    _ answers: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<rxkit_error>?,
    _ body: (OpenCatalog) throws(LibraryFailure) -> (Column, [ColumnField])
  ) -> Int32 {
    unsafe schema?.pointee.release = nil
    unsafe answers?.pointee.release = nil
    return unsafe run(error) { () throws(LibraryFailure) in
      let catalog = try unsafe self.catalog(catalog)
      guard let schema = unsafe schema, let answers = unsafe answers else { throw noOutput }
      let (column, fields) = try body(catalog)
      unsafe fields.export(to: schema, metadata: catalog.metadata)
      unsafe column.export(to: answers)
    }
  }

  /// What answers the questions of a function.
  static func batch(
    _ function: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ catalog: OpenCatalog
  ) throws(LibraryFailure) -> Batch {
    guard let question = unsafe text(function).flatMap({ Question(rawValue: $0) }) else {
      let names = Question.allCases.map(\.rawValue).joined(separator: ", ")
      throw LibraryFailure(.usage, "function.unknown", "unknown function, expected \(names)")
    }
    let options = try unsafe CallOptions(text(options), knowing: question.options)
    return try Batch(question, options, catalog)
  }

  /// Gives a stream of records away.
  static func read(
    _ catalog: OpaquePointer?, _ options: UnsafePointer<CChar>?,
    _ records: UnsafeMutablePointer<ArrowArrayStream>?,
    _ error: UnsafeMutablePointer<rxkit_error>?,
    _ body: (CallOptions, OpenCatalog) throws(LibraryFailure) -> RecordReading
  ) -> Int32 {
    unsafe records?.pointee.release = nil
    return unsafe run(error) { () throws(LibraryFailure) in
      let catalog = try unsafe self.catalog(catalog)
      guard let records = unsafe records else { throw noOutput }
      let options = try unsafe CallOptions(text(options), knowing: RecordReading.options)
      unsafe try body(options, catalog).rows.export(to: records)
    }
  }
}
