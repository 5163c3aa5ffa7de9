// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

extension FullSizeRelease {
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
        file.put(concept.code)
        for field in fields { file.put(field) }
        file.put("AT\(95_000_000 + number)")
        file.put(concept.cvf)
        try file.endRow()
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
      let day = "\(date.dropFirst(4).prefix(2))/\(date.suffix(2))/\(date.prefix(4)) 12:00:00 AM"
      file.put(number)
      file.skip(1)
      file.put(bits % 3 == 0 ? concept.name.uppercased() : concept.name)
      file.put(day)
      file.put(day)
      file.put(day)
      file.put(concept.code)
      file.put(concept.termType.hasPrefix("SB") ? "Y" : "N")
      file.put("ENG")
      file.put(date)
      file.put(number)
      file.put("RXNORM_\(date)")
      file.put(concept.code)
      file.put("RXNORM")
      file.put(concept.termType)
      file.put(concept.code)
      try file.endRow()
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
      file.put(code)
      file.skip(1)
      file.put("RXNORM_\(LabelFacts.date(UInt64(code)))")
      file.put("1")
      file.put(concept.code)
      try file.endRow()
    }
  }

  /// Rows of RXNSAB of the sources that the starter release lacks.
  func writeSources(_ file: inout RowFile) throws {
    let address = "RxNorm Customer Service;;U.S. National Library of Medicine;8600 Rockville Pike"
    for (place, source) in SourceVocabulary.all.enumerated() where source.abbreviation != "MTHSPL" {
      file.skip(1)
      file.put("C\(3_000_000 + place)")
      file.put("\(source.abbreviation)_\(source.version)")
      file.put(source.abbreviation)
      file.put(source.title)
      file.put(source.abbreviation)
      file.put(source.version)
      file.skip(4)
      file.put(address)
      file.put(address)
      file.put("\(source.restriction)")
      file.skip(3)
      file.put(Set(source.termTypes).sorted().joined(separator: ","))
      file.put(source.attributes.map(\.name).joined(separator: ","))
      file.put("ENG")
      file.put("UTF-8")
      file.put("Y")
      file.put("Y")
      file.put(source.title)
      file.put(";;;;\(source.title)")
      try file.endRow()
    }
  }
}
