// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import MedicationModel

/// Whose use is denied: that of the drug of the record, or something else.
///
/// What is expected was found by reading the words, not by running anything.
@Suite("Of what words deny the use")
struct DeniedUseTests {
  /// Names with words about something else, or about a time to come.
  static let keptNames: [String] = [
    "apixaban 5 mg (warfarin discontinued)", "amlodipine 10 mg (lisinopril stopped due to cough)",
    "metformin 500 mg, no longer taking glipizide", "levothyroxine 50 mcg (previously 75 mcg)",
    "metformin 500 mg tablet (was on 1000 mg)", "metoprolol succinate (previously on atenolol)",
    "EpiPen (allergic to bee stings)", "EpiPen 0.3 mg, allergy to peanuts",
    "cetirizine 10 mg; allergy to pollen", "azithromycin 250 mg, allergic to penicillin",
    "varenicline, stopped smoking", "gabapentin 300 mg, pt denies pain",
    "albuterol inhaler, refused spacer", "cetirizine (allergies)", "cetirizine 10 mg - allergy",
    "Benadryl allergy", "Zyrtec Allergy 10 mg", "fluticasone nasal spray - allergies",
    "prednisone, for poison ivy allergy", "EpiPen (bee sting allergy)", "EpiPen for peanut allergy",
    "Lactaid - lactose intolerance", "lactase (lactose intolerant)",
    "bupropion - pt stopped smoking", "nicotine patch, quit smoking", "Chantix stopped smoking",
    "insulin pump, not using syringes", "warfarin 5 mg, dose held 3/4",
    "metformin 1000 mg (old dose 500 mg discontinued)", "levothyroxine 75 mcg (was on 50 mcg)",
    "levothyroxine 75 mcg, previously 50 mcg", "losartan 50 mg (lisinopril intolerance)",
    "losartan (replaced lisinopril which was stopped)", "losartan 50 mg; no longer on lisinopril",
    "apixaban 5 mg, not warfarin", "metformin not to exceed 2000 mg",
    "acetaminophen (do not exceed 4 g)", "aspirin - do not take with ibuprofen",
    "ibuprofen 200 mg, no refills", "tramadol - do not drive", "metoprolol 25 mg - hold if HR < 60",
    "prednisone 10 mg x 5 days then stop", "Cat's claw", "Women's multivitamin",
    "Children's Tylenol", "Children's ibuprofen", "metformin not discontinued",
    "aspirin 81 mg, not discontinued", "metformin was never stopped",
    "ibuprofen prn, not allergic to nsaids", "metformin not stopped", "Take Off wart remover",
    "Deep Woods Off", "ferrous sulfate, not enteric coated", "Plan B One-Step", "St. John's wort",
    "vitamin D (not on formulary)", "lisinopril 20 mg (previously 10 mg daily)",
    "Mother's Select multivitamin", "lisinopril 10 mg tablet (generic, brand refused)",
    "metformin 500 MG (pt refuses injections)", "lisinopril, denies cough",
  ]

  /// Instructions that speak of something else, or of a time to come.
  static let keptDosages: [String] = [
    "Take 1 tablet daily for 7 days then stop", "Taper: 40 mg x 5 d, 20 mg x 5 d, then stop.",
    "Apply daily for 2 weeks, stop.", "1 tab bid x 7 days; stop", "explain",
    "Take 1 tablet daily. Stop taking ibuprofen.", "Take 1 tablet daily. Stop lisinopril.",
    "DISCONTINUE LISINOPRIL 10MG. Take 20 mg daily", "*STOP TAKING 25MG TABLETS* take 50 mg daily",
    "stop old rx", "d/c'd atenolol; take 1 tab", "no longer taking warfarin; take 5 mg bid",
    "take 1 tab; previous Rx cancelled", "Previous order entered in error. Take 1 tab daily",
    "Patient declined generic; take 1 tab daily", "refuses generic. dispense brand. take 1 daily",
    "pt declined counseling; 1 tab daily", "Take 1 tablet daily. pt denies side effects",
    "Refused flu shot; take 1 tab daily", "Not using insulin pump, inject 10 units",
    "Pt isn't taking other anticoagulants. 5 mg bid", "Pt has stopped smoking. Apply 1 patch daily",
    "Has not started dialysis yet. Take 1 daily", "Hold Sundays", "Hold Saturday and Sunday",
    "hold for loose stools", "Hold for diarrhea", "Hold for INR 3.5", "hold for oversedation",
    "hold for NPO", "hold 3 days, then resume 2.5 mg", "Hold one dose then resume 5 mg daily",
    "Hold on the day of dialysis", "dose held this morning for low BP", "hold for low BP",
    "hold for sedation", "bp", "sedation", "for son", "for my daughter: 5 ml daily",
    "Daughter using pill box", "Patient's daughter is using the pill organizer; 1 tab daily",
    "Wife is taking care of meds", "Mom took over administration; give 5 ml daily",
    "mother uses syringe", "Brother takes same dose", "Family history of MI; take 81 mg daily",
    "not taking as prescribed", "Patient not taking as directed",
    "not taking at bedtime, takes in the morning", "not taking every day", "pt not taking daily",
    "not taking regularly", "do not take with grapefruit juice",
    "Do not take this medication with alcohol", "do not take more than 4 tablets in 24 hours",
    "Do not take on an empty stomach", "Do not take within 2 hours of antacids",
    "Don't take if pregnant", "do not use in eyes", "Do not use for more than 7 days",
    "If you are pregnant, do not take this medication",
    "Stop taking this medication and call your doctor if you get a rash",
    "If rash occurs, stop taking this medication", "After 7 days stop taking this medication",
    "Take 2 tablets on day 1, then 1 tablet daily for 4 days, then stop taking",
    "take for 5 days and stop", "Take 1 tab daily x5 days. Stop.", "stop 2 days before procedure",
    "Hold 5 days prior to surgery", "hold tonight", "hold tonight's dose", "hold x 2 doses",
    "hold Saturday", "hold for diarrhea", "hold pen against skin for 10 seconds",
    "hold breath for 10 seconds", "Rinse mouth, not to be swallowed",
    "place 1 patch, taken off at bedtime", "Take missed dose as soon as possible if not taken",
    "Use as needed for pain not relieved by acetaminophen", "apply to area not covered by bandage",
    "pt refuses brand", "Insurance declined brand", "Patient refused to take evening dose",
    "patient stopped drinking", "take when not using inhaler",
    "Take 1 tablet daily. Do not stop taking without talking to doctor", "avoid alcohol",
    "My daughter gives it", "wife gives injection", "crush, husband's preference",
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
    ("mother takes warfarin", "lisinopril", false), ("mother's warfarin", "lisinopril", false),
    ("mother's warfarin", "warfarin sodium 5 MG", true),
    ("no longer uses inhaler", "albuterol 0.09 MG/ACTUAT Metered Dose Inhaler", true),
    ("replaces metoprolol (discontinued)", "carvedilol 25 MG Oral Tablet", false),
    (
      "Replaces lisinopril - stopped for cough. Take 1 tab daily",
      "losartan potassium 50 MG Oral Tablet", false
    ),
    ("Start after warfarin stopped", "apixaban 5 MG Oral Tablet", false),
  ]

  @Test("S10 a drug that is denied is found", arguments: DeniedNames.all)
  func deniedName(_ use: StatedUse, _ text: String) {
    #expect(StatedUse.read(text, in: .medication) == use)
  }

  @Test("S10 an instruction that denies is found", arguments: DeniedDosages.all)
  func deniedDosage(_ use: StatedUse, _ text: String) {
    #expect(StatedUse.read(text, in: .dosage) == use)
  }

  @Test(
    "A name beside which something else is denied stays",
    arguments: keptNames + HarmlessPhrases.names)
  func keptName(_ text: String) {
    #expect(StatedUse.read(text, in: .medication)?.deniesUse != true)
  }

  @Test(
    "An instruction that denies something else, or later, leaves the drug",
    arguments: keptDosages + HarmlessPhrases.dosages)
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
    let texts =
      Self.keptDosages + HarmlessPhrases.dosages + DeniedDosages.all.map(\.1)
      + Self.named.map(\.text)
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
    let phrases = String(repeating: "take with food. ", count: 5000)
    #expect(StatedUse.read(phrases + "Not taking.", in: .dosage) == .notTaken)
  }

  @Test(
    "Phrases without a break are read in a time that grows as they do",
    arguments: ["on hold ", "stop metformin ", "not taking zzz ", "if stop ", "please hold, "])
  func manyPhrases(_ phrase: String) {
    func time(_ count: Int) -> Duration {
      let text = String(repeating: phrase, count: count)
      return ContinuousClock().measure { _ = StatedUse.read(text, in: .dosage) }
    }
    // By the square sixteen times as many take 256 times as long; a busy machine may double it.
    let few = min(time(500), time(500), time(500))
    #expect(time(8000) < few * 100)
  }

  @Test("S10 a name that ends as an adverb does is one")
  func adverbs() {
    let text = "GoLYTELY (simethicone stopped)"
    #expect(StatedUse.read(text, in: .medication, of: ["GoLYTELY"]) == .uncertain)
    #expect(StatedUse.read("stopped abruptly", in: .dosage) == .stopped)
    #expect(StatedUse.read("stopped golytely", in: .dosage) == .uncertain)
  }

  /// What is denied there is not known: it may be the drug by another name.
  static let uncertain: [(text: String, place: StatedUse.Place)] = [
    ("stopped zzz", .dosage), ("refused zzz", .dosage), ("zzz was discontinued", .dosage),
    ("Equate Allergy", .medication), ("held on admission, resumed 3/4", .dosage),
    ("stopped 2023, restarted 1/2024", .dosage), ("held 3/2024, resumed 3/15/2024", .dosage),
    ("child's lisinopril 5 mg", .medication), ("baby's amoxicillin", .medication),
    ("take child's lisinopril", .dosage),
  ]

  /// Ends that came after the drug was begun again, or of which another drug was begun again.
  static let lastEnds: [(text: String, use: StatedUse)] = [
    ("Restarted 1/2024, stopped 6/2024", .stopped), ("stopped 6/2024, restarted 1/2024", .stopped),
    ("Resumed Jan 2024, discontinued March 2024", .stopped),
    ("restarted 2023, stopped 2024", .stopped), ("restarted, then stopped", .stopped),
    ("Held on admission. Metoprolol resumed.", .uncertain),
    ("Stopped 3/1 for procedure. Coumadin restarted 3/4.", .uncertain),
    ("Held on admission. Blood thinner resumed 3/4.", .uncertain),
    ("stopped 1/2019, metformin 2000 mg restarted", .uncertain),
    ("stopped 15/6/2024, restarted 2/7/2024", .uncertain),
    ("stopped 6/3/2019, restarted 5/7/2024", .uncertain),
    ("restarted 6/3/2019, stopped 5/7/2024", .stopped),
    ("Held on admission. Warfarin resumed.", .uncertain),
    ("Held on admission. Home meds resumed.", .uncertain),
    ("stopped 2024, restarted 6/2024", .uncertain), ("resumed 3/4, held 2/3", .uncertain),
  ]

  @Test("S10 what came last decides between an end and a new beginning", arguments: lastEnds)
  func lastEvent(_ text: String, _ use: StatedUse) {
    #expect(StatedUse.read(text, in: .dosage, of: ["warfarin 5 mg"]) == use)
  }

  @Test("S10 a medicine that is sold as a child's is nobody else's")
  func soldForChildren() {
    for text in ["Child's ibuprofen", "infant's acetaminophen", "Baby's Own gripe water"] {
      #expect(StatedUse.read(text, in: .medication) == nil, "\(text)")
    }
    #expect(StatedUse.read("give child's dose at bedtime", in: .dosage) == nil)
  }

  @Test(
    "S10 a word that is not known leaves it uncertain where a thing is named", arguments: uncertain)
  func unknownWords(_ text: String, _ place: StatedUse.Place) {
    #expect(StatedUse.read(text, in: place) == .uncertain)
  }

  @Test("S10 The quick look misses no text in which the reading finds something")
  func quickLook() {
    let frames = [
      "§", "§ zzz", "zzz § it", "§ it", "(§)", "zzz/§", "§; zzz", "zzz, §", "§.", "§-zzz", "§'s",
      "§’s", "§2", "not§", "§s it", "x§", "for §", "belongs to her §", "§ takes it", "§ is on",
    ]
    var passed = 0
    for word in UsePhrase.beginnings {
      for frame in frames {
        for form in [word, word.uppercased(), String(word.dropLast())] {
          let text = frame.replacing("§", with: form)
          if UsePhrase.mayBegin(in: text) { continue }
          passed += 1
          for place in [StatedUse.Place.medication, .dosage] {
            let reading = UseReading(text, place, [])
            let found = reading.clauses.words.indices.compactMap { reading.use(at: $0, over: nil) }
            #expect(found.isEmpty, "\(text)")
          }
        }
      }
    }
    #expect(passed > 500)
    for text in ["Take 2 tablets by mouth every 4 hours", "Take", "Stopper", "Discontinuum (x)"] {
      #expect(!UsePhrase.mayBegin(in: text), "\(text)")
    }
  }
}
