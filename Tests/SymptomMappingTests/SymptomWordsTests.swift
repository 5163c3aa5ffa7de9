// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import SymptomMapping
import Testing

@Suite("Words for symptoms")
struct SymptomWordsTests {
  /// Phrases of a test, with the shipped synonyms.
  private func reader(_ phrases: String...) throws -> SymptomWords {
    let header = "phrase\tsymptom\tfit\tdirection\tregister\tnot_after_words\tnot_before_words\n"
    let rows = phrases.sorted().map { $0.replacing("|", with: "\t") + "\n" }.joined()
    return try SymptomWords(
      MappingTables { name in
        name == "phrases.tsv" ? [UInt8]((header + rows).utf8) : try? Shipped.bytes(name)
      })
  }

  private static func phrase(
    _ words: String, _ symptom: String, fit: String = "exact", direction: String = "present",
    notAfter: String = "", notBefore: String = ""
  ) -> String {
    "\(words)|HKCategoryTypeIdentifier\(symptom)|\(fit)|\(direction)|lay|\(notAfter)|\(notBefore)"
  }

  @Test("Each category is found by identifier, Swift case and display name, in any case")
  func names() throws {
    let reader = try SymptomWords(Shipped.tables())
    for symptom in SymptomCategory.allCases {
      for name in [symptom.rawValue, symptom.name, symptom.displayName, symptom.name.uppercased()] {
        let found = reader.read(name)
        #expect(found.map(\.symptom) == [symptom], "\(name)")
        #expect(found.first?.kind == .name && found.first?.fit == .exact)
      }
    }
  }

  @Test("Each synonym of symptoms.tsv and each phrase of phrases.tsv finds its category")
  func synonyms() throws {
    let tables = try Shipped.tables()
    let reader = try SymptomWords(tables)
    for symptom in SymptomCategory.allCases {
      let words =
        tables.symptoms.laySynonyms(of: symptom) + tables.symptoms.clinicalSynonyms(of: symptom)
      for word in words {
        #expect(reader.read(word).contains { $0.symptom == symptom }, "\(word)")
      }
    }
    for phrase in try tables.phrases().phrases {
      #expect(reader.read(phrase.text).contains { $0.symptom == phrase.symptom }, "\(phrase.text)")
    }
  }

  @Test("S4 Words of several categories give all of them, by identifier")
  func several() throws {
    let reader = try reader(
      Self.phrase("queasy belly", "Nausea"), Self.phrase("poor sleep", "SleepChanges"))
    #expect(reader.read("queasy belly and poor  sleep").map(\.symptom) == [.nausea, .sleepChanges])
    #expect(reader.read("queasy-belly").map(\.kind) == [.phrase])
    #expect(reader.read("a Queasy Belly!").map(\.kind) == [.within])
  }

  @Test("The longest phrase wins, and what is in it is not matched again")
  func longest() throws {
    let reader = try reader(
      Self.phrase("night unrest", "SleepChanges"), Self.phrase("unrest", "MoodChanges"))
    #expect(reader.read("some night unrest").map(\.symptom) == [.sleepChanges])
    #expect(reader.read("some unrest").map(\.symptom) == [.moodChanges])
  }

  @Test("Words before or behind that make it mean something else keep a phrase out")
  func guards() throws {
    let reader = try reader(
      Self.phrase("low mood", "MoodChanges", notAfter: "market", notBefore: "music"))
    #expect(reader.read("a low mood").count == 1)
    #expect(reader.read("the market low mood").isEmpty)
    #expect(reader.read("low mood music").isEmpty)
  }

  @Test("S30 A phrase says its direction, one without a direction says none")
  func direction() throws {
    let reader = try SymptomWords(Shipped.tables())
    #expect(reader.read("decreased appetite").map(\.direction) == [.decreased])
    #expect(reader.read("somnolence").map(\.direction) == [.increased])
    #expect(reader.read("decreased appetite lately").map(\.direction) == [.decreased])
    #expect(reader.read("sleep changes").map(\.direction) == [nil])
  }

  @Test(
    "S31 What is none of the 39 finds nothing",
    arguments: ["rash", "dry mouth", "", "   ", "…", "\u{0}", "xyzzy", "Nauseaa"])
  func none(_ words: String) throws {
    #expect(try SymptomWords(Shipped.tables()).read(words).isEmpty)
  }

  @Test("Any bytes are read without a crash, and each symptom comes once")
  func anything() throws {
    let reader = try SymptomWords(Shipped.tables())
    let all = try Shipped.tables().phrases().phrases.prefix(200).map(\.text)
    let found = reader.read(all.joined(separator: " \u{1F600}\t"))
    #expect(Set(found.map(\.symptom)).count == found.count)
    #expect(found.map(\.symptom) == found.map(\.symptom).sorted())
  }
}
