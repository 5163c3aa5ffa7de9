// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

/// Inputs and what is expected of them, in a text file of a test target's fixtures.
///
/// Each line begins with what it is; an indented line continues the one before it:
/// - `## "S10 title"` begins a case; `! words` are its options;
/// - `@name text` is what `%name` means from there on;
/// - `~ text` is a template: `…` is the input, or `…1` and `…2` are its parts between ` | `. Inputs are
///   put in each of the templates that directly precede them; `~` alone ends that;
/// - `= key: value` is expected of the inputs above it; `= key | key` without values, too: the input
///   has them after ` => `, between ` | `;
/// - `# text` is a comment, and every other line is an input; `∅` in it is nothing.
public struct CaseFile {
  /// Inputs under one title.
  public struct Case: Sendable, CustomStringConvertible {
    /// The rules that are tested, and what is said of them.
    public let title: String
    /// The words after `!`.
    public fileprivate(set) var options: Set<String> = []
    /// The inputs.
    public fileprivate(set) var rows: [Row] = []
    /// The title.
    public var description: String { title }
  }

  /// An input, in its template, and the values expected, by key.
  public struct Row: Sendable, CustomStringConvertible {
    /// The input.
    public let text: String
    /// What is expected of it.
    public fileprivate(set) var expected: [(key: String, value: String)] = []
    fileprivate let values: [String]
    /// The input.
    public var description: String { text }
  }

  private var cases: [Case] = []
  private var macros: [(name: String, text: String)] = []
  private var templates: [String] = []
  /// Where the inputs begin that the next expectation is of, and whether they have had one.
  private var pending = 0
  private var isExpected = false
  private var previous: Character = "#"

  /// The cases of a file of the repository, in order.
  ///
  /// A file that is not there gives a case whose input has no expectation: as tests demand one of
  /// every input, they fail.
  public static func cases(of path: String) -> [Case] {
    if let file = try? CaseFile(Repository.root.appendingPathComponent(path)), !file.cases.isEmpty {
      return file.cases
    }
    return [Case(title: path, rows: [Row(text: "\(path) cannot be read", values: [])])]
  }

  private init(_ file: URL) throws {
    var lines: [String] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix(" "), !lines.isEmpty {
        lines[lines.count - 1] += "\n" + line
      } else {
        lines.append(String(line))
      }
    }
    for line in lines { read(line) }
  }

  /// The cases of the files of a folder, in the order of the files' names.
  public static func cases(in folder: String) -> [Case] {
    let url = Repository.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.sorted().flatMap { cases(of: "\(folder)/\($0)") }
  }

  private mutating func read(_ line: String) {
    let line = macros.reduce(line) { $0.replacing("%\($1.name)", with: $1.text) }
    let kind = line.first ?? "#"
    let rest = String(line.dropFirst(2))
    switch kind {
    case "#" where line.hasPrefix("##"):
      cases.append(Case(title: rest.trimmingCharacters(in: CharacterSet(charactersIn: " \""))))
      (templates, pending, isExpected) = ([], 0, false)
    case "#": return
    case "!": cases[cases.count - 1].options.formUnion(rest.split(separator: " ").map(String.init))
    case "@":
      let parts = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
      macros.append((parts[0], parts[1]))
      macros.sort { $0.name.count > $1.name.count }
    case "~":
      if previous != "~" { templates = [] }
      if !rest.isEmpty { templates.append(rest) }
    case "=":
      isExpected = true
      for row in pending..<cases[cases.count - 1].rows.count { expect(rest, of: row) }
    default:
      if isExpected { pending = cases[cases.count - 1].rows.count }
      isExpected = false
      let parts = line.components(separatedBy: " => ")
      let values = parts.count > 1 ? parts[1].components(separatedBy: " | ") : []
      for template in templates.isEmpty ? ["…"] : templates {
        let text = Self.fill(template, with: parts[0])
        cases[cases.count - 1].rows.append(Row(text: text, values: values))
      }
    }
    previous = kind
  }

  private static func fill(_ template: String, with input: String) -> String {
    let input = input.replacing("∅", with: "")
    guard template.contains("…1") else { return template.replacing("…", with: input) }
    return input.components(separatedBy: " | ").enumerated().reduce(template) {
      $0.replacing("…\($1.offset + 1)", with: $1.element)
    }
  }

  private mutating func expect(_ text: String, of row: Int) {
    let place = cases.count - 1
    if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      cases[place].rows[row].expected.append((String(text[..<colon]), String(value)))
    } else {
      let keys = text.components(separatedBy: " | ")
      precondition(
        keys.count == cases[place].rows[row].values.count, "\(cases[place].title): \(text)")
      cases[place].rows[row].expected += zip(keys, cases[place].rows[row].values).map { ($0, $1) }
    }
  }
}
