// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CZlib
import FHIRResources
import Foundation

@testable import FHIRStreams

/// Texts of NDJSON for tests.
enum Sample {
  /// A request for a Medication by reference.
  static func request(_ id: String, _ reference: String) -> String {
    #"{"resourceType":"MedicationRequest","id":"\#(id)","status":"active","medicationReference":"#
      + #"{"reference":"\#(reference)","display":"größe 💊"}}"#
  }

  /// A Medication with an RxNorm code.
  static func medication(_ id: String, _ code: String) -> String {
    #"{"resourceType":"Medication","id":"\#(id)","code":{"coding":[{"system":"#
      + #""http://www.nlm.nih.gov/research/umls/rxnorm","code":"\#(code)"}]}}"#
  }

  /// Lines of every kind: blank, CRLF, broken, not ASCII, without an end.
  static let untidy =
    "\u{FEFF}" + request("1", "Medication/a") + "\r\n\n   \n" + medication("a", "308192") + "\n"
    + #"{"resourceType":"Medi"# + "\n" + #"{"resourceType":"Patient","id":"ü€💊"}"# + "\r\n"
    + request("2", "Medication/b") + " " + request("3", "Medication/a") + "\n\r\n"
    + "[]\n" + medication("b", "723") + "} trailing\n" + "\n" + request("4", "Medication/none")

  /// Compresses with zlib, as `gzip -n` does; several members if asked for.
  static func gzip(_ bytes: [UInt8], members: Int = 1) throws -> [UInt8] {
    var output: [UInt8] = []
    let size = (bytes.count + members - 1) / members
    for member in 0..<members {
      var part = Array(bytes.dropFirst(member * size).prefix(size))
      var stream = z_stream()
      guard
        deflateInit2_(
          &stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
          Int32(MemoryLayout<z_stream>.size)) == Z_OK
      else { throw CocoaError(.fileWriteUnknown) }
      defer { deflateEnd(&stream) }
      var room = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(part.count))) + 32)
      let roomCount = room.count
      let made = part.withUnsafeMutableBufferPointer { source in
        room.withUnsafeMutableBufferPointer { target in
          stream.next_in = source.baseAddress
          stream.avail_in = UInt32(source.count)
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(roomCount)
          let result = deflate(&stream, Z_FINISH)
          return result == Z_STREAM_END ? roomCount - Int(stream.avail_out) : -1
        }
      }
      guard made >= 0 else { throw CocoaError(.fileWriteUnknown) }
      output += room[..<made]
    }
    return output
  }
}

extension FHIRInput {
  /// The lines; `nil` if it is a document.
  var lines: FHIRLineStream? { if case .lines(let lines) = self { lines } else { nil } }
  /// The document; `nil` if it is lines.
  var document: FHIRDocumentFile? { if case .document(let file) = self { file } else { nil } }
}

/// Everything that a stream of lines gives, joined.
struct JoinedLines: Equatable {
  var bytes: [UInt8] = []
  /// The number of each line with its bytes.
  var lines: [Int: [UInt8]] = [:]
  var failures: [FHIRStreamError] = []

  init(_ stream: FHIRLineStream) throws(FHIRStreamError) {
    try append(stream)
  }

  mutating func append(_ stream: FHIRLineStream) throws(FHIRStreamError) {
    while let batch = try stream.next() {
      bytes += batch.bytes
      if let failure = batch.failure {
        failures.append(failure)
        continue
      }
      var parts = batch.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      if batch.bytes.last == 0x0A { parts.removeLast() }
      for (index, part) in parts.enumerated() { lines[batch.firstLine + index] = Array(part) }
    }
  }
}

/// What documents of a stream say.
struct ReadStream {
  var records: [MedicationRecord] = []
  var problems: [FHIRDocumentProblem] = []
  var failures: [FHIRStreamError] = []

  init(_ stream: FHIRStream, threads: Int = 1) {
    ParallelStream(threads: threads).run {
      stream.next()
    } work: { part in
      Result { () throws(FHIRStreamError) in try part.document() }
    } deliver: { (result) throws(Never) in
      switch result {
      case .success(let document):
        records += document?.records ?? []
        problems += document?.problems ?? []
      case .failure(let error): failures.append(error)
      }
    }
  }

  /// The RxNorm code of each record, or how it is named.
  var codes: [String] {
    records.map { $0.codings.first?.code ?? $0.resolution ?? $0.via.rawValue }
  }
}
