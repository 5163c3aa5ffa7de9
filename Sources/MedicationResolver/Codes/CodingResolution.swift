// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// One coding at a time: system, then code, then where it leads. The display
// plays no part here.

extension MedicationResolver {
  /// Resolves one coding and notes what a person should know.
  ///
  /// Where systems count exactly, another spelling of one is unresolved, and reported.
  func resolve(
    _ coding: FHIRCoding, path: String, exactly: Bool = false, problems: inout [Problem]
  ) -> ResolvedCoding {
    guard let literal = coding.system, !literal.isEmpty else {
      problems.add(
        .systemMissing, .note, "a coding without a code system; the system is never guessed",
        path: path)
      return ResolvedCoding(coding: coding, outcome: .systemUnknown, concepts: [])
    }
    guard let known = KnownCodeSystem.recognise(literal) else {
      return resolveForeign(
        coding, system: exactly ? literal : catalog.registeredSystem(literal) ?? literal,
        path: path, &problems)
    }
    if exactly, !known.isExact {
      problems.add(
        .systemUnknown, .warning,
        "another spelling of \(known.canonical); the systems of a user-annotated medication "
          + "count only as they are spelled", path: path + ".system")
      return ResolvedCoding(coding: coding, outcome: .systemUnknown, concepts: [])
    }
    if !known.isExact {
      problems.add(
        .systemNormalized, .note, "another spelling of \(known.canonical)", path: path + ".system")
    }
    guard let code = coding.code, !code.isEmpty else {
      problems.add(.codeMalformed, .warning, "a coding without a code", path: path + ".code")
      return ResolvedCoding(coding: coding, outcome: .malformed, concepts: [])
    }
    switch known.canonical {
    case CodeSystem.rxNorm:
      return resolveRxNorm(coding, code: code, path: path, &problems)
    case CodeSystem.ndc:
      return resolveNDC(coding, text: code, path: path, &problems)
    default:
      return resolveCrosswalk(coding, system: known.canonical, code: code, path: path, &problems)
    }
  }

  // MARK: RxNorm

  private func resolveRxNorm(
    _ coding: FHIRCoding, code: String, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding {
    noteRelease(of: coding, path: path, &problems)
    guard let rxcui = RxCUI(code) else {
      problems.add(
        .codeMalformed, .warning,
        "an RxNorm code is 1 to 8 digits without a leading zero; this is none", path: path + ".code"
      )
      return ResolvedCoding(coding: coding, outcome: .malformed, concepts: [])
    }
    // A placeholder of a reconstructed release is not a code.
    guard catalog.code(rxcui) != nil else {
      return unknownCode(coding, rxcui, path: path, &problems)
    }
    let given = MatchedConcept.Step(system: CodeSystem.rxNorm, code: code, reason: .given)
    if let concept = catalog.concept(for: rxcui), concept.status != .remapped {
      noteStatus(of: concept, path: path + ".code", &problems)
      return ResolvedCoding(
        coding: coding, outcome: .resolved,
        concepts: [MatchedConcept(concept, .exact, path: [given])])
    }
    let history = catalog.history(of: rxcui)
    switch history.status {
    case .remapped: return replaced(coding, history, given: given, path: path, &problems)
    case .unknown: return unknownCode(coding, rxcui, path: path, &problems)
    default: return notCurrent(coding, history, given: given, path: path, &problems)
    }
  }

  private func unknownCode(
    _ coding: FHIRCoding, _ rxcui: RxCUI, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding {
    if let answer = leftOut(coding, path: path, &problems) { return answer }
    problems.add(
      .codeUnknown, .warning,
      "RxNorm code \(rxcui) is not in release \(catalog.release.name); nothing was guessed",
      path: path + ".code")
    return ResolvedCoding(coding: coding, outcome: .unknown, concepts: [])
  }

  /// The answer to a code that was not found, where parts that could hold it were left out.
  private func leftOut(
    _ coding: FHIRCoding,
    _ parts: CatalogParts = [.otherConcepts, .otherSources, .history], path: String,
    _ problems: inout [Problem]
  ) -> ResolvedCoding? {
    guard let reason = catalog.reasonNotFound(parts) else { return nil }
    problems.add(
      .leftOut, .warning, "the code is not in this catalog, and may exist: \(reason)",
      path: path + ".code")
    return ResolvedCoding(coding: coding, outcome: .unknown, concepts: [])
  }

  /// What must be reported about a concept found by the code or text at a path.
  func noteStatus(of concept: Concept, path: String, _ problems: inout [Problem]) {
    switch concept.status {
    case .obsolete:
      let generics = concept.genericForms.filter { $0.status == .active }
        .compactMap { $0.code?.description }
      let related =
        generics.isEmpty ? "" : "; its generic \(generics.joined(separator: ", ")) is active"
      problems.add(.codeObsolete, .warning, "\(concept.label) is obsolete\(related)", path: path)
    case .quantified:
      let forms = catalog.history(of: concept.rxcui).successors
        .compactMap { $0.code?.description }
      problems.add(
        .codeQuantified, .note,
        "\(concept.label) lacks a quantity; active quantified forms: "
          + (forms.isEmpty ? "none" : forms.joined(separator: ", ")), path: path)
    case .notCurrent:
      problems.add(
        .codeNotCurrent, .warning, "\(concept.label) is in other sources only", path: path)
    default: break
    }
    if concept.isVeterinaryOnly {
      problems.add(.veterinary, .warning, "\(concept.label) is for animals only", path: path)
    }
  }

  private func replaced(
    _ coding: FHIRCoding, _ history: ConceptHistory, given: MatchedConcept.Step, path: String,
    _ problems: inout [Problem]
  ) -> ResolvedCoding {
    let concepts = history.successors.map { successor in
      MatchedConcept(
        successor, .replacement,
        path: [given]
          + history.path(to: successor).map {
            MatchedConcept.Step(
              system: CodeSystem.rxNorm, code: catalog.code($0)?.description, reason: .replacedBy)
          })
    }
    let codes = history.successors.map { $0.code?.description ?? $0.name }.joined(separator: ", ")
    problems.add(
      .codeReplaced, .note, "code \(history.asked) is retired; replaced by \(codes)",
      path: path + ".code")
    if concepts.count > 1 {
      problems.add(
        .ambiguous, .warning, "code \(history.asked) was split; none of \(codes) is chosen",
        path: path + ".code")
    }
    for successor in history.successors {
      noteStatus(of: successor, path: path + ".code", &problems)
    }
    noteChanges(history, path: path, &problems)
    return ResolvedCoding(coding: coding, outcome: .replaced, concepts: concepts)
  }

  /// Says whether drug, strength, salt, form or brand differ from the old name.
  private func noteChanges(
    _ history: ConceptHistory, path: String, _ problems: inout [Problem]
  ) {
    let retired = RetiredCode(history, catalog)
    for successor in history.successors {
      guard let kinds = retired.differences(of: successor), !kinds.isEmpty else { continue }
      problems.add(
        .replacementDiffers, .warning,
        "\(successor.code?.description ?? "the replacement") differs from \(history.asked) in "
          + kinds.map(\.word).joined(separator: ", "), path: path + ".code")
    }
  }

  private func notCurrent(
    _ coding: FHIRCoding, _ history: ConceptHistory, given: MatchedConcept.Step, path: String,
    _ problems: inout [Problem]
  ) -> ResolvedCoding {
    problems.add(
      .codeNotCurrent, .warning,
      "code \(history.asked) is retired and has no successor in release " + catalog.release.name,
      path: path + ".code")
    guard let name = history.archivedNames.first(where: { !$0.termType.isExtraName }) else {
      return ResolvedCoding(coding: coding, outcome: .unknown, concepts: [])
    }
    return ResolvedCoding(
      coding: coding, outcome: .resolved,
      concepts: [MatchedConcept(archived: history, name: name, path: [given])])
  }

  /// A version that is not the loaded release is worth a note.
  private func noteRelease(of coding: FHIRCoding, path: String, _ problems: inout [Problem]) {
    guard let version = coding.version, !version.isEmpty else { return }
    let digits = version.filter { $0 >= "0" && $0 <= "9" }
    let date = catalog.release.date?.filter { $0 != "-" }
    let american = date.map { $0.dropFirst(4) + $0.prefix(4) }
    if version == catalog.release.name || digits == date || digits == american.map(String.init) {
      return
    }
    problems.add(
      .releaseDiffers, .note,
      "the coding names another version than release \(catalog.release.name)",
      path: path + ".version")
  }

  // MARK: National Drug Code

  private func resolveNDC(
    _ coding: FHIRCoding, text: String, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding {
    let matches = catalog.ndcMatches(for: text)
    if case .invalid = matches.reading {
      problems.add(
        .codeMalformed, .warning, "this is no National Drug Code in any written form",
        path: path + ".code")
      return ResolvedCoding(coding: coding, outcome: .malformed, concepts: [])
    }
    let codes = matches.existingCodes
    guard !codes.isEmpty else {
      if let answer = leftOut(coding, .all.subtracting(.searchIndex), path: path, &problems) {
        return answer
      }
      problems.add(
        .codeUnknown, .warning, "the National Drug Code is not in release \(catalog.release.name)",
        path: path + ".code")
      return ResolvedCoding(coding: coding, outcome: .unknown, concepts: [])
    }
    noteReading(matches, codes, path: path, &problems)
    let given = MatchedConcept.Step(system: CodeSystem.ndc, code: text, reason: .given)
    var concepts: [MatchedConcept] = []
    for match in matches.matches where !concepts.contains(where: { $0.concept == match.concept }) {
      let read = MatchedConcept.Step(
        system: CodeSystem.ndc, code: match.ndc.digits, reason: .readAs)
      let linked = MatchedConcept.Step(
        system: CodeSystem.rxNorm, code: match.concept.code?.description, reason: .linkedTo)
      concepts.append(
        MatchedConcept(
          match.concept, .ndc,
          path: text == match.ndc.digits ? [given, linked] : [given, read, linked]))
      noteStatus(of: match.concept, path: path + ".code", &problems)
    }
    return ResolvedCoding(coding: coding, outcome: .resolved, concepts: concepts)
  }

  private func noteReading(
    _ matches: NDCMatches, _ codes: [NationalDrugCode], path: String, _ problems: inout [Problem]
  ) {
    let products = Set(matches.matches.map(\.concept))
    switch matches.reading {
    case .several where codes.count == 1:
      problems.add(
        .ndcReading, .note, "of the three readings of ten digits only \(codes[0].digits) exists",
        path: path + ".code")
    case .product where products.count == 1:
      problems.add(
        .ndcReading, .note, "a product without package: \(codes.count) packages have it",
        path: path + ".code")
    default: break
    }
    if products.count > 1 {
      problems.add(
        .ambiguous, .warning,
        "the National Drug Code fits \(products.count) concepts; none is chosen",
        path: path + ".code")
    }
    if matches.matches.contains(where: \.isSuppressed) || (codes.count == 1 && products.count > 1) {
      problems.add(
        .ndcReused, .note, "the National Drug Code is suppressed or belongs to several concepts",
        path: path + ".code")
    }
  }

  // MARK: Other systems

  private func resolveCrosswalk(
    _ coding: FHIRCoding, system: String, code: String, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding {
    let found = catalog.concepts(system: system, code: code)
    guard !found.isEmpty else {
      if let mapped = resolveMapped(coding, system: system, code: code, path: path, &problems) {
        return mapped
      }
      let leftOut = leftOut(coding, path: path, &problems)
      return leftOut ?? ResolvedCoding(coding: coding, outcome: .notRxNorm, concepts: [])
    }
    let given = MatchedConcept.Step(system: system, code: code, reason: .given)
    for concept in found { noteStatus(of: concept, path: path + ".code", &problems) }
    return ResolvedCoding(
      coding: coding, outcome: .resolved,
      concepts: found.map { concept in
        MatchedConcept(
          concept, .crosswalk,
          path: [
            given,
            MatchedConcept.Step(
              system: CodeSystem.rxNorm, code: concept.code?.description, reason: .linkedTo),
          ])
      })
  }

  /// A system that no table knows may be one that was loaded with the catalog.
  private func resolveForeign(
    _ coding: FHIRCoding, system: String, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding {
    if system != coding.system {
      problems.add(
        .systemNormalized, .note, "another name of \(system), by a loaded registration",
        path: path + ".system")
    }
    if let code = coding.code,
      let mapped = resolveMapped(coding, system: system, code: code, path: path, &problems)
    {
      return mapped
    }
    if let code = coding.code, !catalog.terms(system: system, code: code).terms.isEmpty {
      return ResolvedCoding(coding: coding, outcome: .notRxNorm, concepts: [])
    }
    if catalog.codeSystems.contains(where: { $0.url == system }) {
      problems.add(
        .codeUnknown, .warning, "the loaded code system does not hold this code",
        path: path + ".code")
      return ResolvedCoding(coding: coding, outcome: .unknown, concepts: [])
    }
    problems.add(
      .systemUnknown, .note, "a code system that is not known here; kept as it is",
      path: path + ".system")
    return ResolvedCoding(coding: coding, outcome: .systemUnknown, concepts: [])
  }
}

extension Catalog {
  /// A number of the release as a code; `nil` for a placeholder of a reconstructed release.
  fileprivate func code(_ rxcui: RxCUI) -> RxCUI? {
    rxcui.isPlaceholder && !release.isOfficial ? nil : rxcui
  }
}
