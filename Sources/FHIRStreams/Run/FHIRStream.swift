// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
public import FHIRXML
import Threads

/// Many documents, some lines or one document at a time, in their order.
///
/// ```swift
/// let stream = FHIRStream(paths: ["Medication.ndjson", "MedicationRequest.ndjson"])
/// try ParallelStream(threads: 2).run(stream.next) { part in
///   Result { try part.document() }        // on any thread
/// } deliver: { document in
///   …                                     // on this thread, in order
/// }
/// ```
///
/// Memory is bounded by the parts in progress, whatever the size of the input; a
/// document that is not NDJSON is one part.
public final class FHIRStream: Sendable {
  /// A document to be read.
  public struct Input: Sendable {
    /// The path, or `-` for standard input.
    public var path: String
    /// The set that its references lead to, and its number there; `nil` for none but its own lines.
    public var set: (documents: FHIRSet, source: Int)?
    /// The bytes in which lines must begin; `nil` for all.
    public var range: Range<Int>?
    /// Where to begin, between two lines.
    public var start: FHIRLineStream.Place?

    /// Makes an input.
    public init(
      _ path: String, set: (documents: FHIRSet, source: Int)? = nil, range: Range<Int>? = nil,
      start: FHIRLineStream.Place? = nil
    ) {
      self.path = path
      self.set = set
      self.range = range
      self.start = start
    }
  }

  /// Some lines, or a document, or why there is none.
  public struct Part: Sendable {
    /// The content.
    public enum Content: Sendable {
      /// Whole lines of NDJSON.
      case lines(FHIRLineStream.Batch)
      /// A document that is not NDJSON.
      case document(FHIRDocumentFile)
      /// The input could not be opened or read on.
      case failure(FHIRStreamError)
      /// The end of an input.
      case end
    }

    /// The number of the input.
    public let input: Int
    /// The path of the input as it was given.
    public let path: String
    /// The content.
    public let content: Content
    /// How many bytes of all inputs were read when the part was cut off, compressed ones of gzip.
    public let bytesRead: Int
    /// Where references lead that do not stay within.
    let neighbourhood: FHIRNeighbourhood?
    /// Whether its lines are in memory that those of a later part take: those of a plain file.
    let isPlain: Bool

    /// How many resources it has if every line, and every document, is one.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public var resourceCount: Int {
      switch content {
      case .lines(let batch): batch.writtenLineCount
      case .document(let file): (try? file.bytes()).map { $0.isEmpty ? 0 : 1 } ?? 0
      case .failure, .end: 0
      }
    }

    /// Reads the part, on any thread; `nil` if there is nothing to read in it.
    public func document(
      reading: FHIRReadingOptions = .withXML
    ) throws(FHIRStreamError) -> FHIRDocument? {
      switch content {
      case .lines(let batch):
        if let failure = batch.failure { throw failure }
        return batch.document(reading: reading, beside: neighbourhood)
      case .document(let file):
        return try file.bytes().map { FHIRDocument($0, reading: reading, beside: neighbourhood) }
      case .failure(let failure): throw failure
      case .end: return nil
      }
    }
  }

  private struct State {
    var inputs: ArraySlice<Input>
    var lines: FHIRLineStream?
    var document: FHIRDocumentFile?
    var neighbourhood: FHIRNeighbourhood?
    var isAtEnd = false
    var bytesBefore = 0
  }

  private let state: Monitor<State>
  private let options: FHIRLineStream.Options
  private let buffers = BufferPool()

  /// Makes a stream of inputs; nothing is read yet.
  public init(_ inputs: [Input], options: FHIRLineStream.Options = .init()) {
    state = Monitor(State(inputs: inputs[...]))
    self.options = options
  }

  /// Makes a stream of documents that form one set.
  public convenience init(paths: [String], options: FHIRLineStream.Options = .init()) {
    let set = FHIRSet(paths, options: options)
    self.init(
      paths.enumerated().map { Input($1, set: (documents: set, source: $0)) }, options: options)
  }

  /// The next part, for any thread; `nil` at the end of all inputs.
  public func next() -> Part? {
    state.withLock { state in
      guard let input = state.inputs.first else { return nil }
      let content: Part.Content
      do throws(FHIRStreamError) {
        content = try next(of: input, &state)
      } catch {
        content = .failure(error)
        state.isAtEnd = true
      }
      let part = Part(
        input: state.inputs.startIndex, path: input.path, content: content,
        bytesRead: state.bytesBefore + (state.lines?.bytesRead ?? state.document?.byteCount ?? 0),
        neighbourhood: state.neighbourhood, isPlain: state.lines?.isSeekable ?? false)
      if case .end = content {
        state.bytesBefore = part.bytesRead
        state.lines = nil
        state.document = nil
        state.neighbourhood = nil
        state.isAtEnd = false
        state.inputs.removeFirst()
      }
      return part
    }
  }

  /// Takes back the memory of a part that is no longer used, for parts that are read later.
  ///
  /// What was inflated or came from a pipe is not kept: nothing would use it. Documents that were
  /// read of the part stay valid. Any thread may call it.
  package func giveBack(_ part: Part) {
    switch part.content {
    case .lines(let batch) where part.isPlain: buffers.give(back: batch.bytes)
    case .document(let file): file.giveBackBytes()
    case .lines, .failure, .end: break
    }
  }

  private func next(of input: Input, _ state: inout State) throws(FHIRStreamError) -> Part.Content {
    if state.isAtEnd { return .end }
    if let lines = state.lines {
      guard let batch = try lines.next() else { return .end }
      return .lines(batch)
    }
    // A pipe comes only once: its own lines are filed while they are read.
    let isPipe = StreamFile.isReadOnce(input.path)
    let set = input.set ?? (isPipe ? (FHIRSet([input.path], options: options), 0) : nil)
    let opened =
      if let set, isPipe {
        try set.documents.open(set.source, range: input.range, from: input.start)
      } else {
        try FHIRInput(
          input.path, range: input.range, from: input.start, options: options, filingFor: nil,
          reusing: buffers)
      }
    switch opened {
    case .document(let file):
      state.isAtEnd = true
      state.document = file
      if let set, set.documents.holds(documentAt: input.path) {
        state.neighbourhood = set.documents.neighbourhood(of: set.source)
      }
      return .document(file)
    case .lines(let lines):
      state.lines = lines
      // The set of a single file is made here, where it is known to have lines.
      let set = set ?? (FHIRSet([input.path], options: options), 0)
      state.neighbourhood = set.documents.neighbourhood(of: set.source)
      guard let batch = try lines.next() else { return .end }
      return .lines(batch)
    }
  }
}
