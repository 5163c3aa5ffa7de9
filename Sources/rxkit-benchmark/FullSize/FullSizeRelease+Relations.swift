// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension FullSizeRelease {
  /// Rows of RXNREL: the copies' facts, then those between atoms, each in both directions.
  func writeRelations(_ file: inout RowFile) throws {
    var number: UInt32 = 60_000_000
    for relation in starter.relations {
      for places in grown.places {
        guard let first = code(relation.first, places), let second = code(relation.second, places)
        else { continue }
        number += 1
        try file.row(
          "\(first)||CUI|\(relation.kind)|\(second)||CUI|\(relation.relationship)|\(number)||"
            + "RXNORM|||||\(relation.cvf)|")
      }
    }
    try writeLabelRelations(&file, &number)
    try writeAtomRelations(&file, &number)
  }

  /// The code of a concept's copy; dose forms are not copied.
  private func code(_ origin: Int, _ places: [Int]) -> UInt32? {
    let concept = starter.concepts[origin]
    if concept.isDoseForm { return concept.code }
    return places[origin] < 0 ? nil : grown.concepts[places[origin]].code
  }

  /// What labels say to be in a product: one or two substances, and about five inactive ones.
  private func writeLabelRelations(_ file: inout RowFile, _ number: inout UInt32) throws {
    let substances = atoms.atoms.filter { $0.source == 0 && $0.kind == .ingredient }
    guard !substances.isEmpty else { return }
    for atom in atoms.atoms where atom.source == 0 && atom.kind == .product {
      let actives = Draw.below(4, 0xAC71, UInt64(atom.rxaui)) == 0 ? 2 : 1
      for place in 0..<actives {
        let other = Draw.one(of: substances, 0xAC72, UInt64(atom.rxaui), UInt64(place))
        try write(
          atom, other, ("has_active_ingredient", "active_ingredient_of"), "MTHSPL", &file, &number)
      }
      let fillers = 3 + Draw.below(6, 0xAC73, UInt64(atom.rxaui))
      for place in 0..<fillers {
        // Starch and the like are in many products: squaring prefers the first.
        let rank = Draw.unit(0xAC74, UInt64(atom.rxaui), UInt64(place))
        let other = substances[Int(rank * rank * Double(min(1500, substances.count)))]
        try write(
          atom, other, ("has_inactive_ingredient", "inactive_ingredient_of"), "MTHSPL", &file,
          &number)
      }
    }
  }

  /// Relations within each other source: about two facts an atom.
  private func writeAtomRelations(_ file: inout RowFile, _ number: inout UInt32) throws {
    for (place, source) in SourceVocabulary.all.enumerated() where !source.relationships.isEmpty {
      let own = atoms.atoms.filter { Int($0.source) == place }
      let targets = own.filter { $0.kind == .ingredient }
      guard !targets.isEmpty else { continue }
      for atom in own where place > 0 || atom.kind == .ingredient {
        let count = place == 0 ? 1 : 1 + Draw.below(4, 0xAC75, UInt64(atom.rxaui))
        for fact in 0..<count {
          let other = Draw.one(of: targets, 0xAC76, UInt64(atom.rxaui), UInt64(fact))
          let pair = source.relationships[fact % source.relationships.count]
          try write(atom, other, pair, source.abbreviation, &file, &number)
        }
      }
    }
  }

  /// "`atom` pair.0 `other`", and the same the other way round.
  private func write(
    _ atom: GrownAtom, _ other: GrownAtom, _ pair: (String, String), _ source: String,
    _ file: inout RowFile, _ number: inout UInt32
  ) throws {
    for (first, second, relationship) in [(other, atom, pair.0), (atom, other, pair.1)] {
      number += 1
      try file.row(
        "\(first.code)|\(first.rxaui)|AUI|RO|\(second.code)|\(second.rxaui)|AUI|\(relationship)|"
          + "\(number)||\(source)||||" + (atom.isSuppressed ? "O||" : "N|4096|"))
    }
  }

  /// How many atoms a full archive has for each of the release's concepts.
  private static let archiveShare = 0.9

  /// Rows of RXNSTY: those of the original, and of other sources' concepts a substance's.
  func writeSemanticTypes(_ file: inout RowFile) throws {
    var number = 0
    var typesOf: [Int: [[String]]] = [:]
    for (owner, fields) in starter.semanticTypes { typesOf[owner, default: []].append(fields) }
    for concept in grown.concepts {
      for fields in typesOf[concept.origin] ?? [] {
        number += 1
        let type = fields.joined(separator: "|")
        try file.row("\(concept.code)|\(type)|AT\(95_000_000 + number)|\(concept.cvf)|")
      }
    }
  }

  /// Rows of RXNATOMARCHIVE: former names of grown concepts.
  func writeArchive(_ file: inout RowFile) throws {
    var number: UInt32 = 70_000_000
    for concept in grown.concepts {
      let bits = Draw.bits(0xA4C1, UInt64(concept.code))
      guard Double(bits >> 11) / Double(1 << 53) < Self.archiveShare else { continue }
      number += 1
      let date = LabelFacts.date(bits)
      let day = "\(LabelFacts.usDate(bits)) 12:00:00 AM"
      let name = bits % 3 == 0 ? concept.name.uppercased() : concept.name
      let code = concept.code
      try file.row(
        "\(number)||\(name)|\(day)|\(day)|\(day)|\(code)|"
          + "\(concept.termType.hasPrefix("SB") ? "Y" : "N")|ENG|\(date)|\(number)|"
          + "RXNORM_\(date)|\(code)|RXNORM|\(concept.termType)|\(code)|")
    }
  }

  /// Rows of RXNCUI: codes that are gone, each with one that is there.
  func writeRetirements(_ file: inout RowFile) throws {
    var used = starter.usedCodes
    for concept in grown.concepts { used.insert(concept.code) }
    var code: UInt32 = 200
    for (place, concept) in grown.concepts.enumerated() where place % 8 == 0 {
      code = max(code, concept.code &- 40)
      repeat { code += 1 } while used.contains(code)
      try file.row("\(code)||RXNORM_\(LabelFacts.date(UInt64(code)))|1|\(concept.code)|")
    }
  }

  /// Rows of RXNSAB of the sources that the starter release lacks.
  func writeSources(_ file: inout RowFile) throws {
    let address = "RxNorm Customer Service;;U.S. National Library of Medicine;8600 Rockville Pike"
    for (place, source) in SourceVocabulary.all.enumerated() where source.abbreviation != "MTHSPL" {
      let name = source.abbreviation
      let termTypes = Set(source.termTypes).sorted().joined(separator: ",")
      let attributes = source.attributes.map(\.name).joined(separator: ",")
      try file.row(
        "|C\(3_000_000 + place)|\(name)_\(source.version)|\(name)|\(source.title)|\(name)|"
          + "\(source.version)|||||\(address)|\(address)|\(source.restriction)||||\(termTypes)|"
          + "\(attributes)|ENG|UTF-8|Y|Y|\(source.title)|;;;;\(source.title)|")
    }
  }
}
