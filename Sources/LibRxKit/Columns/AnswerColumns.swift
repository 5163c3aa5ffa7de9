// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ArrowColumns
internal import JSONText

/// The columns of an answer: facts that are chosen from its JSON, then members of it as they are.
struct AnswerColumns: Sendable {
  /// A column whose value is found somewhere in a member of the JSON, or in all of it.
  struct Fact: Sendable {
    let field: ColumnField
    let member: String?
    let find: @Sendable (JSONNode) -> JSONNode?

    init(
      _ name: String, _ kind: ColumnKind = .text, in member: String?,
      _ find: @escaping @Sendable (JSONNode) -> JSONNode?
    ) {
      field = ColumnField(name, kind)
      (self.member, self.find) = (member, find)
    }
  }

  private let facts: [Fact]
  private let members: [ColumnField]
  /// All columns in their order.
  let fields: [ColumnField]

  /// Describes columns.
  ///
  /// - Parameters:
  ///   - facts: Those that are chosen.
  ///   - members: Those of members of the JSON, in the order in which it writes them.
  init(_ facts: [Fact], members: [ColumnField]) {
    (self.facts, self.members) = (facts, members)
    fields = facts.map(\.field) + members
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
      members: members.filter { names.contains($0.name) || $0 == .error })
  }

  /// The members of the JSON that columns are made from.
  var needed: Set<String> { Set(facts.compactMap(\.member) + members.map(\.name)) }

  /// Appends the row of an answer that was written as JSON.
  func append(_ json: JSONWriter, to rows: ColumnBuilder) throws(ArrowError) {
    let answer: JSONNode
    do throws(JSONError) {
      answer = try JSONDocument(json.bytes).root
    } catch { throw ArrowError("answer.not-json", "an answer that cannot be read back") }
    for (fact, column) in zip(facts, rows.children) {
      let part = fact.member.map { answer[$0] } ?? answer
      column.append(json: part.flatMap(fact.find))
    }
    rows.append(membersOf: answer, to: rows.children[facts.count...], fields[facts.count...])
    rows.endStructure()
  }
}

extension ColumnField {
  /// Why there is no answer; `nil` where there is one.
  static let error = ColumnField("error", .text)
}

extension JSONNode {
  /// The only element of a list; `nil` if there are several or none.
  var only: JSONNode? {
    var elements = elements
    guard let first = elements.next(), elements.next() == nil else { return nil }
    return first
  }
}
