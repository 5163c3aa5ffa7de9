// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import FHIRResources
import FHIRStreams
import MedicationLists
import MedicationModel

/// Reads parts of documents for an answer about all of them, on any thread.
struct DocumentReading: Sendable {
  /// A document, or some lines of one.
  struct Part {
    let contents: DocumentContents
    /// What lists call it.
    let name: String
    /// Parts of one scope share local references to patients.
    let scope: String
  }

  /// What became of one part of the input.
  struct Result<Output: Sendable>: Sendable {
    let path: String
    let bytesRead: Int
    /// What was made of it; `nil` if there is nothing to read.
    var output: Output?
    var recordCount = 0
    /// How many resources the part holds, where a manifest says how many its file should.
    var resourceCount = 0
    var messages: [ConvertedPart.Message] = []
    /// What stops the whole run.
    var stop: CommandFailure?
  }

  let inputs: [FHIRStream.Input]
  let isTogether: Bool
  /// What is known besides the documents.
  let knowledge: ConvertKnowledge
  /// How documents are read.
  let options: FHIRReadingOptions
  /// The files whose resources are counted.
  let countedPaths: Set<String>

  /// Reads a part and works on what it holds.
  func read<Output: Sendable>(
    _ part: FHIRStream.Part, _ work: (Part) throws(CommandFailure) -> Output
  ) -> Result<Output> {
    var result = Result<Output>(path: part.path, bytesRead: part.bytesRead)
    if countedPaths.contains(part.path) { result.resourceCount = part.resourceCount }
    do throws(FHIRStreamError) {
      guard let document = try part.document(reading: options) else { return result }
      result.messages = document.problems.map { ConvertedPart.Message($0, of: part.name) }
      result.recordCount = document.records.count
      var contents = DocumentContents(document)
      contents.records = contents.records.map(knowledge.marking)
      do throws(CommandFailure) {
        result.output = try work(Part(contents: contents, name: part.path, scope: scope(of: part)))
      } catch {
        result.stop = error
      }
    } catch {
      result.messages.append(.failure(CommandFailure(error)))
    }
    return result
  }

  /// Lines of one folder are one set, as a bulk export has them; other documents stand alone.
  private func scope(of part: FHIRStream.Part) -> String {
    if isTogether { return "together" }
    let alone = "input \(part.input)"
    // A text over several lines that is named like lines belongs to them.
    if case .document = part.content, !FHIRInput.isNamedForLines(part.path) { return alone }
    guard let set = inputs[part.input].set else { return alone }
    let first = inputs.firstIndex { $0.set?.documents === set.documents }
    return first.map { "set \($0)" } ?? alone
  }
}
