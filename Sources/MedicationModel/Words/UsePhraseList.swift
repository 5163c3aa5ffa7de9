// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The phrases that say what becomes of a drug, from general knowledge of how medication lists
/// are written in English.
enum UsePhraseList {
  static let all: [UsePhrase] = stopped + onHold + notTaken + notBorne + planned + others

  private static let stopped: [UsePhrase] = [
    UsePhrase(
      .stopped, .said,
      "no longer taking|takes|take|on|using|uses|used|needs|needed|prescribed|active|required|indicated|necessary"
    ),
    UsePhrase(.stopped, .said, "not|isn't currently|presently|now|actively taking|using|on|used"),
    UsePhrase(.stopped, .said, "quit|stopped|ceased taking|using|it"),
    UsePhrase(.stopped, .passive, "d/c'd|dc'd|d/ced|dc'ed|d/c'ed|d'c'd|d/cd"),
    UsePhrase(.stopped, .passive, "discontinued|weaned"),
    UsePhrase(.stopped, .said, "stopped|ceased"),
    UsePhrase(
      .stopped, .passive, "weaned|tapered|taken|took|came|come|been|is|herself|himself|went off"),
    UsePhrase(.stopped, .leading, "off this|it|med|medication|since"),
    UsePhrase(
      .stopped, .alone, "dcd|dced|d/c|dc|inactive|completed|finished|past|historical|former"),
    UsePhrase(.stopped, .said, "d/c|dc", inNames: true),
    UsePhrase(.stopped, .leading, "stopping|discontinuing", inNames: true),
    UsePhrase(.stopped, .said, "previously taking|took|taken|used|on|prescribed", inNames: true),
    UsePhrase(.stopped, .said, "formerly|previously", inNames: true),
    UsePhrase(.stopped, .said, "used to take|be", inNames: true),
    UsePhrase(.stopped, .said, "was|were taking|on", inNames: true),
    UsePhrase(.stopped, .said, "tried and failed", inNames: true),
    UsePhrase(.stopped, .said, "as a child|kid|teen|teenager|baby", inNames: true),
    UsePhrase(.stopped, .said, "course|therapy|treatment|regimen completed|complete|finished"),
    UsePhrase(.stopped, .said, "completed|finished course|therapy|treatment|regimen|prescription"),
    UsePhrase(.stopped, .said, "ran|run out"),
    UsePhrase(.stopped, .order, "discontinue|stop|d/c|dc"),
    UsePhrase(.stopped, .order, "discontinue|stop taking|using"),
  ]

  private static let onHold: [UsePhrase] = [
    UsePhrase(.onHold, .passive, "on hold"),
    UsePhrase(.onHold, .passive, "held|withheld|paused"),
    UsePhrase(.onHold, .order, "hold|withhold|pause"),
    UsePhrase(
      .onHold, .said, "currently|temporarily|presently holding|suspended|stopped|discontinued|off"),
    UsePhrase(.onHold, .alone, "holding|suspended"),
    UsePhrase(.onHold, .leading, "holding"),
    UsePhrase(.onHold, .said, "holding", inNames: true),
  ]

  private static let notTaken: [UsePhrase] = [
    UsePhrase(
      .notTaken, .said,
      "not|isn't|aren't taking|taken|using|used|given|administered|filled|filling|dispensed|tolerated|tolerating"
    ),
    UsePhrase(.notTaken, .said, "not|isn't been|being taking|using|taken|used|given"),
    UsePhrase(.notTaken, .said, "not in use"),
    UsePhrase(.notTaken, .said, "does|did not want|wish to take|start|continue|use"),
    UsePhrase(.notTaken, .said, "doesn't|didn't want|wish to take|start|continue|use"),
    UsePhrase(
      .notTaken, .alone, "nonadherent|noncompliant|nonadherence|noncompliance|ineffective"),
    UsePhrase(.notTaken, .alone, "non adherent|compliant|adherence|compliance"),
    UsePhrase(.notTaken, .alone, "duplicate order|therapy|entry|prescription"),
    UsePhrase(.notTaken, .said, "not|never picked|pick up"),
    UsePhrase(.notTaken, .said, "never been on|taking|using"),
    UsePhrase(.notTaken, .said, "not on", inNames: true),
    UsePhrase(.notTaken, .first, "no|not|never", inNames: true),
    UsePhrase(.notTaken, .last, "no|not|never", inNames: true),
    UsePhrase(.notTaken, .first, "without|off|failed", inNames: true),
    UsePhrase(.notTaken, .said, "in place|lieu of", inNames: true),
    UsePhrase(.notTaken, .said, "resistant|refractory|unresponsive to", inNames: true),
    UsePhrase(
      .notTaken, .said, "never started|took|taken|filled|used|begun|began|tried|takes|uses"),
    UsePhrase(
      .notTaken, .said, "didn't|didnt take|start|fill|pick|get|receive|use|begin|tolerate"),
    UsePhrase(
      .notTaken, .said, "did not take|start|fill|pick|get|receive|use|begin|tolerate"),
    UsePhrase(.notTaken, .said, "doesn't|doesnt take|use|tolerate"),
    UsePhrase(.notTaken, .said, "does not take|use|tolerate"),
    UsePhrase(.notTaken, .said, "can't|cannot|couldn't take|tolerate"),
    UsePhrase(.notTaken, .said, "could not take|tolerate"),
    UsePhrase(.notTaken, .said, "unable to take|tolerate"),
    UsePhrase(
      .notTaken, .said, "hasn't|hasnt|haven't|havent started|taken|filled|used|begun|picked"),
    UsePhrase(
      .notTaken, .said, "hasn't|hasnt|haven't|havent been taking|using|taken"),
    UsePhrase(.notTaken, .said, "has|have|had not started|taken|filled|used|begun|picked"),
    UsePhrase(.notTaken, .order, "don't|dont take|use|give|administer"),
    UsePhrase(.notTaken, .order, "do not take|use|give|administer"),
    UsePhrase(.notTaken, .order, "avoid", inNames: true),
    UsePhrase(.notTaken, .said, "refuses|refused|refusing|declined|declines|declining|denies"),
    UsePhrase(.notTaken, .said, "denied", inNames: true),
    UsePhrase(.notTaken, .passive, "entered|ordered|written|charted|listed|prescribed in error"),
    UsePhrase(.notTaken, .passive, "in error"),
    UsePhrase(.notTaken, .said, "erroneous|error", inNames: true),
    UsePhrase(.notTaken, .passive, "erroneously entered|ordered|written|charted|listed|prescribed"),
    UsePhrase(.notTaken, .passive, "wrong patient|chart"),
    UsePhrase(.notTaken, .alone, "wrong drug|medication|med|medicine|entry"),
    UsePhrase(.notTaken, .passive, "cancelled|canceled", inNames: true),
    UsePhrase(.notTaken, .edge, "cancelled|canceled"),
    UsePhrase(.notTaken, .passive, "contraindicated|avoided", inNames: true),
    UsePhrase(.notTaken, .said, "placebo for", inNames: true),
    UsePhrase(.notTaken, .passive, "placebo", inNames: true),
  ]

  private static let notBorne: [UsePhrase] = [
    UsePhrase(
      .notTaken, .said, "allergic|hypersensitive|reacted|reaction|reactions|anaphylaxis to",
      inNames: true),
    UsePhrase(.notTaken, .passive, "caused|causes", inNames: true),
    UsePhrase(.notTaken, .said, "allergy|allergies to", inNames: true),
    UsePhrase(.notTaken, .said, "intolerant|intolerance to|of", inNames: true),
    UsePhrase(
      .notTaken, .sensitivity, "allergy|allergies|allergic|intolerance|intolerant", inNames: true),
    UsePhrase(.notTaken, .alone, "allergic|intolerant|intolerance"),
  ]

  private static let planned: [UsePhrase] = [
    UsePhrase(.planned, .said, "considering|consider|considered", inNames: true),
    UsePhrase(.planned, .said, "not|isn't yet started|begun|taken|filled"),
    UsePhrase(.planned, .alone, "not started"),
    UsePhrase(.planned, .said, "awaiting|pending approval|authorization|start|pa"),
    UsePhrase(.planned, .said, "awaiting|pending prior approval|authorization|auth"),
    UsePhrase(
      .planned, .said,
      "plan|plans|planning|planned|will|may|might|could|would|wants|to start|begin|initiate|restart|resume|try",
      inNames: true),
    UsePhrase(
      .planned, .said, "proposed|proposing|offered|discussed|recommended|suggested", inNames: true),
    UsePhrase(
      .planned, .said,
      "discuss|discussed|discussing|recommend|recommended|suggest|suggested|offered|propose|plan|planning|plans|contemplating|consider|considering starting|beginning|initiating|adding|restarting|resuming|trying|switching|start"
    ),
  ]

  private static let others: [UsePhrase] = [
    UsePhrase(.otherPerson, .said, "family history", inNames: true),
    UsePhrase(.otherPerson, .said, "not patient's|pt's|hers|his|theirs"),
  ]
}
