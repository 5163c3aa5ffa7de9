// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The small release: every kind of concept and every way in which a code can end.
///
/// | Codes | What |
/// |---|---|
/// | 11–29 | dose forms and their groups |
/// | 101–109 | ingredients, a salt, a combination, brands |
/// | 201–210 | components |
/// | 301–303 | drug forms and a group |
/// | 401–430 | clinical drugs |
/// | 501–504 | branded drugs |
/// | 601–604 | packs |
/// | 701–720 | retired codes |
enum SmallRelease {
  static func make(name: String = "RXNORM_20AA_260302F") -> HandRelease {
    var release = HandRelease(name: name)
    addForms(&release)
    addSubstances(&release)
    addDrugs(&release)
    addMoreForms(&release)
    addBrands(&release)
    addPacks(&release)
    addHistory(&release)
    addCodes(&release)
    addPlaceholders(&release)
    return release
  }

  /// Dose forms by code; their names are those of RxNorm.
  static let doseForms: [(code: Int, name: String)] = [
    (11, "Oral Tablet"), (12, "Oral Capsule"), (13, "Injection"), (14, "Topical Cream"),
    (15, "Topical Solution"), (16, "Nasal Solution"), (17, "Inhalation Solution"),
    (18, "Oral Lozenge"), (19, "Extended Release Oral Tablet"), (20, "Vaginal Cream"),
    (21, "Rectal Foam"), (22, "Tablet for Oral Suspension"), (23, "Ophthalmic Solution"),
    (24, "Oral Solution"),
  ]

  private static func addForms(_ release: inout HandRelease) {
    for form in doseForms { release.concept(form.code, "DF", form.name) }
    release.concept(27, "DFG", "Pill")
    release.concept(28, "DFG", "Oral Product")
    for form in [11, 12, 19] { release.relation(form, "isa", 27) }
    for form in [11, 12, 18, 19, 22, 24] { release.relation(form, "isa", 28) }
  }

  private static func addSubstances(_ release: inout HandRelease) {
    release.concept(101, "IN", "alfazine")
    release.concept(102, "PIN", "alfazine hydrochloride")
    release.concept(103, "IN", "betanol")
    release.concept(104, "IN", "gammadol")
    release.concept(105, "MIN", "alfazine / betanol")
    release.concept(106, "BN", "Alfabrand")
    release.concept(107, "BN", "Othabrand")
    release.concept(108, "IN", "Inert Ingredients")
    release.concept(109, "PIN", "alfazine maleate")
    release.relation(102, "form_of", 101)
    release.relation(109, "form_of", 101)
    release.relation(105, "has_part", 101)
    release.relation(105, "has_part", 103)
    release.relation(106, "tradename_of", 101)
    release.relation(107, "tradename_of", 101)
    component(201, "alfazine hydrochloride 500 MG", "500 MG", 101, salt: 102, &release)
    component(202, "alfazine hydrochloride 250 MG", "250 MG", 101, salt: 102, &release)
    component(203, "betanol 10 MG", "10 MG", 103, &release)
    component(204, "alfazine 10 MG/ML", "10 MG/ML", 101, &release)
    component(205, "gammadol 5 MG", "5 MG", 104, &release)
    component(206, "alfazine hydrochloride 10 MG", "10 MG", 101, salt: 102, &release)
    component(207, "gammadol 2 MG/ML", "2 MG/ML", 104, &release)
    component(208, "inert ingredients 1 MG", "1 MG", 108, &release)
    release.attribute(201, "RXN_BOSS_FROM", "AI")
    release.attribute(201, "RXN_BOSS_AI", "alfazine hydrochloride")
  }

  private static func component(
    _ code: Int, _ name: String, _ strength: String, _ ingredient: Int, salt: Int? = nil,
    _ release: inout HandRelease
  ) {
    release.concept(code, "SCDC", name)
    release.attribute(code, "RXN_STRENGTH", strength)
    release.relation(code, "has_ingredient", ingredient)
    if let salt { release.relation(code, "has_precise_ingredient", salt) }
  }

  static func drug(
    _ code: Int, _ name: String, _ components: [Int], form: Int?, suppress: String = "N",
    _ release: inout HandRelease
  ) {
    release.concept(code, "SCD", name, suppress: suppress)
    for component in components { release.relation(code, "consists_of", component) }
    if let form { release.relation(code, "has_dose_form", form) }
  }

  private static func addDrugs(_ release: inout HandRelease) {
    release.concept(301, "SCDF", "alfazine Oral Tablet")
    release.relation(301, "has_ingredient", 101)
    release.relation(301, "has_dose_form", 11)
    release.concept(302, "SCDG", "alfazine Pill")
    release.relation(302, "has_ingredient", 101)
    release.relation(302, "has_doseformgroup", 27)
    drug(401, "alfazine hydrochloride 500 MG Oral Tablet", [201], form: 11, &release)
    release.relation(401, "isa", 301)
    release.relation(401, "isa", 302)
    drug(402, "alfazine hydrochloride 250 MG Oral Capsule", [202], form: 12, &release)
    drug(
      403, "alfazine hydrochloride 500 MG / betanol 10 MG Oral Tablet", [201, 203], form: 11,
      &release)
    release.relation(403, "has_ingredients", 105)
    drug(404, "40 ML alfazine 10 MG/ML Injection", [204], form: 13, &release)
    release.attribute(404, "RXN_QUANTITY", "40 ML")
    drug(405, "alfazine 10 MG/ML Injection", [204], form: 13, suppress: "E", &release)
    release.relation(404, "quantified_form_of", 405)
    drug(
      406, "24 HR alfazine hydrochloride 500 MG Extended Release Oral Tablet", [201], form: 19,
      &release)
    drug(407, "gammadol 5 MG Oral Tablet", [205], form: 11, &release)
    drug(408, "alfazine hydrochloride 500 MG Oral Capsule", [201], form: 12, &release)
    drug(409, "gammadol 2 MG/ML Injection", [207], form: 13, &release)
    release.attribute(409, "RXN_VET_DRUG", "US")
    drug(410, "alfazine hydrochloride 500 MG / betanol Oral Tablet", [201], form: 11, &release)
    drug(411, "deltazol 5 MG Oral Tablet", [], form: 11, &release)
    drug(
      412, "alfazine hydrochloride 500 MG / deltazol 5 MG Oral Tablet", [201], form: 11, &release)
    drug(413, "inert ingredients 1 MG Oral Tablet", [208], form: 11, &release)
  }

  /// One clinical drug for each dose form that a test of general forms asks for.
  private static func addMoreForms(_ release: inout HandRelease) {
    for (place, form) in [14, 15, 16, 17, 18, 20, 21, 22, 23].enumerated() {
      let name = doseForms.first { $0.code == form }?.name ?? ""
      drug(420 + place, "gammadol 5 MG \(name)", [205], form: form, &release)
    }
    // Two dose forms, none, and one of which no table knows.
    drug(430, "gammadol 5 MG Oral Tablet or Capsule", [205], form: 11, &release)
    release.relation(430, "has_dose_form", 12)
    drug(431, "gammadol 5 MG Oral Tablet without relation", [205], form: nil, &release)
    release.concept(29, "DF", "Orbital Rinse")
    drug(432, "gammadol 5 MG Orbital Rinse", [205], form: 29, &release)
  }

  private static func addBrands(_ release: inout HandRelease) {
    release.concept(501, "SBD", "alfazine hydrochloride 500 MG Oral Tablet [Alfabrand]")
    release.relation(501, "tradename_of", 401)
    release.concept(502, "SBD", "alfazine 500 MG Oral Tablet [Othabrand]", suppress: "O")
    release.relation(502, "tradename_of", 401)
    for (drug, brand) in [(501, 106), (502, 107)] {
      release.relation(drug, "consists_of", 201)
      release.relation(drug, "has_dose_form", 11)
      release.relation(drug, "has_ingredient", brand)
    }
    release.concept(401, "PSN", "alfazine HCl 500 MG Oral Tablet")
    release.concept(401, "SY", "AFZ 500 MG Oral Tablet")
  }

  private static func addPacks(_ release: inout HandRelease) {
    let tablet = "alfazine hydrochloride 500 MG Oral Tablet"
    let capsule = "alfazine hydrochloride 250 MG Oral Capsule"
    pack(
      601, "GPCK", "{21 (\(tablet)) / 7 (inert ingredients 1 MG Oral Tablet) } Pack", [401, 413])
    pack(602, "GPCK", "{21 (\(tablet)) / 7 (\(capsule)) } Pack", [401, 402])
    pack(603, "GPCK", "{4 (\(tablet)) / 3 (deltazol 5 MG Oral Tablet) } Pack", [401])
    pack(604, "GPCK", "{14 (\(tablet)) / 14 (gammadol 5 MG Oral Tablet) } Pack", [401, 407])

    func pack(_ code: Int, _ termType: String, _ name: String, _ parts: [Int]) {
      release.concept(code, termType, name)
      for part in parts { release.relation(code, "contains", part) }
    }
  }

  private static func addHistory(_ release: inout HandRelease) {
    let name = "alfazine hydrochloride 500 MG Oral Tablet"
    release.archived(701, "SCD", name, into: 401)
    release.archived(702, "SCD", name, into: 703)
    release.archived(703, "SCD", name, into: 401)
    release.retired(704, into: 401, of: 2)
    release.retired(704, into: 407, of: 2)
    release.archived(705, "SCD", "alfazine A", into: 706)
    release.archived(706, "SCD", "alfazine B", into: 705)
    release.archived(707, "SCD", "gammadol 7 MG Oral Tablet", into: 799)
    release.archived(708, "SCD", "gammadol 8 MG Oral Tablet", into: 708)
    release.archived(709, "SCD", "alfazine hydrochloride 250 MG Oral Tablet", into: 401)
    release.archived(710, "SBD", "alfazine 500 MG Oral Tablet [Othabrand]", into: 502)
    release.archived(401, "SCD", "Alfazinum 500 MG Oral Tablet", into: 401)
    release.retired(711, into: nil)
    release.archived(712, "SCD", "alfazine A", into: 402)
    release.archived(712, "SCD", "alfazine A again", into: 408)
    // In another source only.
    release.concept(713, "DP", "gammadol drops", source: "MTHSPL", code: "9999-0001")
  }

  private static func addCodes(_ release: inout HandRelease) {
    release.attribute(401, "NDC", "00011122233")
    // Bare 1234567890 has two existing readings, 2234567890 one.
    release.attribute(401, "NDC", "01234567890")
    release.attribute(407, "NDC", "12345067890")
    release.attribute(401, "NDC", "22345067890")
    // One product code with two packages, one NDC on two products, one suppressed.
    release.attribute(401, "NDC", "44444555501")
    release.attribute(401, "NDC", "44444555502")
    release.attribute(401, "NDC", "55555666601")
    release.attribute(501, "NDC", "55555666601")
    release.attribute(407, "NDC", "66666777701", suppress: "O")
    release.concept(101, "SU", "ALFAZINE", source: "MTHSPL", code: "ALFA000001")
    release.concept(102, "SU", "ALFAZINE HYDROCHLORIDE", source: "MTHSPL", code: "ALFA000002")
    release.concept(101, "IN", "alfazine", source: "ATC", code: "X01AA01")
    release.concept(101, "IN", "alfa- and gammadol", source: "ATC", code: "X01AA02")
    release.concept(104, "IN", "alfa- and gammadol", source: "ATC", code: "X01AA02")
  }

  private static func addPlaceholders(_ release: inout HandRelease) {
    release.concept(90_000_001, "BN", "Tempobrand")
    release.concept(503, "SBD", "gammadol 5 MG Oral Tablet [Tempobrand]")
    release.relation(503, "tradename_of", 407)
    release.relation(503, "consists_of", 205)
    release.relation(503, "has_dose_form", 11)
    release.relation(503, "has_ingredient", 90_000_001)
    release.concept(90_000_002, "SCD", "gammadol 6 MG Oral Tablet", suppress: "O")
    release.relation(90_000_002, "has_dose_form", 11)
    release.attribute(90_000_002, "NDC", "77777888801")
    release.archived(90_000_003, "SCD", "gammadol 9 MG Oral Tablet", into: 90_000_003)
    release.archived(714, "SCD", "gammadol 6 MG Oral Tablet", into: 90_000_002)
  }
}
