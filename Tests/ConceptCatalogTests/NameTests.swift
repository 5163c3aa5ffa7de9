// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import Testing

@Suite("Names")
struct NameTests {
  @Test("The main name is that of the main row; the display name is the prescribable name")
  func mainNames() throws {
    let catalog = try FixtureRelease.catalog()
    let tablet = try #require(catalog.concept(861007))
    #expect(tablet.name == "metformin hydrochloride 500 MG Oral Tablet")
    #expect(tablet.displayName == "metFORMIN hydrochloride 500 MG Oral Tablet")
    #expect(tablet.termType == .clinicalDrug)
    var lent = ""
    tablet.withNameUTF8 { bytes in
      for index in bytes.indices { lent.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    }
    #expect(lent == tablet.name)
    let obsolete = try #require(catalog.concept(861023))
    #expect(obsolete.displayName == "metformin hydrochloride 625 MG Oral Tablet [Glucophage]")
    let ingredient = try #require(catalog.concept(6809))
    #expect(ingredient.name == "metformin")
    #expect(ingredient.displayName == "metformin")
  }

  @Test("Names stand in the order of use: RXNORM's, then free and unsuppressed ones")
  func order() throws {
    let catalog = try FixtureRelease.catalog()
    let names = try #require(catalog.concept(6809)).names
    #expect(
      names.map { "\($0.source) \($0.termType.rawValue) \($0.text)" } == [
        "RXNORM IN metformin", "RXNORM SY Metformin", "RXNORM TMSY metFORMIN",
        "MTHSPL SU METFORMIN", "ATC IN metformin", "MSH IN Metformina",
        "SNOMEDCT_US PT Metformin", "GS CD METFORMIN",
      ])
    #expect(
      names.map(\.code).suffix(5) == ["9100L32L2N", "A10BA02", "D008687", "372567009", "1234"])
    #expect(names[0].rxaui == 12_251_601)
    #expect(names[5].language == "SPA")
    #expect(names.map(\.isPrescribable) == [true, true, true, true, false, false, false, false])
  }

  @Test("S36 A concept of other sources is named by a free, unsuppressed row")
  func otherSources() throws {
    let concept = try #require(FixtureRelease.catalog().concept(2_999_035))
    #expect(concept.name == "free name")
    #expect(concept.source == "MSH")
    #expect(concept.names.map(\.suppress) == ["N", "N", "O"])
  }

  @Test("A key folds case as Unicode's simple case folding does")
  func keys() {
    let same = [
      ("Σσς", "σσσ"), ("5 µg", "5 μg"), ("K", "k"), ("ſ", "S"), ("Å", "å"), ("ẞ", "ß"),
      ("a\u{2003}b", "A b"), ("Ⅷ", "ⅷ"),
    ]
    for (left, right) in same { #expect(NameKey.of(left) == NameKey.of(right), "\(left)") }
    let different = [("ß", "ss"), ("ı", "i"), ("İ", "i"), ("é", "e"), ("ab", "a b")]
    for (left, right) in different { #expect(NameKey.of(left) != NameKey.of(right), "\(left)") }
  }
}
