// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing

@testable import FHIRResources

@Suite("S10 words of a reason, an adherence or a title")
struct StatusReasonWordsTests {
  static let denying: [String] = [
    "not taking", "Patient is not taking this", "stopped", "Stopped by patient", "refused",
    "patient declined", "discontinued", "no longer taking", "ceased", "never started", "on hold",
    "withheld by cardiology", "allergic reaction", "intolerance", "side effects", "Allergy",
    "did not fill", "therapy completed", "finished course", "replaced by losartan",
    "switched to losartan", "changed to losartan", "ran out of tablets", "out of stock", "no",
    "contraindicated", "Clinical Contra-indication", "patient deceased", "taken off by PCP",
    "off medication", "patient objection", "superseded", "terminated", "interrupted",
    "treatment failure", "lack of efficacy", "adverse reaction", "hasn't taken it",
    "D/C\u{2019}d", "non-compliance", "Prescribing error", "not-taking", "nottaking",
    "not renewed", "could not tolerate it", "not taking, forgets", "not taking, side effects",
    "not tolerated: reaction", "course complete", "erroneously entered", "ineffective",
  ]

  @Test("S10 they deny the use", arguments: denying)
  func denial(_ text: String) {
    #expect(StatusReasonWords.deny(text, of: ["lisinopril 10 MG Oral Tablet"]))
  }

  static let harmless: [String] = [
    "taking as prescribed", "taking not as directed", "never misses a dose",
    "has not missed any doses", "no missed doses", "does not forget doses",
    "misses a dose at times",
    "no side effects", "denies adverse reactions", "tolerated without side effects",
    "partial non-compliance", "Enalapril stopped because of cough", "not applicable", "not known",
    "previous prescription expired, renewed", "restarted after being held", "renewal", "keep",
    "Hypertension", "dose increased", "changed to lisinopril 10 mg", "switched from enalapril",
    "does not report side effects", "not experiencing side effects", "not stopped",
    "understands not to stop abruptly", "hold if systolic < 100", "stop if a rash appears",
    "unknown", "none",
  ]

  @Test("S10 they deny nothing", arguments: harmless)
  func noDenial(_ text: String) {
    #expect(!StatusReasonWords.deny(text, of: ["lisinopril 10 MG Oral Tablet"]))
  }

  @Test("S10 titles of what is not in use, and others")
  func titles() {
    for title in [
      "Stopped medications", "Discontinued", "Past medications", "Medications no longer taken",
      "Ceased medicines", "Not taken", "INACTIVE", "On hold", "Medications to stop taking",
    ] {
      #expect(StatusReasonWords.withdraw(title), "\(title)")
    }
    for title in [
      "Current medications", "History of medication use", "Discharge medications", "Community",
      "Medications prior to admission", "Changed", "Unchanged", "Prescribed", "Patient specified",
      "Allergies", "New medications",
    ] {
      #expect(!StatusReasonWords.withdraw(title), "\(title)")
    }
  }
}
