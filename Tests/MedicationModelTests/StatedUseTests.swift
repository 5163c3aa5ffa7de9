// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel
import Testing

@Suite("What words say of a drug's use")
struct StatedUseTests {
  /// What a text says, and in which field it stands.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let use: StatedUse?
    let place: StatedUse.Place

    init(_ use: StatedUse?, _ text: String, in place: StatedUse.Place = .medication) {
      (self.text, self.use, self.place) = (text, use, place)
    }

    var testDescription: String { text }
  }

  static let held: [Case] = [
    Case(.onHold, "metformin 500 mg oral tablet (hold)"),
    Case(.onHold, "HOLD - lisinopril 10 mg"),
    Case(.onHold, "Lisinopril 10 mg - HELD"),
    Case(.onHold, "warfarin 5 mg *HOLD*"),
    Case(.onHold, "apixaban 5 mg, on hold until follow-up"),
    Case(.onHold, "furosemide 40 mg [on hold]"),
    Case(.onHold, "Hold metformin 500 mg"),
    Case(.onHold, "methotrexate, currently holding"),
    Case(.onHold, "atorvastatin withheld by cardiology"),
    Case(.onHold, "tamoxifen paused 4/2021"),
    Case(.onHold, "On hold since admission", in: .dosage),
    Case(.onHold, "HOLD", in: .dosage),
  ]

  static let stopped: [Case] = [
    Case(.stopped, "d/c'd metformin 500 mg"),
    Case(.stopped, "Metformin 500 mg D/C’d 3/2020"),
    Case(.stopped, "metformin d/c'd on 3/2020"),
    Case(.stopped, "metformin (DC'd)"),
    Case(.stopped, "simvastatin stopped 3/2020"),
    Case(.stopped, "simvastatin 20 mg - discontinued"),
    Case(.stopped, "self-discontinued sertraline"),
    Case(.stopped, "no longer taking gabapentin"),
    Case(.stopped, "amoxicillin (completed)"),
    Case(.stopped, "patient stopped taking this", in: .dosage),
    Case(.stopped, "previously on lithium"),
    Case(.stopped, "used to take zolpidem"),
    Case(.stopped, "STOP taking ibuprofen"),
    Case(.stopped, "ibuprofen 600 mg: STOP"),
    Case(.stopped, "metformin (tried and failed)"),
  ]

  static let notTaken: [Case] = [
    Case(.notTaken, "atorvastatin, never started"),
    Case(.notTaken, "pt refuses atorvastatin"),
    Case(.notTaken, "insulin glargine (refused)"),
    Case(.notTaken, "allergic to penicillin"),
    Case(.notTaken, "codeine (intolerant)"),
    Case(.notTaken, "intolerant of lisinopril"),
    Case(.notTaken, "denies taking aspirin"),
    Case(.notTaken, "ibuprofen prn only – not using"),
    Case(.notTaken, "did not start sertraline"),
    Case(.notTaken, "has not taken warfarin"),
    Case(.notTaken, "metformin never filled"),
    Case(.notTaken, "Patient not taking: Reported on 3/4/2020", in: .dosage),
    Case(.notTaken, "entered in error"),
    Case(.notTaken, "warfarin (wrong patient)"),
    Case(.notTaken, "prednisone - cancelled"),
  ]

  static let planned: [Case] = [
    Case(.planned, "consider starting metformin"),
    Case(.planned, "discussed starting atorvastatin"),
    Case(.planned, "Consider metformin 500 mg"),
    Case(.planned, "plan to start apixaban"),
    Case(.planned, "apixaban (not yet started)"),
    Case(.planned, "apixaban, to start next week"),
    Case(.planned, "plan start apixaban"),
    Case(.planned, "recommend starting a statin", in: .dosage),
    Case(.planned, "semaglutide pending approval"),
  ]

  static let others: [Case] = [
    Case(.otherPerson, "husband's metformin 500 mg"),
    Case(.otherPerson, "husband’s metformin 500 mg"),
    Case(.otherPerson, "metformin (wife's)"),
    Case(.otherPerson, "mother takes warfarin"),
    Case(.otherPerson, "pt's father is on lisinopril"),
    Case(.otherPerson, "wifes zolpidem"),
    Case(.otherPerson, "belongs to her daughter"),
    Case(.otherPerson, "prednisone for his wife"),
    Case(.otherPerson, "family history: mother uses insulin"),
    Case(.otherPerson, "takes roommate's alprazolam"),
  ]

  static let conditional: [Case] = [
    Case(.conditional, "hold for SBP < 100", in: .dosage),
    Case(.conditional, "Take 1 tablet daily. Hold if HR<60", in: .dosage),
    Case(.conditional, "metoprolol 25 mg, hold for HR ≤ 55"),
    Case(.conditional, "Stop if a rash appears", in: .dosage),
    Case(.conditional, "discontinue 5 days before surgery", in: .dosage),
    Case(.conditional, "Stop taking if you become pregnant", in: .dosage),
    Case(.conditional, "Hold the morning of surgery", in: .dosage),
  ]

  /// Words of instructions, products and other people's help.
  static let lookAlikes: [String] = [
    "husband administers", "mother to give 5 ml twice daily", "per mother takes 5 ml",
    "wife helps with injections", "given with husband's help", "Children's Motrin 100 MG/5ML",
    "Mother's Milk tea", "Infants' Tylenol", "Women's One A Day", "Father John's Medicine",
    "hold under the tongue", "hold in mouth for 2 minutes then swallow", "hand-held nebulizer",
    "spacer with holding chamber", "Hold inhaler upright", "do not stop abruptly",
    "do not discontinue without asking your doctor", "never stopped", "stop date 3/1/2024",
    "stop smoking aid", "nonstop", "auto-stop in 7 days", "do not crush or chew",
    "not to exceed 4 g per day", "no refills", "Allergy Relief 10 mg", "for seasonal allergies",
    "for allergic rhinitis", "preservative free", "no sugar added", "take until finished",
    "until completed", "if not taken with food", "when not using the pen", "d/c'd on lisinopril",
    "d/c home with 5 tablets", "take as needed, not listed", "in lactose intolerant patients",
    "recommended starting dose 5 mg", "starting dose pack", "start with 1 tablet then increase",
    "may repeat once", "to be discontinued by the pharmacy", "if stopped, call the clinic",
    "formerly known as Nuedexta", "Stopain cold topical gel", "heldgen", "holdrin",
    "nothing by mouth", "notrilin", "metformin hydrochloride 500 MG Oral Tablet",
    "aspirin 81 mg once daily", "norethindrone 0.35 MG Oral Tablet",
    "once daily on an empty stomach", "12 HR pseudoephedrine (Non-Drying)", "was", "", "'", "—",
    "(", "mother", "stop date",
  ]

  @Test(
    "S10 words that deny a use are read as what they say",
    arguments: held + stopped + notTaken + planned + others + conditional)
  func caught(_ item: Case) {
    #expect(StatedUse.read(item.text, in: item.place) == item.use)
  }

  @Test("S10 look-alikes deny nothing", arguments: lookAlikes)
  func notCaught(_ text: String) {
    for place in [StatedUse.Place.medication, .dosage] {
      #expect(StatedUse.read(text, in: place)?.deniesUse != true)
    }
  }

  @Test("A condition and what is uncertain deny no use, everything else does")
  func denying() {
    for use in StatedUse.allCases {
      #expect(use.deniesUse == (use != .conditional && use != .uncertain))
      #expect(!use.words.isEmpty)
    }
  }

  @Test("What stands in the drug's name is read more widely than an instruction")
  func places() {
    for text in ["consider taking with food", "2 tablets to start", "was taking with meals"] {
      #expect(StatedUse.read(text, in: .dosage) == nil)
    }
  }
}
