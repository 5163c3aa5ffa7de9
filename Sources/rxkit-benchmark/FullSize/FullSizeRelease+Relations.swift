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
        file.put(first)
        file.skip(1)
        file.put("CUI")
        file.put(relation.kind)
        file.put(second)
        file.skip(1)
        file.put("CUI")
        file.put(relation.relationship)
        file.put(number)
        file.skip(1)
        file.put("RXNORM")
        file.skip(4)
        file.put(relation.cvf)
        try file.endRow()
      }
    }
    try writeLabelRelations(&file, &number)
    try writeAtomRelations(&file, &number)
  }

  /// The code of a concept's copy; dose forms are not copied.
  private func code(_ origin: Int, _ places: [Int]) -> UInt32? {
    let concept = starter.concepts[origin]
    if ["DF", "DFG"].contains(concept.main.termType) { return concept.code }
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
      file.put(first.code)
      file.put(first.rxaui)
      file.put("AUI")
      file.put("RO")
      file.put(second.code)
      file.put(second.rxaui)
      file.put("AUI")
      file.put(relationship)
      file.put(number)
      file.skip(1)
      file.put(source)
      file.skip(3)
      file.put(atom.isSuppressed ? "O" : "N")
      file.put(atom.isSuppressed ? "" : "4096")
      try file.endRow()
    }
  }
}
