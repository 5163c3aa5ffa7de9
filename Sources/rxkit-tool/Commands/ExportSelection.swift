// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogExport
import ConceptCatalog
import MedicationModel

/// Reads the options of `rxkit export` that choose content.
enum ExportSelection {
  /// The codes of `--codes`: with commas, or a file with one a line, `-` for standard input.
  static func codes(_ value: String) throws(CommandFailure) -> [GivenWord] {
    if value != "-", !value.isEmpty, value.utf8.allSatisfy({ isDigit($0) || $0 == 0x2C }) {
      return value.split(separator: ",").map { GivenWord(argument: String($0)) }
    }
    let input = try InputFile.read(value)
    guard let lines = ArgumentLines.lines(of: input) else {
      throw CommandFailure(.input, "input.not-utf8", "\(input.name): not UTF-8, expected text")
    }
    let codes = lines.filter { !$0.text.hasPrefix("#") }
    guard !codes.isEmpty else {
      throw CommandFailure(
        .input, "export.no-codes", "\(input.name): holds no code, expected one a line")
    }
    return codes
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The filter of a value set.
  static func filter(
    _ invocation: Invocation, in catalog: Catalog
  ) throws(CommandFailure) -> ConceptFilter {
    var filter = ConceptFilter(
      isPrescribableOnly: invocation.isSet(ExportCommand.prescribable),
      includesInactive: invocation.isSet(ExportCommand.inactive))
    for word in words(of: ExportCommand.termTypes, invocation) {
      guard termTypes.contains(word) else {
        throw .unknownValue(
          word, of: ExportCommand.termTypes.name, among: termTypes, of: ExportCommand.definition)
      }
      filter.termTypes.append(TermType(rawValue: word))
    }
    for word in words(of: ExportCommand.ingredient, invocation) {
      guard let code = RxCUI(word), let concept = catalog.concept(for: code),
        concept.code != nil, concept.termType == .ingredient
      else {
        throw CommandFailure(
          .incomplete, "export.not-an-ingredient",
          "--ingredient: \(CommandFailure.quoted(word)) is no base ingredient (IN) of "
            + "\(catalog.release.name)", try: "rxkit lookup \(DisplayText.printable(word))")
      }
      filter.ingredients.append(code)
    }
    return filter
  }

  private static let termTypes: [String] = [
    TermType.ingredient, .preciseIngredient, .multipleIngredients, .clinicalDrugComponent,
    .clinicalDrugForm, .clinicalDrugFormPrecise, .clinicalDrugGroup, .clinicalDrugGroupPrecise,
    .clinicalDrug, .brandName, .brandedDrugComponent, .brandedDrugForm, .brandedDrugFormPrecise,
    .brandedDrugGroup, .brandedDrug, .genericPack, .brandedPack, .doseForm, .doseFormGroup,
  ].map(\.rawValue)

  private static func words(of option: OptionDefinition, _ invocation: Invocation) -> [String] {
    (invocation.value(of: option) ?? "").split(separator: ",").map(String.init)
  }

  /// The start of URLs: an absolute URI without a slash at its end.
  static func canonicalBase(_ invocation: Invocation) throws(CommandFailure) -> String {
    guard let value = invocation.value(of: ExportCommand.canonical) else {
      return TerminologyExport.standInBase
    }
    let isURI =
      ["http://", "https://", "urn:"].contains { value.hasPrefix($0) && value.count > $0.count }
      && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x7C && $0 != 0x22 }
    guard isURI else {
      throw .usage(
        "usage.not-a-url",
        "rxkit export: value \(CommandFailure.quoted(value)) of --canonical, expected a URL such "
          + "as https://example.org/fhir", of: ExportCommand.definition)
    }
    return value.hasSuffix("/") ? String(value.dropLast()) : value
  }

  /// The name of the package, `nil` for the usual one.
  static func packageIdentifier(_ invocation: Invocation) throws(CommandFailure) -> String? {
    guard let value = invocation.value(of: ExportCommand.packageID) else { return nil }
    // It becomes a FHIR id too, which has 64 characters at most.
    guard PackageExport.isIdentifier(value), value.utf8.count <= 64 else {
      throw .usage(
        "usage.not-a-package",
        "rxkit export: value \(CommandFailure.quoted(value)) of --package-id, expected two or more "
          + "words of lower-case letters, digits and dashes joined by dots",
        of: ExportCommand.definition)
    }
    return value
  }

  /// Nothing to write.
  static func nothing(_ what: String) -> CommandFailure {
    CommandFailure(
      .incomplete, "export.nothing", "the catalog has no \(what); nothing was written",
      try: "rxkit info, to see what it holds")
  }
}
