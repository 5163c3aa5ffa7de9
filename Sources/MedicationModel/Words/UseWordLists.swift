// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Phrases from general knowledge of how medication lists are written in
// English. A line is: what it says, where it must stand, its words; `a|b` is
// either word.
//
//   any       anywhere in a clause, if no condition comes before it
//   edge      alone in its clause, at its end, or at the beginning of the text
//   alone     alone in its clause
//   order     as edge, but an order to somebody: behind a condition, or with one behind
//             it, it is an instruction
//
// A `*` behind the place: in the field of the drug's name only.

/// The phrases that say what becomes of a drug.
enum UseWordLists {
  static let phrases = """
    stopped any no longer taking|takes|on|using|uses|used|needs|needed|prescribed|active|required
    stopped any not|isn't currently|presently|now|actively taking|using|on|used
    stopped any not|isn't taking|using anymore
    stopped any quit|stopped|ceased taking|using|it
    stopped any d/c'd|dc'd|d/ced|dc'ed|d/c'ed|d'c'd|d/cd
    stopped any discontinued|stopped|ceased
    stopped alone dcd|dced|d/c|dc|inactive|completed|finished|past|historical|former
    stopped edge* d/c
    stopped any* previously taking|took|taken|used|on|prescribed
    stopped any* formerly|previously
    stopped any* used to take|be
    stopped any* was|were taking|on
    stopped any* tried and failed
    stopped any course completed|complete|finished
    stopped order discontinue|stop
    stopped order stop taking|using
    onHold any on hold
    onHold any held|withheld|paused
    onHold order hold|withhold|pause
    onHold any currently|temporarily holding|suspended|stopped|discontinued
    onHold alone holding|suspended
    notTaken any not|isn't taking|taken|using|given|administered|filled|dispensed
    notTaken any not|isn't been taking|using
    notTaken any never started|took|taken|filled|used|took|begun|began|tried
    notTaken any didn't|didnt take|start|fill|pick|get|receive
    notTaken any did not take|start|fill|pick|get|receive
    notTaken any hasn't|hasnt started|taken|filled
    notTaken any has|have not started|taken|filled
    notTaken any refuses|refused|refusing
    notTaken any declined|declines|declining
    notTaken any denies
    notTaken any* allergic|hypersensitive to
    notTaken any* allergy to
    notTaken any* intolerant|intolerance to|of
    notTaken alone allergic|intolerant|intolerance
    notTaken any entered in error
    notTaken any wrong patient|chart
    notTaken edge cancelled|canceled
    notTaken edge* contraindicated
    planned any* considering|consider|considered
    planned any not|isn't yet started|begun|taken|filled
    planned alone not started
    planned any awaiting|pending approval|authorization|start
    planned any* plan|plans|planning|planned|will|may|might|could|would|wants|to start|begin|initiate|restart|resume|try
    planned any* proposed|proposing|offered|discussed|recommended|suggested
    planned any discuss|discussed|discussing|recommend|recommended|suggest|suggested|offered|propose|plan|planning|plans|contemplating|consider|considering starting|beginning|initiating|adding|restarting|resuming|trying|switching|start
    otherPerson any family history
    otherPerson any not patient's|pt's|hers|his|theirs
    """

  /// People whose drugs stand on a patient's list; those whose names products bear are left out.
  static let people: Set<String> = [
    "husband", "wife", "spouse", "partner", "mother", "mom", "mum", "father", "dad", "son",
    "daughter", "brother", "sister", "sibling", "grandmother", "grandfather", "grandma", "grandpa",
    "aunt", "uncle", "cousin", "niece", "nephew", "friend", "neighbor", "neighbour", "roommate",
    "boyfriend", "girlfriend", "fiance", "fiancee", "coworker",
  ]

  /// Wrong possessives that are no plural of anything on a medication list.
  static let plainPossessives: Set<String> = ["husbands", "wifes", "spouses"]

  /// What belongs to a person and is no drug, or makes a name of a product.
  static let ownThings: Set<String> = [
    "care", "day", "report", "history", "choice", "request", "help", "assistance", "milk", "select",
    "friend", "helper", "blend", "name", "consent", "presence", "supervision", "phone", "number",
    "house", "home", "permission", "preference", "discretion", "instructions",
  ]

  /// What a person does who takes a drug.
  static let taking: Set<String> = ["takes", "taking", "uses", "using", "took"]

  /// Words before a phrase that make it a condition.
  static let conditionsBefore: Set<String> = [
    "if", "unless", "when", "whenever", "once", "until", "till", "before", "prior", "upon", "while",
    "ask", "case",
  ]

  /// Words just before a phrase that turn it round: `not stopped`, `to be discontinued`.
  static let turns: Set<String> = [
    "not", "never", "don't", "dont", "isn't", "wasn't", "without", "than", "being", "be", "avoid",
  ]

  /// Words behind an order that make it an instruction.
  static let conditionsBehind: Set<String> = [
    "if", "unless", "when", "whenever", "before", "prior", "after", "pre", "preop", "<", ">",
    "below", "above", "less", "greater", "under", "over", "parameters", "sbp", "dbp", "systolic",
    "diastolic", "bp", "hr", "pulse", "map", "rr", "morning", "sedation", "heart", "in", "surgery",
    "procedure",
  ]

  /// Words behind a plan that make an instruction or a figure of it.
  static let notPlanned: Set<String> = [
    "dose", "dosage", "doses", "dosing", "with", "at", "of", "date", "then", "range",
  ]

  /// Words behind `previously` and `formerly` that speak of a name or of somebody's history.
  static let notPast: Set<String> = [
    "known", "called", "named", "marketed", "sold", "approved", "treated", "untreated",
  ]

  /// Words before `held`, `stop` and their kin that make something else of them.
  static let compounds: Set<String> = ["hand", "hands", "non", "auto", "automatic", "hard", "soft"]

  /// Words in the clause of `hold` that speak of holding a thing.
  static let holdable: Set<String> = [
    "mouth", "tongue", "breath", "cheek", "lip", "inhaler", "upright", "chamber", "seconds",
    "second", "secs", "sec", "minutes", "minute", "min", "nozzle", "pen", "button", "spray",
    "syringe", "needle", "skin", "eye", "nostril", "bottle", "canister", "device", "tube", "swish",
    "place",
  ]

  /// Words behind `stop` that make something else of it.
  static let stoppable: Set<String> = [
    "date", "time", "dt", "smoking", "drinking", "driving", "bleeding", "on", "at", "by", "it",
    "use", "the", "infusion", "watch",
  ]

  /// Where somebody goes who is `d/c'd`: discharged, not stopped.
  static let discharges: Set<String> = [
    "home", "on", "with", "to", "from", "instructions", "summary", "today", "planning", "meds",
    "medication", "medications", "rx",
  ]

  /// What people do not bear that is no drug.
  static let notDrugs: Set<String> = [
    "lactose", "gluten", "heat", "cold", "milk", "exercise", "glucose", "dairy", "wheat",
    "activity",
  ]
}
