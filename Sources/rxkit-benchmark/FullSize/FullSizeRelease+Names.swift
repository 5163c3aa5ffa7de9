// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Foundation

extension FullSizeRelease {
  /// Rows of RXNCONSO: those of RXNORM, then those of the other sources.
  func writeNames(_ file: inout RowFile) throws {
    var next: UInt32 = 50_000_000
    for concept in grown.concepts where concept.rxaui != 0 {
      try write(
        concept, concept.rxaui, concept.termType, concept.name, concept.suppress, &file)
      for (termType, name) in extraNames(of: concept) {
        next += 1
        try write(
          concept, next, termType, name, concept.suppress == "N" ? "N" : "Y", &file)
      }
    }
    for atom in atoms.atoms { try write(atom, &file) }
  }

  private func write(
    _ concept: ReleaseConcept, _ rxaui: UInt32, _ termType: String, _ name: String,
    _ suppress: String, _ file: inout RowFile
  ) throws {
    let code = concept.code
    try file.row(
      "\(code)|ENG||||||\(rxaui)|\(rxaui)|\(code)||RXNORM|\(termType)|\(code)|\(name)||"
        + "\(suppress)|\(concept.cvf)|")
  }

  /// Prescribable names, tall-man names and synonyms, by the pattern of RXNORM's.
  private func extraNames(of concept: ReleaseConcept) -> [(String, String)] {
    let bits = Draw.bits(0x5717, UInt64(concept.code))
    var names: [(String, String)] = []
    switch concept.termType {
    case "SCD", "SBD", "GPCK", "BPCK":
      if bits % 100 < 70 { names.append(("PSN", prescribableName(concept.name))) }
      if bits >> 8 % 100 < 25 { names.append(("TMSY", tallMan(concept.name))) }
      if bits >> 16 % 100 < 50 { names.append(("SY", grams(concept.name))) }
    case "IN", "PIN":
      if bits % 100 < 60 { names.append(("SY", concept.name.uppercased())) }
      if bits >> 8 % 100 < 10 { names.append(("TMSY", tallMan(concept.name))) }
    default: break
    }
    return names.filter { $0.1 != concept.name }
  }

  /// Puts the brand first: `Fortamet 500 MG Oral Tablet`.
  private func prescribableName(_ name: String) -> String {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "["),
      let digit = name.firstIndex(where: \.isNumber), digit < bracket
    else { return name + (name.hasSuffix("Pack") ? "" : ", prescribable") }
    let brand = name[name.index(after: bracket)...].dropLast()
    return "\(brand) \(name[digit..<bracket])".trimmingCharacters(in: .whitespaces)
  }

  private func tallMan(_ name: String) -> String {
    let word = name.prefix { $0.isLetter }
    guard word.count > 5 else { return name.lowercased() }
    return word.prefix(3).lowercased() + word.dropFirst(3).uppercased() + name.dropFirst(word.count)
  }

  /// Writes `500 MG` as `0.5 GM`.
  private func grams(_ name: String) -> String {
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    var output: [String] = []
    for (place, word) in words.enumerated() {
      if word == "MG", place > 0, let amount = Int(words[place - 1]), amount >= 100 {
        output[output.count - 1] =
          amount % 1000 == 0 ? "\(amount / 1000)" : "\(Double(amount) / 1000)"
        output.append("GM")
      } else {
        output.append(String(word))
      }
    }
    return output.joined(separator: " ")
  }

  private func write(_ atom: GrownAtom, _ file: inout RowFile) throws {
    let owner = atoms.owners[Int(atom.owner)]
    let source = SourceVocabulary.all[Int(atom.source)]
    let bits = Draw.bits(0x9A3E, UInt64(atom.rxaui))
    let (isProduct, code) = (atom.kind == .product, code(of: atom))
    let isLabel = atom.source == 0 && isProduct
    let name =
      (isLabel ? .capitalForm : source.style).written(owner.name, isProduct: isProduct, bits)
      + (isLabel && bits % 3 == 0 ? ", FILM COATED" : "")
    try file.row(
      "\(atom.code)|ENG||||||\(atom.rxaui)||\(code)||\(source.abbreviation)|"
        + "\(source.termTypes[Int(atom.kind.rawValue)])|\(code)|\(name)||"
        + "\(atom.isSuppressed ? bits % 4 == 0 ? "Y" : "O" : "N")|"
        + (!atom.isSuppressed && owner.isPrescribable ? "4096|" : "|"))
  }

  /// The code of an atom, as its source writes codes.
  func code(of atom: GrownAtom) -> String {
    if atom.source == 0 {
      return atom.kind == .product
        ? labels.productCode(atom.number) : LabelFacts.unii(atom.number)
    }
    let code = SourceVocabulary.all[Int(atom.source)].code
    let number = String(atom.number)
    return code.prefix + String(repeating: "0", count: max(0, code.digits - number.count)) + number
  }
}
