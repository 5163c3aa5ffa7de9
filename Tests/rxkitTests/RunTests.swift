// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation
import JSONText
import TestSupport
import Testing

/// The command lines of `Fixtures/runs.txt`, which says how they are written.
@Suite("Command lines, and what they answer")
struct RunTests {
  struct Run: Sendable, CustomTestStringConvertible {
    let title: String
    let options: Set<String>
    let row: CaseFile.Row
    var testDescription: String { "\(title): \(row.text.prefix(120))" }
  }

  static let runs = CaseFile.cases(of: "Tests/rxkitTests/Fixtures/runs.txt").flatMap { item in
    item.rows.map { Run(title: item.title, options: item.options, row: $0) }
  }

  @Test("Each answers as its case expects", arguments: runs)
  func run(_ one: Run) throws {
    let folder = try TemporaryFolder()
    let lines = one.row.text.split(separator: "\n").map { plain(String($0), folder) }
    var input: String?
    for line in lines.dropFirst() {
      let file = line.drop { $0 == " " }
      if file.hasPrefix("$") {
        let step = file.dropFirst().split(
          separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        try answer(String(step[1]), one, nil, folder).expect(Int32(step[0]) ?? 0)
        continue
      }
      if let arrow = file.firstRange(of: " -> ") {
        try FileManager.default.createSymbolicLink(
          at: folder[String(file[..<arrow.lowerBound])],
          withDestinationURL: folder[String(file[arrow.upperBound...])])
        continue
      }
      let colon = try #require(file.firstRange(of: ": "), "\(line)")
      let (name, text) = (String(file[..<colon.lowerBound]), String(file[colon.upperBound...]))
      if name == "<" {
        input = text
      } else if name.hasSuffix("/") {
        try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
      } else {
        try folder.write(text, to: name)
      }
    }
    if one.row.text.contains("TERMINOLOGY"), try TerminologyTests.catalog() == nil { return }
    let run = try answer(lines.first ?? "", one, input, folder)
    #expect(!one.row.expected.isEmpty)
    if one.options.contains("twice") {
      #expect(try answer(lines.first ?? "", one, input, folder).output == run.output)
    }
    for (key, value) in one.row.expected {
      let found = try isSo(key, plain(value, folder), run, folder)
      #expect(found, "\(key): \(value)\n----- output\n\(run.output)\n----- errors\n\(run.errors)")
    }
  }

  /// Runs a command line.
  private func answer(
    _ line: String, _ one: Run, _ input: String?, _ folder: TemporaryFolder
  ) throws -> ToolProcess {
    let months = Repository.root.path + "/Tests/rxkitTests/Fixtures/months/"
    let words = try Self.quoted(line).map { word in
      switch word {
      case "OLDER": months + "RxNorm_full_01052026"
      case "NEWER": months + "RxNorm_full_02022026"
      case "FORMULARY": months + "formulary.csv"
      case "PAIRS": months + "../matching/pairs.tsv"
      case "RELEASE": try StarterCatalog.release()
      case "TERMINOLOGY": try TerminologyTests.catalog() ?? ""
      default: word
      }
    }
    return one.options.contains("alone")
      ? try ToolProcess.run(words, input: input)
      : try ToolProcess.asking(
        words, input: input, in: one.options.contains("process") ? folder.url : nil)
  }

  private func plain(_ text: String, _ folder: TemporaryFolder) -> String {
    [
      "@": folder.url.path, "⌂": folder.url.lastPathComponent, "⏎": "\n", "␍": "\r", "⇥": "\t",
      "∅": "", "␣": " ",
    ].reduce(text) { $0.replacing($1.key, with: $1.value) }
  }

  /// Words as a shell has them, with quotation marks of both kinds.
  static func quoted(_ line: String) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in line + " " {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character != " " {
        word = (word ?? "") + String(character)
      } else if let whole = word {
        words.append(whole)
        word = nil
      }
    }
    return words
  }

  /// The values at a path of each document of an output.
  private static func json(_ output: String, _ path: Substring) throws -> [String] {
    let lines = output.split(separator: "\n")
    let areObjects = lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }
    let texts = areObjects ? lines : [output[...]]
    let roots = try texts.map { try JSONDocument(Array($0.utf8)).root }
    if path == "#" { return ["\(roots.first?.isArray == true ? roots[0].count : roots.count)"] }
    return roots.flatMap { values(of: $0, path.split(separator: ".")[...]) }
  }

  private static func values(of node: JSONNode, _ path: ArraySlice<Substring>) -> [String] {
    let rest = path.dropFirst()
    if path.first == "#" { return [node.isArray ? "\(node.count)" : "none"] }
    if node.isArray {
      let elements = Array(node.elements)
      if let place = path.first.flatMap({ Int($0) }) {
        return place < elements.count ? values(of: elements[place], rest) : ["none"]
      }
      return elements.isEmpty ? ["none"] : elements.flatMap { values(of: $0, path) }
    }
    guard let step = path.first else { return [node.isNull ? "null" : node.scalarText ?? "object"] }
    let words = step.split(separator: "=").map(String.init)
    if words.count > 1 {
      return node[words[0]]?.scalarText == words[1] ? values(of: node, rest) : []
    }
    return node[String(step)].map { values(of: $0, rest) } ?? ["none"]
  }

  private func isSo(
    _ key: String, _ value: String, _ run: ToolProcess, _ folder: TemporaryFolder
  ) throws -> Bool {
    let words = key.split(separator: " ")
    func lines() -> [Substring] { run.output.split(whereSeparator: \.isNewline) }
    let count = words.count > 1 ? Int(words[1]) : nil
    /// The lines that have a text, or begin with one and end with another.
    func having(_ text: String) -> Int {
      let ends = value.components(separatedBy: " … ")
      return text.split(separator: "\n").count {
        $0.contains(ends[0]) && (ends.count < 2 || $0.hasSuffix(ends[1]))
      }
    }
    switch words[0] {
    case "exit": return !run.isSignalled && "\(run.exitCode)" == value
    case "lines" where value == "0": return run.output.isEmpty
    case "lines": return "\(lines().count)" == value
    case "says": return run.errors.contains(value)
    case "omits": return !run.errors.contains(value)
    case "errors": return run.errors == value
    case "times": return run.errors.ranges(of: value).count == count
    case "said": return having(run.errors) == count
    case "prints": return run.output.contains(value)
    case "hides": return !run.output.contains(value)
    case "starts": return run.output.hasPrefix(value)
    case "closes": return run.output.hasSuffix(value)
    case "printed": return having(run.output) == count
    case "row": return lines().contains(value[...])
    case "line":
      let parts = value.components(separatedBy: " … ")
      return lines().contains { parts.allSatisfy($0.contains) }
    case "order":
      let places = value.components(separatedBy: " … ").map { part in
        lines().firstIndex { $0.contains(part) } ?? -1
      }
      return !places.contains(-1) && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    case "column":
      let rows = lines().map(\.cells)
      let place = try #require(rows.first?.firstIndex(of: String(words[1])))
      return rows.dropFirst().map { $0[place] }.joined(separator: ", ") == value
    case "json":
      let found = try Self.json(run.output, words[1])
      let numbers = found.compactMap { Int($0) }
      return value == "rising"
        ? numbers == numbers.sorted() && numbers.count == found.count
        : found.joined(separator: ", ") == value
    case "ends": return run.untimedErrors.hasSuffix(value)
    case "file", "holds":
      let text = try String(contentsOf: folder[String(words[1])], encoding: .utf8)
      return words[0] == "file" ? text == value : text.contains(value)
    case "left": return try folder.names().joined(separator: " ") == value
    default: return false
    }
  }
}
