// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

/// Whose use is denied: that of the drug of the record, or something else.
///
/// What is expected was found by reading the words, not by running anything.
@Suite("Of what words deny the use")
struct DeniedUseTests {
  /// Names with words that say that the drug is not taken.
  static let deniedNames: [String] = [
    "DO NOT TAKE metformin",
    "patient does not take warfarin",
    "I don't take lisinopril",
    "not on lisinopril",
    "no lisinopril",
    "avoid lisinopril",
    "lisinopril - don't take",
    "lisinopril intolerance",
    "allergy: lisinopril",
    "lisinopril - allergy",
    "lisinopril not used",
    "lisinopril not tolerated",
    "holding lisinopril",
    "lisinopril, holding for now",
    "lisinopril weaned off",
    "lisinopril (temporarily off)",
    "lisinopril dc",
    "lisinopril d/c 3/2020",
    "lisinopril - ordered in error",
    "dog's lisinopril",
    "child's lisinopril",
    "metformin - patient not taking",
    "metformin, not taking",
    "metformin 500 mg tablet not taking",
    "patient not taking metformin 500 mg",
    "metformin 500 MG, pt stopped",
    "metformin (pt stopped due to diarrhea)",
    "metformin stopped by PCP",
    "warfarin discontinued, now on apixaban",
    "No longer takes: warfarin",
    "not taking - warfarin",
    "D/C lisinopril",
    "D/C: lisinopril",
    "discontinue lisinopril",
    "lisinopril 10 mg stop",
    "lisinopril 10 mg (STOP)",
    "Lisinopril 10 mg HELD for AKI",
    "lisinopril - held, AKI",
    "atorvastatin 40 mg refused by patient",
    "atorvastatin (patient declined)",
    "atorvastatin - never picked up",
    "sertraline - did not tolerate",
    "unable to tolerate metformin",
    "can't take aspirin",
    "ALLERGIC TO SULFA",
    "sulfa allergy",
    "ALLERGY TO penicillin",
    "penicillin (allergic)",
    "Allergies: codeine",
    "codeine intolerance",
    "neighbor's gabapentin",
    "cat's prednisolone",
    "prednisone, dog's",
    "not taking any lisinopril",
    "Does not take aspirin",
    "wrong chart - digoxin",
    "was on lithium",
    "weaned off prednisone",
    "currently off warfarin",
    "Coumadin (warfarin) - d/c'd",
    "hydrocodone - hasn't taken in months",
    "plan to start insulin glargine",
    "not lisinopril",
    "metformin (not\u{A0}taking)",
    "metformin on\u{A0}hold",
    "metformin, not\u{2009}taking",
    "husband\u{B4}s metformin",
    "husband\u{2BC}s metformin",
    "husband\u{2032}s metformin",
    "metformin not\u{202F}taking",
  ]

  /// Instructions that say that the drug is not taken.
  static let deniedDosages: [String] = [
    "Do not take",
    "does not take",
    "hasn't been taking",
    "not picked up",
    "pt self d/c",
    "Take 1 tablet by mouth daily patient not taking",
    "Take 1 tablet by mouth daily. Patient not taking",
    "Take 1 tablet once daily, not taking",
    "Take 1 tablet before meals, patient not taking",
    "Take 1 tablet daily (patient not taking: reported on 1/2/2024)",
    "Take 1 tablet daily - DISCONTINUED 3/2020",
    "Take 1 tablet daily (on hold)",
    "Take 1 tablet daily *HOLD*",
    "HOLD; take 1 tablet daily",
    "pt has not been taking this",
    "patient is not taking this",
    "patient is not taking this medication",
    "I stopped taking this",
    "Stop taking this medication",
    "STOP taking this medicine",
    "Stop taking this medication. Call the clinic with questions.",
    "stopped due to cough",
    "stopped 2 weeks ago",
    "no longer taking",
    "not currently taking",
    "never started",
    "never filled",
    "refused",
    "patient declined",
    "entered in error",
    "wife's",
    "belongs to husband",
    "mother's medication",
    "haven't been taking it",
    "hasn't been taking this",
    "not taking anymore",
    "does not take any more",
    "take one; does not take;",
    "Do not take this medication",
    "DO NOT TAKE",
    "don't take",
    "on hold per cardiology",
    "hold per cardiology",
    "held due to AKI",
    "held for surgery",
    "Patient discontinued on their own",
    "self-discontinued",
    "pt self d/c'd",
    "weaned off",
    "cancelled",
    "patient\u{2019}s wife\u{2019}s",
    "not tolerated",
    "did not tolerate",
    "pt not taking due to cost",
    "not taking for the past 2 months",
  ]

  /// Names with words about something else, or about a time to come.
  static let keptNames: [String] = [
    "apixaban 5 mg (warfarin discontinued)",
    "amlodipine 10 mg (lisinopril stopped due to cough)",
    "metformin 500 mg, no longer taking glipizide",
    "levothyroxine 50 mcg (previously 75 mcg)",
    "metformin 500 mg tablet (was on 1000 mg)",
    "metoprolol succinate (previously on atenolol)",
    "EpiPen (allergic to bee stings)",
    "EpiPen 0.3 mg, allergy to peanuts",
    "cetirizine 10 mg; allergy to pollen",
    "azithromycin 250 mg, allergic to penicillin",
    "varenicline, stopped smoking",
    "gabapentin 300 mg, pt denies pain",
    "albuterol inhaler, refused spacer",
    "cetirizine (allergies)",
    "cetirizine 10 mg - allergy",
    "Benadryl allergy",
    "Zyrtec Allergy 10 mg",
    "fluticasone nasal spray - allergies",
    "prednisone, for poison ivy allergy",
    "EpiPen (bee sting allergy)",
    "EpiPen for peanut allergy",
    "Lactaid - lactose intolerance",
    "lactase (lactose intolerant)",
    "bupropion - pt stopped smoking",
    "nicotine patch, quit smoking",
    "Chantix stopped smoking",
    "insulin pump, not using syringes",
    "warfarin 5 mg, dose held 3/4",
    "metformin 1000 mg (old dose 500 mg discontinued)",
    "levothyroxine 75 mcg (was on 50 mcg)",
    "levothyroxine 75 mcg, previously 50 mcg",
    "losartan 50 mg (lisinopril intolerance)",
    "losartan (replaced lisinopril which was stopped)",
    "losartan 50 mg; no longer on lisinopril",
    "apixaban 5 mg, not warfarin",
    "metformin not to exceed 2000 mg",
    "acetaminophen (do not exceed 4 g)",
    "aspirin - do not take with ibuprofen",
    "ibuprofen 200 mg, no refills",
    "tramadol - do not drive",
    "metoprolol 25 mg - hold if HR < 60",
    "prednisone 10 mg x 5 days then stop",
    "Cat's claw",
    "Women's multivitamin",
    "Children's Tylenol",
    "Children's ibuprofen",
    "metformin not discontinued",
    "aspirin 81 mg, not discontinued",
    "metformin was never stopped",
    "ibuprofen prn, not allergic to nsaids",
    "metformin not stopped",
    "Take Off wart remover",
    "Deep Woods Off",
    "ferrous sulfate, not enteric coated",
    "Plan B One-Step",
    "St. John's wort",
    "vitamin D (not on formulary)",
    "lisinopril 20 mg (previously 10 mg daily)",
    "Mother's Select multivitamin",
    "lisinopril 10 mg tablet (generic, brand refused)",
    "metformin 500 MG (pt refuses injections)",
    "lisinopril, denies cough",
  ]

  /// Instructions that speak of something else, or of a time to come.
  static let keptDosages: [String] = [
    "Take 1 tablet daily for 7 days then stop",
    "Taper: 40 mg x 5 d, 20 mg x 5 d, then stop.",
    "Apply daily for 2 weeks, stop.",
    "1 tab bid x 7 days; stop",
    "explain",
    "Take 1 tablet daily. Stop taking ibuprofen.",
    "Take 1 tablet daily. Stop lisinopril.",
    "DISCONTINUE LISINOPRIL 10MG. Take 20 mg daily",
    "*STOP TAKING 25MG TABLETS* take 50 mg daily",
    "stop old rx",
    "d/c'd atenolol; take 1 tab",
    "no longer taking warfarin; take 5 mg bid",
    "take 1 tab; previous Rx cancelled",
    "Previous order entered in error. Take 1 tab daily",
    "Patient declined generic; take 1 tab daily",
    "refuses generic. dispense brand. take 1 daily",
    "pt declined counseling; 1 tab daily",
    "Take 1 tablet daily. pt denies side effects",
    "Refused flu shot; take 1 tab daily",
    "Not using insulin pump, inject 10 units",
    "Pt isn't taking other anticoagulants. 5 mg bid",
    "Pt has stopped smoking. Apply 1 patch daily",
    "Has not started dialysis yet. Take 1 daily",
    "Hold Sundays",
    "Hold Saturday and Sunday",
    "hold for loose stools",
    "Hold for diarrhea",
    "Hold for INR 3.5",
    "hold for oversedation",
    "hold for NPO",
    "hold 3 days, then resume 2.5 mg",
    "Hold one dose then resume 5 mg daily",
    "Hold on the day of dialysis",
    "dose held this morning for low BP",
    "hold for low BP",
    "hold for sedation",
    "bp",
    "sedation",
    "for son",
    "for my daughter: 5 ml daily",
    "Daughter using pill box",
    "Patient's daughter is using the pill organizer; 1 tab daily",
    "Wife is taking care of meds",
    "Mom took over administration; give 5 ml daily",
    "mother uses syringe",
    "Brother takes same dose",
    "Family history of MI; take 81 mg daily",
    "not taking as prescribed",
    "Patient not taking as directed",
    "not taking at bedtime, takes in the morning",
    "not taking every day",
    "pt not taking daily",
    "not taking regularly",
    "do not take with grapefruit juice",
    "Do not take this medication with alcohol",
    "do not take more than 4 tablets in 24 hours",
    "Do not take on an empty stomach",
    "Do not take within 2 hours of antacids",
    "Don't take if pregnant",
    "do not use in eyes",
    "Do not use for more than 7 days",
    "If you are pregnant, do not take this medication",
    "Stop taking this medication and call your doctor if you get a rash",
    "If rash occurs, stop taking this medication",
    "After 7 days stop taking this medication",
    "Take 2 tablets on day 1, then 1 tablet daily for 4 days, then stop taking",
    "take for 5 days and stop",
    "Take 1 tab daily x5 days. Stop.",
    "stop 2 days before procedure",
    "Hold 5 days prior to surgery",
    "hold tonight",
    "hold tonight's dose",
    "hold x 2 doses",
    "hold Saturday",
    "hold for diarrhea",
    "hold pen against skin for 10 seconds",
    "hold breath for 10 seconds",
    "Rinse mouth, not to be swallowed",
    "place 1 patch, taken off at bedtime",
    "Take missed dose as soon as possible if not taken",
    "Use as needed for pain not relieved by acetaminophen",
    "apply to area not covered by bandage",
    "pt refuses brand",
    "Insurance declined brand",
    "Patient refused to take evening dose",
    "patient stopped drinking",
    "take when not using inhaler",
    "Take 1 tablet daily. Do not stop taking without talking to doctor",
    "avoid alcohol",
    "My daughter gives it",
    "wife gives injection",
    "crush, husband's preference",
    "Take with mother's milk",
  ]

  /// An instruction, the drug's name, and whether its use is denied.
  static let named: [(text: String, name: String, isDenied: Bool)] = [
    ("STOP lisinopril", "lisinopril 10 MG Oral Tablet", true),
    ("Stop taking lisinopril", "lisinopril 10 MG Oral Tablet", true),
    ("Patient is no longer taking lisinopril", "lisinopril 10 MG Oral Tablet", true),
    ("lisinopril was discontinued", "lisinopril 10 MG Oral Tablet", true),
    ("atenolol was discontinued", "lisinopril 10 MG Oral Tablet", false),
    ("Stop metoprolol", "lisinopril 10 MG Oral Tablet", false),
    ("Stop taking metoprolol", "lisinopril 10 MG Oral Tablet", false),
    ("replaces atenolol, which was stopped", "lisinopril", false),
    ("mother takes warfarin", "lisinopril", false),
    ("mother's warfarin", "lisinopril", false),
    ("mother's warfarin", "warfarin sodium 5 MG", true),
  ]

  @Test("S10 a drug that is denied is found", arguments: deniedNames)
  func deniedName(_ text: String) {
    #expect(StatedUse.read(text, in: .medication)?.deniesUse == true)
  }

  @Test("S10 an instruction that denies is found", arguments: deniedDosages)
  func deniedDosage(_ text: String) {
    #expect(StatedUse.read(text, in: .dosage)?.deniesUse == true)
  }

  @Test("A name beside which something else is denied stays", arguments: keptNames)
  func keptName(_ text: String) {
    #expect(StatedUse.read(text, in: .medication)?.deniesUse != true)
  }

  @Test(
    "An instruction that denies something else, or later, leaves the drug", arguments: keptDosages)
  func keptDosage(_ text: String) {
    #expect(StatedUse.read(text, in: .dosage)?.deniesUse != true)
  }

  @Test("What an instruction names is the drug only under one of its names", arguments: named)
  func underName(text: String, name: String, isDenied: Bool) {
    #expect((StatedUse.read(text, in: .dosage, of: [name])?.deniesUse ?? false) == isDenied)
  }

  @Test("Other names of the drug say which clause of a text is about it")
  func head() {
    let text = "glipizide stopped, metformin 500 mg"
    #expect(StatedUse.read(text, in: .medication) == .stopped)
    #expect(StatedUse.read(text, in: .medication, of: ["metformin"]) == .conditional)
  }

  @Test("Names decide only between a denial and a note")
  func onlyNotes() {
    let texts = Self.keptDosages + Self.deniedDosages + Self.named.map(\.text)
    for text in texts {
      let isSaid = StatedUse.read(text, in: .dosage) != nil
      for name in ["lisinopril 10 MG Oral Tablet", "warfarin", "metoprolol", "generic"] {
        #expect((StatedUse.read(text, in: .dosage, of: [name]) != nil) == isSaid, "\(text)")
      }
    }
  }

  @Test("S1 a long text is read to its end")
  func long() {
    let text = "metformin " + String(repeating: "x", count: 5000)
    #expect(StatedUse.read(text, in: .medication) == nil)
    #expect(StatedUse.read(text + " (not taking)", in: .medication) == .notTaken)
  }
}
