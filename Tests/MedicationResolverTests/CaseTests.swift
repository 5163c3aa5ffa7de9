// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import Foundation
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport
import Testing

/// The questions of `Fixtures/cases.txt`, each with what the resolver says.
@Suite("What the resolver says")
struct CaseTests {
  static let cases =
    CaseFile.cases(of: "Tests/MedicationResolverTests/Fixtures/cases.txt")

  @Test("Each question has the answer that its case expects", arguments: cases)
  func ask(_ item: CaseFile.Case) throws {
    let isStarter = item.options.contains("starter")
    guard
      let resolver = try isStarter
        ? Resolvers.starter(skipping: item.title) : Resolvers.small.get()
    else { return }
    let kind = item.options.subtracting(["starter"]).first ?? ""
    for row in item.rows {
      #expect(!row.expected.isEmpty, "\(row.text)")
      let words = row.text.replacing("␣", with: " ").components(separatedBy: " | ")
      let answers = try Self.answers(kind, words, resolver)
      for (key, value) in row.expected {
        for answer in answers {
          let found = try #require(answer(key), "no key \(key)")
          #expect(found == value, "\(key) of \(row.text)")
        }
      }
    }
  }

  @Test("The cases are all there")
  func count() {
    #expect(Self.cases.count == 25)
    #expect(Self.cases.reduce(0) { $0 + $1.rows.count } == 380)
  }

  /// What is said of a key.
  typealias Answer = (_ key: String) -> String?

  private static func answers(
    _ kind: String, _ words: [String], _ resolver: MedicationResolver
  ) throws -> [Answer] {
    var record = MedicationRecord(entryPath: "", resourceType: "Medication")
    let codes = (words.last ?? "").split(separator: "+").map(String.init)
    switch kind {
    case "audit": return [try audit(words, resolver)]
    case "absence":
      let statement = AbsenceStatement.recognise(codings: absent(words[0]), text: words[1])
      return [{ $0 == "absence" ? statement?.rawValue ?? "nil" : nil }]
    case "display": return [of(try resolver.record([.rxNorm(words[0], words[1])]))]
    case "text-of-401": return [of(try resolver.record([.rxNorm("401")], text: words[0]))]
    case "name": return [ofName(try resolver.resolve(.name(words[0])))]
    case "medication-json":
      let error = #expect(throws: MedicationJSONError.self) {
        try UserAnnotatedMedicationReader.read(Array(words[0].utf8))
      }
      #expect(error?.found.isEmpty == false && error?.expected.isEmpty == false)
      return [
        { key in
          switch key {
          case "error": error?.code
          case "error path": error.map { $0.path.isEmpty ? "none" : $0.path }
          case "error words":
            // Without line and column before them, and the code behind.
            error?.description.components(separatedBy: "  [").first?
              .split(separator: " ", maxSplits: 1).last.map(String.init)
          default: nil
          }
        }
      ]
    case "codings":
      // In any order, and each twice.
      return try [codes, codes.reversed(), codes + codes].map { codes in
        of(try resolver.record(codes.map { .rxNorm($0) }))
      }
    case "ndc":
      let answer = try resolver.resolve(.ndc(words[0]))
      #expect(!answer.has(.codingsConflict))
      #expect(answer.concepts.allSatisfy { $0.match == .ndc })
      if answer.found.count > 1 { #expect(answer.certainty.product == .ambiguous) }
      return [of(answer)]
    case "general-form":
      let medication = UserAnnotatedMedication.sample(codes, form: words[0])
      let answer = try resolver.resolve(medication)
      #expect(answer.generalForm.given == MedicationGeneralForm(reading: words[0]))
      #expect(answer.query == .userAnnotated(medication))
      return [of(answer)]
    case "dose-form":
      record.codings = [.rxNorm(words[0])]
      let plain = try resolver.resolve(record)
      record.form =
        words[1].isEmpty
        ? FHIRConcept(text: words[2])
        : FHIRConcept(codings: [FHIRCoding(system: words[1], code: words[2])])
      return [of(try resolver.resolve(record), without: plain)]
    case "strength":
      record.codings = [.rxNorm(words[0])]
      record.ingredients = [
        MedicationIngredient(
          codings: [.rxNorm(words[1])],
          strength: FHIRStrength(
            numerator: FHIRQuantity(value: words[2], unit: words[3]),
            denominator: words[4].isEmpty ? nil : FHIRQuantity(value: words[4], unit: words[5])))
      ]
      let answer = try resolver.resolve(record)
      let own = answer.ingredients.filter { $0.origin == .document }
      #expect(own.count == 1 && own.first?.strengthText?.hasPrefix(words[2]) == true)
      #expect(answer.codings.count == 1)
      return [of(answer)]
    default:
      Issue.record("no such question: \(kind)")
      return []
    }
  }

  private static func list(_ values: some Sequence<String>, _ separator: String = ",") -> String {
    let text = values.joined(separator: separator)
    return text.isEmpty ? "none" : text
  }

  private static func problems(_ answer: ResolvedMedication, _ codes: Set<Problem.Code>) -> String {
    list(answer.problems.map(\.code).filter(codes.contains).map(\.rawValue))
  }

  private static func of(
    _ answer: ResolvedMedication, without plain: ResolvedMedication? = nil
  ) -> Answer {
    { key in
      switch key {
      case "found": list(answer.found)
      case "disagreements":
        list(answer.messages(.displayDisagrees).map { String($0.prefix { $0 != ":" }) })
      case "conflict": conflict(answer)
      case "has": list(answer.problemCodes.filter { watched.contains($0) })
      case "lacks": answer.has(.formDisagrees) ? "none" : "form-disagrees"
      case "has form-disagrees": "\(answer.has(.formDisagrees))"
      case "same general form without": "\(plain?.generalForm == answer.generalForm)"
      case "strength problems":
        problems(answer, [.strengthDisagrees, .basisDiffers, .codingsConflict])
      case "form problems":
        problems(
          answer,
          [
            .formDisagrees, .formBroader, .generalFormLikely, .generalFormUnmapped,
            .generalFormForeign,
          ])
      case "derived form": answer.generalForm.derived.rawValue
      case "levels":
        list(
          answer.concepts.map { concept in
            let level = concept.level?.rawValue ?? "none"
            return answer.json.contains("\"level\":\"\(level)\"") ? level : "not written"
          })
      default: nil
      }
    }
  }

  /// What a name gave: a text that is accepted, or a substance that it is sure of, or nothing.
  private static func ofName(_ answer: ResolvedMedication) -> Answer {
    if answer.found.isEmpty {
      #expect(answer.certainty.ingredient == (answer.ingredients.isEmpty ? .unknown : .text))
      #expect(answer.certainty.clinicalDrug != .text)
      #expect(answer.sideEffects.coverage == .unknown)
      #expect(answer.has(.textNotAccepted) == !answer.candidates.isEmpty)
    } else {
      #expect(answer.concepts.allSatisfy { $0.match == .text && ($0.score ?? 0) >= 85 })
      #expect(answer.candidates.isEmpty && answer.has(.textMatched))
    }
    return { key in
      switch key {
      case "found": list(answer.found)
      case "sure of": answer.found.isEmpty ? list(answer.ingredients.map { $0.name ?? "-" }) : "-"
      default: nil
      }
    }
  }

  /// The problems that the key `has` lists.
  private static let watched: Set<String> = [
    "ambiguous", "ndc-reading", "ndc-reused", "code-unknown", "code-malformed", "form-broader",
    "general-form-unmapped", "form-disagrees",
  ]

  /// Whether codes are in conflict or ambiguous; of what is in conflict nothing is said.
  private static func conflict(_ answer: ResolvedMedication) -> String {
    switch (answer.has(.codingsConflict), answer.has(.ambiguous)) {
    case (true, false):
      answer.sideEffects.coverage == .unknown && answer.ingredients.isEmpty
        ? "codings-conflict" : "a conflict with an answer"
    case (false, true): "ambiguous"
    case (true, true): "both"
    case (false, false): "none"
    }
  }

  /// The codings of a statement, as `system~code~display + …`.
  private static func absent(_ text: String) -> [FHIRCoding] {
    text.components(separatedBy: " + ").filter { !$0.isEmpty }.map { coding in
      let parts = coding.components(separatedBy: "~")
      return FHIRCoding(
        system: parts[0], code: parts[1], display: parts[2].isEmpty ? nil : parts[2])
    }
  }

  private static func audit(_ words: [String], _ resolver: MedicationResolver) throws -> Answer {
    let systems = ["RxNorm": CodeSystem.rxNorm, "NDC": CodeSystem.ndc, "": nil]
    let coding = FHIRCoding(
      system: systems[words[0]] ?? words[0], code: words[1],
      display: words[2].isEmpty ? nil : words[2])
    var audit = CodeAudit(resolver)
    try audit.add(coding, at: AuditPlace(file: "list.tsv", line: 7))
    let report = audit.report
    let order = AuditFinding.Kind.allCases
    let findings = report.findings.sorted {
      (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0)
    }
    #expect(findings.allSatisfy { $0.count == 1 && $0.places.map(\.line) == [7] })
    let tallies = report.tallies
    #expect(tallies.rxNorm + tallies.ndc + tallies.other == 1, "counted once")
    #expect(tallies.flagged == (findings.isEmpty ? 0 : 1))
    return { key in
      switch key {
      case "findings": list(findings.map { "\($0.severity.rawValue) \($0.kind.rawValue)" }, ", ")
      case "kinds of findings": list(findings.map(\.kind.rawValue), ", ")
      case "proposals": list(findings.flatMap(\.proposals).map(Self.words), "; ")
      default: nil
      }
    }
  }

  private static func words(_ proposal: AuditFinding.Proposal) -> String {
    let changes = proposal.changes?.joined(separator: ",") ?? "?"
    let code = proposal.concept.code?.description ?? "-"
    return "\(proposal.reason.rawValue) \(code)" + (changes.isEmpty ? "" : " \(changes)")
  }
}
