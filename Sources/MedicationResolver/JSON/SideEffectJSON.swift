// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import JSONText
internal import MedicationModel
package import SymptomMapping

extension SideEffectAnswer {
  /// Writes the answer as one JSON object.
  ///
  /// - Parameters:
  ///   - json: Where to.
  ///   - reasons: Why the answer is empty or incomplete.
  ///   - unknownCodes: Given codes without a concept.
  func write(to json: inout JSONWriter, reasons: [String], unknownCodes: [String]) {
    json.object { json in
      json.key("boxedWarning")
      boxedWarning.write(to: &json)
      boxedWarning.writeLabels(to: &json)
      json.member("coverage", coverage.rawValue)
      json.member("reason", reasons.isEmpty ? nil : reasons.joined(separator: " "))
      Self.write(symptoms, as: "symptoms", to: &json)
      Self.write(warnings, as: "warnings", to: &json)
      Self.write(otherRoutes, as: "otherRoutes", to: &json)
      json.member("unmapped", unknownCodes + unmapped.map(\.description))
      json.member("asOf", asOf?.description)
      json.member("scope", SideEffectAnswer.scope)
    }
  }

  private static func write(
    _ findings: [SymptomFinding], as name: StaticString, to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for finding in findings { write(finding, to: &json) }
    }
  }

  private static func write(_ finding: SymptomFinding, to json: inout JSONWriter) {
    json.object { json in
      json.member("symptom", finding.symptom.rawValue)
      json.member("name", finding.symptom.displayName)
      json.member("direction", finding.direction.rawValue)
      json.member("step", finding.step)
      json.array("evidence") { json in
        for evidence in finding.evidence { evidence.write(to: &json) }
      }
    }
  }
}

extension BoxedWarning {
  /// Writes the member `boxedWarnings`: every label that has one.
  func writeLabels(to json: inout JSONWriter) {
    json.key("boxedWarnings")
    labels.write(to: &json)
  }

  /// Writes whether there is one, and which labels say so.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("present", present.rawValue)
      json.member("setId", setID)
      json.member("date", date)
      json.member("title", title)
      if let label {
        label.writeMembers(to: &json)
      } else {
        json.null("otherSalt")
        json.null("routeStated")
        json.null("olderThanTwoYears")
      }
    }
  }
}

extension BoxedWarning.Label: FieldValue {
  package static var kind: FieldKind { .text }
  package var cell: String? { title }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("setId", setID)
      json.member("date", date)
      json.member("title", title)
      writeMembers(to: &json)
    }
  }

  /// Writes how the label differs from a label of exactly the queried product.
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("otherSalt", otherForm)
    json.member("routeStated", isRouteStated)
    json.member("olderThanTwoYears", isOld)
  }
}

extension Evidence {
  /// Writes the row with how it belongs to what was asked.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("subjectKind", row.subject.kind.rawValue)
      json.member("rxcui", row.subject.rxcui.description)
      json.member("subject", utf8: row.utf8(.name).span)
      json.member("via", via.rawValue)
      json.member("otherSalt", otherForm)
      json.member("class", row.evidenceClass.rawValue)
      json.member("fit", row.fit.rawValue)
      json.member("threshold", row, .threshold)
      json.member("drugPercent", row, .drugPercent)
      json.member("comparatorPercent", row, .comparatorPercent)
      json.member("comparator", row.comparator.rawValue)
      json.member("population", row, .population)
      json.member("sense", row.sense.rawValue)
      json.member("context", row, .context)
      json.member("arm", row, .arm)
      json.member("comparatorArm", row, .comparatorArm)
      json.array("routes") { json in
        for route in row.routesUTF8 { json.string(utf8: route.span) }
      }
      json.member("labelsSeen", row.labelsSeen)
      json.member("labelsAgreeing", row.labelsAgreeing)
      json.member("sourceKind", row.sourceKind.rawValue)
      json.member("setId", row, .setID)
      json.member("labelVersion", row, .labelVersion)
      json.member("labelDate", row.labelDate?.description)
      json.member("olderThanTwoYears", isOld)
      json.member("section", row, .sectionLOINC)
      json.member("subsection", row, .subsection)
      json.member("labelTerm", row, .labelTerm)
      json.member("source", row, .sourceAddress)
      json.member("licence", utf8: row.utf8(.licence).span)
      json.member("trust", row.trust.rawValue)
    }
  }
}

extension JSONWriter {
  /// Writes a member with a field of a row, without making a string; `null` for an empty one.
  fileprivate mutating func member(
    _ name: StaticString, _ row: EvidenceRow, _ column: EvidenceColumn
  ) {
    let bytes = row.utf8(column)
    if bytes.isEmpty { null(name) } else { member(name, utf8: bytes.span) }
  }
}
