// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension FullSizeRelease {
  /// Rows of RXNSAT: those of RXNORM, then those of the other sources.
  func writeAttributes(_ file: inout RowFile) throws {
    for attribute in starter.attributes {
      for places in grown.places where places[attribute.owner] >= 0 {
        let concept = grown.concepts[places[attribute.owner]]
        try write(concept, attribute.name, attribute.value, &file)
      }
    }
    for concept in grown.concepts where concept.rxaui != 0 { try writeOwn(concept, &file) }
    try writeDrugCodes(&file)
    for atom in atoms.atoms { try write(atom, &file) }
  }

  private func write(
    _ concept: ReleaseConcept, _ name: String, _ value: String, _ file: inout RowFile
  ) throws {
    let suppress = concept.suppress == "N" ? "N" : "O"
    try file.row(
      "\(concept.code)|||\(concept.rxaui)|AUI|\(concept.code)|||\(name)|RXNORM|\(value)|"
        + "\(suppress)|\(concept.cvf)|")
  }

  /// What the starter release lacks: dates, and the basis of strength.
  private func writeOwn(_ concept: ReleaseConcept, _ file: inout RowFile) throws {
    let bits = Draw.bits(0x0A77, UInt64(concept.code))
    let day = LabelFacts.usDate(bits)
    try write(concept, "RXN_ACTIVATED", day, &file)
    if concept.suppress != "N" { try write(concept, "RXN_OBSOLETED", day, &file) }
    switch concept.termType {
    case "SCD": try write(concept, "RXN_IN_EXPRESSED_FLAG", bits % 2 == 0 ? "BASE" : "SALT", &file)
    case "SCDC":
      guard let parts = strength(of: concept.name) else { return }
      try write(concept, "RXN_BOSS_FROM", "AI", &file)
      try write(concept, "RXN_BOSS_AI", parts.substance, &file)
      try write(concept, "RXN_BOSS_AM", parts.substance, &file)
      try write(concept, "RXN_BOSS_STRENGTH_NUM_VALUE", parts.amount, &file)
      try write(concept, "RXN_BOSS_STRENGTH_NUM_UNIT", parts.unit, &file)
      try write(concept, "RXN_BOSS_STRENGTH_DENOM_VALUE", "1", &file)
      try write(concept, "RXN_BOSS_STRENGTH_DENOM_UNIT", parts.per, &file)
    default: break
    }
  }

  /// `metformin 500 MG/ML` in parts.
  private func strength(
    of name: String
  ) -> (substance: String, amount: String, unit: String, per: String)? {
    let words = name.split(separator: " ")
    guard words.count > 2, let unit = words.last else { return nil }
    let parts = unit.split(separator: "/")
    return (
      words.dropLast(2).joined(separator: " "), String(words[words.count - 2]),
      String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "1"
    )
  }

  /// RXNORM's drug codes: those of the labels of a product, of eleven digits.
  private func writeDrugCodes(_ file: inout RowFile) throws {
    for atom in atoms.atoms where atom.source == 0 && atom.kind == .product && !atom.isSuppressed {
      let owner = atoms.owners[Int(atom.owner)]
      for package in 0..<1 + Draw.below(3, 0x9AC4, UInt64(atom.number)) / 2 {
        let code = labels.productCode(atom.number)
        try file.row(
          "\(atom.code)|||\(atom.rxaui)|AUI|\(atom.code)|||NDC|RXNORM|"
            + "\(code.prefix(5))0\(code.suffix(3))0\(package + 1)|N|"
            + (owner.isPrescribable ? "4096|" : "|"))
      }
    }
  }

  private func write(_ atom: GrownAtom, _ file: inout RowFile) throws {
    if atom.source == 0 {
      if atom.kind == .product { return try writeLabel(atom, &file) }
      return try write(atom, "UNII_CODE", LabelFacts.unii(atom.number), &file)
    }
    for (place, attribute) in SourceVocabulary.all[Int(atom.source)].attributes.enumerated() {
      let bits = Draw.bits(0x0A78, UInt64(atom.rxaui), UInt64(place))
      var share = attribute.share
      while share > 0, Double(bits >> 11) / Double(1 << 53) < share {
        share -= 1
        try write(atom, attribute.name, value(attribute.values, atom, bits &+ UInt64(share)), &file)
      }
    }
  }

  private func value(
    _ values: SourceVocabulary.Values, _ atom: GrownAtom, _ bits: UInt64
  ) -> String {
    switch values {
    case .oneOf(let words): words[Int(bits >> 20) % words.count]
    case .number(let digits): String(String(1_000_000_000 + atom.number * 7).suffix(digits))
    case .date: LabelFacts.date(bits)
    case .unii: LabelFacts.unii(atom.number)
    case .ndc12: "0\(10_000 + bits >> 12 % 60_000)0\(100 + bits >> 32 % 900)\(10 + bits >> 50 % 80)"
    }
  }

  private func write(
    _ atom: GrownAtom, _ name: String, _ value: String, _ file: inout RowFile
  ) throws {
    let isPrescribable = !atom.isSuppressed && atoms.owners[Int(atom.owner)].isPrescribable
    try file.row(
      "\(atom.code)|||\(atom.rxaui)|AUI|\(code(of: atom))|||\(name)|"
        + "\(SourceVocabulary.all[Int(atom.source)].abbreviation)|\(value)|"
        + (atom.isSuppressed ? "O|" : "N|") + (isPrescribable ? "4096|" : "|"))
  }

  /// What a label says of its product.
  private func writeLabel(_ atom: GrownAtom, _ file: inout RowFile) throws {
    let bits = Draw.bits(0x1ABE, UInt64(atom.rxaui))
    let code = labels.productCode(atom.number)
    var facts: [(String, String)] = [
      // Labels of one company share a document now and then.
      ("SPL_SET_ID", LabelFacts.uuid(atom.number / 2)), ("DM_SPL_ID", "\(400_000 + atom.number)"),
      ("LABEL_TYPE", bits % 3 == 0 ? "HUMAN OTC DRUG LABEL" : "HUMAN PRESCRIPTION DRUG LABEL"),
      ("LABELER", labels.company(atom.number)),
      (
        "MARKETING_CATEGORY",
        ["ANDA", "NDA", "NDA AUTHORIZED GENERIC", "OTC MONOGRAPH FINAL"][Int(bits >> 4 % 4)]
      ),
      ("MARKETING_EFFECTIVE_TIME_LOW", LabelFacts.date(bits)),
      ("MARKETING_STATUS", atom.isSuppressed ? "completed" : "active"),
      ("ANDA", "ANDA\(String(1_000_000 + bits >> 8 % 220_000).dropFirst())"),
    ]
    for package in 0..<1 + Int(bits >> 40 % 4) { facts.append(("NDC", "\(code)-0\(package + 1)")) }
    if bits >> 12 % 4 != 0 {
      facts += [
        ("COLOR", "C483\(25 + bits >> 16 % 10)"),
        (
          "COLORTEXT",
          ["WHITE", "BLUE", "PINK", "YELLOW", "white to off-white"][Int(bits >> 16 % 5)]
        ),
        ("SHAPE", "C483\(36 + bits >> 20 % 14)"),
        ("SHAPETEXT", ["ROUND", "OVAL", "CAPSULE", "oval, biconvex"][Int(bits >> 20 % 4)]),
        ("SIZE", "\(5 + bits >> 24 % 18) mm"), ("SCORE", "\(1 + bits >> 28 % 3)"),
        ("IMPRINT_CODE", "\(code.prefix(2));\(atom.number % 1000)"),
        ("COATING", bits % 2 == 0 ? "true" : "false"), ("SYMBOL", "false"),
      ]
    }
    if bits >> 32 % 12 == 0 { facts.append(("DCSA", "C\("II".prefix(Int(bits % 2) + 1))")) }
    if atom.isSuppressed {
      facts.append(("MARKETING_EFFECTIVE_TIME_HIGH", LabelFacts.date(bits >> 7)))
    }
    for (name, value) in facts { try write(atom, name, value, &file) }
  }
}
