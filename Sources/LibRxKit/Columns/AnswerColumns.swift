// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import JSONText

/// The columns of an answer: facts that are chosen from its JSON, then members of it as they are.
struct AnswerColumns: Sendable {
  /// A column whose value is found somewhere in the JSON.
  struct Fact: Sendable {
    let field: ColumnField
    let value: @Sendable (JSONNode) -> JSONNode?

    init(
      _ name: String, _ kind: ColumnKind = .text,
      _ value: @escaping @Sendable (JSONNode) -> JSONNode?
    ) {
      field = ColumnField(name, kind)
      self.value = value
    }
  }

  private let facts: [Fact]
  private let members: [ColumnField]
  /// All columns in their order.
  let fields: [ColumnField]
  /// Whether the last column says why there is no answer.
  private let hasErrors: Bool

  private static let error = ColumnField("error", .text)

  /// Describes columns.
  ///
  /// - Parameters:
  ///   - facts: Those that are chosen.
  ///   - members: Those of members of the JSON, in the order in which it writes them.
  ///   - hasErrors: Whether a column `error` follows, for what may be no question at all.
  init(_ facts: [Fact], members: [ColumnField], hasErrors: Bool = false) {
    (self.facts, self.members, self.hasErrors) = (facts, members, hasErrors)
    fields = facts.map(\.field) + members + (hasErrors ? [Self.error] : [])
  }

  /// Some of the columns, in the same order; `error` is always one of them.
  ///
  /// - Throws: `options.columns` for a name that no column has.
  func only(_ names: [String]?) throws(LibraryFailure) -> AnswerColumns {
    guard let names else { return self }
    let known = fields.map(\.name)
    guard names.allSatisfy(known.contains) else {
      throw LibraryFailure(
        .usage, "options.columns",
        "a column that there is not, expected some of \(known.joined(separator: ", "))")
    }
    return AnswerColumns(
      facts.filter { names.contains($0.field.name) },
      members: members.filter { names.contains($0.name) }, hasErrors: hasErrors)
  }

  /// Appends the row of an answer; `failure` says why it is none.
  func append(_ answer: JSONNode, failure: String? = nil, to rows: ColumnBuilder) {
    for (fact, column) in zip(facts, rows.children) { column.append(json: fact.value(answer)) }
    let end = facts.count + members.count
    rows.append(
      membersOf: answer, to: rows.children[facts.count..<end], fields[facts.count..<end])
    if hasErrors { rows.children[end].append(text: failure) }
    rows.endStructure()
  }
}

extension JSONNode {
  /// The only element of a list; `nil` if there are several or none.
  var only: JSONNode? {
    var elements = elements
    guard let first = elements.next(), elements.next() == nil else { return nil }
    return first
  }
}
