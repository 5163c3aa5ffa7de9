// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

/// What became of one code.
struct HistoryAnswer {
  let asked: String
  let system: String
  /// What became of an RxNorm code; `nil` for an NDC and for what is no code.
  let history: ConceptHistory?
  /// What the known releases hold of an RxNorm code.
  let timeline: ConceptTimeline?
  /// What became of each reading of an NDC.
  let ndcs: [NDCHistory]
  /// NDCs of the codes that an RxNorm code took the place of; `nil` if they were not asked for.
  let indirectNDCs: [ReplacedNDC]?
  let catalog: Catalog
  /// Why nothing was found, where there is more to say.
  private(set) var problem: String?

  /// Asks a catalog.
  ///
  /// - Parameters:
  ///   - code: The code as it was given.
  ///   - system: `rxnorm` or `ndc`; `nil` if the shape of the code tells.
  ///   - isIndirect: Whether the NDCs of codes that it took the place of are wanted, too.
  ///   - catalog: The catalog.
  init(_ code: String, system: String?, isIndirect: Bool = false, _ catalog: Catalog) {
    asked = code
    self.catalog = catalog
    let isNDC = system.map { $0 == "ndc" } ?? (CodeList.system(of: code) == CodeSystem.ndc)
    self.system = isNDC ? CodeSystem.ndc : CodeSystem.rxNorm
    if isNDC {
      history = nil
      timeline = nil
      indirectNDCs = nil
      ndcs = catalog.ndcHistory(of: code)
      if case .invalid(let reason) = NationalDrugCode.read(code) { problem = "no NDC: \(reason)," }
    } else {
      let rxcui = RxCUI(code)
      history = rxcui.map { catalog.history(of: $0) }
      timeline = rxcui.flatMap { catalog.timeline(of: $0) }
      ndcs = []
      indirectNDCs = isIndirect ? rxcui.map { catalog.replacedNDCSpans(of: $0) } ?? [] : nil
      if rxcui == nil {
        problem = "an RxNorm code is 1 to 8 digits without a leading zero; not found"
      }
    }
    if problem == nil, !isFound {
      problem = catalog.reasonNotFound(.otherConcepts).map { "not found: \($0)," }
    }
  }

  /// Whether any known release or file of one names the code.
  var isFound: Bool {
    if let history { return history.status != .unknown }
    return ndcs.contains { $0.status != .unknown }
  }

  /// The releases that were asked, for a message.
  var knownReleases: String {
    let releases = catalog.releases
    let current = catalog.release.name
    return releases.count > 1 ? "\(current) and \(releases.count - 1) earlier" : current
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("asked", asked)
      json.member("system", system)
      json.member("found", isFound)
      json.key("concept")
      if let history { history.write(to: &json, with: catalog) } else { json.null() }
      json.key("ndcs")
      json.array { json in
        for ndc in ndcs { ndc.write(to: &json) }
      }
      json.key("indirectNdcs")
      writeIndirectNDCs(to: &json)
      json.key("releases")
      json.array { json in
        for release in catalog.releases { release.write(to: &json) }
      }
      json.key("release")
      catalog.release.write(to: &json)
    }
  }
}

extension HistoryAnswer {
  private func writeIndirectNDCs(to json: inout JSONWriter) {
    guard let indirectNDCs else { return json.null() }
    json.array { json in
      for item in indirectNDCs {
        json.object { json in
          json.member("ndc", item.ndc.digits)
          json.member("through", item.through.description)
          json.key("releases")
          item.releases.write(to: &json)
        }
      }
    }
  }
}

extension ReleaseSpan {
  /// The first release in a word: its date, or that it is the oldest known one.
  var firstWord: String { (first.date ?? first.name) + (isFromOldest ? " or earlier" : "") }
  /// The last release in a word.
  var lastWord: String { isCurrent ? "now" : last.date ?? last.name }
  /// Both.
  var words: String { "\(firstWord) – \(lastWord)" }
}
