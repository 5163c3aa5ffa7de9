// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel

/// Tables of related concepts.
enum RelatedTables {
  /// A row per related concept of any number of answers, for programs.
  static func rows(of answers: [RelatedAnswer]) -> Table {
    var table = Table(
      [
        "asked", "question", "start", "start_name", "start_tty", "start_status", "relationship",
        "path", "tty", "rxcui", "name", "status",
      ].map { Table.Column($0) } + [Table.Column("count", .number), Table.Column("way")])
    for answer in answers {
      let head: [String?] = [
        answer.asked.map(\.text).joined(separator: "; "), answer.question,
        listed(answer.starts.map { $0.code?.description ?? "" }),
        listed(answer.starts.map(\.name)), listed(answer.starts.map(\.termType.rawValue)),
        listed(answer.starts.map(\.status.rawValue)) ?? answer.history?.status.rawValue,
      ]
      var isEmpty = true
      if let (subsumption, _, other) = answer.subsumption {
        isEmpty = false
        table.append(
          head + [
            subsumption.outcome.rawValue, nil, other.termType.rawValue, other.code?.description,
            other.name, other.status.rawValue, nil, text(of: subsumption.way),
          ])
      }
      for group in answer.groups {
        for member in group.members {
          isEmpty = false
          table.append(
            head + [
              group.relationship?.rawValue, group.path?.text,
              member.concept?.termType.rawValue ?? group.termType?.rawValue,
              member.concept?.code?.description, member.name, member.concept?.status.rawValue,
              member.count.map(String.init), member.way.flatMap { text(of: $0) },
            ])
        }
      }
      // A question without an answer keeps a row.
      if isEmpty { table.append(head + [String?](repeating: nil, count: 8)) }
    }
    return table
  }

  /// What a person reads above the table of one answer.
  static func heading(of answer: RelatedAnswer) -> String {
    if answer.starts.isEmpty {
      return "\(answer.asked.map(\.text).joined(separator: ", ")): \(answer.problem ?? "")"
    }
    let starts = answer.starts.map { start in
      let facts = [
        start.termType.rawValue, start.status.rawValue, start.generalCardinality?.rawValue,
      ]
      return (start.code.map { "\($0) " } ?? "") + start.name
        + " (\(facts.compactMap { $0 }.joined(separator: ", ")))"
    }
    let line = starts.joined(separator: " + ")
    guard let (subsumption, _, other) = answer.subsumption else { return line }
    let words =
      switch subsumption.outcome {
      case .equivalent: "is"
      case .subsumes: "subsumes"
      case .subsumedBy: "is subsumed by"
      case .notSubsumed: "neither subsumes nor is subsumed by"
      }
    return "\(line) \(words) \(other.code.map { "\($0) " } ?? "")\(other.name)"
      + " (\(other.termType.rawValue), \(other.status.rawValue))"
  }

  /// The related concepts of one answer, for a person.
  static func page(of answer: RelatedAnswer, explaining: Bool) -> Table? {
    let hasCounts = answer.groups.contains { $0.members.contains { $0.count != nil } }
    let hasRelationships = answer.groups.contains { $0.relationship != nil }
    let hasPaths = explaining && answer.groups.contains { $0.path != nil }
    let columns =
      (hasRelationships ? [Table.Column("relationship")] : []) + [Table.Column("tty")]
      + [Table.Column("rxcui", .number), Table.Column("name")]
      + (hasCounts ? [Table.Column("count", .number)] : [])
      + (hasPaths ? [Table.Column("path")] : []) + (explaining ? [Table.Column("way")] : [])
    var table = Table(columns)
    for group in answer.groups {
      for member in group.members {
        var row: [String?] = hasRelationships ? [group.relationship?.rawValue] : []
        row += [
          member.concept?.termType.rawValue ?? group.termType?.rawValue,
          member.concept?.code?.description, named(member),
        ]
        if hasCounts { row.append(member.count.map(String.init)) }
        if hasPaths { row.append(group.path?.text) }
        if explaining { row.append(member.way.flatMap { text(of: $0) }) }
        table.append(row)
      }
    }
    return table.rows.isEmpty ? nil : table
  }

  /// What a person reads below: the way of a subsumption, and the groups without concepts.
  static func footer(of answer: RelatedAnswer, explaining: Bool) -> [String] {
    var lines: [String] = []
    if let way = answer.subsumption?.answer.way, let text = text(of: way) { lines.append(text) }
    let empty = answer.groups.filter(\.members.isEmpty).map { group in
      let name = group.termType?.rawValue ?? group.relationship?.rawValue ?? ""
      return explaining ? name + (group.path.map { " (\($0.text))" } ?? "") : name
    }
    if let problem = answer.problem {
      lines.append("no answer: \(problem)")
    } else if !empty.isEmpty {
      lines.append("none: " + empty.joined(separator: ", "))
    } else if answer.groups.isEmpty, answer.subsumption == nil {
      lines.append("none")
    }
    return lines
  }

  private static func named(_ member: RelatedAnswer.Member) -> String {
    let amount = member.quantity.map { " (\($0) each)" } ?? ""
    let status = member.concept?.status ?? .active
    return member.name + amount + (status == .active ? "" : " [\(status.rawValue)]")
  }

  private static func listed(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  /// A way in words: `6809 ingredient_of 860974`; a name stands where there is no code.
  private static func text(of way: [RelationStep]) -> String? {
    func shown(_ concept: Concept) -> String { concept.code?.description ?? "'\(concept.name)'" }
    var text = ""
    var last: Concept?
    for step in way {
      if step.from != last { text += (last == nil ? "" : "; ") + shown(step.from) }
      text += " \(step.relationship.rawValue) \(shown(step.to))"
      last = step.to
    }
    return text.isEmpty ? nil : text
  }
}
