// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// What every exported file says of its origin: release, tool, licence, and
// whether the release is NLM's own.

extension ExportContent {
  /// The sentence that the National Library of Medicine requires in every product.
  static let attribution =
    "This product uses publicly available data from the U.S. National Library of Medicine (NLM), "
    + "National Institutes of Health, Department of Health and Human Services; NLM is not "
    + "responsible for the product and does not endorse or recommend this or any other product."

  /// Under which terms the exported content may be used.
  var licence: String {
    var text =
      "RxNorm's own content (SAB=RXNORM) needs no licence. Other sources are exported where the "
      + "release lists them with source restriction level 0. Evidence rows state the licence of "
      + "their label in a column of their own."
    if !withheld.isEmpty {
      text += " Left out, restricted or not listed in RXNSAB: \(withheldNames)."
    }
    if withheldEvidenceCount > 0 {
      text += " Left out, evidence that may not be passed on freely: \(restrictedEvidenceNames)."
    } else if !restrictedEvidence.isEmpty {
      text +=
        " RESTRICTED EVIDENCE: this export holds rows under \(restrictedEvidenceNames). They may "
        + "be used and passed on only as those terms allow."
    }
    let restricted = restrictedSources
    if !restricted.isEmpty {
      text +=
        " RESTRICTED CONTENT: this export holds content of "
        + restricted.map { "\($0.abbreviation) (level \($0.restrictionLevel))" }
        .joined(separator: ", ")
        + ". It may be used and passed on only as the UMLS Metathesaurus License and its "
        + "appendices, or the owner of the source, allow."
    }
    return text
  }

  /// What a release that NLM did not make says about itself.
  var originMark: String? {
    isReconstructed
      ? "RECONSTRUCTED: \(catalog.release.name) is not a release of the U.S. National Library of "
        + "Medicine. Never cite it as RxNorm, and do not rely on it."
      : nil
  }

  /// The release in a sentence, with what one that NLM did not make says of itself.
  var releaseWords: String {
    let release = "\(catalog.release.name) of \(catalog.release.date ?? "unknown date")"
    return originMark.map { "\(release). \($0)" } ?? release
  }

  /// No advice, and the scope of what is said about symptoms.
  static let symptomNote =
    "States what labels say; no advice, no cause, no verdict on safety. Only 39 symptom categories "
    + "are covered; others (rash, swelling, bleeding, suicidal thoughts and more) are not listed. "
    + "A symptom that is not listed can still happen."

  /// The facts that every file carries, in order.
  var statement: [(key: String, value: String)] {
    var facts = [
      ("release.name", catalog.release.name), ("release.date", catalog.release.date ?? "unknown"),
      ("release.official", isReconstructed ? "false" : "true"),
    ]
    if let originMark { facts.append(("release.mark", originMark)) }
    facts += [
      ("tool", "rxkit \(toolVersion)"), ("notice", Self.attribution), ("licence", licence),
      ("symptoms.note", Self.symptomNote),
      ("restricted.included", includesRestricted ? "true" : "false"),
      (
        "placeholders",
        "\(placeholderCount) concepts without a known code: rxcui is null, id ties them together"
      ),
      ("concepts.withheld", "\(withheldConceptCount)"),
    ]
    if !restrictedEvidence.isEmpty {
      facts.append(("evidence.withheld", "\(withheldEvidenceCount)"))
    }
    return facts
  }

  var noticeText: String {
    statement.map { "\($0.key): \($0.value)\n" }.joined()
  }
}
