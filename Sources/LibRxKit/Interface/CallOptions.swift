// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import MedicationModel

/// The options of a call, from a JSON object.
struct CallOptions: Sendable {
  /// What was given.
  let text: String
  /// The code system of codes, by its canonical URL where it is known.
  private(set) var system: String?
  /// The term types that are wanted; `nil` for all.
  private(set) var types: [TermType]?
  /// The columns that are wanted; `nil` for all.
  private(set) var columns: [String]?
  /// The most candidates of a text, or hits of a search.
  var limit: Int { givenLimit ?? 5 }
  private var givenLimit: Int?
  private let mostHits: Int
  private(set) var includesSideEffects = false
  /// Whether items of claims make records.
  private(set) var readsClaims = false
  /// The bytes in which lines must begin.
  private(set) var range: Range<Int>?
  /// The number of the first line of bytes that are lines of NDJSON; `nil` for a document.
  private(set) var firstLine: Int?
  /// How many threads read at the same time; `nil` for one on each processor.
  private(set) var threads: Int?

  /// Reads options.
  ///
  /// - Parameters:
  ///   - text: The JSON; `nil` for none.
  ///   - known: The options that the function knows.
  /// - Throws: What is wrong with them.
  init(_ text: String?, knowing known: Set<String>) throws(LibraryFailure) {
    mostHits = known.contains("types") ? 1000 : 10
    self.text = text ?? ""
    guard let text, !text.isEmpty else { return }
    let root: JSONNode
    do throws(JSONError) {
      root = try JSONDocument(Array(text.utf8)).root
    } catch {
      throw LibraryFailure(.usage, "options.not-json", "options: \(error.description)")
    }
    guard root.isObject else {
      throw LibraryFailure(.usage, "options.not-json", "options: expected a JSON object")
    }
    for (name, value) in root.members {
      let name = name.string ?? ""
      guard known.contains(name) else {
        let names = known.sorted().joined(separator: ", ")
        throw LibraryFailure(
          .usage, "options.unknown",
          "unknown option, expected \(names.isEmpty ? "none" : names)")
      }
      guard value.isNull || take(name, value) else {
        throw LibraryFailure(.usage, "options.value", "the value of \(name) is not one of its kind")
      }
    }
  }

  /// Takes an option over; `false` if its value is of the wrong kind.
  private mutating func take(_ name: String, _ value: JSONNode) -> Bool {
    switch name {
    case "system":
      guard let text = value.string, !text.isEmpty else { return false }
      system = KnownCodeSystem.recognise(text)?.canonical ?? text
    case "types", "columns":
      let words = value.elements.compactMap(\.string)
      guard value.isArray, words.count == value.count else { return false }
      if name == "types" { types = words.map { TermType(rawValue: $0) } } else { columns = words }
    case "limit": return set(\.givenLimit, to: value.integer, in: 0...mostHits)
    case "threads": return set(\.threads, to: value.integer, in: 1...64)
    case "firstLine": return set(\.firstLine, to: value.integer, in: 0...Int(Int32.max))
    case "sideEffects", "claims":
      guard let flag = value.boolean else { return false }
      if name == "claims" { readsClaims = flag } else { includesSideEffects = flag }
    case "range":
      let ends = value.elements.compactMap(\.integer)
      guard ends.count == 2, value.count == 2, ends[0] >= 0, ends[0] <= ends[1] else {
        return false
      }
      range = ends[0]..<ends[1]
    default: return false
    }
    return true
  }

  private mutating func set(
    _ option: WritableKeyPath<Self, Int?>, to number: Int?, in range: ClosedRange<Int>
  ) -> Bool {
    self[keyPath: option] = number
    return number.map(range.contains) ?? false
  }
}
