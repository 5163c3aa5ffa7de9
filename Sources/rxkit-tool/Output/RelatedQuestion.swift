// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver

/// A query of `rxkit related`.
enum RelatedQuestion {
  case all
  case types([TermType])
  case relationships([Relationship])
  case generic, products, packs, reformulations
  case brands
  case ancestors(SubsumptionBasis)
  case descendants(SubsumptionBasis)
  case subsumption(of: String, SubsumptionBasis)

  /// Every name in JSON.
  static let names = [
    "all", "types", "relationships", "generic", "products", "packs", "reformulations", "brands",
    "ancestors", "descendants", "subsumption",
  ]

  var name: String {
    switch self {
    case .all: "all"
    case .types: "types"
    case .relationships: "relationships"
    case .generic: "generic"
    case .products: "products"
    case .packs: "packs"
    case .reformulations: "reformulations"
    case .brands: "brands"
    case .ancestors: "ancestors"
    case .descendants: "descendants"
    case .subsumption: "subsumption"
    }
  }

  /// Whether only active concepts have answers.
  private var needsActiveStart: Bool {
    switch self {
    case .ancestors, .descendants, .subsumption, .packs: false
    default: true
    }
  }

  /// Answers about one concept.
  ///
  /// `other` is the word of `--subsumes` looked up; nothing for other questions.
  func answer(
    about start: Concept, asked word: GivenWord, other: StartConcepts?, explaining: Bool
  ) -> RelatedAnswer {
    var answer = RelatedAnswer(
      asked: [word], question: name, starts: [start], release: start.catalog.release)
    if needsActiveStart, start.status != .active {
      answer.problem = "is \(start.status.rawValue), only active concepts have related ones"
    }
    switch self {
    case .all: answer.groups = groups(of: start.allRelated, explaining)
    case .types(let types): answer.groups = groups(of: start.related(to: types), explaining)
    case .relationships(let words): answer.groups = groups(of: start.related(by: words), explaining)
    case .generic:
      answer.groups = groups(of: start.relatedGenerics, explaining)
      if answer.problem == nil, !start.hasGeneric {
        answer.problem =
          "is \(start.termType.rawValue), only products and packs (SBD, SCD, BPCK, GPCK) have a "
          + "generic product"
      }
    case .products: answer.groups = groups(of: start.relatedProducts, explaining)
    case .packs:
      let isPack = start.termType == .genericPack || start.termType == .brandedPack
      answer.groups = [
        isPack
          ? .init(contentsOf: start, explaining: explaining)
          : .init(packsOf: start, explaining: explaining)
      ]
    case .reformulations:
      let words = ["reformulated_to", "reformulation_of"].map(Relationship.init(rawValue:))
      answer.groups = groups(of: start.related(by: words), explaining)
    case .ancestors(let basis):
      answer.groups = RelatedAnswer.Group.groups(
        of: start.ancestors(basis: basis), explaining: explaining)
    case .descendants(let basis):
      answer.groups = RelatedAnswer.Group.groups(
        of: start.descendants(basis: basis), explaining: explaining)
    case .subsumption(_, let basis): answer.compare(start, with: other, basis)
    case .brands: break
    }
    return answer
  }

  private func groups(of related: RelatedConcepts, _ explaining: Bool) -> [RelatedAnswer.Group] {
    related.groups.map { .init($0, explaining: explaining) }
  }

  /// The brands that hold all of several ingredients: one answer for all words.
  static func brands(of starts: [StartConcepts], explaining: Bool, in catalog: Catalog)
    -> RelatedAnswer
  {
    var answer = RelatedAnswer(
      asked: starts.map(\.asked), question: RelatedQuestion.brands.name, release: catalog.release)
    for start in starts {
      let substances = start.concepts.filter {
        [.ingredient, .preciseIngredient, .multipleIngredients].contains($0.termType)
          && $0.isActive
      }
      guard let substance = substances.first, substances.count == 1 else {
        let found = start.concepts.isEmpty ? start.reason : "not one active ingredient"
        answer.problem = "\(start.asked.label): \(found), expected IN, PIN or MIN"
        return answer
      }
      answer.starts.append(substance)
    }
    let members = catalog.brands(holding: answer.starts).map { brand in
      RelatedAnswer.Member(
        concept: brand, name: brand.name,
        way: explaining
          ? answer.starts.flatMap { start in
            start.related(to: [.brandName])[.brandName]?.way(to: brand) ?? []
          } : nil)
    }
    answer.groups = [.init(termType: .brandName, members: members)]
    return answer
  }
}

extension RelatedAnswer {
  /// Compares with the concept of `--subsumes`, which must be exactly one.
  fileprivate mutating func compare(
    _ start: Concept, with other: StartConcepts?, _ basis: SubsumptionBasis
  ) {
    guard let other else { return }
    guard let concept = other.concepts.first, other.concepts.count == 1 else {
      problem =
        "\(other.asked.label): "
        + (other.concepts.isEmpty
          ? other.reason : "means \(other.concepts.count) concepts, expected one")
      return
    }
    subsumption = (start.subsumption(of: concept, basis: basis), basis, concept)
  }
}

extension Concept {
  /// Whether its term type has generic products.
  fileprivate var hasGeneric: Bool {
    [.brandedDrug, .clinicalDrug, .brandedPack, .genericPack].contains(termType)
  }

  /// The generic products as a group with its path; no group for other term types.
  fileprivate var relatedGenerics: RelatedConcepts {
    switch termType {
    case .brandedDrug, .clinicalDrug: related(to: [.clinicalDrug])
    case .brandedPack, .genericPack: related(to: [.genericPack])
    default: related(to: [])
    }
  }
}

/// The concepts that a word of the command line refers to.
struct StartConcepts {
  let asked: GivenWord
  /// The concepts; several if codes or names are shared.
  let concepts: [Concept]
  /// What became of an RxNorm code that no concept has.
  let history: ConceptHistory?
  /// Concepts of a name that were ignored, because active ones have it too.
  let inactive: [Concept]
  /// Why something that was not found may exist, in a catalog without some parts.
  private let leftOut: String?

  /// Looks a word up: an RxNorm code, an NDC, a code of `system`, or a whole name.
  init(_ asked: GivenWord, system: String?, isName: Bool, in catalog: Catalog) {
    self.asked = asked
    let word = asked.text
    var found: [Concept] = []
    var history: ConceptHistory?
    var inactive: [Concept] = []
    switch MedicationQueries.query(word, system: system, isName: isName) {
    case .coding(let coding, _) where coding.system == CodeSystem.rxNorm:
      let rxcui = RxCUI(coding.code)
      found = rxcui.flatMap { catalog.concept(for: $0) }.map { [$0] } ?? []
      found.removeAll { $0.code == nil }
      if found.isEmpty { history = rxcui.map { catalog.history(of: $0) } }
    case .coding(let coding, _):
      found = catalog.concepts(system: coding.system, code: coding.code)
    case .ndc(let code):
      found = catalog.ndcMatches(for: code).concepts
    default:
      let exact = catalog.concepts(named: word, comparing: .exact)
      let all = exact.isEmpty ? catalog.concepts(named: word, comparing: .normalized) : exact
      found = all.filter(\.isActive)
      if found.isEmpty { found = all } else { inactive = all.filter { !$0.isActive } }
    }
    leftOut = catalog.reasonNotFound(.contents)
    concepts = found
    // A code may exist in a part that was left out.
    self.history = history?.status == .unknown && leftOut != nil ? nil : history
    self.inactive = inactive
  }

  /// Why there is no concept, for a person; for a line of input, no successor is named.
  var reason: String {
    guard let history, history.status != .unknown else {
      return "not found" + (leftOut.map { ": \($0)" } ?? "")
    }
    let successors = history.successors.map(\.labelled)
    return "\(history.status.rawValue)"
      + (successors.isEmpty || !asked.isArgument
        ? "" : ", now " + successors.joined(separator: "; "))
  }
}
