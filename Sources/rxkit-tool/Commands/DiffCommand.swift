// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
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

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    // Before the work: a list that cannot be read is told at once.
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
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
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
