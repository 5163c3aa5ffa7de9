// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import MedicationModel
import Testing

/// What an answer may claim of a text: expected is what the texts themselves say.
@Suite("What accepted and matched mean")
struct VerdictTests {
  private static func match(_ text: String) throws -> DrugMatch? {
    try Matchers.starter(skipping: "verdicts")?.matcher.match(text)
  }

  /// Rows of Fixtures/never-accepted.tsv; an empty verdict is `review` or `abstained`.
  static let openTexts: [[String: String]] = {
    guard let rows = try? Matchers.fixture("never-accepted.tsv") else {
      Issue.record("never-accepted.tsv cannot be read")
      return []
    }
    return rows
  }()

  @Test(
    "S4 S5 S10 S15 S40 what a text leaves open or denies is never accepted",
    arguments: openTexts)
  func neverAccepted(_ row: [String: String]) throws {
    let text = try #require(row["text"])
    guard let match = try Self.match(text) else { return }
    let verdicts = row["verdict"].flatMap(DrugMatch.Verdict.init).map { [$0] }
    #expect((verdicts ?? [.review, .abstained]).contains(match.verdict), "\(row)")
    #expect(match.score < DrugMatcher.acceptedScore)
    #expect(match.reason != nil)
    if let reason = row["reason"], !reason.isEmpty {
      #expect(match.reason?.rawValue == reason, "\(row)")
    }
    if row["why"] == "S4 the beginning of a brand" {
      #expect(match.substitutions.contains { $0.kind == .beginning })
    }
    if match.reason == .veterinary { #expect(match.candidates.isEmpty, "\(row)") }
  }

  @Test(
    "S14 S16 a strength in a gram is not one in a millilitre",
    arguments: [
      "risperidone 1 mg/g oral solution", "haloperidol 2 mg/g oral solution",
      "clobetasol 0.5 mg/g topical solution",
    ])
  func grams(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.verdict != .accepted)
    #expect(!match.candidates.isEmpty)
    for candidate in match.candidates where candidate.concept.name.contains("MG/ML") {
      #expect(!candidate.matched.contains(.strength), "\(candidate.concept.name)")
    }
  }

  @Test(
    "S17 bicarbonate is not carbonate",
    arguments: [("sodium carbonate 650 mg tablet", "bicarbonate")])
  func bicarbonate(_ row: (text: String, salt: String)) throws {
    guard let match = try Self.match(row.text) else { return }
    for candidate in match.candidates {
      let name = candidate.concept.name.lowercased()
      #expect(!name.contains(row.salt) || !candidate.matched.contains(.salt), "\(name)")
    }
  }

  @Test(
    "S17 another salt is unmatched and never accepted",
    arguments: [
      ("metoprolol succinate 50 mg tab", "succinate"),
      ("hydroxyzine pamoate 25 mg tablet", "pamoate"),
      ("penicillin g benzathine 1.2 million units", "benzathine"),
      ("diclofenac potassium 1% gel", "potassium"),
      ("hydroxyzine hydrochloride 50 mg capsule", "hydrochloride"),
    ])
  func salts(_ row: (text: String, salt: String)) throws {
    guard let match = try Self.match(row.text) else { return }
    for candidate in match.candidates {
      if candidate.concept.name.lowercased().contains(row.salt) { continue }
      #expect(!candidate.matched.contains(.salt), "\(candidate.concept.name)")
    }
    let first = try #require(match.candidates.first)
    #expect(first.concept.name.lowercased().contains(row.salt) || match.verdict != .accepted)
  }

  @Test(
    "S17 the salt that a product has is matched",
    arguments: [
      "metoprolol tartrate 50 mg tab", "hydroxyzine pamoate 25 mg capsule",
      "losartan potassium 50 mg tablet", "hydroxyzine HCl 25 mg tablet",
    ])
  func sameSalts(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.candidates.first?.matched.contains(.salt) == true)
    #expect(match.candidates.first?.level == .product)
  }

  @Test(
    "S5 a device or container that the text names is never taken for another one",
    arguments: [
      ("3 ML insulin aspart 100 UNT/ML prefilled syringe [NovoLog]", ["Cartridge", "Pen"]),
      ("enoxaparin 40 mg cartridge", ["Syringe"]),
      ("Levemir insulin vial", ["Pen Injector", "Cartridge"]),
      ("epinephrine 1 mg/ml vial", ["Auto-Injector", "Syringe"]),
      ("albuterol 0.09 mg/actuat inhalant powder", ["Metered Dose Inhaler"]),
      ("fluticasone 0.11 mg/actuat metered dose inhaler", ["Dry Powder Inhaler"]),
    ])
  func devices(_ row: (text: String, others: [String])) throws {
    guard let match = try Self.match(row.text) else { return }
    for candidate in match.candidates
    where row.others.contains(where: { candidate.concept.name.contains($0) }) {
      #expect(candidate.unmatched.contains(.form), "\(candidate.concept.name)")
    }
  }

  @Test("S6 S10 no name of the catalog denies the use of its drug")
  func namesOfTheCatalog() throws {
    guard let (_, catalog) = try Matchers.starter(skipping: "names of the catalog") else { return }
    var count = 0
    for concept in catalog.concepts {
      for name in concept.names.map(\.text) {
        let use = StatedUse.read(name, in: .medication)
        #expect(use?.deniesUse != true, "\(name)")
        count += 1
      }
    }
    #expect(count > 10_000)
  }

  @Test(
    "S5 two letters wrong where most of the name is there are still that name",
    arguments: [("becomethusone", "beclomethasone"), ("emtricetbine", "emtricitabine")])
  func twoLetters(_ row: (text: String, name: String)) throws {
    guard let match = try Self.match(row.text) else { return }
    #expect(match.verdict == .accepted)
    #expect(match.candidates.first?.concept.name.lowercased() == row.name)
  }

  @Test(
    "What is injected is never a product for the mouth, nor the other way round",
    arguments: [
      ("Noxafil 300 mg Concentrate for solution for infusion", "Oral"),
      ("ondansetron 4 mg solution for injection", "Oral"),
      ("furosemide 40 mg intravenous", "Oral"), ("vancomycin 1 g infusion", "Oral"),
      ("furosemide 10 mg/ml oral solution", "Inject"),
      ("ondansetron 0.8 mg/ml syrup", "Inject"), ("morphine 10 mg/5 ml po", "Inject"),
    ])
  func routes(_ row: (text: String, other: String)) throws {
    guard let match = try Self.match(row.text) else { return }
    for candidate in match.candidates where candidate.concept.name.contains(row.other) {
      #expect(candidate.unmatched.contains(.form), "\(candidate.concept.name)")
    }
    #expect(match.candidates.first?.concept.name.contains(row.other) != true)
  }

  @Test("A nasal inhaler is a spray for the nose")
  func nose() throws {
    guard let match = try Self.match("Nasonex 0.05mg/ACTUAT Nasal Inhaler") else { return }
    #expect(match.candidates.first?.concept.name.contains("Nasal Spray") == true)
  }

  @Test(
    "A brand that a candidate has not is unmatched, and such a product is not accepted",
    arguments: [
      ("Ozempic 0.5 mg pen", "Ozempic"), ("wellbutrin xl 300 mg", "Wellbutrin"),
      ("Crestor 10 mg", "Crestor"), ("lipitor 10 mg tablet", "Lipitor"), ("nexium", "Nexium"),
      ("Noxafil 100 mg tablet", "Noxafil"),
    ])
  func brands(_ row: (text: String, brand: String)) throws {
    guard let match = try Self.match(row.text) else { return }
    for candidate in match.candidates {
      let isBranded = candidate.concept.name.contains(row.brand)
      #expect(candidate.unmatched.contains(.brand) == !isBranded, "\(candidate.concept.name)")
      #expect(candidate.matched.contains(.brand) == isBranded, "\(candidate.concept.name)")
    }
    let first = try #require(match.candidates.first)
    #expect(first.concept.name.contains(row.brand) || match.verdict != .accepted)
  }

  @Test(
    "A form, release or strength that a candidate has not is not among what matched",
    arguments: ["amoxicillin 500 mg caps", "cephalexin 250 mg capsule", "wellbutrin xl 300 mg"])
  func forms(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    for candidate in match.candidates {
      let name = candidate.concept.name
      if name.contains("Tablet"), !text.contains("xl") {
        #expect(!candidate.matched.contains(.form), "\(name)")
      }
      if candidate.level == .ingredient || candidate.level == .component {
        #expect(!candidate.matched.contains(.form), "\(name)")
        #expect(!candidate.matched.contains(.release), "\(name)")
      }
      if candidate.level == .ingredient {
        #expect(!candidate.matched.contains(.strength), "\(name)")
      }
    }
  }

  @Test(
    "S39 an amount without a volume is no concentration",
    arguments: [
      "insulin glargine 100 units", "amoxicillin 250 mg suspension", "insulin lispro 100 units",
    ])
  func concentrations(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.verdict == .ingredientOnly)
    #expect(match.reason == .underDetermined)
    for candidate in match.candidates where candidate.concept.name.contains("/ML") {
      #expect(!candidate.matched.contains(.strength), "\(candidate.concept.name)")
    }
  }

  /// The release has the plain product besides the one for smoking cessation or of one application,
  /// with another duration or amount that the text does not say either.
  @Test(
    "S4 what a product's name sets it apart by is not chosen for a text that does not say it",
    arguments: [
      "bupropion 150 mg SR", "bupropion SR 150 mg", "bupropion 150 mg ER",
      "albuterol 90 mcg inhaler",
    ])
  func distinctions(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.verdict == .ingredientOnly)
    #expect(match.reason == .underDetermined)
    let first = try #require(match.candidates.first).concept.name
    #expect(!first.hasPrefix("Smoking") && !first.hasPrefix("NDA"), "\(first)")
  }

  @Test(
    "S5 a form for twelve hours is not one for a day",
    arguments: [
      ("bupropion SR 150 mg", "12 HR"), ("bupropion 150 mg SR", "12 HR"),
      ("bupropion XL 150 mg", "24 HR"),
    ])
  func hours(_ text: String, _ name: String) throws {
    guard let match = try Self.match(text), let none = try Self.match("bupropion SR 300 mg") else {
      return
    }
    #expect(match.candidates.first?.concept.name.hasPrefix(name) == true)
    let products = match.candidates.filter { $0.level == .product }
    let others = products.filter {
      !$0.concept.name.contains(name) && !$0.unmatched.contains(.release)
    }
    #expect(!products.isEmpty && others.isEmpty, "\(others.map(\.concept.name))")
    // None lasts for twelve hours: the one for a day is not given instead.
    #expect(none.verdict == .ingredientOnly && none.reason == .notInRelease)
    #expect(none.candidates.first?.level != .product)
  }

  @Test(
    "Words that make another drug of a substance keep the plain one from being accepted",
    arguments: [
      "doxorubicin liposomal 2 mg/ml", "vincristine 2mg intrathecal",
      "amphotericin b lipid complex 5 mg/ml", "pegylated interferon alfa-2a",
      "paclitaxel albumin-bound 100 mg", "nab paclitaxel 100 mg", "haloperidol depot 50 mg/ml",
    ])
  func identities(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    let name = match.candidates.first?.concept.name.lowercased() ?? ""
    let isThatDrug = ["lipo", "lipid", "peg", "albumin", "depot"].contains { name.contains($0) }
    #expect(isThatDrug || match.verdict == .review || match.verdict == .abstained)
  }

  @Test("XL is the form for a day, not the one for twelve hours")
  func onceDaily() throws {
    for text in ["wellbutrin xl 150", "bupropion xl 150 mg", "bupropion xl 150 mg tablet"] {
      guard let match = try Self.match(text) else { return }
      let products = match.candidates.filter { $0.level == .product }
      #expect(products.first?.concept.name.contains("12 HR") == false, "\(text)")
    }
  }

  @Test(
    "S5 a spelling by rule of a confused name is not accepted, but -in for -ine is",
    arguments: [
      ("hydroxizine 25", false), ("hydroxizine 25 mg tablet", false), ("hidralazine", false),
      ("hydroxyzin 25 mg tablet", true), ("hydralazin 25 mg", true),
    ])
  func spellings(_ row: (text: String, isSure: Bool)) throws {
    guard let match = try Self.match(row.text) else { return }
    #expect((match.verdict != .review) == row.isSure)
  }

  @Test(
    "An answer with a reason is not accepted, one without is what was asked for",
    arguments: [
      "warfarin 5000 mg tab", "warfarin 5 mg tab", "metoprolol 50", "lipitor 10 mg",
      "amoxicillin 500 mg caps", "simvastatin 3 mg tablet", "fentanyl and metformin",
      "insulin glargine pen injector", "metformin 500 mg inhaler", "omeprazole", "nexium",
    ])
  func verdicts(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect((match.verdict == .accepted) == (match.reason == nil))
    if match.verdict == .accepted { #expect(match.given == match.asked) }
    if text.contains("5000") || text.contains(" 3 mg") || text.contains("inhaler") {
      #expect(match.verdict == .ingredientOnly)
      #expect(match.reason == .notInRelease)
    }
  }

  @Test("A number without a unit is listed", arguments: ["metoprolol 50", "atorvastatin 7777"])
  func bareNumbers(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    let first = try #require(match.candidates.first)
    #expect(first.level == .ingredient)
    #expect(first.unmatched == [.strength])
    for candidate in match.candidates where text.contains("7777") {
      #expect(candidate.unmatched.contains(.strength))
    }
  }

  @Test(
    "A slash before a volume, a half, a range, or the parts of a combination are none",
    arguments: [
      "vitamin B12 - 1000 mcg oral tablet", "vitamin B-12 - 500 mcg oral tablet",
      "acetaminophen 2 - 500 mg tablets", "lisinopril #30 - 10 mg oral tablet",
      "ibuprofen 400-800 mg tablet", "warfarin 1-2 mg tablet", "oxycodone 5-10 mg oral tablet",
      "lisinopril-hydrochlorothiazide 20 mg-12.5 mg tablet", "Percocet 5-325 mg",
      "amoxicillin clavulanate 875 mg-125 mg oral tablet", "morphine 10 mg/5 ml oral solution",
      "oxycodone acetaminophen 5/325 mg oral tablet", "1/2 tablet of warfarin 5 mg",
      "hydrocortisone 10 mg/1 g cream", "Percocet 5/325 mg",
    ])
  func fewerParts(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.reason != .unknownWords && match.reason != .moreParts)
  }

  @Test(
    "Other uses of such words deny nothing",
    arguments: ["metformin 500 mg tablet not specified", "metformin no. 30 500 mg tablet"])
  func noNegation(_ text: String) throws {
    guard let match = try Self.match(text) else { return }
    #expect(match.reason != .negated)
  }
}
