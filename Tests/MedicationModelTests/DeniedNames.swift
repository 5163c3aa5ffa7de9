// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel

/// Names with words that say that the drug is not taken, by what they say of it.
///
/// What is expected was found by reading the words, not by running anything.
enum DeniedNames {
  static let otherPerson = [
    "dog's lisinopril", "neighbor's gabapentin", "cat's prednisolone", "prednisone, dog's",
    "husband\u{B4}s metformin", "husband\u{2BC}s metformin", "husband\u{2032}s metformin",
    "Xanax - belongs to her sister", "wife's metoprolol, taken by mistake", "roommate's Adderall",
    "Viagra (husband's)", "son's Ritalin",
  ]

  static let notTaken = [
    "without aspirin", "off metformin", "failed metformin", "lisinopril caused cough",
    "reacted to penicillin", "reaction to codeine", "anaphylaxis to amoxicillin",
    "DO NOT TAKE metformin", "patient does not take warfarin", "I don't take lisinopril",
    "not on lisinopril", "no lisinopril", "avoid lisinopril", "lisinopril - don't take",
    "lisinopril intolerance", "allergy: lisinopril", "lisinopril - allergy", "lisinopril not used",
    "lisinopril not tolerated", "lisinopril - ordered in error", "metformin - patient not taking",
    "metformin, not taking", "metformin 500 mg tablet not taking",
    "patient not taking metformin 500 mg", "not taking - warfarin",
    "atorvastatin 40 mg refused by patient", "atorvastatin (patient declined)",
    "atorvastatin - never picked up", "sertraline - did not tolerate",
    "unable to tolerate metformin", "can't take aspirin", "ALLERGIC TO SULFA", "sulfa allergy",
    "ALLERGY TO penicillin", "penicillin (allergic)", "Allergies: codeine", "codeine intolerance",
    "not taking any lisinopril", "Does not take aspirin", "wrong chart - digoxin",
    "hydrocodone - hasn't taken in months", "not lisinopril", "metformin (not\u{A0}taking)",
    "metformin, not\u{2009}taking", "metformin not\u{202F}taking",
    "Aspirin 81 mg - pt states not taking", "**NOT TAKING** amlodipine 5 mg",
    "Eliquis - insurance denied, never filled", "penicillin VK (ALLERGIC)",
    "metformin (not taking right now)", "metformin contraindicated in CKD",
    "metformin cancelled by patient", "metformin prescription cancelled by provider",
    "aspirin 81 mg oral tablet: no", "never metformin", "metformin never", "metformin not",
    "metformin 500 MG oral tablet avoided", "metformin (documented in error)", "metformin error",
    "metformin 500 MG placebo oral tablet", "metformin/not taking", "not\u{200B}taking metformin",
    "simvastatin 40 mg (not taking, myalgias)", "Lyrica -- pt never filled",
    "Flomax; patient declined", "Bactrim - allergic", "Keppra entered in error",
    "intolerant to statins", "Atorvastatin 20 mg, not taking, leg cramps",
    "Trazodone 50 mg - did not help, not taking", "Wellbutrin (never took)",
    "pt is not taking Lasix", "duloxetine - patient refuses", "metoprolol listed in error",
  ]

  static let stopped = [
    "lisinopril weaned off", "lisinopril dc", "lisinopril d/c 3/2020",
    "metformin 500 MG, pt stopped", "metformin (pt stopped due to diarrhea)",
    "metformin stopped by PCP", "warfarin discontinued, now on apixaban",
    "No longer takes: warfarin", "D/C lisinopril", "D/C: lisinopril", "discontinue lisinopril",
    "lisinopril 10 mg stop", "lisinopril 10 mg (STOP)", "was on lithium", "weaned off prednisone",
    "Coumadin (warfarin) - d/c'd", "lisinopril 10 mg tablet - stopped due to angioedema",
    "Metformin 1000 mg BID (d/c'd by endo)", "Ozempic (stopped, nausea)",
    "gabapentin (patient not currently taking per med rec)",
    "amlodipine 5 mg tablet [DISCONTINUED]", "Inactive: amlodipine 5 mg",
    "Prozac 20 mg (discontinued 2 yrs ago)", "tramadol (no longer prescribed)",
    "Zoloft previously taken", "hydroxyzine 25 mg tab stopped 6/21 per psych",
    "metformin (discontinued March 2020)", "metformin (stopped Jan 2024)",
    "metformin (stopped last Friday)", "metformin 500 mg oral tablet (stopped March 2020)",
    "metformin (stopped last September)", "metformin (stopped last Sept)", "GoLYTELY stopped",
    "Plavix 75mg - DC'd 1/1/20 after stent", "OxyContin (weaned off in April)",
    "Norco 5/325 no longer taking", "Celebrex 200 mg cap, stopped Oct 2022",
    "Tegretol (used to take)", "was on Paxil", "Losartan 50mg (d/c'd 2/2 hyperkalemia)",
    "hydrochlorothiazide - stopped at last visit", "Gabapentin - weaned off by pain clinic",
    "Premarin discontinued in 2015", "no longer uses Advair",
  ]

  static let onHold = [
    "holding lisinopril", "lisinopril, holding for now", "lisinopril (temporarily off)",
    "Lisinopril 10 mg HELD for AKI", "lisinopril - held, AKI", "currently off warfarin",
    "metformin on\u{A0}hold", "warfarin - on hold, INR 4.5",
    "clopidogrel 75 mg (held 7 days pre-op)", "warfarin 5 MG Oral Tablet (held pre-op)",
    "warfarin 5 MG Oral Tablet (on hold prior to procedure)", "methotrexate (on hold, infection)",
    "Metformin (HELD - contrast CT)", "aspirin 325 on hold per surgeon",
  ]

  static let planned = [
    "plan to start insulin glargine", "will start Trulicity after labs",
    "Entresto - awaiting prior authorization", "considering Humira", "may start Prolia",
    "plan to begin Stelara",
  ]

  static let all: [(StatedUse, String)] =
    otherPerson.map { (.otherPerson, $0) }
    + notTaken.map { (.notTaken, $0) }
    + stopped.map { (.stopped, $0) }
    + onHold.map { (.onHold, $0) }
    + planned.map { (.planned, $0) }
}
