// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import ArrowColumns
public import CArrow
public import CRxKit
internal import JSONText

// The functions of rxkit.h, which says what they do; the compiler compares their types with it.
// Every pointer may be null. A text ends with a zero, and an array is as the C data interface
// defines it: nothing of these can be checked.

/// The version of the library.
@c @implementation
public func rxkit_version() -> UnsafePointer<CChar>? {
  // Sound: the bytes of a static string end with a zero and live for ever.
  unsafe UnsafeRawPointer(OpenCatalog.version.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Opens a catalog.
@c @implementation
public func rxkit_open(
  _ path: UnsafePointer<CChar>?, _ catalog: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe catalog?.pointee = nil
  return unsafe Call.run(error) { () throws(LibraryFailure) in
    guard let path = unsafe Call.text(path), let catalog = unsafe catalog else {
      throw LibraryFailure(.usage, "argument.missing", "no path, or nowhere to put the catalog")
    }
    let opened = try OpenCatalog(path: path)
    unsafe catalog.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
  }
}

/// Builds a catalog.
@c @implementation
public func rxkit_build(
  _ release: UnsafePointer<CChar>?,
  _ write: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32)?,
  _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe Call.run(error) { () throws(LibraryFailure) in
    guard let path = unsafe Call.text(release), let write = unsafe write else {
      throw LibraryFailure(.usage, "argument.missing", "no release, or nothing to write to")
    }
    try CatalogMaking.build(path) { (piece) throws(LibraryFailure) in
      let number = unsafe piece.withUnsafeBytes { bytes in
        unsafe write(context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
      }
      if number != 0 { throw LibraryFailure(.input, "output.refused", "the catalog was not taken") }
    }
  }
}

/// Closes a catalog.
@c @implementation
public func rxkit_close(_ catalog: OpaquePointer?) {
  guard let catalog = unsafe catalog else { return }
  // Sound: the pointer is one of `rxkit_open`, closed once, as the header demands.
  unsafe Unmanaged<OpenCatalog>.fromOpaque(UnsafeRawPointer(catalog)).release()
}

/// Describes a catalog in one row.
@c @implementation
public func rxkit_describe(
  _ catalog: OpaquePointer?, _ schema: UnsafeMutablePointer<ArrowSchema>?,
  _ answer: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe Call.answer(catalog, schema, answer, error) { catalog throws(LibraryFailure) in
    let shape = OpenCatalog.description
    let columns = AnswerColumns([], members: shape.outline.columns())
    let row = ColumnBuilder(rowsOf: columns.fields)
    var json = JSONWriter()
    shape.write(catalog, to: &json)
    do throws(ArrowError) {
      try columns.append(json, to: row)
      return (try Column(row), columns.fields)
    } catch { throw LibraryFailure(error) }
  }
}

/// Answers a batch of questions; CRxKit.c has a function for each kind, which calls this one.
@c @implementation
public func rxkit_answer(
  _ catalog: OpaquePointer?, _ function: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ schema: UnsafePointer<ArrowSchema>?, _ questions: UnsafePointer<ArrowArray>?,
  _ answerSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ answers: UnsafeMutablePointer<ArrowArray>?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe Call.answer(catalog, answerSchema, answers, error) { catalog throws(LibraryFailure) in
    let batch = try unsafe Call.batch(function, options, catalog)
    do throws(ArrowError) {
      return (try batch.answer(try unsafe ImportedColumn(schema, questions)), batch.fields)
    } catch { throw LibraryFailure(error) }
  }
}

/// Answers a stream of batches.
@c @implementation
public func rxkit_stream(
  _ catalog: OpaquePointer?, _ function: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ questions: UnsafeMutablePointer<ArrowArrayStream>?,
  _ answers: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe answers?.pointee.release = nil
  return unsafe Call.run(error) { () throws(LibraryFailure) in
    let stream: ImportedStream?
    do throws(ArrowError) {
      stream = try unsafe questions == nil ? nil : ImportedStream(taking: questions)
    } catch { throw LibraryFailure(error) }
    let catalog = try unsafe Call.catalog(catalog)
    let batch = try unsafe Call.batch(function, options, catalog)
    guard stream != nil || batch.asksForConcepts else {
      throw LibraryFailure(
        .usage, "questions.none",
        "no questions, expected a stream; lookup, related and side_effects answer for all concepts "
          + "without one, if no system is given")
    }
    var codes = stream == nil ? catalog.codes[...] : []
    let rows = ColumnStream(batch.fields, metadata: catalog.metadata) { () throws(ArrowError) in
      if let stream { return try stream.next(batch.answer) }
      let part = codes.prefix(1 << 12)
      codes.removeFirst(part.count)
      return part.isEmpty ? nil : try batch.answer(part)
    }
    guard let answers = unsafe answers else { throw Call.noOutput }
    unsafe rows.export(to: answers)
  }
}

/// Makes a stream of batches that were answers.
@c @implementation
public func rxkit_share(
  _ schema: UnsafePointer<ArrowSchema>?,
  _ batches: UnsafePointer<UnsafePointer<ArrowArray>?>?, _ count: Int,
  _ stream: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe stream?.pointee.release = nil
  return unsafe Call.run(error) { () throws(LibraryFailure) in
    guard let stream = unsafe stream else { throw Call.noOutput }
    let list = unsafe (0..<max(0, count)).map { unsafe batches?[$0] }
    guard let shared = unsafe ColumnStream(sharing: schema, list) else {
      throw LibraryFailure(.usage, "arrow.foreign", "a batch that is no answer of this library")
    }
    unsafe shared.export(to: stream)
  }
}

/// Reads FHIR documents.
@c @implementation
public func rxkit_read_fhir(
  _ catalog: OpaquePointer?, _ options: UnsafePointer<CChar>?,
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
  _ records: UnsafeMutablePointer<ArrowArrayStream>?, _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe Call.read(catalog, options, records, error) {
    (options, catalog) throws(LibraryFailure) in
    var names: [String] = []
    for place in 0..<max(0, count) {
      guard let path = unsafe Call.text(paths?[place]) else {
        throw LibraryFailure(.usage, "argument.missing", "path \(place) is missing")
      }
      names.append(path)
    }
    return try RecordReading(names, options, catalog)
  }
}

/// Reads a FHIR document in memory.
@c @implementation
public func rxkit_read_fhir_bytes(
  _ catalog: OpaquePointer?, _ options: UnsafePointer<CChar>?, _ bytes: UnsafePointer<UInt8>?,
  _ count: Int, _ records: UnsafeMutablePointer<ArrowArrayStream>?,
  _ error: UnsafeMutablePointer<rxkit_error>?
) -> Int32 {
  unsafe Call.read(catalog, options, records, error) {
    (options, catalog) throws(LibraryFailure) in
    guard unsafe count == 0 || bytes != nil, count >= 0 else {
      throw LibraryFailure(.usage, "argument.missing", "no bytes")
    }
    return try unsafe RecordReading(
      Array(UnsafeBufferPointer(start: bytes, count: count)), options, catalog)
  }
}
