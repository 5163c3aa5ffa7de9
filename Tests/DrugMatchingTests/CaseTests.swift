// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Foundation
import TestSupport
import Testing

/// The texts of `Fixtures/matches.txt`, each with what its answer may claim.
@Suite("What the matcher answers")
struct CaseTests {
  static let cases = CaseFile.cases(of: "Tests/DrugMatchingTests/Fixtures/matches.txt")

  @Test("Each text has the answer that its case expects", arguments: cases)
  func match(_ item: CaseFile.Case) throws {
    guard let (matcher, _) = try Matchers.starter(skipping: item.title) else { return }
    #expect(!item.rows.isEmpty)
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      let match = matcher.match(row.text.replacing("␣", with: " "))
      for (key, value) in row.expected {
        #expect(try Self.holds(key, value, match), "\(key): \(value) of \(row.text): \(match)")
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 75)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } > 210)
  }

  private static func holds(_ key: String, _ value: String, _ match: DrugMatch) throws -> Bool {
    let values = value.components(separatedBy: ",")
    let first = match.candidates.first
    let name = first?.concept.name ?? ""
    let products = match.candidates.filter { $0.level == .product }
    switch key {
    case "verdict": return values.contains(match.verdict.rawValue)
    case "reason": return match.reason?.rawValue == value
    case "no reason": return !values.contains(match.reason?.rawValue ?? "")
    case "accepted or": return match.verdict == .accepted || match.reason?.rawValue == value
    case "asked": return match.asked.rawValue == value
    case "given": return values.contains(match.given?.rawValue ?? "none")
    case "first": return name.lowercased() == value.lowercased()
    case "first has":
      return values.allSatisfy { name.lowercased().contains($0.lowercased()) }
    case "first starts": return name.hasPrefix(value)
    case "first lacks": return !name.contains(value)
    case "first product lacks": return products.first?.concept.name.contains(value) == false
    case "names": return Set(match.candidates.map(\.concept.name)).isSuperset(of: values)
    case "fitting":
      let fitting = products.filter { $0.unmatched.isEmpty }.map(\.concept.name)
      return values.allSatisfy { part in fitting.contains { $0.contains(part) } }
    case "matched": return first?.matched.map(\.rawValue).contains(value) == true
    case "only unmatched": return first?.unmatched.map(\.rawValue) == values
    case "level": return values.contains(first?.level.rawValue ?? "none")
    case "products have": return products.allSatisfy { $0.concept.name.contains(value) }
    case "products lack": return products.allSatisfy { !$0.concept.name.contains(" \(value) ") }
    case "sure only with":
      return [.review, .abstained].contains(match.verdict)
        || values.contains { name.lowercased().contains($0) }
    case "never accepted":
      return [.review, .abstained].contains(match.verdict)
        || match.substitutions.allSatisfy { "\($0.kind)" != value }
    case "answer":
      return (match.verdict == .accepted) == (match.reason == nil)
        && (match.verdict != .accepted || match.given == match.asked)
    case "salt just in", "brand just in":
      let isBrand = key.hasPrefix("brand")
      let isSaid = match.candidates.allSatisfy { candidate in
        let isIn = candidate.concept.name.lowercased().contains(value.lowercased())
        return isBrand
          ? candidate.matched.contains(.brand) == isIn
            && candidate.unmatched.contains(.brand) == !isIn
          : isIn || !candidate.matched.contains(.salt)
      }
      return first != nil && isSaid
        && (match.verdict != .accepted || name.lowercased().contains(value.lowercased()))
    default:
      let isUnmatched = key.hasPrefix("unmatched ")
      let scope = String(key.dropFirst(isUnmatched ? 10 : 12))
      guard isUnmatched || key.hasPrefix("not matched ") else {
        Issue.record("no such key: \(key)")
        return false
      }
      let concerned = match.candidates.filter { candidate in
        switch scope {
        case "all": true
        case "ingredients": candidate.level == .ingredient
        case "components": candidate.level == .component
        default:
          scope.hasPrefix("products else ")
            ? candidate.level == .product && !candidate.concept.name.contains(scope.dropFirst(14))
            : candidate.concept.name.contains(scope)
        }
      }
      return !match.candidates.isEmpty
        && concerned.allSatisfy { candidate in
          let parts = isUnmatched ? candidate.unmatched : candidate.matched
          return parts.map(\.rawValue).contains(value) == isUnmatched
        }
    }
  }
}
