// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
package import JSONText
internal import MedicationModel
package import SymptomMapping

extension SymptomMatch {
  /// Writes what words stand for.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("symptom", symptom.rawValue)
      json.member("name", symptom.displayName)
      json.member("direction", direction?.rawValue)
      json.member("fit", fit.rawValue)
      json.member("by", kind.rawValue)
      json.member("words", words)
    }
  }
}

extension SymptomAnswer {
  /// Writes the subjects that name the symptom.
  ///
  /// - Parameters:
  ///   - json: Where to.
  ///   - limit: How many ranked subjects at most; boxed warnings are never cut (S31).
  package func write(to json: inout JSONWriter, limit: Int?) {
    json.object { json in
      json.member("symptom", symptom.rawValue)
      json.member("name", symptom.displayName)
      json.member("direction", direction?.rawValue)
      json.member("subjectsRead", readSubjectCount)
      json.member("total", unfilteredCount)
      json.member("fitting", subjects.count)
      json.key("boxed")
      json.array { json in
        for subject in boxed { subject.write(to: &json) }
      }
      json.key("subjects")
      json.array { json in
        for subject in subjects.prefix(limit ?? .max) { subject.write(to: &json) }
      }
    }
  }
}

extension SymptomSubject {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("subjectKind", subject.kind.rawValue)
      json.member("rxcui", subject.rxcui.description)
      json.member("subject", name)
      finding.writeMembers(to: &json)
    }
  }
}

extension SymptomFinding {
  /// Writes direction, step, difference and rows, within an object that says the symptom.
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("direction", direction.rawValue)
    json.member("step", step)
    json.member("difference", difference?.description)
    json.key("evidence")
    json.array { json in
      for evidence in evidence { evidence.write(to: &json) }
    }
  }
}

extension SymptomExplanation {
  /// Writes what the labels of each medication say of the symptom, as members of an object.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("symptom", symptom.rawValue)
    json.member("name", symptom.displayName)
    json.member("direction", direction?.rawValue)
    json.key("medications")
    json.array { json in
      for medication in medications {
        json.object { json in
          json.member("medication", medication.place)
          json.member("standing", medication.standing.rawValue)
          json.member("step", medication.step)
          json.member("boxed", medication.isBoxed)
          Self.write(medication.findings, as: "findings", to: &json)
          Self.write(medication.otherRoutes, as: "otherRoutes", to: &json)
        }
      }
    }
  }

  private static func write(
    _ findings: [SymptomFinding], as name: StaticString, to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for finding in findings {
        json.object { finding.writeMembers(to: &$0) }
      }
    }
  }
}

extension ResolvedMedication {
  /// Writes which medication it is and how far its labels were read, as members of an object.
  package func writeCoverage(to json: inout JSONWriter) {
    json.key("concepts")
    json.array { json in
      for concept in concepts {
        json.object { json in
          json.member("rxcui", concept.code?.description)
          json.member("name", concept.name)
          json.member("match", concept.match.rawValue)
        }
      }
    }
    json.member("coverage", sideEffects.coverage.rawValue)
    json.member(
      "reason", sideEffectReasons.isEmpty ? nil : sideEffectReasons.joined(separator: " "))
    json.key("boxedWarning")
    sideEffects.boxedWarning.write(to: &json)
    sideEffects.boxedWarning.writeLabels(to: &json)
  }
}
