// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// One medication at a time: each coding by itself, then all of them together.

/// Examines the codings of one medication.
struct AuditExamination: Sendable {
  let resolver: MedicationResolver
  /// The highest code of the release.
  private let highestCode: RxCUI?
  var catalog: Catalog { resolver.catalog }

  /// What is examined, and what decides the answer.
  struct Subject: Hashable, Sendable {
    let codings: [FHIRCoding]
    let text: String?
    /// Whether a product is expected: it is ordered, dispensed or given.
    let isOrder: Bool
    /// Whether an ingredient is expected.
    var isIngredient = false
  }

  /// What was found; a path names the coding or text within the subject.
  struct Result: Sendable {
    var findings: [(path: String, finding: AuditFinding)] = []
    var tallies = AuditReport.Tallies()
  }

  init(_ resolver: MedicationResolver) {
    self.resolver = resolver
    highestCode = resolver.catalog.highestCode
  }

  /// Whether a code is above all that the release holds, so that a newer one may hold it.
  func isPerhapsNewer(_ rxcui: RxCUI) -> Bool {
    highestCode.map { rxcui.rawValue > $0.rawValue } ?? false
  }

  func examine(_ subject: Subject) -> Result {
    var result = Result()
    var groups: [[MatchedConcept]] = []
    var flagged: Set<Int> = []
    for (index, coding) in subject.codings.enumerated() {
      let before = result.findings.count
      let path = "codings[\(index)]"
      switch KnownCodeSystem.recognise(coding.system ?? "")?.canonical {
      case CodeSystem.rxNorm:
        result.tallies.rxNorm += 1
        result.findings += rxNorm(coding).map { (path, $0) }
      case CodeSystem.ndc:
        result.tallies.ndc += 1
        result.findings += ndc(coding).map { (path, $0) }
      default:
        result.tallies.other += 1
      }
      if result.findings.count > before { flagged.insert(index) }
      var ignored: [Problem] = []
      groups.append(resolver.resolve(coding, path: path, problems: &ignored).concepts)
    }
    if let conflict = severalDrugs(subject, groups) {
      result.findings.append(("codings", conflict))
      flagged.formUnion(Self.examined(subject, groups))
    }
    if !subject.isIngredient {
      for (index, level) in wrongLevels(subject, groups) {
        result.findings.append(("codings[\(index)]", level))
        flagged.insert(index)
      }
    }
    if let text = otherDrug(inTextOf: subject, groups) {
      result.findings.append(("text", text))
      flagged.formUnion(Self.examined(subject, groups))
    }
    result.tallies.flagged = flagged.count
    return result
  }

  /// The codings that a finding about all of them together is about: those that name a concept.
  private static func examined(_ subject: Subject, _ groups: [[MatchedConcept]]) -> [Int] {
    groups.indices.filter { index in
      let system = KnownCodeSystem.recognise(subject.codings[index].system ?? "")?.canonical
      return !groups[index].isEmpty && (system == CodeSystem.rxNorm || system == CodeSystem.ndc)
    }
  }

  // MARK: Several codings

  /// Codings that name different drugs.
  private func severalDrugs(
    _ subject: Subject, _ groups: [[MatchedConcept]]
  ) -> AuditFinding? {
    guard ConceptSelection(groups).isConflict else { return nil }
    let codes = zip(subject.codings, groups).filter { !$0.1.isEmpty }.map { coding, found in
      (code: coding.code ?? "", name: found.first?.name ?? "")
    }
    return AuditFinding(
      .severalDrugs, .warning,
      "one concept holds codes of different drugs: "
        + codes.map { "\($0.code) \($0.name)" }.joined(separator: "; "),
      of: FHIRCoding(
        system: CodeSystem.rxNorm, code: codes.map(\.code).joined(separator: " ")))
  }

  /// Codes above the product, where no other coding says which product it is.
  private func wrongLevels(
    _ subject: Subject, _ groups: [[MatchedConcept]]
  ) -> [(index: Int, finding: AuditFinding)] {
    let concepts = groups.flatMap { $0 }
    guard !concepts.contains(where: { $0.termType?.isProduct ?? false }) else { return [] }
    var found: [(index: Int, finding: AuditFinding)] = []
    for (index, coding) in subject.codings.enumerated() {
      guard KnownCodeSystem.recognise(coding.system ?? "")?.canonical == CodeSystem.rxNorm,
        groups[index].count == 1, let match = groups[index].first, match.match == .exact,
        let termType = match.termType, let level = termType.level
      else { continue }
      found.append(
        (
          index,
          AuditFinding(
            .wrongLevel, subject.isOrder ? .warning : .note,
            "\(level) (\(termType.rawValue)), expected a product (SCD, SBD, GPCK, BPCK)",
            of: coding,
            .init(name: match.name, termType: termType, status: match.status))
        ))
    }
    return found
  }

  /// A text that names a different drug, and not the one that the codings name.
  private func otherDrug(
    inTextOf subject: Subject, _ groups: [[MatchedConcept]]
  ) -> AuditFinding? {
    let selection = ConceptSelection(groups)
    guard let text = subject.text, !text.isEmpty, !selection.isConflict,
      selection.concepts.count == 1, let concept = selection.concepts.first?.concept,
      !subject.codings.contains(where: { $0.display == text }),
      NameKey.of(text) != NameKey.of(concept.name),
      DisplayCheck(concept).namesOnlyAnotherDrug(text)
    else { return nil }
    return AuditFinding(
      .textOtherDrug, .warning,
      "the text names another drug than the code, which is \(concept.name)",
      of: FHIRCoding(
        system: CodeSystem.rxNorm, code: concept.code?.description, display: text), .init(concept))
  }
}

extension TermType {
  /// Whether it is something that can be dispensed.
  fileprivate var isProduct: Bool {
    [.clinicalDrug, .brandedDrug, .genericPack, .brandedPack].contains(self)
  }

  /// The level in words; `nil` for a product and for types of other sources.
  fileprivate var level: String? {
    switch self {
    case .ingredient: "an ingredient"
    case .preciseIngredient: "a precise ingredient"
    case .multipleIngredients: "several ingredients without strength and form"
    case .brandName: "a brand name"
    case .clinicalDrugComponent: "an ingredient with a strength, without form"
    case .brandedDrugComponent: "a brand with a strength, without form"
    case .clinicalDrugForm, .clinicalDrugFormPrecise: "an ingredient with a form, without strength"
    case .brandedDrugForm, .brandedDrugFormPrecise: "a brand with a form, without strength"
    case .clinicalDrugGroup, .clinicalDrugGroupPrecise: "an ingredient with a group of forms"
    case .brandedDrugGroup: "a brand with a group of forms"
    case .doseForm: "a dose form"
    case .doseFormGroup: "a group of dose forms"
    default: nil
    }
  }
}
