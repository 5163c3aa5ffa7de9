// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel

/// `rxkit value-set`: the codes of a value set, or whether codes are in it.
struct ValueSetCommand: Command {
  private static let system = OptionDefinition.text(
    "--system", "url",
    "Code system of the given codes; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "rxnorm")

  static let definition = CommandDefinition(
    name: "value-set",
    abstract: "List the codes of a value set, or check whether codes are in it.",
    examples: [
      .init(
        "rxkit value-set http://hl7.org/fhir/ValueSet/medication-status", "all codes that are in it"
      ),
      .init(
        "rxkit value-set http://example.org/ValueSet/opioids 197696 --system rxnorm",
        "whether a code is in it"),
      .init(
        "rxkit value-set 'http://example.org/ValueSet/drugs|2.0' --format json",
        "one of several versions"),
    ],
    arguments: [
      ArgumentDefinition("url", "The URL of a value set, with |version or without."),
      ArgumentDefinition(
        "code", "A code; - reads codes from standard input, one a line.", count: .any),
    ],
    options: [system] + CommonOptions.answers,
    discussion: [
      "Load value sets with rxkit build --with. An expansion that the resource contains takes "
        + "precedence over its rules; rules are evaluated over the code systems that are loaded, "
        + "RxNorm among them.",
      "What cannot be evaluated is reported: a code system that is not loaded, a filter that is "
        + "not understood. Listed codes are certainly in the value set; if there may be more, "
        + "the exit code is 1, as it is if a code is not in it or membership cannot be determined.",
    ],
    seeAlso: ["rxkit lookup", "rxkit build"])

  static let member = Shape<(set: LoadedValueSet, member: ValueSetMember)>(
    "member", "A code that is surely in the value set."
  ) {
    Field("valueSet", "", .name, column: "valueSet") { $0.set.url }
    Field("version") { $0.set.version }
    Field("system") { $0.member.system }
    Field("code", "", .name) { $0.member.code }
    Field("display") { $0.member.display.isEmpty ? nil : $0.member.display }
    Field("abstract", "Whether the expansion has it only to group others.") {
      $0.member.isAbstract
    }
    Field("inactive") { $0.member.isInactive }
  }

  /// Whether a given code is in it.
  static let answer = Shape<
    (set: LoadedValueSet, system: String, code: String, membership: ValueSetMembership)
  >("answer", "Whether a given code is in it.") {
    Field("valueSet", "", .name, column: "valueSet") { $0.set.url }
    Field("version") { $0.set.version }
    Field("system") { $0.system }
    Field("code") { $0.code }
    Field("membership", "", .word(["member", "not-member", "not-computable"])) {
      $0.membership.word
    }
    Field("reason", "Why it is not computable.") { $0.membership.reason }
  }

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, with: .subset, &streams)
    let canonical = invocation.arguments.first ?? ""
    let sets = catalog.valueSets(named: canonical)
    guard !sets.isEmpty else {
      throw CommandFailure(
        .incomplete, "value-set.unknown", "\(canonical): no value set with this URL is loaded",
        try: "rxkit info --terminology, for those that are")
    }
    let codes = Array(invocation.arguments.dropFirst())
    return try streams.withOutput(of: invocation) { streams in
      codes.isEmpty
        ? try list(sets, catalog, invocation.format, &streams)
        : try ask(codes, sets, catalog, invocation, &streams)
    }
  }

  private static func list(
    _ sets: [LoadedValueSet], _ catalog: Catalog, _ format: OutputFormat?, _ streams: inout Streams
  ) throws -> ExitCode {
    var table = Table(of: member.fields)
    var isComplete = true
    for set in sets {
      let answer = catalog.members(of: set)
      for member in answer.members { table.append((set, member), Self.member.fields) }
      for gap in answer.gaps {
        isComplete = false
        streams.messages.warn(
          "\(DisplayText.printable(set.url)): not all codes can be told: "
            + "\(DisplayText.printable(gap))  [\(Problem.Code.notComputable.rawValue)]")
      }
    }
    try streams.write(table, as: format)
    return isComplete ? .done : .incomplete
  }

  private static func ask(
    _ arguments: [String], _ sets: [LoadedValueSet], _ catalog: Catalog,
    _ invocation: Invocation, _ streams: inout Streams
  ) throws -> ExitCode {
    let url = catalog.system(named: invocation.value(of: system) ?? "rxnorm")
    var table = Table(of: answer.fields)
    var words = try ArgumentStream(arguments, of: definition)
    var isComplete = true
    while let codes = try words.next() {
      for code in codes.map(\.text) {
        for set in sets {
          let membership = catalog.membership(of: code, system: url, in: set)
          isComplete = isComplete && membership == .member
          table.append((set, url, code, membership), answer.fields)
        }
      }
    }
    try streams.write(table, as: invocation.format)
    return isComplete ? .done : .incomplete
  }
}
