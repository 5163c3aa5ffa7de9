// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import SymptomMapping

extension EvidenceRow {
  /// The key of the row as one text: what tells it apart from every other row.
  ///
  /// `ingredient/6809/nausea/present/most_common/ORAL`, with population and
  /// condition behind where the row has them. It does not change when other
  /// rows come or go, and can be found in the table by hand.
  var identifier: String {
    var parts = [
      subject.kind.rawValue, subject.rxcui.description, symptom.name, direction.rawValue,
      evidenceClass.rawValue, routes.joined(separator: "|"),
    ]
    if population != nil || condition != nil { parts += [population ?? "", condition ?? ""] }
    return parts.joined(separator: "/")
  }
}
