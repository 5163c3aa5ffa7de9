// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationResolver

/// User-annotated medications of a file: what could be read of them, and what not.
///
/// A file is read as a whole. Only where that fails, each medication of an array or of
/// lines is read on its own, so that one that is wrong does not take the others with it.
struct MedicationList {
  /// The medications that could be read, in order.
  private(set) var queries: [NamedQuery] = []
  /// Why others could not, each with its place.
  private(set) var failures: [CommandFailure] = []

  /// Reads one object, an array or lines of objects.
  init(_ input: InputFile) throws(CommandFailure) {
    do throws(MedicationJSONError) {
      queries = Self.queries(try UserAnnotatedMedicationReader.read(input.bytes), input)
    } catch {
      guard readEach(input) else { throw Self.failure(error, input) }
    }
  }

  /// Reads one line of a stream, whose number is counted from 1.
  init(line: String, number: Int, of name: String) {
    let input = InputFile(name: name, bytes: Array(line.utf8))
    do throws(MedicationJSONError) {
      queries = Self.queries(try UserAnnotatedMedicationReader.read(input.bytes), input)
    } catch {
      failures = [Self.failure(error, input, firstLine: number)]
    }
  }

  /// Reads each object of an array or of lines; `false` if it is neither.
  private mutating func readEach(_ input: InputFile) -> Bool {
    guard let document = try? JSONDocument(input.bytes) else { return false }
    switch document.trailing {
    case .data: return false
    case .nothing:
      guard document.root.isArray else { return false }
      for (index, element) in document.root.elements.enumerated() {
        read(element, at: "[\(index)]", input)
      }
    case .value:
      guard let lines = try? JSONLines(input.bytes) else { return false }
      for line in lines.lines {
        switch line.value {
        case .success(let node): read(node, at: "", input)
        case .failure(let error):
          failures.append(
            CommandFailure(
              .input, error.code.rawValue,
              "\(input.name):\(error.line):\(error.column): found \(error.found), "
                + "expected \(error.expected)"))
        }
      }
    }
    return true
  }

  private mutating func read(_ node: JSONNode, at place: String, _ input: InputFile) {
    let start = node.position
    guard node.isObject else {
      failures.append(
        CommandFailure(
          .input, "medication.type",
          "\(input.name):\(start.line):\(start.column): \(place.isEmpty ? "" : place + ": ")"
            + "found another value, expected an object", try: Self.remedy))
      return
    }
    do throws(MedicationJSONError) {
      queries += Self.queries(try UserAnnotatedMedicationReader.read(Array(node.rawBytes)), input)
    } catch {
      failures.append(Self.failure(error, input, start, place))
    }
  }

  private static func queries(_ read: [ReadMedication], _ input: InputFile) -> [NamedQuery] {
    read.map {
      NamedQuery(source: input.name, query: .userAnnotated($0.medication), notes: $0.notes)
    }
  }

  private static let remedy = "rxkit help resolve, for the shape of a medication"

  /// The failure of a part that begins at a position of the file.
  private static func failure(
    _ error: MedicationJSONError, _ input: InputFile,
    _ start: JSONPosition? = nil, _ place: String = "", firstLine: Int = 1
  ) -> CommandFailure {
    let line = error.line + (start?.line ?? firstLine) - 1
    let column = error.column + (error.line == 1 ? (start?.column ?? 1) - 1 : 0)
    let path = place.isEmpty || error.path.isEmpty ? place + error.path : "\(place).\(error.path)"
    return CommandFailure(
      .input, error.code,
      "\(input.name):\(line):\(column): \(path.isEmpty ? "" : path + ": ")"
        + "found \(error.found), expected \(error.expected)", try: remedy)
  }
}
