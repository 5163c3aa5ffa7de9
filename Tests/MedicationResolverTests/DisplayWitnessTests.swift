// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources
import MedicationModel
import MedicationResolver
import Testing

@Suite("A display is a witness of its code")
struct DisplayWitnessTests {
  /// A display of a code, and the kinds in which it disagrees.
  struct Case: CustomTestStringConvertible, Sendable {
    let code: String
    let display: String
    let kinds: [String]

    init(_ code: String, _ display: String, _ kinds: String...) {
      self.code = code
      self.display = display
      self.kinds = kinds
    }

    var testDescription: String { "\(code) “\(display)” \(kinds)" }
  }

  /// 308192 is amoxicillin 500 MG Oral Tablet.
  static let wordCases: [Case] = [
    Case("308192", "amoxicillin 500 MG Oral Tablet"),
    Case("308192", "AMOXICILLIN 500MG ORAL TABLET"),
    Case("308192", "Amoxicillin  500 mg  Tab"),
    Case("308192", "Oral tablet amoxicillin 500 mg"),
    Case("308192", "Amoxicillin Trihydrate 500mg Oral Tablet"),
    Case("308192", "amoxicillin 0.5 g tablets"),
    Case("308192", "amoxicillin .5 GM tab"),
    Case("308192", "amoxicillin 500,000 mcg oral tablet"),
    Case("308192", "amoxicillin 0,5 g tablet"),
    Case("308192", "amoxicillin"),
    Case("308192", "Amoxil-like antibiotic 500 mg tablet"),
    Case("308192", "amoxicillin 250 MG Oral Tablet", "strength"),
    Case("308192", "amoxicillin 5 g tablet", "strength"),
    Case("308192", "amoxicillin 500 mcg tablet", "strength"),
    Case("308192", "amoxicillin 500 MG Oral Capsule", "form"),
    Case("308192", "amoxicillin 500 mg cap", "form"),
    Case("308192", "amoxicillin 250 mg capsule", "strength", "form"),
    Case("308192", "amoxicillin 500 mg chewable tablet", "form"),
    Case("308192", "amoxicillin 500 mg ER tablet", "form"),
    Case("308192", "amoxicillin 500 mg Tablet, Rapid Dissolve", "form"),
    Case("308192", "amoxicillin 500 mg orally dissolving tablet", "form"),
    Case("308192", "amoxicillin 500 mg tablet, dissolve in water"),
    // Ondansetron 4 MG Disintegrating Oral Tablet
    Case("104894", "ondansetron 4 mg Tablet, Rapid Dissolve"),
    Case("308192", "Ampicillin 500 MG Oral Tablet", "drug"),
    Case("308192", "warfarin", "drug"),
    Case("308192", "amoxicillin 500 MG / clavulanate 125 MG Oral Tablet", "drug"),
    Case("308192", "amoxicillin 500 units tablet", "strength"),
    Case("308192", "amoxicillin 500 MG vaginal tablet", "form"),
  ]

  static let substanceCases: [Case] = [
    // sertraline 50 MG Oral Tablet
    Case("312941", "sertraline HCl 50 mg tab"),
    Case("312941", "Sertraline (as sertraline hydrochloride) 50 MG Oral Tablet"),
    Case("312941", "sertraline 50 mg (sertraline hydrochloride 55.95 mg) tablet"),
    Case("312941", "Zoloft 50 mg tablet", "brand"),
    Case("312941", "sertraline hydrochloride 100 mg tablet", "strength"),
    Case("312941", "citalopram 50 mg tablet", "drug"),
    // hydrochlorothiazide 12.5 MG / lisinopril 20 MG Oral Tablet
    Case("197887", "lisinopril 20 MG / hydrochlorothiazide 25 MG Oral Tablet"),
    Case("197887", "Lisinopril-HCTZ 20-25 mg tablet"),
    Case("197887", "lisinopril/HCTZ 20/25 mg tab"),
    Case("197887", "HCTZ 25 MG / lisinopril 20 MG Oral Tablet"),
    Case("197887", "lisinopril-hydrochlorothiazide 20-12.5 mg tablet", "strength"),
    Case("197887", "lisinopril 25 MG / hydrochlorothiazide 20 MG Oral Tablet", "strength"),
    Case("197887", "lisinopril 20 mg oral tablet", "drug"),
    Case("197887", "losartan 20 MG / hydrochlorothiazide 25 MG tablet", "drug"),
    // 24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet
    Case("860975", "metformin ER 500 mg tablet"),
    Case("860975", "metformin hydrochloride 500 mg extended-release oral tablet"),
    Case("860975", "metformin hcl xr 500mg"),
    Case("860975", "metformin 500 mg tablet", "form"),
    Case("860975", "metformin 500 mg", "form"),
    Case("860975", "metformin"),
    Case("860975", "metformin ER 750 mg tablet", "strength"),
    // metformin hydrochloride 500 MG Oral Tablet
    Case("861007", "metformin 500 mg tablet"),
    Case("861007", "metformin 850 mg tablet", "strength"),
    Case("861007", "metformin XR 500 mg tablet", "form"),
    Case("861007", "Glucophage 500 mg tablet", "brand"),
  ]

  static let amountCases: [Case] = [
    // 40 ML ciprofloxacin 10 MG/ML Injection
    Case("1665229", "ciprofloxacin 400 mg/40 mL injection"),
    Case("1665229", "ciprofloxacin 400 MG for 40 ML injection"),
    Case("1665229", "ciprofloxacin 400 MG injection"),
    Case("1665229", "ciprofloxacin 1 % injection"),
    Case("1665229", "ciprofloxacin 10 mg/mL vial"),
    Case("1665229", "Ciprofloxacin Injection 200 mg/20 mL"),
    Case("1665229", "ciprofloxacin 200 MG injection", "strength"),
    Case("1665229", "ciprofloxacin 2 mg/mL injection", "strength"),
    Case("1665229", "ciprofloxacin 10 MG/ML ophthalmic solution", "form"),
    // phenytoin 25 MG/ML Oral Suspension
    Case("1313112", "phenytoin 125 mg/5 mL oral suspension"),
    Case("1313112", "phenytoin 125 MG per 5 ML susp"),
    Case("1313112", "phenytoin 125 mg oral suspension"),
    Case("1313112", "phenytoin 50 mg/5 mL oral suspension", "strength"),
    // hydrocortisone 10 MG/ML Topical Cream
    Case("106258", "hydrocortisone 1% cream"),
    Case("106258", "hydrocortisone 10 mg/g cream"),
    Case("106258", "hydrocortisone 2.5 % cream", "strength"),
    Case("106258", "hydrocortisone 1 % ointment", "form"),
    Case("106258", "hydrocortisone 1 % rectal cream", "form"),
    // insulin glargine 100 UNT/ML Injectable Solution [Lantus]
    Case("285018", "Lantus 100 units/mL injectable solution"),
    Case("285018", "insulin glargine (Lantus) 100 IU/ml"),
    Case("285018", "Lantus U100 insulin"),
    Case("285018", "Lantus 300 unit/mL injection", "strength"),
    Case("285018", "Lantus 100 MG/ML injection", "strength"),
    Case("285018", "insulin glargine 100 UNT/ML Injectable Solution", "brand"),
    Case("285018", "insulin aspart 100 units/mL", "drug"),
    // lisinopril 10 MG Oral Tablet [Prinivil]
    Case("206765", "Prinivil 10 MG Oral Tablet"),
    Case("206765", "lisinopril 10 mg tab (Prinivil)"),
    Case("206765", "lisinopril 10 MG Oral Tablet", "brand"),
    Case("206765", "Zestril 10 mg tablet", "brand"),
    Case("206765", "Prinivil 20 mg tablet", "strength"),
  ]

  /// Ways of writing that real documents hold, in general.
  static let realCases: [Case] = [
    // levonorgestrel 0.000833 MG/HR Intrauterine System [Mirena]: content beside rate.
    Case("807283", "Mirena 52 MG Intrauterine System"),
    // 21 DAY Ethinyl Estradiol 0.000625 MG/HR / Etonogestrel 0.005 MG/HR Vaginal Ring [NuvaRing]
    Case("1367439", "NuvaRing 0.12/0.015 MG per 24HR 21 Day Vaginal Ring"),
    Case("1367439", "NuvaRing 0.12/0.03 MG per 24HR Vaginal Ring", "strength"),
    // mometasone furoate 0.05 MG/ACTUAT Metered Dose Nasal Spray [Nasonex]
    Case("1797870", "Nasonex 0.05mg/ACTUAT Nasal Inhaler"),
    Case("1797870", "Nasonex 50 mcg/spray nasal spray"),
    Case("1797870", "Nasonex 50 mcg nasal"),
    Case("1797870", "Nasonex 100 mcg/spray", "strength"),
    // 24 HR tacrolimus 1 MG Extended Release Oral Tablet [Envarsus]
    Case("1664463", "24 HR tacrolimus 1 MG Extended Release Oral Tablet", "brand"),
    Case("1664463", "Envarsus XR 1 mg tablet"),
    Case("1664463", "tacrolimus 1 MG Oral Capsule", "form", "brand"),
    // 1.7 ML denosumab-bnht 70 MG/ML Injection [Bomyntra]: RxNorm rounds the concentration.
    Case("2717549", "Bomyntra 120 MG per 1.7 ML Injection"),
    Case("2717549", "Bomyntra 60 MG per 1.7 ML Injection", "strength"),
    // 10 ML fosphenytoin sodium 75 MG/ML Injection: equivalents of phenytoin.
    Case("1670195", "fosphenytoin 500 MG PE per 10 ML Injection"),
    // hydrocortisone 100 MG Injection [Solu-Cortef]: a hyphen within the brand.
    Case("105398", "Solu-Cortef 100 MG vial"),
  ]

  /// Slips of the decimal point or the unit, where the display leaves the salt out.
  static let slipCases: [Case] = [
    // levothyroxine sodium 0.05 MG Oral Tablet
    Case("966221", "levothyroxine 50 mcg"),
    Case("966221", "levothyroxine 50 mg", "strength"),
    Case("966221", "levothyroxine 0.5 mg", "strength"),
    Case("966221", "levothyroxine 5 mcg tablet", "strength"),
    // warfarin sodium 5 MG Oral Tablet
    Case("855332", "warfarin 5 mg"),
    Case("855332", "warfarin 50 mg", "strength"),
    Case("855332", "warfarin 0.5 mg tablet", "strength"),
    Case("855332", "warfarin 5 g", "strength"),
    Case("855332", "warfarin 11 mg", "strength"),
    // Of the base: a note about the salt, no disagreement.
    Case("855332", "warfarin base 4.6 mg tablet"),
    Case("855332", "warfarin base 46 mg tablet", "strength"),
  ]

  /// Salts by their words alone, and hours of release.
  static let saltCases: [Case] = [
    // testosterone cypionate 200 MG/ML Injectable Solution
    Case("835840", "testosterone cypionate 200 mg/mL injection"),
    Case("835840", "testosterone 200 mg/mL injectable solution"),
    Case("835840", "testosterone enanthate 200 MG/ML Injectable Solution", "drug"),
    // penicillin G benzathine 2400000 UNT Injection
    Case("2671695", "penicillin G benzathine 2,400,000 units injection"),
    Case("2671695", "penicillin G potassium 2400000 UNT Injection", "drug"),
    // Diclofenac Sodium 75 MG Delayed Release Oral Tablet
    Case("855926", "diclofenac 75 mg DR tablet"),
    Case("855926", "diclofenac sodium 75 mg EC tablet"),
    Case("855926", "Diclofenac potassium 75 MG Delayed Release Oral Tablet", "drug"),
    // 24 HR bupropion hydrochloride 150 MG Extended Release Oral Tablet
    Case("993541", "bupropion XL 150 mg"),
    Case("993541", "bupropion hcl ER 24 hr 150 mg tablet"),
    Case("993541", "bupropion SR 150 mg", "form"),
    Case("993541", "12 HR bupropion hydrochloride 150 MG Extended Release Oral Tablet", "form"),
  ]

  /// Concentrations in short.
  static let shortCases: [Case] = [
    // epinephrine 1 MG/ML Injectable Solution
    Case("310132", "epinephrine 1:1000"),
    Case("310132", "epinephrine 1:1,000 injectable solution"),
    Case("310132", "epinephrine 1:10000", "strength"),
    Case("310132", "epinephrine 1:10,000 injection", "strength"),
    // 3 ML insulin lispro 200 UNT/ML Pen Injector
    Case("1652239", "insulin lispro U-200"),
    Case("1652239", "insulin lispro U-200 (200 units/mL) pen"),
    Case("1652239", "insulin lispro U-100", "strength"),
    Case("1652239", "insulin lispro U100 pen injector", "strength"),
  ]

  @Test("S6 S16 A strength ten times off is no matter of salt", arguments: slipCases)
  func slips(_ example: Case) throws { try check(example) }

  @Test("S6 S17 Another salt or release is told where no relation knows it", arguments: saltCases)
  func saltWords(_ example: Case) throws { try check(example) }

  @Test("S6 S14 Concentrations in short are strengths", arguments: shortCases)
  func shorthands(_ example: Case) throws { try check(example) }

  @Test("S6 S17 S39 what real documents write", arguments: realCases)
  func real(_ example: Case) throws { try check(example) }

  @Test("S6 a display disagrees exactly where it names something else", arguments: wordCases)
  func words(_ example: Case) throws { try check(example) }

  @Test("S6 S15 S17 salts, abbreviations, parts and brands", arguments: substanceCases)
  func substances(_ example: Case) throws { try check(example) }

  @Test("S6 S16 S39 amounts in all their spellings", arguments: amountCases)
  func amounts(_ example: Case) throws { try check(example) }

  private func check(_ example: Case) throws {
    guard let resolver = try Resolvers.starter(skipping: "displays of real codes") else { return }
    let answer = try resolver.record([.rxNorm(example.code, example.display)])
    #expect(answer.found == [example.code])
    let kinds = answer.messages(.displayDisagrees).map { $0.prefix { $0 != ":" } }
    #expect(
      kinds.map(String.init) == example.kinds,
      "\(example.display) for \(answer.concepts.first?.name ?? "nothing"): \(answer.problems)")
  }
}
