// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

/// The drugs that a table should have rows of, the most prescribed first.
///
/// A tab-separated file with the columns `rank`, `name_as_in_source`, `kind`, `ingredients` and
/// `rxcui`; several ingredients and their codes are joined by bars, in the same order.
package struct PrescribedDrugs: Sendable {
  /// One drug.
  struct Drug: Hashable {
    var rank, name: String
    /// Its ingredients, sorted.
    var names: [String]
    var codes: [RxCUI]
    var isComplete: Bool
  }

  let drugs: [Drug]

  /// Reads a list; `nil` if its header lacks a column.
  package init?(bytes: [UInt8]) {
    let lines = TabbedText.rows(bytes)
    guard let header = lines.first, let rank = header.firstIndex(of: "rank"),
      let ingredients = header.firstIndex(of: "ingredients"),
      let rxcui = header.firstIndex(of: "rxcui")
    else { return nil }
    drugs = lines.dropFirst().filter { $0.count == header.count }.map { fields in
      let codes = fields[rxcui].split(separator: "|").compactMap { RxCUI($0) }
      let names = fields[ingredients].split(separator: "|")
      return Drug(
        rank: fields[rank], name: names.joined(separator: " / "),
        names: names.map { $0.lowercased() }.sorted(), codes: codes,
        isComplete: codes.count == names.count && !codes.isEmpty)
    }
  }
}

/// What has no row: prescribed drugs without a label, and labels without a subject.
struct MissingIngredients {
  static let columns = ["rank", "name", "rxcui", "unii", "reason", "labels", "set_id"]

  private(set) var rows: [[String]] = []

  init(read: [ReadLabel], leftOut: [LeftOutLabel], prescribed: PrescribedDrugs?) {
    if let prescribed { addPrescribed(prescribed, read, leftOut) }
    addLeftOut(leftOut)
  }

  /// Prescribed drugs in the order of the list.
  private mutating func addPrescribed(
    _ prescribed: PrescribedDrugs, _ read: [ReadLabel], _ leftOut: [LeftOutLabel]
  ) {
    let labelled = Dictionary(grouping: read) { Set($0.subject.ingredients) }
    // Labels without a subject, by the ingredients found in them, and by their names.
    let byCodes = Dictionary(grouping: leftOut) { Set($0.lack.ingredients) }
    let byNames = Dictionary(grouping: leftOut) {
      $0.lack.substances.map { $0.name.lowercased() }.sorted()
    }
    for drug in prescribed.drugs {
      let own = drug.isComplete ? labelled[Set(drug.codes)] ?? [] : []
      if own.contains(where: { !$0.contributions.isEmpty }) { continue }
      var reason = !drug.isComplete ? "no-code" : own.isEmpty ? "no-label" : "label-names-none"
      var labels = own.map(\.setID)
      if own.isEmpty {
        let others = (drug.isComplete ? byCodes[Set(drug.codes)] : nil) ?? byNames[drug.names] ?? []
        let reasons = Dictionary(grouping: others, by: \.lack.reason.rawValue)
        if let most = reasons.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) {
          (reason, labels) = (most.key, most.value.map(\.setID))
        }
      }
      rows.append([
        drug.rank, drug.name, drug.codes.map(\.description).joined(separator: "|"), "", reason,
        String(labels.count), labels.min() ?? "",
      ])
    }
  }

  /// Labels without a subject, those about the same substances together.
  private mutating func addLeftOut(_ leftOut: [LeftOutLabel]) {
    var groups: [[String]: [String]] = [:]
    for label in leftOut {
      let named = label.lack.unknown.isEmpty ? label.lack.substances : label.lack.unknown
      let fields = [
        // openFDA's lists may have more UNIIs than names: such a substance is given as its UNII.
        named.map { ($0.name.isEmpty ? $0.unii : $0.name).lowercased() }.joined(separator: " / "),
        label.lack.ingredients.map(\.description).joined(separator: "|"),
        named.map(\.unii).filter { !$0.isEmpty }.joined(separator: "|"), label.lack.reason.rawValue,
      ]
      groups[fields, default: []].append(label.setID)
    }
    for (fields, labels) in groups.sorted(by: { ByteOrder.precedes($0.key, $1.key) }) {
      rows.append([""] + fields + [String(labels.count), labels.min() ?? ""])
    }
  }
}
