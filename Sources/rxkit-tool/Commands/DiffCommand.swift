// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import RxNormRelease

/// `rxkit diff`: what changed from one release to another.
struct DiffCommand: Command {
  private static let codes = OptionDefinition.file(
    "--codes", "file", "Show only what touches these codes: one a line, or a table's first column.")
  private static let only = OptionDefinition.choice(
    "--only", "kind", "Show only changes of this kind.",
    ReleaseComparison.Kind.allCases.map { Choice($0.rawValue, $0.explanation) }
      + NDCChange.Kind.allCases.map { Choice($0.rawValue, $0.explanation) }
  ).repeatable()
  private static let summary = OptionDefinition.flag(
    "--summary", "Show only how many changes of each kind there are.")
  private static let exitCode = OptionDefinition.flag(
    "--exit-code", "Exit with 1 if anything that is shown changed.")
  private static let prescribable = OptionDefinition.flag(
    "--prescribable", "Read prescribe/rrf/ of full releases instead of rrf/.")

  static let definition = CommandDefinition(
    name: "diff",
    abstract: "Show what changed from one release to another.",
    examples: [
      .init("rxkit diff old.rxkit new.rxkit", "two catalogs"),
      .init("rxkit diff RxNorm_full_06012026.zip RxNorm_full_07062026.zip", "two releases"),
      .init("rxkit diff old.rxkit new.rxkit --codes formulary.csv", "what touches your codes"),
      .init("rxkit diff old.rxkit new.rxkit --only remapped --format tsv", "one kind of change"),
      .init("rxkit diff old.rxkit new.rxkit --summary --exit-code", "whether anything changed"),
    ],
    arguments: [
      ArgumentDefinition("old", "A catalog, or a release (zip or folder).", value: .file),
      ArgumentDefinition("new", "The one to compare it with.", value: .file),
    ],
    options: [
      codes, only, summary, exitCode, prescribable, CommonOptions.format, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Only RxNorm's own names, relations and NDCs are compared (SAB RXNORM). related lists "
        + "relations that define a concept (ingredients, form, generic, contents), not their "
        + "inverses. retired is obsolete, or gone without a successor; the generic of an obsolete "
        + "brand is given as related.",
      "With --codes, codes that were retired before and codes that neither release knows are "
        + "listed too. Exit code 0 whatever changed, unless --exit-code is given.",
    ],
    seeAlso: ["rxkit history", "rxkit audit"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    // Read before the work: an unreadable list is reported at once.
    let list: CodeList? =
      if let path = invocation.value(of: codes) {
        try CodeList(InputFile.read(path), system: nil)
      } else {
        nil
      }
    var options = RxNormRelease.Options()
    options.prescribable = invocation.isSet(prescribable)
    let old = try ReleaseOpening.open(invocation.arguments[0], options: options, &streams)
    let new = try ReleaseOpening.open(invocation.arguments[1], options: options, &streams)
    warn(old, new, streams.messages)
    var report = DiffReport(ReleaseComparison(from: old, to: new), old, new)
    if let list { report.keep(list) }
    report.keep(kinds: Set(invocation.values(of: only)))
    let showsList = !invocation.isSet(summary)
    return try streams.withOutput(of: invocation) { streams in
      try report.write(as: invocation.format ?? .table, showsList: showsList, &streams)
      return invocation.isSet(exitCode) && report.hasChanges ? .incomplete : .done
    }
  }

  /// Says what makes a comparison worth less.
  private static func warn(_ old: Catalog, _ new: Catalog, _ messages: MessageWriter) {
    if let before = old.release.date, let after = new.release.date, before > after {
      messages.warn(
        "note: \(old.release.name) is newer than \(new.release.name); changes are told backwards")
    }
    if old.isPrescribable != new.isPrescribable {
      messages.warn(
        "note: one of the two is the prescribable part of a release; what it lacks is not gone")
    }
  }
}

extension Catalog {
  /// Whether only the prescribable part of a release was read.
  fileprivate var isPrescribable: Bool {
    facts.contains { $0.key == "release.prescribable" && $0.value == "yes" }
  }
}

extension ReleaseComparison.Kind {
  /// What the kind is, a few words.
  var explanation: String {
    switch self {
    case .added: "codes that are new"
    case .reactivated: "codes that are active again"
    case .retired: "codes that are obsolete or gone"
    case .remapped: "codes that went into others"
    case .quantified: "codes whose quantified forms are to be used"
    case .renamed: "codes with another main name"
    case .retyped: "codes with another term type"
    case .related: "codes with other ingredients, form, generic or contents"
    }
  }
}

extension NDCChange.Kind {
  /// What the kind is, a few words.
  var explanation: String {
    switch self {
    case .added: "NDCs that are new"
    case .removed: "NDCs that are gone"
    case .moved: "NDCs of another product"
    }
  }
}

/// The output of a comparison, with the outcome for the codes of `--codes`.
struct DiffReport {
  /// A listed code that neither release has in use.
  struct Absent {
    /// `retired-before` or `unknown`.
    let kind: String
    let code: String
    let status: ConceptStatus
    let successors: [Concept]
  }

  /// What became of a list of codes.
  struct ListTally {
    var asked = 0
    var touched = 0
  }

  let older: ReleaseIdentity
  let newer: ReleaseIdentity
  let commonCount: Int
  private(set) var changes: [ReleaseComparison.Change]
  private(set) var ndcChanges: [NDCChange]
  private(set) var absent: [Absent] = []
  private(set) var list: ListTally?
  private let old: Catalog
  private let new: Catalog

  init(_ comparison: ReleaseComparison, _ old: Catalog, _ new: Catalog) {
    older = comparison.older
    newer = comparison.newer
    commonCount = comparison.commonCount
    changes = comparison.changes
    ndcChanges = comparison.ndcChanges
    self.old = old
    self.new = new
  }

  /// Whether any change is shown.
  var hasChanges: Bool { !changes.isEmpty || !ndcChanges.isEmpty }

  mutating func keep(_ codes: CodeList) {
    var rxcuis: Set<RxCUI> = []
    var ndcs: Set<NationalDrugCode> = []
    var strange: [String] = []
    var isSeen: Set<String> = []
    var tally = ListTally()
    for entry in codes.entries {
      let code = entry.coding.code ?? ""
      guard isSeen.insert(code).inserted else { continue }
      tally.asked += 1
      if entry.coding.system == CodeSystem.ndc {
        let read = [old, new].flatMap { $0.ndcHistory(of: code).filter { $0.status != .unknown } }
        if read.isEmpty { strange.append(code) }
        ndcs.formUnion(read.map(\.ndc))
      } else if let rxcui = RxCUI(code) {
        rxcuis.insert(rxcui)
      } else {
        strange.append(code)
      }
    }
    changes.removeAll { !rxcuis.contains($0.code) }
    ndcChanges.removeAll { change in
      !ndcs.contains(change.ndc)
        && !(change.old + change.new).contains { $0.code.map { rxcuis.contains($0) } ?? false }
    }
    noteAbsent(rxcuis, strange)
    tally.touched =
      Set(changes.map(\.code)).union(
        ndcChanges.flatMap { $0.old + $0.new }.compactMap(\.code).filter { rxcuis.contains($0) }
      ).count + ndcChanges.count { ndcs.contains($0.ndc) }
    list = tally
  }

  /// Codes that neither release has in use, which no change mentions.
  private mutating func noteAbsent(_ rxcuis: Set<RxCUI>, _ strange: [String]) {
    let changed = Set(changes.map(\.code))
    for rxcui in rxcuis.sorted() where !changed.contains(rxcui) {
      let history = new.history(of: rxcui)
      let isKnown = history.status != .unknown || old.history(of: rxcui).status != .unknown
      if history.status == .remapped || history.status == .notCurrent || !isKnown {
        absent.append(
          Absent(
            kind: isKnown ? "retired-before" : "unknown", code: rxcui.description,
            status: history.status, successors: history.successors))
      } else if history.status == .obsolete {
        absent.append(
          Absent(
            kind: "retired-before", code: rxcui.description, status: history.status,
            successors: []))
      }
    }
    absent += strange.map {
      Absent(kind: "unknown", code: $0, status: .unknown, successors: [])
    }
  }

  /// Keeps changes of the given kinds; all if none is given.
  mutating func keep(kinds: Set<String>) {
    guard !kinds.isEmpty else { return }
    changes.removeAll { !kinds.contains($0.kind.rawValue) }
    ndcChanges.removeAll { !kinds.contains($0.kind.rawValue) }
    absent.removeAll { !kinds.contains($0.kind) }
  }

  /// How many changes of each kind are shown, and what became of the list.
  var counts: [(kind: String, count: Int)] {
    var counts = ReleaseComparison.Kind.allCases.map { kind in
      (kind: kind.rawValue, count: changes.count { $0.kind == kind })
    }
    counts += NDCChange.Kind.allCases.map { kind in
      (kind: kind.rawValue, count: ndcChanges.count { $0.kind == kind })
    }
    if list != nil {
      for kind in ["retired-before", "unknown"] {
        counts.append((kind, absent.count { $0.kind == kind }))
      }
    }
    return counts
  }
}

extension DiffReport: Shaped {
  static let shape = Shape<Self>("summary") {
    Field.version(1)
    Field.kind("summary")
    Field("old") { $0.older }
    Field("new") { $0.newer }
    Field("common", "How many codes are in both.") { $0.commonCount }
    Field(
      "counts",
      each: Shape {
        Field("kind", "", .name) { $0.kind }
        Field("count") { $0.count }
      }
    ) { $0.counts }
    Field("codes", "With --codes: how many codes were given, and how many are affected.") {
      $0.list
    }
  }
}

extension DiffReport.ListTally: Shaped {
  static let shape = Shape<Self> {
    Field("asked") { $0.asked }
    Field("touched") { $0.touched }
  }
}

extension DiffReport.Absent: Shaped {
  static let shape = Shape<Self>(
    "absent", "A code of --codes in no change, because neither release has it in use."
  ) {
    Field("kind", "", .word(["retired-before", "unknown"])) { $0.kind }
    Field("code") { $0.code }
    Field("status") { $0.status }
    Field("successors") { $0.successors.compactMap(\.code) }
  }
}

extension DiffReport {
  /// Prints counts and list in a format.
  ///
  /// Tables for programs contain the list, or the counts with `--summary`; a table for people
  /// contains both.
  func write(as format: OutputFormat, showsList: Bool, _ streams: inout Streams) throws {
    switch format {
    case .json, .ndjson:
      let list: [any FieldValue] = showsList ? changes + ndcChanges + absent : []
      try JSONSequence.write([self] + list, as: format, &streams)
    case .csv, .tsv, .markdown: try streams.write(showsList ? table : summary, as: format)
    case .table:
      let names = [older, newer].map { $0.name + ($0.date.map { " (\($0))" } ?? "") }
      try streams.output.write(
        DisplayText.printable("from \(names[0]) to \(names[1])") + "\n\n")
      try streams.write(summary, as: .table)
      let table = table
      guard showsList, !table.rows.isEmpty else { return }
      try streams.output.write("\n")
      try streams.write(table, as: .table)
    }
  }

  /// How many changes of each kind there are.
  private var summary: Table {
    var table = Table("kind", "count", numbers: ["count"])
    for (kind, count) in counts { table.append(kind, String(count)) }
    if let list {
      table.append("codes asked", String(list.asked))
      table.append("codes touched", String(list.touched))
    } else {
      table.append("in both", String(commonCount))
    }
    return table
  }

  /// One row for each change.
  private typealias Row = (
    kind: String, code: String, termType: TermType?, name: String?, old: String?, new: String?,
    successors: String?, related: [Concept]
  )

  private static let columns: [Field<Row>] = [
    Field("kind") { $0.kind }, Field("code") { $0.code }, Field("tty") { $0.termType },
    Field("name") { $0.name }, Field("old") { $0.old }, Field("new") { $0.new },
    Field("successors") { $0.successors }, Field("related") { $0.related.map(\.labelled) },
  ]

  private var table: Table {
    var rows = changes.map(row)
    rows += ndcChanges.map { change in
      (
        change.kind.rawValue, change.ndc.digits, nil,
        (change.new.first ?? change.old.first)?.name, codes(change.old), codes(change.new),
        change.isByRemapping ? "by remapping" : nil, []
      )
    }
    rows += absent.map { absent in
      let status = absent.status.rawValue
      return (
        absent.kind, absent.code, nil, nil, status, status,
        absent.successors.map(\.labelled).cell, []
      )
    }
    return Table(of: Self.columns, rows)
  }

  private func row(_ change: ReleaseComparison.Change) -> Row {
    let (before, after): (String?, String?) =
      switch change.kind {
      case .renamed: (change.old?.name, change.new?.name)
      case .retyped: (change.old?.termType.rawValue, change.new?.termType.rawValue)
      case .related:
        (
          relations(change.relations.filter { !$0.isAdded }),
          relations(change.relations.filter(\.isAdded))
        )
      default: (change.old?.status.rawValue, change.status.rawValue)
      }
    return (
      change.kind.rawValue, change.code.description, (change.new ?? change.old)?.termType,
      (change.new ?? change.old)?.name, before, after, change.successors.map(\.labelled).cell,
      change.relatives
    )
  }

  private func relations(_ changes: [RelationChange]) -> String? {
    changes.map { "\($0.relationship.rawValue) \($0.target.labelled)" }.cell
  }

  private func codes(_ concepts: [Concept]) -> String? {
    concepts.map { $0.code?.description ?? "-" }.cell
  }
}
