// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel

/// Instructions that say that the drug is not taken, by what they say of it.
///
/// What is expected was found by reading the words, not by running anything.
enum DeniedDosages {
  static let otherPerson = [
    "wife's", "belongs to husband", "mother's medication", "patient\u{2019}s wife\u{2019}s",
    "this is her husband's",
  ]

  static let notTaken = [
    "not being taken", "not in use", "does not want to take it", "nonadherent", "Non-compliant",
    "ineffective", "duplicate order", "wrong medication", "erroneously entered",
    "could not tolerate", "couldn't tolerate it", "cannot afford, not filling", "Do not take",
    "does not take", "hasn't been taking", "not picked up",
    "Take 1 tablet by mouth daily patient not taking",
    "Take 1 tablet by mouth daily. Patient not taking", "Take 1 tablet once daily, not taking",
    "Take 1 tablet before meals, patient not taking",
    "Take 1 tablet daily (patient not taking: reported on 1/2/2024)", "pt has not been taking this",
    "patient is not taking this", "patient is not taking this medication", "never started",
    "never filled", "refused", "patient declined", "entered in error", "haven't been taking it",
    "hasn't been taking this", "not taking anymore", "does not take any more",
    "take one; does not take;", "Do not take this medication", "DO NOT TAKE", "don't take",
    "cancelled", "not tolerated", "did not tolerate", "pt not taking due to cost",
    "not taking for the past 2 months", "Pt states she is not taking this at this time",
    "Not taking: Reported on 11/3/2021 by patient", "Patient not taking. Last dose 2 months ago.",
    "never picked up from pharmacy", "Pt did not fill due to cost",
    "has not started this medication yet", "patient reports not taking for several months",
    "Pt denies taking this medication", "Denies use", "Duplicate entry, not taking",
    "not taking - makes her dizzy", "1 po qd - pt not taking", "10 mg PO QHS (not taking)",
    "Entered in error by nursing", "Patient refuses to take", "Refused by patient on 3/4",
    "declined by pt d/t side effects", "Patient has never taken this",
    "Wife reports he is not taking", "per spouse not taking", "not taking, per daughter",
    "Not taking (too expensive)", "Not taking right now", "Patient admits to not taking",
    "Patient endorses not taking", "per med rec not taking",
    "patient not taking for unknown reason", "1 tab daily not taking",
    "Pt not taking since hospital stay", "patient is not currently able to tolerate, not taking",
    "Not taking - side effects", "pt says he never started it",
    "Mother states he is not taking this med", "never got it filled, not taking",
    "not using at this time", "Not taking as of 5/1/22", "not taking (pt preference)",
    "PATIENT NOT TAKING 4/5/21",
    "Take 20 mg by mouth nightly (patient not taking: Reported on 7/7/2021)",
    "Inject 0.5 mL weekly; pt did not start", "Declined", "patient declines to take",
    "refused due to taste", "entered in error - wrong dose", "not taking during pregnancy",
    "hasn't taken in over a year", "has not been taking for the past few weeks",
    "Has not been using lately", "Patient reports she's not taking this medication anymore",
    "NOT TAKING per pt 6/3/22", "Pt has never been on this",
    "pt did not start medication, worried about side effects", "Ordered in error",
    "not taking (ran out)", "patient forgot to refill, not taking x 1 month", "Refusing",
    "Pt declined to start", "cannot tolerate", "unable to tolerate due to nausea",
  ]

  static let stopped = [
    "ran out", "patient ran out 2 weeks ago", "no longer indicated",
    "patient is off this medication", "took herself off this medication", "pt self d/c",
    "Take 1 tablet daily - DISCONTINUED 3/2020", "I stopped taking this",
    "Stop taking this medication", "STOP taking this medicine",
    "Stop taking this medication. Call the clinic with questions.", "stopped due to cough",
    "stopped 2 weeks ago", "no longer taking", "not currently taking",
    "Patient discontinued on their own", "self-discontinued", "pt self d/c'd", "weaned off",
    "Ran out, no longer taking", "Stopped by cardiologist in January", "D/C'd by PCP 4/12/19",
    "dc'd due to hyperkalemia", "Discontinued due to side effects",
    "patient stopped on own about 3 weeks ago", "Stopped taking it last year because of nausea",
    "Therapy completed 6/2022", "Completed course", "No longer needed",
    "Take 1 tablet by mouth daily. Discontinued 02/14/2023.",
    "take one tab twice a day; stopped 2 wks ago per GI", "Not currently using",
    "Self discontinued last month", "pt self-d/c'd around Thanksgiving",
    "STOPPED - switched to losartan", "changed to losartan, stopped",
    "stop taking, replaced by Eliquis", "has been off of this since June",
    "Pt has been off this med for 2 months", "stopped during hospitalization",
    "Discontinued at discharge", "discontinued by Dr. Smith", "no longer taking right now",
    "Stopped March 2020", "discontinued March 2020",
    "Take 1 tablet daily - DISCONTINUED March 2020", "Stopped last Friday",
    "stopped about a month ago", "stopped over a month ago", "stopped around Christmas",
    "told by her doctor to stop", "advised by cardiologist to stop taking it",
    "DISCONTINUED BY PATIENT", "stopped 6 months ago on her own", "Discontinued d/t rash",
    "discontinued in favor of lisinopril", "pt stopped approx 1 wk ago",
    "1 puff bid, stopped per pulm", "Apply bid. No longer using.",
    "no longer taking since switching to Xarelto", "patient quit taking",
    "quit using it months ago", "Rx expired, no longer taking", "self-stopped",
    "pt stopped due to insurance", "finished course of treatment, no longer taking",
    "discontinued after hospitalization", "Stopped before pregnancy", "d/c by neurology",
    "D/C 5/2021", "stopped, caused dizziness", "Discontinued secondary to hypotension",
    "no longer on this med", "Off this since 2019", "Patient self-discontinued in Feb",
    "1 tab daily (stopped 2/2)", "take 2 tabs bid **DISCONTINUED**",
  ]

  static let onHold = [
    "Take 1 tablet daily (on hold)", "Take 1 tablet daily *HOLD*", "HOLD; take 1 tablet daily",
    "on hold per cardiology", "hold per cardiology", "held due to AKI", "held for surgery",
    "Held on admission", "On hold for surgery 5/3", "HOLD UNTIL SEEN BY CARDIOLOGY",
    "on hold while on antibiotics", "5 mg daily, held since 3/1", "on hold x 2 weeks",
    "Currently on hold pending INR", "Hold for now", "Held by surgery team until cleared",
    "on hold prior to procedure", "on hold before surgery", "held prior to surgery", "held pre-op",
    "on hold awaiting labs", "Held while inpatient", "on hold d/t elevated LFTs",
    "holding per nephrology", "HOLD per MD until labs back", "Held x3 days for procedure",
    "currently held because of low BP", "on hold - see note", "Held pending cardiology evaluation",
    "temporarily holding", "hold until further notice", "On hold by Dr Patel",
  ]

  static let all: [(StatedUse, String)] =
    otherPerson.map { (.otherPerson, $0) }
    + notTaken.map { (.notTaken, $0) }
    + stopped.map { (.stopped, $0) }
    + onHold.map { (.onHold, $0) }
}
